"""The lexical ranking against the same written down plainly, and what it costs."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from importlib import import_module
from math import log

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory.errors import StoreError
from memory.recall.lexical import find
from memory.store import documents, facts, words
from memory.store.catalogue import Catalogue
from memory.store.connection import DATABASE, kept, raw
from memory.store.hits import Scope
from memory.store.store import Store
from memory.store.tables import Conversation, Document, Message, Session
from memory.text.query import Query
from memory.types import Kind
from tests.encrypted import on_both

pytestmark = on_both


NOW = datetime(2026, 5, 1, tzinfo=UTC)
WORDS = ("heron", "mill", "april", "boat", "garden", "lamp")
TURN = (str(Kind.TURN),)

texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=8).map(" ".join)
talks = st.lists(st.tuples(texts, st.integers(0, 3)), max_size=12)
"""Turns, each with how many turns before it the one stands that it follows: 0 begins anew, 2 is a branch."""


def talk(turns: Iterable[tuple[str, int]]) -> list[int]:
    """A conversation of these turns; returns their numbers."""
    conversation = Conversation.create(created_at=NOW, updated_at=NOW)
    session = Session.create(conversation=conversation, started_at=NOW, last_at=NOW)
    numbers: list[int] = []
    for seq, (text, back) in enumerate(turns, start=1):
        parent = numbers[-back] if 0 < back <= len(numbers) else None
        row = Message.create(
            conversation=conversation, session=session, parent=parent, seq=seq, role="user", created_at=NOW
        )
        documents.put(Kind.TURN, row.id, text, conversation=conversation.id, created_at=NOW)
        numbers.append(int(row.id))
    return numbers


def plainly(terms: Sequence[str], kind: str) -> dict[int, float]:
    """BM25F over all documents of `kind`, with nothing left out for speed."""
    rows = {row.id: row for row in Document.select().where(Document.kind == kind)}
    by_item = {row.item: number for number, row in rows.items()}
    parents = {row.id: row.parent for row in Message.select()}
    before = {
        number: by_item[parent]
        for number, row in rows.items()
        if kind == Kind.TURN and (parent := parents[row.item]) is not None and parent in by_item
    }
    after: dict[int, list[int]] = defaultdict(list)
    for number, previous in before.items():
        after[previous].append(number)
    holders = [{number for number, row in rows.items() if term in row.text.split()} for term in terms]
    matching = set().union(*holders)
    near = matching | {before[one] for one in matching if one in before} | {n for one in matching for n in after[one]}

    def fields(number: int) -> list[tuple[float, int]]:
        found = [(1.0, number)]
        if number not in near:
            return found
        if number in before:
            found.append((words.PREVIOUS, before[number]))
            if before[number] in near and before[number] in before:
                found.append((words.PREVIOUS_2, before[before[number]]))
        for later in after[number]:
            found.append((words.NEXT, later))
            found.extend((words.NEXT_2, one) for one in after[later] if later in near)
        return found

    around = near | {before[one] for one in near if one in before} | {n for one in near for n in after[one]}
    lengths = {number: len(row.text) + len(row.grams) for number, row in rows.items()}
    sizes = {number: sum(weight * lengths[one] for weight, one in fields(number)) for number in around}
    mean = sum(sizes.values()) / (len(sizes) or 1)
    total = max(len(rows), 1) + words.UNSEEN
    idfs = [log(1 + (total - len(held) + 0.5) / (len(held) + 0.5)) for held in holders]
    rarest = max((idf for held, idf in zip(holders, idfs, strict=True) if held), default=0.0)
    ceiling = (words.K1 + 1) * sum(min(idf, rarest) for idf in idfs)
    scores = {}
    for number in around:
        score = 0.0
        for held, idf in zip(holders, idfs, strict=True):
            frequency = sum(weight for weight, one in fields(number) if one in held)
            damping = words.K1 * (1 - words.B + words.B * sizes[number] / mean)
            score += idf * frequency * (words.K1 + 1) / (frequency + damping)
        if score:
            scores[number] = round(score / ceiling, words.DIGITS)
    return dict(sorted(scores.items(), key=lambda pair: (-pair[1], -pair[0])))


def ranked(terms: Sequence[str], kind: str) -> dict[int, float]:
    return words.ranked(Query(tuple(f'text : "{term}"' for term in terms)), (kind,), limit=1000)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    talks=st.lists(talks, max_size=3),
    later=talks,
    stated=st.lists(texts, max_size=4),
    asked=st.lists(st.sampled_from((*WORDS, "unheard")), min_size=1, max_size=4, unique=True),
)
async def test_the_ranking_is_that_of_the_plain_formula(
    store: Store, talks: list[list[tuple[str, int]]], later: list[tuple[str, int]], stated: list[str], asked: list[str]
) -> None:
    async def compare() -> None:
        for kind in (str(Kind.TURN), str(Kind.FACT)):
            expected = await store.read(lambda kind=kind: plainly(asked, kind))  # type: ignore[misc]
            found = await store.read(lambda kind=kind: ranked(asked, kind))  # type: ignore[misc]
            assert list(found) == list(expected)
            assert found == pytest.approx(expected)

    def fill() -> None:
        for turns in talks:
            talk(turns)
        for text in stated:
            facts.add(text, at=NOW)

    await store.write(fill)
    await compare()
    await store.write(lambda: talk(later))
    await compare()


async def test_a_turn_written_anew_stands_where_the_old_one_stood(store: Store) -> None:
    first, second, third = await store.write(lambda: talk([("heron", 0), ("mill", 1), ("april", 1)]))
    await store.read(lambda: ranked(["heron"], Kind.TURN))
    await store.write(lambda: documents.put(Kind.TURN, second, "boat", conversation=None, created_at=NOW))
    expected = await store.read(lambda: plainly(["boat"], Kind.TURN))
    assert await store.read(lambda: ranked(["boat"], Kind.TURN)) == pytest.approx(expected)
    numbers = await store.read(lambda: {row.item: row.id for row in Document.select()})
    assert set(expected) == {numbers[first], numbers[second], numbers[third]}


async def test_what_was_taken_back_is_not_remembered(store: Store) -> None:
    def fails() -> None:
        facts.add("heron", at=NOW)
        assert ranked(["heron"], Kind.FACT)
        raise OSError

    with pytest.raises(StoreError):
        await store.write(fails)
    await store.write(lambda: talk([("heron", 0)]))
    assert not await store.write(lambda: ranked(["heron"], Kind.FACT))
    assert await store.write(lambda: ranked(["heron"], Kind.TURN))


async def test_what_is_moved_is_found_where_it_belongs_now(store: Store) -> None:
    await store.write(lambda: talk([("heron", 0), ("mill", 1)]))
    inside = lambda home: words.ranked(Query(('text : "heron"',)), TURN, (home,), limit=9)  # noqa: E731
    assert await store.read(lambda: inside(0))

    def move() -> None:
        conversation = Conversation.select().get()
        Conversation.update(project=7).where(Conversation.id == conversation.id).execute()
        documents.follow(conversation.id)

    await store.write(move)
    assert not await store.read(lambda: inside(0))
    assert len(await store.read(lambda: inside(7))) == 2


async def test_a_common_word_counts_only_where_no_rarer_one_does(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "MAX_POSTINGS", 3)
    await store.write(lambda: [facts.add(text, at=NOW) for text in ("heron", "heron", "heron", "heron mill", "mill")])
    newest = await store.read(lambda: ranked(["heron"], Kind.FACT))
    both = await store.read(lambda: ranked(["heron", "mill"], Kind.FACT))
    assert sorted(newest) == [2, 3, 4]
    assert sorted(both) == [4, 5]


async def test_each_term_is_looked_up_once_for_all_kinds_and_texts(store: Store) -> None:
    await store.write(lambda: talk([("heron at the mill", 0)]))
    kinds = tuple(str(kind) for kind in (Kind.FACT, Kind.EPISODE, Kind.TURN, Kind.IDENTITY))
    statements: list[str] = []
    await store.read(lambda: raw().set_trace_callback(statements.append))
    await find(store, ["heron mill", "heron mill boat"], Scope(kinds, partitions=(0, 3)))
    looks = [statement for statement in statements if "MATCH" in statement and not statement.startswith("--")]
    assert len(looks) == len(set(looks)) == 2 * 3, "each word once, and once as the name of a speaker"


async def test_a_look_reads_only_what_is_new(store: Store) -> None:
    await store.write(lambda: talk([("heron", 0), ("mill", 1)]))
    await store.read(lambda: ranked(["heron"], Kind.TURN))
    statements: list[str] = []
    await store.read(lambda: raw().set_trace_callback(statements.append))
    await store.read(lambda: ranked(["mill"], Kind.TURN))
    assert not [one for one in statements if "group_concat(d.id)" in one]
    (number,) = await store.write(lambda: talk([("boat", 0)]))
    await store.read(lambda: ranked(["mill"], Kind.TURN))
    (taken,) = [one for one in statements if "group_concat(d.id)" in one]
    assert "d.id > 2 AND d.id <= 3" in taken and number == 3


async def test_taking_in_is_done_in_pieces(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memory.store.catalogue.CHUNK", 2)
    await store.write(lambda: talk([(word, 1) for word in WORDS]))
    steps = 1
    while await store.read(lambda: kept(Catalogue).step()):
        steps += 1
        await asyncio.sleep(0)
    assert steps == len(WORDS) / 2
    expected = await store.read(lambda: plainly(["mill"], Kind.TURN))
    assert await store.read(lambda: ranked(["mill"], Kind.TURN)) == pytest.approx(expected)


async def test_documents_from_before_dates_and_speakers_were_marked_become_like_new_ones(store: Store) -> None:
    texts = ("Ana: hello", "私は東京に住んでいます", "a heron at the mill")
    await store.write(lambda: [facts.add(text, at=datetime(2026, 5, 1, tzinfo=UTC)) for text in texts])
    heads = import_module("memory.store.migrations.0013_heads")

    def again() -> tuple[list[str], list[str]]:
        new = [row.grams for row in Document.select().order_by(Document.id)]
        for row in Document.select():
            row.grams = " ".join(word for word in row.grams.split(" ") if not word.startswith("\ue001"))
            row.save()
        heads.up(None, DATABASE)
        return new, [row.grams for row in Document.select().order_by(Document.id)]

    new, upgraded = await store.write(again)
    assert upgraded == new and "\ue001byana" in new[0]
