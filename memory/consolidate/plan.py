"""What a pass would change, as data. Pure: the same snapshot, rules and moment give the same plan.

Nothing decided here depends on how many of the removals fit into this pass, so passes with a bound come to the same end
as one without: near duplicates are told from rows alone, promotions from the episodes that stay in the end, evictions
from promotions; an episode goes by age once no fact that is still there rests on it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from memory.consolidate.alike import absorbed
from memory.consolidate.carried import carried_by_several
from memory.consolidate.snapshot import EpisodeRow, FactRow, Snapshot
from memory.settings import Category
from memory.store import ids, salience
from memory.store.images import LOG
from memory.types import Kind, Tidied

IDLE = timedelta(days=30)
RECENT = timedelta(days=60)
LOG_KEPT = timedelta(days=90)
SHARE = 0.05
"""The most of a kind that one pass removes, but at least one."""

EVICT, MERGE, PRUNE, PURGE, PROMOTE, DEMOTE, PROPOSE = (
    *("evict", "merge", "prune", "purge"),
    *("promote", "demote", "propose"),
)


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

    `twin` is number and version of the episode that stands for a merged one, `session` that of a pruned one.
    """

    action: str
    kind: str
    item: int
    version: int
    text: str
    why: str
    twin: tuple[int, int] | None = None
    session: int | None = None

    @property
    def shown(self) -> Tidied:
        return Tidied(self.action, named(self.kind, self.item), self.kind, self.text, self.why)


@dataclass(frozen=True, slots=True)
class Plan:
    """`waiting` counts the removals that are left to later passes."""

    operations: tuple[Operation, ...] = ()
    proposed: tuple[Tidied, ...] = ()
    waiting: int = 0


@dataclass(slots=True)
class _Bounded:
    """Removals, cut to a share of each kind."""

    going: list[Operation] = field(default_factory=list)
    waiting: int = 0

    def take(self, wanted: Sequence[Operation], among: int) -> list[Operation]:
        most = max(1, int(among * SHARE))
        self.going += wanted[:most]
        self.waiting += len(wanted[most:])
        return list(wanted[:most])


def decide(seen: Snapshot, rules: Rules, at: datetime) -> Plan:
    spared = _spared(seen, Kind.EPISODE)
    shown = [one for one in seen.episodes if not one.hidden]
    expired = {one.id for one in shown if rules.retention is not None and at - one.ended_at > rules.retention}
    lasting = sorted((one for one in shown if one.id not in expired), key=_newest_first)
    twins = absorbed([(one.id, one.text) for one in lasting], spared)
    distinct = [one for one in lasting if one.id not in twins and at - one.ended_at <= RECENT]
    facts = _promoted(seen, distinct)

    bounded = _Bounded()
    faded = _faded(facts, rules, at)
    evictable = [one for one in faded if not one.own and one.id not in _spared(seen, Kind.FACT)]
    evicted = {one.item for one in bounded.take([_evict(one, rules, at) for one in evictable], len(facts))}
    resting = {session for fact in facts if fact.id not in evicted for session in fact.sessions}
    stale = [one for one in shown if one.id in expired and one.session not in resting]
    going = [_prune(one) for one in sorted(stale, key=_oldest_first) if one.id not in spared]
    versions = {one.id: one.version for one in lasting}
    going += [_merge(one, twins[one.id], versions) for one in reversed(lasting) if one.id in twins]
    bounded.take(going, len(seen.episodes))
    purged = [one for one in seen.log if at - one.at > rules.log_kept and one.id not in _spared(seen, LOG)]
    bounded.take(
        [Operation(PURGE, LOG, one.id, 0, one.text, "an old line of the log") for one in purged], len(seen.log)
    )

    moved = [_move(new) for old, new in zip(seen.facts, facts, strict=True) if old.promoted != new.promoted]
    return Plan(
        operations=(*bounded.going, *(one for one in moved if one.item not in evicted)),
        proposed=tuple(_proposal(one, rules, at) for one in faded if one.own),
        waiting=bounded.waiting,
    )


def _spared(seen: Snapshot, kind: str) -> frozenset[int]:
    return frozenset(item for of, item in seen.spared if of == kind)


def _promoted(seen: Snapshot, distinct: Sequence[EpisodeRow]) -> list[FactRow]:
    """The facts as the episodes say they should be; what the user took back stays as it is."""
    carried = carried_by_several([one for one in seen.facts if one.live], distinct)
    left_alone = _spared(seen, Kind.FACT)
    return [
        one if one.id in left_alone or not one.live else replace(one, promoted=one.id in carried) for one in seen.facts
    ]


def _faded(facts: Sequence[FactRow], rules: Rules, at: datetime) -> list[FactRow]:
    """Facts that nothing has touched for a while and that weigh too little, the lightest first."""
    idle = [one for one in facts if one.live and not one.followed and salience.age(one, at) >= IDLE]
    weights = {one.id: salience.now(one, at, rules.categories) for one in idle}
    return sorted((one for one in idle if weights[one.id] < rules.floor), key=lambda one: (weights[one.id], one.id))


def _evict(fact: FactRow, rules: Rules, at: datetime) -> Operation:
    return Operation(EVICT, Kind.FACT, fact.id, fact.version, fact.content, _why_faded(fact, rules, at))


def _why_faded(fact: FactRow, rules: Rules, at: datetime) -> str:
    weight = salience.now(fact, at, rules.categories)
    return f"salience {weight:.2f}, nothing came of it for {salience.age(fact, at).days} days"


def _proposal(fact: FactRow, rules: Rules, at: datetime) -> Tidied:
    return Tidied(PROPOSE, named(Kind.FACT, fact.id), Kind.FACT, fact.content, _why_faded(fact, rules, at))


def _prune(one: EpisodeRow) -> Operation:
    why = f"ended on {one.ended_at:%Y-%m-%d}, longer ago than digests are kept"
    return Operation(PRUNE, Kind.EPISODE, one.id, one.version, one.text, why, session=one.session)


def _merge(one: EpisodeRow, twin: int, versions: Mapping[int, int]) -> Operation:
    why = f"{named(Kind.EPISODE, twin)} is newer and says nearly the same"
    return Operation(MERGE, Kind.EPISODE, one.id, one.version, one.text, why, twin=(twin, versions[twin]))


def _move(fact: FactRow) -> Operation:
    action, why = (PROMOTE, "several of the last conversations carry it") if fact.promoted else (DEMOTE, "no longer so")
    return Operation(action, Kind.FACT, fact.id, fact.version, fact.content, why)


def _newest_first(one: EpisodeRow) -> tuple[float, int]:
    return (-one.ended_at.timestamp(), -one.id)


def _oldest_first(one: EpisodeRow) -> tuple[float, int]:
    return (one.ended_at.timestamp(), one.id)


def named(kind: str, number: int) -> str:
    """The id of what a pass changed; a line of the log has none that a person could use."""
    return f"{LOG}{number}" if kind == LOG else ids.show(kind, number)
