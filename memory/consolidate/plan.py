"""What a pass would change, as data. Pure: the same snapshot, rules and moment give the same plan.

Nothing decided here depends on how many of the removals fit into this pass, so passes with a bound come to the same end
as one without: near duplicates are told from rows alone, promotions from the sessions and the episodes that stay in the
end, evictions from promotions; an episode goes by age once no fact that is still there rests on it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from memory.consolidate.alike import absorbed
from memory.consolidate.carried import carried_by_several
from memory.consolidate.narrate import telling
from memory.consolidate.snapshot import RETELL, EpisodeRow, FactRow, Snapshot
from memory.settings import Category
from memory.store import ids, narrative, salience
from memory.store.images import LOG
from memory.types import Kind, Tidied

IDLE = timedelta(days=30)
RECENT = timedelta(days=60)
LOG_KEPT = timedelta(days=90)
SHARE = 0.05
"""The most of a kind that one pass removes, but at least one."""

EVICT, MERGE, PRUNE, PURGE = "evict", "merge", "prune", "purge"
ABSORB, SUPERSEDE, REFUTE = "absorb", "supersede", "refute"
REVIEWED = (ABSORB, SUPERSEDE, REFUTE)
PROMOTE, DEMOTE, PROPOSE = "promote", "demote", "propose"


@dataclass(frozen=True, slots=True)
class Rules:
    """The settings a pass goes by; `retention` None keeps episodes for ever."""

    floor: float
    retention: timedelta | None
    categories: Mapping[str, Category]

    @property
    def log_kept(self) -> timedelta:
        return LOG_KEPT if self.retention is None else min(LOG_KEPT, self.retention)


@dataclass(frozen=True, slots=True)
class Operation:
    """One change to the row `item` as it was in `version`.

    `twin` is number and version of the row of the same kind that stands for it, `session` that of a pruned episode.
    `facts` are those of the narrative, `told` those it was told from before.
    """

    action: str
    kind: str
    item: int
    version: int
    text: str
    why: str
    twin: tuple[int, int] | None = None
    session: int | None = None
    facts: tuple[int, ...] = ()
    told: tuple[int, ...] = ()

    @property
    def shown(self) -> Tidied:
        return Tidied(self.action, named(self.kind, self.item), self.kind, self.text, self.why)


@dataclass(frozen=True, slots=True)
class Plan:
    """`waiting` counts the removals that are left to later passes, `facts` all facts that were looked at."""

    operations: tuple[Operation, ...] = ()
    proposed: tuple[Tidied, ...] = ()
    waiting: int = 0
    facts: int = 0


@dataclass(slots=True)
class Bounded:
    """Removals, cut to a share of each kind."""

    going: list[Operation] = field(default_factory=list)
    waiting: int = 0

    def take(self, wanted: Sequence[Operation], among: int, taken: int = 0) -> list[Operation]:
        """The first of `wanted`, so many that with those `taken` they are at most a share of `among`."""
        most = max(0, max(1, int(among * SHARE)) - taken)
        self.going += wanted[:most]
        self.waiting += len(wanted[most:])
        return list(wanted[:most])


def decide(seen: Snapshot, rules: Rules, at: datetime) -> Plan:
    lasting, expired = _by_age(seen, rules, at)
    twins = _twins(lasting, seen.spared_of(Kind.EPISODE))
    facts = _promoted(seen, [one for one in lasting if one.id not in twins], at)
    faded = _faded(facts, rules, at)
    bounded = Bounded()
    evictions = _evictions(seen, faded, rules, at)
    evicted = {one.item for one in bounded.take(evictions, len(facts))}
    kept = [one for one in facts if one.id not in evicted]
    bounded.take([*_prunings(seen, expired, kept), *_merges(lasting, twins)], len(seen.episodes))
    bounded.take(_purges(seen, rules, at), len(seen.log))
    return Plan(
        operations=(
            *_retelling(seen, facts, {one.item for one in evictions}, rules, at),
            *bounded.going,
            *_moves(seen, kept),
        ),
        proposed=tuple(_proposal(one, rules, at) for one in faded if one.own),
        waiting=bounded.waiting,
        facts=len(facts),
    )


def _retelling(
    seen: Snapshot, facts: Sequence[FactRow], going: Collection[int], rules: Rules, at: datetime
) -> list[Operation]:
    """The narrative, where it would be told from other facts. It comes first, so that it is taken back last."""
    chosen = telling(facts, going, at, rules.categories)
    numbers = tuple(one.id for one in chosen)
    if numbers in (seen.narrative, seen.unwanted):
        return []
    text = narrative.told([one.content for one in chosen])
    why = "what is known of you has changed"
    return [Operation(RETELL, Kind.IDENTITY, narrative.NUMBER, 0, text, why, facts=numbers, told=seen.narrative)]


def _twins(lasting: Sequence[EpisodeRow], kept: frozenset[int]) -> dict[int, int]:
    """Which episodes a newer one says again; each project keeps its own."""
    found: dict[int, int] = {}
    for partition in {one.partition for one in lasting}:
        found |= absorbed([(one.id, one.text) for one in lasting if one.partition == partition], kept)
    return found


def _by_age(seen: Snapshot, rules: Rules, at: datetime) -> tuple[list[EpisodeRow], list[EpisodeRow]]:
    """The episodes that may stay, newest first, and those that are too old, oldest first."""
    shown = sorted((one for one in seen.episodes if not one.hidden), key=lambda one: (one.ended_at, one.id))
    expired = [one for one in shown if rules.retention is not None and at - one.ended_at > rules.retention]
    return list(reversed(shown[len(expired) :])), expired


def _promoted(seen: Snapshot, distinct: Sequence[EpisodeRow], at: datetime) -> list[FactRow]:
    """The facts as the last sessions say they should be; what the user took back stays as it is.

    A session counts without its digest too: that may have gone into another one.
    """
    hidden = {one.session for one in seen.episodes if one.hidden}
    sessions = {one.id for one in seen.sessions if one.id not in hidden and at - one.ended_at <= RECENT}
    digests = [one for one in distinct if at - one.ended_at <= RECENT]
    carried = carried_by_several([one for one in seen.facts if one.live], sessions, digests)
    left_alone = seen.spared_of(Kind.FACT)
    return [
        one if one.id in left_alone or not one.live else replace(one, promoted=one.id in carried) for one in seen.facts
    ]


def _faded(facts: Sequence[FactRow], rules: Rules, at: datetime) -> list[FactRow]:
    """Facts that nothing has touched for a while and that weigh too little, the lightest first."""
    idle = [one for one in facts if one.live and not one.followed and salience.age(one, at) >= IDLE]
    weights = {one.id: salience.now(one, at, rules.categories) for one in idle}
    return sorted((one for one in idle if weights[one.id] < rules.floor), key=lambda one: (weights[one.id], one.id))


def _evictions(seen: Snapshot, faded: Sequence[FactRow], rules: Rules, at: datetime) -> list[Operation]:
    left_alone = seen.spared_of(Kind.FACT)
    return [
        Operation(EVICT, Kind.FACT, one.id, one.version, one.content, _why_faded(one, rules, at))
        for one in faded
        if not one.own and one.id not in left_alone
    ]


def _why_faded(fact: FactRow, rules: Rules, at: datetime) -> str:
    weight = salience.now(fact, at, rules.categories)
    return f"salience {weight:.2f}, nothing came of it for {salience.age(fact, at).days} days"


def _proposal(fact: FactRow, rules: Rules, at: datetime) -> Tidied:
    return Tidied(PROPOSE, named(Kind.FACT, fact.id), Kind.FACT, fact.content, _why_faded(fact, rules, at))


def _prunings(seen: Snapshot, expired: Sequence[EpisodeRow], kept: Sequence[FactRow]) -> list[Operation]:
    """Old episodes of sessions on which no fact rests."""
    resting = {session for fact in kept for session in fact.sessions}
    left_alone = seen.spared_of(Kind.EPISODE)
    return [
        Operation(PRUNE, Kind.EPISODE, one.id, one.version, one.text, _why_old(one), session=one.session)
        for one in expired
        if one.session not in resting and one.id not in left_alone
    ]


def _why_old(one: EpisodeRow) -> str:
    return f"ended on {one.ended_at:%Y-%m-%d}, longer ago than digests are kept"


def _merges(lasting: Sequence[EpisodeRow], twins: Mapping[int, int]) -> list[Operation]:
    """Near duplicates of newer episodes, the oldest first."""
    versions = {one.id: one.version for one in lasting}
    return [
        Operation(
            MERGE,
            Kind.EPISODE,
            one.id,
            one.version,
            one.text,
            f"{named(Kind.EPISODE, twin)} is newer and says nearly the same",
            twin=(twin, versions[twin]),
        )
        for one in reversed(lasting)
        if (twin := twins.get(one.id)) is not None
    ]


def _purges(seen: Snapshot, rules: Rules, at: datetime) -> list[Operation]:
    left_alone = seen.spared_of(LOG)
    return [
        Operation(PURGE, LOG, one.id, 0, one.text, "an old line of the log")
        for one in seen.log
        if at - one.at > rules.log_kept and one.id not in left_alone
    ]


def _moves(seen: Snapshot, kept: Sequence[FactRow]) -> list[Operation]:
    """Facts whose promotion is not what it should be."""
    before = {one.id: one.promoted for one in seen.facts}
    return [
        Operation(PROMOTE, Kind.FACT, one.id, one.version, one.content, "several of the last conversations carry it")
        if one.promoted
        else Operation(DEMOTE, Kind.FACT, one.id, one.version, one.content, "the last conversations do not carry it")
        for one in kept
        if one.promoted != before[one.id]
    ]


def named(kind: str, number: int) -> str:
    """The id of what a pass changed; a line of the log has none that a person could use."""
    return f"{LOG}{number}" if kind == LOG else ids.show(kind, number)
