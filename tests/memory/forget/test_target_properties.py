"""By person, conversation or time, exactly what a plain model says goes, and nothing else."""

from __future__ import annotations

import asyncio
import tempfile
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from memory.store import episodes, graph, ids, messages
from memory.store.store import Store
from memory.store.tables import Conversation, Entity, Episode, Fact, FactSource, Message, Relation
from memory.store.tombstones import GONE
from memory.types import About, Forgettable, Kind, Span
from tests.memory.forget.profile import Profile, open_profile
from tests.scripted import SetClock

NAMES = ("Anouk", "Bertil", "Cosima")
THINGS = ("abacus", "bassoon", "cactus", "dulcimer", "epaulette", "fiddle")
TALKS = 3

Turn = tuple[int, int]
"""The conversation it is in, and the hours that pass before it."""


@dataclass(frozen=True)
class Known:
    """A fact: whom it names, what they own, and the numbers of the turns that say it."""

    name: str
    thing: str
    turns: frozenset[int]

    @property
    def text(self) -> str:
        return f"{self.name} has a {self.thing}"


@dataclass
class World:
    """What is in the memory, by plain rules. Numbers are those of the generated lists."""

    turns: list[Turn]
    known: list[Known]
    times: list[datetime] = field(default_factory=list)
    sessions: list[int] = field(default_factory=list)
    messages: list[int] = field(default_factory=list)
    facts: list[str] = field(default_factory=list)
    relations: dict[int, str] = field(default_factory=dict)

    def said(self, turn: int) -> set[str]:
        return {fact.text for fact in self.known if turn in fact.turns}

    def hit(self, query: Forgettable) -> set[int]:
        """The turns that are meant by a conversation or a span."""
        if isinstance(query, Span):
            since, until = query.since, query.until
            inside = [(since is None or at >= since) and (until is None or at < until) for at in self.times]
            return {turn for turn, within in enumerate(inside) if within}
        return {turn for turn, (talk, _) in enumerate(self.turns) if f"c{talk + 1}" == query}

    def gone_facts(self, query: Forgettable) -> set[str]:
        if isinstance(query, About):
            return {one for one, fact in zip(self.facts, self.known, strict=True) if fact.name == query.name}
        here = self.hit(query)
        return {one for one, fact in zip(self.facts, self.known, strict=True) if fact.turns <= here}

    def gone_turns(self, query: Forgettable) -> set[int]:
        """With the messages: those that are meant, or tell of the person."""
        if isinstance(query, About):
            telling = {turn for fact in self.known if fact.name == query.name for turn in fact.turns}
            return telling | self.gone_relations(query)
        return self.hit(query)

    def gone_relations(self, query: Forgettable) -> set[int]:
        if isinstance(query, About):
            return {turn for turn, name in self.relations.items() if name == query.name}
        return self.relations.keys() & self.hit(query)

    def gone_sessions(self, query: Forgettable) -> set[int]:
        here = self.hit(query)
        of = {session: {t for t, own in enumerate(self.sessions) if own == session} for session in self.sessions}
        return {session for session, turns in of.items() if turns <= here}


hours = st.sampled_from((0, 1, 7, 30))
turn = st.tuples(st.integers(0, TALKS - 1), hours)


@st.composite
def worlds(draw: st.DrawFn) -> World:
    turns = draw(st.lists(turn, min_size=1, max_size=6))
    numbers = st.frozensets(st.integers(0, len(turns) - 1), min_size=1, max_size=3)
    things = draw(st.lists(st.sampled_from(THINGS), max_size=5, unique=True))
    known = [Known(draw(st.sampled_from(NAMES)), thing, draw(numbers)) for thing in things]
    return World(turns, known)


@st.composite
def queries(draw: st.DrawFn) -> str | tuple[int, int]:
    """A name, a conversation's id, or the hours of a span since the beginning."""
    span = st.tuples(st.integers(-1, 60), st.integers(1, 60)).map(lambda ends: (ends[0], ends[0] + ends[1]))
    return draw(st.one_of(st.sampled_from(NAMES), st.integers(1, TALKS).map("c{}".format), span))


@settings(max_examples=60)
@given(world=worlds(), asked=queries(), with_turns=st.booleans())
def test_exactly_what_the_model_says_goes(world: World, asked: str | tuple[int, int], with_turns: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_check(Path(folder), world, asked, with_turns))


async def _check(folder: Path, world: World, asked: str | tuple[int, int], with_turns: bool) -> None:
    store = Store(folder / "memory.sqlite")
    await store.open()
    profile = open_profile(folder, store, SetClock())
    start = profile.clock.now()
    await _fill(profile, world)
    if isinstance(asked, tuple):
        query: Forgettable = Span(*(start + timedelta(hours=end) for end in asked))
    else:
        query = About(asked) if asked in NAMES else asked
    await profile.forgetting.forget(await profile.forgetting.plan(query, with_turns=with_turns))
    assert await store.read(lambda: _state(world)) == _expected(world, query, with_turns)
    await store.close()


async def _fill(profile: Profile, world: World) -> None:
    for _ in range(TALKS):
        await profile.conversation()
    for number, (talk, hours) in enumerate(world.turns):
        profile.clock.move(hours=hours)
        said = " ".join(f"{text}." for text in sorted(world.said(number))) or "Hello there."
        world.messages.append(await profile.said(talk + 1, said, "I see."))
        world.times.append(profile.clock.now())
    sessions = await profile.store.read(lambda: [Message.get_by_id(number).session_id for number in world.messages])
    world.sessions = [number for number in sessions if number is not None]
    for fact in world.known:
        sources = [world.messages[turn] for turn in fact.turns]
        world.facts.append(await profile.fact(fact.text, *sources, quote=f"{fact.text}."))
    await profile.store.write(lambda: _learn(profile, world))


def _learn(profile: Profile, world: World) -> None:
    """An entity for each name, relations from some turns, a digest for each session."""
    at = profile.clock.now()
    known = {name: graph.entity(name, at=at) for name in NAMES}
    for fact, content in zip(world.facts, world.known, strict=True):
        graph.mention([known[content.name]], Kind.FACT, ids.number(fact, Kind.FACT))
    for turn, (name, thing) in enumerate(zip(NAMES, THINGS, strict=False)):
        if turn < len(world.messages):
            target = graph.entity(f"Hall {thing}", at=at)
            graph.relate(known[name], "visits", target, at=at, message=world.messages[turn])
            world.relations[turn] = name
    for session in set(world.sessions):
        episodes.upsert(session, f"Session {session} was pleasant.", at=at)


def _state(world: World) -> dict[str, object]:
    by_number = {number: turn for turn, number in enumerate(world.messages)}
    hidden = {row.id for row in Conversation.select().where(Conversation.deleted_at.is_null(False))}
    return {
        "facts": {f"f{row.id}" for row in Fact.select()},
        "evidence": {(f"f{row.fact_id}", by_number[row.message]) for row in FactSource.select()},
        "relations": {by_number[row.message] for row in Relation.select() if row.message is not None},
        "sessions": {row.session_id for row in Episode.select()},
        "turns": {by_number[row.id] for row in Message.select() if row.id in by_number and not _blank(row.id)},
        "hidden": hidden,
        "names": {row.name for row in Entity.select() if row.name in NAMES},
    }


def _blank(number: int) -> bool:
    return messages.get(number).text == GONE


def _expected(world: World, query: Forgettable, with_turns: bool) -> dict[str, object]:
    facts_left = set(world.facts) - world.gone_facts(query)
    relations = world.relations.keys() - world.gone_relations(query)
    lost = set() if isinstance(query, About) else world.hit(query)
    own = {one: fact.turns for one, fact in zip(world.facts, world.known, strict=True)}
    gone_turns = world.gone_turns(query) if with_turns else set()
    named = {NAMES[number] for number in range(len(NAMES)) if number in relations}
    named |= {fact.name for one, fact in zip(world.facts, world.known, strict=True) if one in facts_left}
    was = set(world.relations.values()) | {fact.name for fact in world.known}
    return {
        "facts": facts_left,
        "evidence": {(fact, turn) for fact in facts_left for turn in own[fact] - lost},
        "relations": set(relations),
        "sessions": set(world.sessions) - world.gone_sessions(query),
        "turns": set(range(len(world.turns))) - gone_turns,
        "hidden": {int(query[1:])} if isinstance(query, str) and with_turns else set(),
        "names": named | ((set(NAMES) - was) - ({query.name} if isinstance(query, About) else set())),
    }
