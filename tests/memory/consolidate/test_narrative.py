"""The narrative: told by passes in the words of facts, taken back by undo, and gone with what it was told from."""

from __future__ import annotations

import asyncio
import tempfile
from dataclasses import replace
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from memory.consolidate.narrate import TOKENS
from memory.store import facts, history, narrative
from memory.store.store import Store
from memory.store.tables import Fact
from memory.text.tokens import Estimate
from memory.types import Origin
from tests.memory.consolidate.worlds import AFact, World, made
from tests.scripted import SetClock

PORTO = AFact("The user lives in Porto", "profile", salience=0.8)
PIANO = AFact("The user tunes pianos for a living.", "profile", salience=0.7)


async def told(store: Store) -> str:
    record = await store.read(narrative.record)
    return "" if record is None else record.text


async def test_a_pass_tells_it_in_the_words_of_the_facts_about_the_user(store: Store, clock: SetClock) -> None:
    waits = replace(PORTO, content="The user owns a castle", state="inbox")
    one = await made(World((PORTO, AFact("The user met Ilse"), PIANO, waits)), store, clock)
    done = await one.consolidator.consolidate()
    text = "The user lives in Porto. The user tunes pianos for a living."
    assert [(change.action, change.id, change.text) for change in done.changes] == [("retell", "i0", text)]
    record = await store.read(narrative.record)
    assert record is not None
    assert (record.text, record.origin, record.evidence) == (text, "derived", ("f1", "f3"))
    for _ in range(3):
        clock.move(days=5)
        assert not (await one.consolidator.consolidate()).changes


async def test_a_change_takes_the_place_of_what_was_true_before(store: Store, clock: SetClock) -> None:
    one = await made(World((PORTO, PIANO)), store, clock)
    await one.consolidator.consolidate()
    clock.move(days=1)

    def moved() -> None:
        new = facts.add("The user lives in Lisbon", at=clock.now(), category="profile", salience=0.8)
        history.supersede(1, new, clock.now(), clock.now())

    await store.write(moved)
    assert await told(store) == "The user tunes pianos for a living.", "what ended is not told for a moment longer"
    await one.consolidator.consolidate()
    assert await told(store) == "The user tunes pianos for a living. The user lives in Lisbon."


async def test_what_is_always_in_context_is_not_told_again(store: Store, clock: SetClock) -> None:
    one = await made(World((replace(PORTO, pinned=True), PIANO)), store, clock)
    await one.consolidator.consolidate()
    assert await told(store) == PIANO.content


async def test_it_is_taken_back_and_not_told_the_same_way_again(store: Store, clock: SetClock) -> None:
    one = await made(World((PORTO,)), store, clock)
    await one.consolidator.consolidate()
    await store.write(lambda: facts.add(PIANO.content, at=clock.now(), category="profile"))
    await one.consolidator.consolidate()
    assert "pianos" in await told(store)
    undone = await one.consolidator.undo()
    assert [(change.action, change.text) for change in undone.restored] == [("retell", "The user lives in Porto.")]
    assert await told(store) == "The user lives in Porto."
    assert not (await one.consolidator.consolidate()).changes
    await store.write(lambda: facts.add("The user has two sons", at=clock.now(), category="profile"))
    await one.consolidator.consolidate()
    assert await told(store) == f"The user lives in Porto. {PIANO.content} The user has two sons."


async def test_an_edited_fact_is_told_in_its_new_words(store: Store, clock: SetClock) -> None:
    one = await made(World((PORTO,)), store, clock)
    await one.consolidator.consolidate()
    await store.write(lambda: facts.rewrite(1, "The user lives in Braga", clock.now()))
    assert await told(store) == "The user lives in Braga."


contents = st.sampled_from([f"The user knows {thing} and likes it" for thing in ("Porto", "bees", "chess", "tea")])
profiles = st.builds(
    AFact,
    content=contents | st.builds(lambda text, n: f"{text} {'very ' * n}much", contents, st.integers(0, 120)),
    category=st.sampled_from(["profile", "profile", "events"]),
    salience=st.sampled_from([0.3, 0.6, 0.9]),
    age=st.sampled_from([0, 10, 100, 300]),
    pinned=st.sampled_from([False, False, True]),
    state=st.sampled_from(["live", "live", "inbox"]),
)


@settings(max_examples=20)
@given(st.lists(profiles, max_size=12))
def test_it_says_nothing_that_no_fact_says_and_keeps_its_bound(known: list[AFact]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_check(Path(folder), known))


async def _check(folder: Path, known: list[AFact]) -> None:
    store = Store(folder / "memory.sqlite")
    await store.open()
    one = await made(World(tuple(known)), store, SetClock())
    while (await one.consolidator.consolidate()).changes:
        pass
    sentences = await store.read(narrative.sentences)
    rows = await store.read(lambda: {row.content: row for row in Fact.select()})
    assert await told(store) == " ".join(f"{fact.text}." for fact in sentences)
    assert Estimate().count(await told(store)) <= TOKENS
    assert len({fact.text for fact in sentences}) == len(sentences)
    assert all(fact.category == "profile" and not fact.pinned and fact.state == "live" for fact in sentences)
    assert all(fact.text in rows and fact.origin == Origin.USER for fact in sentences)
    await store.close()
