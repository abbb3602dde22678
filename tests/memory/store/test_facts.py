"""Facts: one of each, confirmed rather than doubled, and true for as long as they were."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.errors import BadInput, NotFound
from memory.store import conversations, documents, facts, history, merging, messages
from memory.store.store import Store
from memory.store.tables import Document, FactSource
from memory.types import Kind, Origin, Part, Role

AT = datetime(2026, 5, 18, 9, 40, tzinfo=UTC)


async def test_a_fact_is_found_by_its_words_as_soon_as_it_is_there(store: Store) -> None:
    number = await store.write(lambda: facts.add("The user keeps bees.", at=AT, sources=[4, 7, 4]))
    found = await store.read(lambda: documents.search_words("bees"))
    assert [(hit.kind, hit.item) for hit in found] == [(Kind.FACT, number)]
    record = await store.read(lambda: facts.record(facts.get(number)))
    assert (record.evidence, record.source_count, record.message) == (("m4", "m7"), 2, "m4")


@pytest.mark.parametrize("again", ["I like C++.", "i like c++", "  I   LIKE C++!"])
async def test_remembering_twice_keeps_one(store: Store, again: str) -> None:
    first = await store.write(lambda: facts.remember("I like C++.", at=AT))
    assert await store.write(lambda: facts.remember(again, at=AT)) == first
    assert [one.text for one in await store.read(facts.listing)] == ["I like C++."]


async def test_what_differs_by_a_sign_that_matters_is_another_fact(store: Store) -> None:
    for text in ("I like C.", "I like C++.", "I like C#."):
        await store.write(partial(facts.remember, text, at=AT))
    assert len(await store.read(facts.listing)) == 3


async def test_remembering_what_was_learnt_makes_it_the_users_word(store: Store) -> None:
    number = await store.write(lambda: facts.add("I keep bees.", at=AT, origin=Origin.USER, sources=[4]))
    await store.write(lambda: facts.remember("I keep bees", at=AT))
    row = await store.read(lambda: facts.get(number))
    assert (row.origin, row.method, row.touched) == (Origin.CONFIRMED, "remembered", True)


async def test_a_remembered_secret_is_taken_out(store: Store) -> None:
    key = "sk-proj-a8F3kd92mZqL0vT5xW1r"
    number = await store.write(lambda: facts.remember(f"my key is {key}", at=AT))
    record = await store.read(lambda: facts.record(facts.get(number)))
    assert key not in record.text + record.quote


async def test_signs_alone_are_remembered_as_they_are(store: Store) -> None:
    for text in (":-)", "...", ":-)"):
        await store.write(partial(facts.remember, text, at=AT))
    assert {one.text for one in await store.read(facts.listing)} == {":-)", "..."}


@pytest.mark.parametrize("text", [" \n\0", "\x01\x1b", "\u200b\ufeff"])
async def test_nothing_to_remember_is_an_error(store: Store, text: str) -> None:
    with pytest.raises(BadInput):
        await store.write(lambda: facts.remember(text, at=AT))
    with pytest.raises(NotFound):
        await store.read(lambda: facts.get(99))


async def test_confirming_counts_each_turn_once(store: Store) -> None:
    number = await store.write(lambda: facts.add("I keep bees.", at=AT, sources=[4]))
    for turns in ([4], [5], [5, 5], [4, 5]):
        await store.write(partial(facts.confirm, number, turns, AT))
    assert (await store.read(lambda: facts.get(number))).source_count == 2


def said(text: str, at: datetime) -> int:
    home = conversations.create(mode=None, model="", at=at).id
    return int(messages.add(home, Role.USER, messages.compose([Part(text)]), parent=None, at=at, learn=True).id[1:])


def day_of(number: int) -> datetime:
    at: datetime = Document.get(Document.kind == Kind.FACT, Document.item == number).created_at
    return at


async def test_a_fact_is_dated_by_the_turn_whose_words_it_has(store: Store) -> None:
    bought = await store.write(lambda: said("Yesterday I bought a Volvo.", AT))
    later = await store.write(lambda: said("My Volvo is blue.", AT + timedelta(days=4)))
    learnt = AT + timedelta(days=9)
    text = "Yesterday I bought a Volvo."
    number = await store.write(lambda: facts.add(text, at=learnt, quote=text, sources=[later]))
    assert await store.read(lambda: day_of(number)) == AT + timedelta(days=4), "the only turn that says it"
    await store.write(lambda: facts.confirm(number, [bought], learnt))
    assert await store.read(lambda: day_of(number)) == AT
    assert [hit.item for hit in await store.read(lambda: documents.search_words("Volvo 18", kinds=[Kind.FACT]))] == [
        number
    ]
    await store.write(lambda: facts.unconfirm(number, [bought]))
    assert await store.read(lambda: day_of(number)) == AT + timedelta(days=4)


async def test_a_fact_that_no_turn_says_is_dated_by_when_it_was_learnt(store: Store) -> None:
    number = await store.write(lambda: facts.remember("I keep bees.", at=AT))
    assert await store.read(lambda: day_of(number)) == AT


async def test_a_record_says_what_became_of_a_fact_and_where_it_was_said(store: Store) -> None:
    turns = [await store.write(partial(said, text, AT)) for text in ("Oslo", "Bergen", "Oslo again", "Rome")]
    later = AT + timedelta(days=2)

    def work() -> list[tuple[str, str | None, str | None, bool]]:
        numbers = [
            facts.add(f"Was in {turn}", at=AT, sources=[turn], valid_from=AT if turn < 4 else later) for turn in turns
        ]
        wrong, right, again, new = numbers
        history.correct(wrong, right, later)
        merging.merge(again, right, later)
        history.supersede(right, new, later, later)
        history.end(new, later + timedelta(days=1), later)
        shown = facts.records([facts.get(number) for number in numbers])
        return [(one.state, one.superseded_by, one.conversation, one.held) for one in shown]

    assert await store.write(work) == [
        ("corrected", "f2", "c1", False),
        ("changed", "f4", "c2", True),
        ("merged", "f2", "c3", False),
        ("ended", None, "c4", True),
    ]


async def test_removing_takes_everything_along(store: Store) -> None:
    number = await store.write(lambda: facts.add("I keep bees.", at=AT, sources=[4]))
    await store.write(lambda: facts.remove([number]))
    assert await store.read(lambda: (Document.select().count(), FactSource.select().count())) == (0, 0)


async def test_a_corrected_fact_is_found_no_more(store: Store) -> None:
    old = await store.write(lambda: facts.add("I keep three goats.", at=AT, valid_from=AT))
    new = await store.write(lambda: facts.add("I keep four goats.", at=AT, valid_from=AT))
    await store.write(lambda: history.correct(old, new, AT))
    found = await store.read(lambda: documents.search_words("goats"))
    assert [hit.item for hit in found] == [new]


DAYS = st.integers(min_value=0, max_value=40)


@given(news=st.lists(DAYS, min_size=1, max_size=12), asked=DAYS, through=st.data())
@settings(max_examples=60)
def test_at_any_time_the_newest_news_up_to_then_is_true(
    news: list[int], asked: int, through: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Against a plain list: what is true on a day is what was last told of the newest day not after it."""

    async def run(path: Path) -> tuple[str | None, list[str]]:
        store = Store(path)
        await store.open()
        known: list[int] = []
        for order, day in enumerate(news):
            at = AT + timedelta(days=day)
            new = await store.write(partial(facts.add, f"Home {order}", at=AT, valid_from=at))
            if known:
                old = through.draw(st.sampled_from(known))
                await store.write(partial(history.supersede, old, new, at, at))
            known.append(new)
        then = AT + timedelta(days=asked)
        held = await store.read(lambda: facts.listing(as_of=then))
        now = await store.read(facts.listing)
        await store.close()
        assert len(held) <= 1
        return (held[0].text if held else None), [one.text for one in now]

    held, now = asyncio.run(run(tmp_path_factory.mktemp("facts") / "memory.sqlite"))
    told = {day: f"Home {order}" for order, day in enumerate(news)}
    before = [day for day in told if day <= asked]
    assert held == (told[max(before)] if before else None)
    assert now == [told[max(told)]]
