"""Small memories for the passes: facts, episodes and log lines of any age, in a real store, and what must be left."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from hypothesis import strategies as st

from memory.consolidate.consolidator import Consolidator
from memory.consolidate.review import Reviewer
from memory.ports import LanguageModel
from memory.settings import CATEGORIES, MemorySettings, Settings
from memory.store import activity, conversations, episodes, facts, graph, messages, vectors
from memory.store.connection import raw
from memory.store.store import Store
from memory.store.tables import Document, Episode, Fact, Message, Session
from memory.text.content import content_words
from memory.text.shingles import shingles
from memory.types import Event, Kind, Part, Role
from tests.scripted import SetClock

TABLES = ("fact", "fact_source", "episode", "mention", "narrative")


@dataclass(frozen=True)
class AFact:
    """A fact said in `sessions`; ages are in days."""

    content: str = "The user plays the viola"
    category: str = "events"
    salience: float = 0.6
    age: int = 0
    used: int | None = None
    uses: int = 0
    promoted: bool = False
    sessions: tuple[int, ...] = ()
    method: str = "distilled"
    pinned: bool = False
    touched: bool = False
    state: str = "live"

    @property
    def own(self) -> bool:
        return self.method == "remembered" or self.pinned or self.touched


@dataclass(frozen=True)
class AnEpisode:
    """What was spoken of in the session with its number."""

    summary: str
    age: int = 0


@dataclass(frozen=True)
class World:
    facts: tuple[AFact, ...] = ()
    episodes: tuple[AnEpisode, ...] = ()
    log: tuple[int, ...] = ()
    retention: int = 365
    floor: float = 0.2


@dataclass
class Pass:
    """A store with a consolidator over it."""

    store: Store
    clock: SetClock
    settings: Settings
    events: list[Event] = field(default_factory=list)
    news: asyncio.Queue[Event] = field(default_factory=asyncio.Queue)
    restored: int = 0
    model: LanguageModel | None = None

    def hear(self, event: Event) -> None:
        self.events.append(event)
        self.news.put_nowait(event)

    @property
    def consolidator(self) -> Consolidator:
        async def prune() -> None:
            return None

        def restored() -> None:
            self.restored += 1

        return Consolidator(
            self.store,
            self.clock,
            lambda: self.settings,
            self.hear,
            prune=prune,
            restored=restored,
            reviewer=Reviewer(self.store, self.clock, lambda: self.settings, lambda: self.model),
        )


async def made(world: World, store: Store, clock: SetClock) -> Pass:
    await store.write(lambda: _write(world, clock.now()))
    memory = MemorySettings(retention_days=world.retention, salience_floor=world.floor)
    return Pass(store, clock, Settings(memory=memory))


def _write(world: World, now: datetime) -> None:
    said = [_episode(one, now - timedelta(days=one.age)) for one in world.episodes]
    for one in world.facts:
        at = now - timedelta(days=one.age)
        number = facts.add(
            one.content,
            at=at,
            category=one.category,
            salience=one.salience,
            method=one.method,
            state=one.state,
            keywords=content_words(one.content),
            sources=[said[session] for session in one.sessions],
        )
        graph.mention([graph.entity("Viola", at=at)], Kind.FACT, number)
        used = None if one.used is None else now - timedelta(days=one.used)
        rest = {"pinned": one.pinned, "touched": one.touched, "promoted": one.promoted, "uses": one.uses}
        Fact.update(last_used=used, **rest).where(Fact.id == number).execute()
    for age in world.log:
        activity.log_run("distil", "skipped", at=now - timedelta(days=age), detail="too little was said")
    vectors.save("test", dict.fromkeys([row.hash for row in Document.select(Document.hash)], b"\0\0"))


def _episode(one: AnEpisode, at: datetime) -> int:
    """Returns the number of the message of its session."""
    home = conversations.create(mode=None, model="", at=at)
    message = messages.add(home.id, Role.USER, messages.compose([Part("Hello")]), parent=None, at=at, learn=True)
    row = Message.get_by_id(int(message.id.removeprefix("m")))
    assert row.session_id is not None
    Session.update(started_at=at, last_at=at).where(Session.id == row.session_id).execute()
    number = episodes.upsert(row.session_id, one.summary, at=at, topics=["music"], entities=["Viola"])
    graph.mention([graph.entity("Viola", at=at)], Kind.EPISODE, number)
    return int(row.id)


def dump() -> dict[str, list[Any]]:
    """All that a pass may change, as it is stored; documents without their numbers, which are new each time."""
    found = {table: raw().execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() for table in TABLES}
    sql = "SELECT kind, item, conversation, text, grams, hash, created_at FROM document ORDER BY 1, 2"
    found["document"] = raw().execute(sql).fetchall()
    found["log"] = raw().execute("SELECT * FROM activity WHERE purpose <> 'consolidate' ORDER BY id").fetchall()
    return found


def left() -> tuple[set[int], set[int], set[int], int]:
    """Numbers of the facts, the promoted ones, the episodes, and how many old log lines there are."""
    rows = list(Fact.select())
    promoted = {row.id for row in rows if row.promoted}
    lines = raw().execute("SELECT count(*) FROM activity WHERE purpose <> 'consolidate'").fetchone()[0]
    return {row.id for row in rows}, promoted, {row.id for row in Episode.select()}, lines


def expected(world: World) -> tuple[set[int], set[int], set[int], int]:
    """The same by brute force, from the words of the issue; rows are numbered from 1 in the order of the world."""
    ages = {number: one.age for number, one in enumerate(world.episodes, start=1)}
    texts = {number: f"{one.summary}\nmusic" for number, one in enumerate(world.episodes, start=1)}
    expired = {number for number, age in ages.items() if world.retention and age > world.retention}
    standing: list[int] = []
    for number in sorted(ages.keys() - expired, key=lambda number: (ages[number], -number)):
        if not any(_overlap(texts[number], texts[other]) for other in standing):
            standing.append(number)
    recent = {number for number, age in ages.items() if age <= 60}
    digests = recent & set(standing)
    rows = {
        number: replace(one, promoted=one.promoted if one.state != "live" else _carried(one, recent, digests, texts))
        for number, one in enumerate(world.facts, start=1)
    }
    kept = {number: one for number, one in rows.items() if not _goes(one, world.floor)}
    resting = {session + 1 for one in kept.values() for session in one.sessions}
    log_kept = min(90, world.retention or 90)
    return (
        set(kept),
        {number for number, one in kept.items() if one.promoted},
        set(standing) | (expired & resting),
        sum(age <= log_kept for age in world.log),
    )


def _overlap(left: str, right: str) -> bool:
    one, other = shingles(left), shingles(right)
    return 10 * len(one & other) >= 9 * len(one | other)


def _carried(fact: AFact, recent: set[int], digests: set[int], texts: dict[int, str]) -> bool:
    mine = {word[:6] for word in content_words(fact.content)}

    def told(number: int) -> bool:
        theirs = {word[:6] for word in content_words(texts[number])}
        return len(mine) > 1 and 4 * len(mine & theirs) >= 3 * len(mine)

    said = {session + 1 for session in fact.sessions} & recent
    return len(said | {number for number in digests if told(number)}) >= 3


def _goes(fact: AFact, floor: float) -> bool:
    age = min(fact.age, fact.age if fact.used is None else fact.used)
    weight = fact.salience + min(0.2, 0.02 * fact.uses) + 0.05 * fact.promoted
    weight = min(1.0, weight) * 0.5 ** (age / CATEGORIES[fact.category].half_life_days)
    return not fact.own and fact.state == "live" and age >= 30 and weight < floor


TALES = (
    "They spoke of the viola quartet and the concert in the old town hall, which was a great success for everyone",
    "The user planned the garden with tomatoes, beans and a pond, and asked how deep the pond has to be for the fish",
    "They repaired the bicycle together: the chain was replaced and the brakes were adjusted for the long tour",
)
STATEMENTS = ("The user plays the viola in a quartet", "The user grows tomatoes and beans", "The user has a bicycle")
ages = st.sampled_from([0, 5, 29, 30, 31, 59, 60, 61, 89, 90, 91, 200, 364, 365, 366, 900])
tales = st.builds(
    lambda tale, ending: f"{tale}{ending}.", st.sampled_from(TALES), st.sampled_from(["", "!", " now", ""])
)


@st.composite
def worlds(draw: Callable[[Any], Any]) -> World:
    told = draw(st.lists(st.builds(AnEpisode, tales, ages), max_size=9))
    fact = st.builds(
        AFact,
        content=st.sampled_from(STATEMENTS),
        category=st.sampled_from(["profile", "events", "cases"]),
        salience=st.sampled_from([0.1, 0.19, 0.2, 0.4, 0.8]),
        age=ages,
        used=st.none() | ages,
        uses=st.sampled_from([0, 1, 40]),
        promoted=st.booleans(),
        sessions=st.sets(st.integers(0, len(told) - 1), max_size=4).map(sorted).map(tuple) if told else st.just(()),
        method=st.sampled_from(["distilled", "distilled", "extracted", "remembered"]),
        pinned=st.sampled_from([False, False, False, True]),
        touched=st.sampled_from([False, False, False, True]),
        state=st.sampled_from(["live", "live", "live", "inbox"]),
    )
    return World(
        facts=tuple(draw(st.lists(fact, max_size=8))),
        episodes=tuple(told),
        log=tuple(draw(st.lists(ages, max_size=5))),
        retention=draw(st.sampled_from([0, 40, 365])),
        floor=draw(st.sampled_from([0.0, 0.2, 0.5])),
    )
