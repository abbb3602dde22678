"""A word that went everywhere a memory goes is forgotten, and no byte of it is left in the whole home."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from memory.engine import Memory
from memory.ports import Delta
from memory.settings import MemorySettings, Settings
from memory.types import About, Forgettable, Part, PartSource, Span
from tests.memory.distill.talk import fact, reply
from tests.scripted import ScriptedModel, SetClock
from tests.tui.cli.calling import own_log_handlers
from tests.tui.commands.given import context
from tui.cli.logs import log_to_file
from tui.commands.registry import run

SPELLINGS = {
    "Quixotrél": "ixotr",
    "\u0416\u0443\u0445\u0440\u0430\u0439": "\u0443\u0445\u0440\u0430",
    "\u9f98\u9750\u9f49": "\u9f98\u9750",
}
"""Rare words, and a piece of each that every spelling, stem and index of it holds; an index may share the beginning."""


@pytest.fixture(autouse=True)
def log(home: Path) -> Iterator[None]:
    with own_log_handlers():
        log_to_file(home / "logs")
        yield


def opened(home: Path, clock: SetClock, model: ScriptedModel | None = None) -> Memory:
    settings = Settings(memory=MemorySettings(recall_deadline_ms=10_000))
    return Memory.open(home / "profiles" / "default", settings=settings, clock=clock, llm=model, background=False)


def learnt(word: str) -> dict[str, Any]:
    """What a model makes of the conversation."""
    locker = fact(f"The user's locker code is {word}", f"My locker code is {word}.", 1, keywords=[word])
    entity = {"name": word, "kind": "code", "aliases": [f"the {word} code"]}
    relation = {"subject": word, "predicate": f"opens as {word}", "object": "Locker", "evidence": [1]}
    made: dict[str, Any] = reply(locker, summary=f"The user told the code {word}.")
    made["episode"] |= {"topics": [word], "entities": [word], "decisions": [f"Keep {word}"], "action_items": [word]}
    identity = {"content": f"Uses {word}", "evidence": [1], "quote": f"My locker code is {word}."}
    whole = {"since": "", "until": ""}
    return {
        **made,
        "title": f"On {word}",
        "identity": [identity],
        "entities": [entity],
        "relations": [relation | whole],
    }


async def say(memory: Memory, talk: str, parts: list[Part] | str, answer: str) -> None:
    turn = await memory.begin(talk, parts)
    await memory.recall(turn)
    turn.append(Delta(reasoning=f"They said: {turn.user.text}"))
    turn.append(Delta(text=answer))
    await memory.finish(turn)


async def use_everywhere(home: Path, clock: SetClock, word: str, export: Path, *, by_the_user: bool = True) -> None:
    """`by_the_user`: they keep it for reasons of their own as well, with /remember and in their files."""
    model = ScriptedModel([f"This is not JSON but {word}", learnt(word)], chunk=400)
    async with opened(home, clock, model) as memory:
        if by_the_user:
            await memory.remember(f"The word on the key ring is {word}")
            await memory.identity.add(f"Calls the locker {word}")
            (memory.profile_dir / "soul.md").write_text(f"Be brief. Never say {word}.\n", encoding="utf-8")
        talk = (await memory.new_conversation()).id
        told = [Part(f"My locker code is {word}. "), Part(f"A note: {word.upper()} it is", source=PartSource.PASTED)]
        await say(memory, talk, told, f"Noted: {word}. Tea is good.")
        await say(memory, talk, f"What is {word} for?", f"The code {word} opens your locker.")
        await memory.talks.rename(talk, f"About {word}")
        assert [run.outcome for run in await memory.sync()] == ["error"]
        assert [run.outcome for run in await memory.sync()] == ["distilled"]
        await memory.consolidate()
        assert word in (await memory.show("i0")).text
        await memory.embed_waiting(60)
        await run(f"/export md {export}", context(memory, talk))
        logging.getLogger("memory").info("the work goes on")
    with closing(sqlite3.connect(home / "profiles" / "default" / "memory.sqlite")) as connection:
        copy = home / "profiles" / "default" / "memory.schema-0.backup"
        connection.execute("VACUUM INTO ?", (str(copy),))


def holding(home: Path, piece: str) -> list[str]:
    """The files whose bytes hold `piece`, in any case, as UTF-8, as UTF-16 or as JSON's escapes."""
    forms = {
        form
        for cased in (piece, piece.upper())
        for form in (cased.encode(), cased.encode("utf-16-le"), cased.encode("ascii", "backslashreplace"))
    }
    return [
        str(path.relative_to(home))
        for path in sorted(home.rglob("*"))
        if path.is_file() and any(form.lower() in path.read_bytes().lower() for form in forms)
    ]


@pytest.mark.parametrize("word", SPELLINGS)
async def test_no_byte_of_a_forgotten_word_is_left_in_the_home(
    home: Path, clock: SetClock, tmp_path: Path, word: str
) -> None:
    export = tmp_path / "mine.md"
    await use_everywhere(home, clock, word, export)
    found = holding(home, SPELLINGS[word])
    assert {Path(name).name for name in found} >= {"memory.sqlite", "identity.md", "soul.md", "memory.schema-0.backup"}
    assert any(name.endswith(".usearch") for name in map(str, home.rglob("*")))
    async with opened(home, clock) as memory:
        assert not (await memory.audits.text(word, [home], without=[home / "models"])).clean
        report = await memory.forget(await memory.plan_forget(word, with_turns=True))
        assert not report.pending
        assert not [trace for trace in report.erased if trace.what == "still found"]
        assert report.exports == (str(export),)
        audit = await memory.audits.of(report.receipt, [home / "logs"])
        assert [trace.place for trace in audit.found] == ["exports"]
        assert holding(home, SPELLINGS[word]) == []
        assert word in export.read_text(encoding="utf-8")
        await memory.exports.delete(report.exports)
        assert (await memory.audits.of(report.receipt, [home / "logs"])).clean
        assert (await memory.audits.text(word, [home], without=[home / "models"])).clean
    assert holding(home, SPELLINGS[word]) == []


@pytest.mark.parametrize("word", SPELLINGS)
async def test_no_byte_of_a_redacted_word_is_left_in_the_home_and_the_rest_stays(
    home: Path, clock: SetClock, tmp_path: Path, word: str
) -> None:
    await use_everywhere(home, clock, word, tmp_path / "mine.md")
    async with opened(home, clock) as memory:
        report = await memory.redaction.redact(await memory.redaction.plan("m1", word))
        assert not report.pending
        assert not [trace for trace in report.erased if trace.what == "still found"]
        assert "My locker code is [secret removed]" in (await memory.show("m1")).text
        assert "Tea is good." in (await memory.show("m2")).text
    assert holding(home, SPELLINGS[word]) == []


@pytest.mark.parametrize("word", SPELLINGS)
async def test_no_byte_of_a_forgotten_name_is_left_in_the_home(
    home: Path, clock: SetClock, tmp_path: Path, word: str
) -> None:
    await use_everywhere(home, clock, word, tmp_path / "mine.md")
    async with opened(home, clock) as memory:
        await memory.forget(await memory.plan_forget(About(word), with_turns=True))
    assert holding(home, SPELLINGS[word]) == []


@pytest.mark.parametrize("query", ["c1", Span(until=datetime(2100, 1, 1, tzinfo=UTC))])
@pytest.mark.parametrize("word", SPELLINGS)
async def test_no_byte_of_a_forgotten_conversation_or_time_is_left_in_the_home(
    home: Path, clock: SetClock, tmp_path: Path, word: str, query: Forgettable
) -> None:
    elsewhere = tmp_path / "mine.md"
    await use_everywhere(home, clock, word, elsewhere, by_the_user=False)
    async with opened(home, clock) as memory:
        exports = home / "profiles" / "default" / "exports"
        exports.mkdir()
        (exports / "talk.md").write_text(elsewhere.read_text(encoding="utf-8"), encoding="utf-8")
        report = await memory.forget(await memory.plan_forget(query, with_turns=True))
        assert not report.pending
    left = str((exports / "talk.md").relative_to(home))
    assert holding(home, SPELLINGS[word]) == [left]
    assert report.exports == (str(exports / "talk.md"), str(elsewhere))


@pytest.mark.parametrize("killed", [False, True])
async def test_a_reply_that_says_it_only_after_it_was_forgotten_is_kept_without_it(
    home: Path, clock: SetClock, killed: bool
) -> None:
    async with opened(home, clock) as memory, opened(home, clock) as other:
        await memory.remember("My brother plays the quixotrel")
        talk = (await other.new_conversation()).id
        growing = await other.begin(talk, "What does my brother play?")
        assert "quixotrel" in (await other.recall(growing)).block
        growing.append(Delta(text="Let me think. "))
        report = await memory.forget(await memory.plan_forget("quixotrel"))
        assert report.pending
        growing.append(Delta(reasoning="It is the quixotrel.", text="Your brother plays the quixotrel. A fine thing."))
        if killed:
            assert growing.leave_journal()
        else:
            assert (await other.finish(growing)).text == "Let me think. A fine thing."
    async with opened(home, clock) as memory:
        await memory.embed_waiting(60)
        assert (await memory.messages(talk))[-1].text == "Let me think. A fine thing."
        assert (await memory.audits.of(report.receipt, [home / "logs"])).clean
    assert holding(home, "quixotrel") == []
