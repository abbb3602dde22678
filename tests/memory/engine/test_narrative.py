"""What harken gathered about the user, as they see it: listed, used when they ask, made a line of theirs, forgotten."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory.engine import Memory
from memory.errors import BadInput, NotFound
from memory.store import facts, inbox
from memory.types import Kind, Origin, Section
from tests.memory.engine.opening import opened
from tests.scripted import SetClock


async def gathered(memory: Memory) -> str:
    found = await memory.search("", kinds=[Kind.IDENTITY])
    return next((record.text for record in found if record.origin == "derived"), "")


async def test_it_is_listed_with_the_facts_it_is_told_from(memory: Memory) -> None:
    with pytest.raises(NotFound):
        await memory.show("i0")
    fact = await memory.remember("I tune pianos", category="profile")
    await memory.identity.add("Call me Sam")
    await memory.consolidate()
    record = await memory.show("i0")
    assert (record.kind, record.origin, record.text, record.evidence) == (
        Kind.IDENTITY, "derived", "I tune pianos.", (fact.id,),
    )  # fmt: skip
    listed = await memory.search("", kinds=[Kind.IDENTITY])
    assert {(one.text, one.origin) for one in listed} == {("Call me Sam", "user"), ("I tune pianos.", "derived")}
    assert "pianos" not in (await memory.standing()).text, "it is no override"


async def test_asked_about_the_user_it_goes_first_within_the_budget(memory: Memory) -> None:
    about = await memory.remember("I tune pianos", category="profile")
    for number in range(12):
        await memory.remember(f"The shed on plot {number} needs paint and new gutters", category="events")
    await memory.consolidate()
    injection = await memory.preview("What do you know about me?")
    assert injection.gate.section is Section.IDENTITY
    assert injection.items[0].id == about.id
    assert injection.tokens <= 800


async def test_only_the_user_makes_one_a_line_of_theirs(memory: Memory, folder: Path) -> None:
    fact = await memory.remember("I tune pianos", category="profile")
    await memory.consolidate()
    assert await memory.identity.accept(fact.id) == "I tune pianos"
    assert "- I tune pianos\n" in (folder / "identity.md").read_text(encoding="utf-8")
    assert (await memory.show(fact.id)).origin == Origin.CONFIRMED
    injection = await memory.preview("What do you know about me?")
    assert fact.id not in [item.id for item in injection.items], "it is in the context already"
    await memory.consolidate()
    assert await gathered(memory) == ""


async def test_what_became_a_line_or_was_pinned_is_not_offered_any_more(memory: Memory) -> None:
    tune, row, sail = [await memory.remember(f"I {what}", category="profile") for what in ("tune", "row", "sail")]
    await memory.consolidate()
    assert {fact.id for fact in await memory.identity.gathered()} == {tune.id, row.id, sail.id}
    await memory.identity.accept(tune.id)
    await memory.identity.pin(row.id)
    assert [fact.id for fact in await memory.identity.gathered()] == [sail.id]


async def test_what_waits_in_the_inbox_is_not_accepted_past_it(memory: Memory, clock: SetClock) -> None:
    def propose() -> int | None:
        return inbox.propose("I own a castle", at=clock.now(), origin=Origin.INFERRED, quote="", sources=())

    number = await memory._parts.store.write(propose)
    with pytest.raises(BadInput, match="waits for your word"):
        await memory.identity.accept(f"f{number}")
    assert (await memory.standing()).identity == ()


async def test_a_forgotten_source_takes_its_sentence_along_to_the_last_byte(folder: Path, clock: SetClock) -> None:
    async with opened(folder, clock) as memory:
        code = await memory.remember("My locker code is quixotrel", category="profile")
        await memory.consolidate()
        await memory.remember("I tune pianos", category="profile")
        await memory.consolidate()
        assert await gathered(memory) == "My locker code is quixotrel. I tune pianos."
        with pytest.raises(BadInput, match="told from facts"):
            await memory.plan_forget("i0")
        await memory.forget(await memory.plan_forget(code.id))
        assert await gathered(memory) == "I tune pianos."
        await memory.undo()
        assert "quixotrel" not in await gathered(memory)
        row = await memory._parts.store.read(lambda: facts.get(int(code.id[1:]) + 1))
        assert row.content == "I tune pianos"
    assert [path for path in folder.rglob("*") if path.is_file() and b"quixotrel" in path.read_bytes().lower()] == []
