"""What is always in context has a bound: above it the user is asked, and no line is ever cut or lost."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.engine import Memory
from memory.errors import BadInput, HarkenError, NoRoom, NotFound
from memory.settings import MemorySettings, Settings
from memory.types import Kind
from tests.scripted import SetClock

LONG = "I keep a diary" + " of birds and of what they sing" * 12
SMALL = Settings(memory=MemorySettings(embedding_model="none", identity_tokens=100))


async def test_a_line_that_would_go_beyond_the_bound_is_refused_and_changes_nothing(memory: Memory) -> None:
    for number in range(3):
        await memory.identity.add(f"{LONG} {number}")
    before = await memory.standing()
    with pytest.raises(NoRoom, match="of at most 400"):
        await memory.identity.add(f"{LONG} 4")
    assert await memory.standing() == before
    assert before.tokens <= before.bound == 400


async def test_a_line_that_fits_nowhere_says_so(memory: Memory) -> None:
    with pytest.raises(BadInput, match="only 400 may always be in context"):
        await memory.identity.add(LONG * 6)


async def test_a_file_beyond_the_bound_is_sent_whole_and_told(memory: Memory, folder: Path) -> None:
    texts = [f"{LONG} {number}".strip() for number in range(8)]
    (folder / "identity.md").write_text("".join(f"- {text}\n" for text in texts), encoding="utf-8")
    standing = await memory.standing()
    assert all(text in standing.text for text in texts)
    assert "of 400 tokens are always in context. All of it is sent" in standing.troubles[0]
    assert "identity demote ID" in standing.troubles[0]
    assert (await memory.standing()).text == standing.text
    await memory.identity.edit(standing.identity[0].id, "I keep a diary")
    assert "I keep a diary" in (await memory.standing()).text


async def test_a_line_becomes_an_ordinary_fact_that_is_recalled(memory: Memory, folder: Path) -> None:
    await memory.identity.add("My dentist is Dr. Amsel in Bonn")
    (line,) = (await memory.standing()).identity
    fact = await memory.identity.demote(line.id)
    assert (fact.kind, fact.text, fact.pinned) == (Kind.FACT, line.text, False)
    assert (await memory.standing()).text == ""
    assert line.text not in (folder / "identity.md").read_text(encoding="utf-8")
    injection = await memory.preview("What is the name of my dentist?")
    assert fact.id in [item.id for item in injection.items]


async def test_a_line_with_a_secret_stays_where_it_is(memory: Memory, folder: Path) -> None:
    (folder / "identity.md").write_text("- my key is sk-abcd1234efgh5678ijkl\n", encoding="utf-8")
    (line,) = (await memory.standing()).identity
    with pytest.raises(BadInput, match="secret"):
        await memory.identity.demote(line.id)
    assert (await memory.standing()).identity == (line,)


async def test_a_fact_is_pinned_within_the_bound_and_unpinned(memory: Memory) -> None:
    fact = await memory.remember("I play the viola in a quartet")
    assert (await memory.identity.pin(fact.id)).pinned
    standing = await memory.standing()
    assert fact.text in standing.text
    assert standing.costs[fact.id] == standing.tokens
    await memory.identity.demote(fact.id)
    assert fact.text not in (await memory.standing()).text
    assert (await memory.show(fact.id)).text == fact.text


async def test_without_room_nothing_is_pinned(memory: Memory) -> None:
    for number in range(3):
        await memory.identity.add(f"{LONG} {number}")
    fact = await memory.remember(LONG)
    with pytest.raises(NoRoom):
        await memory.identity.pin(fact.id)
    assert not (await memory.show(fact.id)).pinned


async def test_what_ended_can_not_be_pinned(memory: Memory) -> None:
    old = await memory.remember("I live in Porto.")
    await memory.remember("I live in Lisbon.")
    with pytest.raises(BadInput, match="not true any more"):
        await memory.identity.pin(old.id)
    with pytest.raises(NotFound):
        await memory.identity.pin("f999")


WORDS = st.text("abcdefg ", min_size=1, max_size=60)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("add"), WORDS, st.just(0)),
        st.tuples(st.just("remember"), WORDS, st.just(0)),
        st.tuples(st.just("write"), WORDS, st.just(0)),
        st.tuples(st.just("edit"), WORDS, st.integers(0, 9)),
        st.tuples(st.sampled_from(["demote", "pin", "unpin"]), st.just(""), st.integers(0, 9)),
    ),
    max_size=14,
)


@settings(max_examples=40)
@given(STEPS)
def test_no_sequence_of_changes_loses_or_cuts_a_line(steps: list[tuple[str, str, int]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_play(Path(folder), steps))


async def _play(folder: Path, steps: list[tuple[str, str, int]]) -> None:
    """Every text the user gave and did not replace is a line or a fact; all lines are sent; the bound is the user's."""
    kept: set[str] = set()
    async with Memory.open(folder, settings=SMALL, clock=SetClock(), background=False) as memory:
        for verb, text, at in steps:
            before = await memory.standing()
            try:
                kept = await _step(memory, folder, verb, text, at, kept)
            except HarkenError:
                assert await memory.standing() == before
            standing = await memory.standing()
            facts = await memory.search("", kinds=[Kind.FACT], limit=100)
            lines = {_plain(line.text) for line in standing.identity}
            assert kept <= lines | {_plain(fact.text) for fact in facts}
            assert all(f"- {line}\n" in f"{standing.text}\n" for line in lines)
            assert all(fact.id in standing.costs for fact in facts if fact.pinned)
            assert verb == "write" or standing.tokens <= max(standing.bound, before.tokens)
            assert (standing.tokens > standing.bound) == bool(standing.troubles)


async def _step(memory: Memory, folder: Path, verb: str, text: str, at: int, kept: set[str]) -> set[str]:
    standing = await memory.standing()
    said = _plain(text)
    if verb == "add":
        await memory.identity.add(text)
        return kept | {said}
    if verb == "remember":
        await memory.remember(text)
        return kept
    if verb == "write":
        with (folder / "identity.md").open("a", encoding="utf-8") as file:
            file.write(f"- {text}\n")
        return kept | ({said} if said else set())
    lines = standing.identity
    if verb == "edit" and lines:
        line = lines[at % len(lines)]
        await memory.identity.edit(line.id, text)
        return (kept - {_plain(line.text)}) | {said}
    if verb == "demote" and standing.costs:
        await memory.identity.demote(list(standing.costs)[at % len(standing.costs)])
    facts = await memory.search("", kinds=[Kind.FACT], limit=100)
    if verb in ("pin", "unpin") and facts:
        change = memory.identity.pin if verb == "pin" else memory.identity.unpin
        await change(facts[at % len(facts)].id)
    return kept


def _plain(text: str) -> str:
    return " ".join(text.split())
