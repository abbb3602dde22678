"""What each turn got from memory can be read back."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from memory.store import ledger
from memory.store.store import Store
from memory.types import GateDecision, Injection, Item, Kind, Leg, Mode, Section

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
INJECTION = Injection(
    gate=GateDecision(Section.PINNED, "is about yours: 'my cat'"),
    items=(Item("f3", Kind.FACT, "The cat is called Mango", 0.7, 9, lexical=0.5, when=NOW),),
    cut=(Item("m8", Kind.TURN, "I have a cat", 0.4, 7, dense=0.3, reason="f3 says it"),),
    block="<memory>…</memory>",
    tokens=40,
    ms=6.5,
    legs=(Leg("words", True, 2.0), Leg("vectors", False, 300.0, "not ready after 300 ms")),
    mode=Mode.READ_ONLY,
    standing=("i1", "f2"),
    query="what is my cat called",
    at=NOW,
)


async def test_an_entry_comes_back_as_it_was(store: Store) -> None:
    await store.write(lambda: ledger.write(INJECTION, message=17, conversation=2))
    assert await store.read(lambda: ledger.read(17)) == replace(INJECTION, message="m17")


async def test_without_a_message_it_is_the_newest_turn(store: Store) -> None:
    later = replace(INJECTION, at=NOW + timedelta(minutes=1), query="later")
    await store.write(lambda: ledger.write(later, message=9, conversation=2))
    await store.write(lambda: ledger.write(INJECTION, message=17, conversation=2))
    newest = await store.read(ledger.read)
    assert newest is not None
    assert newest.query == "later"


async def test_an_empty_ledger_and_an_unknown_turn_have_no_entry(store: Store) -> None:
    assert await store.read(ledger.read) is None
    assert await store.read(lambda: ledger.read(5)) is None


async def test_answering_again_replaces_the_entry(store: Store) -> None:
    await store.write(lambda: ledger.write(INJECTION, message=17, conversation=2))
    again = replace(INJECTION, items=(), cut=(), block="")
    await store.write(lambda: ledger.write(again, message=17, conversation=2))
    entry = await store.read(lambda: ledger.read(17))
    assert entry is not None
    assert entry.items == ()


async def test_the_newest_blocks_of_a_conversation_are_there_for_the_distiller(store: Store) -> None:
    for message, block, conversation in ((17, "old", 2), (18, "", 2), (19, "new", 2), (20, "elsewhere", 3)):
        entry = replace(INJECTION, block=block)
        await store.write(partial(ledger.write, entry, message=message, conversation=conversation))
    assert await store.read(lambda: ledger.blocks(2, 50)) == ["new", "old"]
    assert await store.read(lambda: ledger.blocks(2, 1)) == ["new"]


async def test_an_entry_without_a_time_is_refused(store: Store) -> None:
    with pytest.raises(ValueError, match="time"):
        await store.write(lambda: ledger.write(replace(INJECTION, at=None), message=1, conversation=None))
