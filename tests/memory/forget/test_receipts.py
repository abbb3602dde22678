"""Every forget leaves a receipt that tells what was where, and not a word of it."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from unittest import mock

import pytest

from memory.drafts import DraftFile
from memory.errors import StoreError
from memory.forget.proof import Receipt
from memory.forget.receipts import receipt
from memory.store import receipts, tombstones
from memory.store.store import Store
from memory.types import Part
from tests.memory.forget.profile import Profile, back_up, everywhere, where

WORD = "Quixotrel"


async def given(profile: Profile) -> list[Receipt]:
    return await profile.store.read(lambda: [receipt(row) for row in receipts.listing()])


def held(counts: Receipt) -> dict[str, int]:
    return {count.store: count.before for count in counts.stores if count.before}


async def test_a_receipt_tells_for_every_store_what_was_there_and_that_nothing_is_left(profile: Profile) -> None:
    fact = await everywhere(profile, WORD)
    await back_up(profile)
    report = await profile.forgetting.forget(await profile.forgetting.plan(WORD, with_turns=True))
    assert where(profile.folder, WORD) == []
    [told] = await given(profile)
    assert (told.id, told.how, told.with_turns, told.state) == (report.receipt, "words", True, "done")
    assert {fact, "e1", "m1", "m2"} <= set(told.targets)
    assert told.finished_at is not None
    assert held(told).keys() >= {
        "facts", "evidence", "identity", "episodes", "entities", "relations", "search", "search words", "vectors",
        "turns", "replies", "titles", "system prompts", "ledger", "waiting", "log", "identity.md", "soul.md", "journal",
        "drafts", "backups",
    }  # fmt: skip
    assert [count for count in told.stores if count.after] == []
    assert {"history", "undo", "notes"} <= {count.store for count in told.stores}, "stores that held nothing are told"


async def test_the_users_own_messages_that_stay_are_no_remains(profile: Profile) -> None:
    await everywhere(profile, WORD)
    await profile.forget(WORD)
    [told] = await given(profile)
    assert "turns" not in held(told)
    assert {count.after for count in told.stores} == {0}


async def test_what_another_window_reads_is_pending_and_the_next_start_completes_the_receipt(profile: Profile) -> None:
    await everywhere(profile, WORD)
    other = sqlite3.connect(profile.folder / "memory.sqlite", isolation_level=None)
    other.execute("BEGIN")
    other.execute("SELECT count(*) FROM fact").fetchone()
    await profile.forgetting.forget(await profile.forgetting.plan(WORD, with_turns=True))
    [told] = await given(profile)
    assert (told.state, told.finished_at) == ("pending", None)
    await profile.forgetting.finish_pending()
    assert [one.state for one in await given(profile)] == ["pending"]
    other.close()
    assert await profile.forgetting.finish_pending()
    [told] = await given(profile)
    assert (told.state, told.finished_at) == ("done", profile.clock.now())


async def test_an_open_window_that_holds_its_draft_is_counted_as_long_as_it_does(profile: Profile) -> None:
    await everywhere(profile, WORD)
    window = DraftFile(profile.folder / "drafts", "c1")
    window.write([Part(f"{WORD} again")])
    await profile.forgetting.forget(await profile.forgetting.plan(WORD, with_turns=True))
    [told] = await given(profile)
    assert [count.store for count in told.stores if count.after] == ["drafts"]
    window.close()
    await profile.forgetting.finish_pending()
    [told] = await given(profile)
    assert (told.state, {count.after for count in told.stores}) == ("done", {0})


async def test_a_forget_that_fails_says_that_nothing_was_erased(
    profile: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    await everywhere(profile, WORD)
    plan = await profile.forgetting.plan(WORD)
    with monkeypatch.context() as patch, pytest.raises(StoreError):
        patch.setattr(
            "memory.store.tombstones.write", mock.Mock(side_effect=sqlite3.OperationalError("disk I/O error"))
        )
        await profile.forgetting.forget(plan)
    assert [one.state for one in await given(profile)] == ["broken off"]
    await profile.forgetting.forget(plan)
    assert [one.state for one in await given(profile)] == ["done", "broken off"]


async def test_a_thing_forgotten_by_its_id_is_found_by_it(profile: Profile) -> None:
    fact = await everywhere(profile, WORD)
    await profile.forget(fact)
    row = await profile.store.read(lambda: receipts.of(fact))
    assert row is not None
    assert row.how == "fact"
    assert await profile.store.read(lambda: receipts.of("f99")) is None


@pytest.mark.parametrize(
    ("needle", "says", "says_not"),
    [
        ("Likes dragonfruits", ["She likes a dragonfruit.", "DRAGONFRUIT: he likes it"], ["likes dragons"]),
        ("Ana", ["Ana came.", "ÁNA"], ["banana", "Anatomy"]),
        ("the user's locker code is 4711", ["Locker code? 4711 it is."], ["a locker is a locker. code 99", "4711"]),
        ("用户住在里斯本", ["我听说用户住在里斯本。"], ["里斯本很美。"]),
        ("茶", ["绿茶", "茶很好"], ["水"]),
        ("Café", ["cafe\u0301"], ["calf"]),
    ],
)
async def test_prints_find_what_they_were_made_of_and_nothing_else(
    store: Store, needle: str, says: Sequence[str], says_not: Sequence[str]
) -> None:
    from memory.forget.prints import Prints, prints

    keyed = await store.write(tombstones.hasher)
    known = Prints(prints([needle], keyed), keyed)
    assert [text for text in says if not known.says(text)] == []
    assert [text for text in says_not if known.says(text)] == []


KILLED = """
import asyncio, os, signal, sys
from pathlib import Path
from memory.forget.forgetting import Forgetting
from memory.ports import SystemClock
from memory.store import scrub
from memory.store.store import Store

def killed(*given):
    os.kill(os.getpid(), signal.SIGKILL)

setattr(*((Forgetting, "_erase_rows") if sys.argv[2] == "before" else (scrub, "scrub")), killed)

async def main():
    folder = Path(sys.argv[1])
    store = Store(folder / "memory.sqlite")
    await store.open()
    forgetting = Forgetting(store, SystemClock(), folder=folder)
    await forgetting.forget(await forgetting.plan(sys.argv[3], with_turns=True))

asyncio.run(main())
"""


@pytest.mark.parametrize(("when", "state"), [("before", "broken off"), ("after", "done")])
async def test_a_kill_leaves_a_receipt_that_is_true(profile: Profile, when: str, state: str) -> None:
    conversation = await profile.conversation()
    said = await profile.said(conversation, f"My locker code is {WORD}.", f"Noted: {WORD}.")
    fact = await profile.fact(f"The user's locker code is {WORD}", said)
    folder = str(profile.folder)
    ended = subprocess.call([sys.executable, "-c", KILLED, folder, when, WORD], env=os.environ)  # noqa: ASYNC221
    assert ended == -signal.SIGKILL
    assert [one.state for one in await given(profile)] == ["begun" if when == "before" else "pending"]
    assert await profile.forgetting.finish_pending()
    [told] = await given(profile)
    assert told.state == state
    assert fact in told.targets
    gone = when == "after"
    assert (where(profile.folder, WORD) == []) is gone
    assert {count.after for count in told.stores} == ({0} if gone else {None})
