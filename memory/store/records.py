"""Memories of every kind as records: looked up by id, listed, and told for search hits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime

from memory.errors import NotFound
from memory.store import (
    current,
    episodes,
    facts,
    graph,
    hits,
    identity,
    ids,
    messages,
    narrative,
    originals,
    partitions,
)
from memory.store.tables import Conversation, Episode, Fact, Identity, Message
from memory.types import Filter, Kind, PartSource, Record, Role
from memory.types import Message as MessageRecord

EPOCH = datetime.fromtimestamp(0, UTC)
LISTED = (Kind.FACT, Kind.EPISODE, Kind.IDENTITY)
"""What a list without `kinds` shows: what harken has learnt, not every turn."""

Key = tuple[str, int]


def show(memory_id: str) -> Record:
    """One memory by its id. Raises NotFound."""
    found = ids.parse(memory_id)
    if found is None:
        raise NotFound(f"{memory_id!r} is not the id of a memory", hint="Ids look like f12; memory list shows them")
    kind, number = found
    if kind == "message":
        return lookup([(Kind.TURN, number)]).get((Kind.TURN, number)) or _missing(kind, number)
    if kind == "conversation":
        raise NotFound(f"{memory_id} is a conversation, not a memory", hint=f"harken --resume {memory_id} opens it")
    loaded = lookup([(kind, number)])
    return loaded[kind, number] if loaded else _missing(kind, number)


def _missing(kind: str, number: int) -> Record:
    raise NotFound(f"There is no {kind} {ids.show(kind, number)}", hint="memory list shows what there is")


def lookup(keys: Iterable[Key]) -> dict[Key, Record]:
    """The records of (kind, number) pairs that exist."""
    by_kind: dict[str, list[int]] = {}
    for kind, number in keys:
        by_kind.setdefault(str(kind), []).append(number)
    return {
        (kind, ids.number(record.id, ids_kind(kind))): record
        for kind, numbers in by_kind.items()
        for record in _LOAD[kind](numbers)
    }


def ids_kind(kind: str) -> str:
    """The kind under which an id of a memory of `kind` is written."""
    return "message" if kind in (Kind.TURN, Kind.DRAWER) else kind


def _facts(numbers: Sequence[int]) -> list[Record]:
    return facts.records(list(Fact.select().where(Fact.id.in_(numbers))))


def _episodes(numbers: Sequence[int]) -> list[Record]:
    return episodes.records(list(Episode.select().where(Episode.id.in_(numbers))))


def _identity(numbers: Sequence[int]) -> list[Record]:
    lines = [identity.record(row) for row in Identity.select().where(Identity.id.in_(numbers))]
    told = narrative.record() if narrative.NUMBER in numbers else None
    return [*lines, told] if told is not None else lines


def _turns(numbers: Sequence[int]) -> list[Record]:
    found = messages.records(numbers)
    homes = {one.id: partitions.of_conversation(ids.number(one.conversation, "conversation")) for one in found}
    names = partitions.named(homes.values())
    return [_turn(one, str(names[homes[one.id]])) for one in found]


_LOAD: dict[str, Callable[[Sequence[int]], list[Record]]] = {
    Kind.FACT: _facts,
    Kind.EPISODE: _episodes,
    Kind.IDENTITY: _identity,
    Kind.TURN: _turns,
    Kind.DRAWER: _turns,
    Kind.RELATION: graph.records,
}


def _turn(message: MessageRecord, partition: str) -> Record:
    pasted = any(part.source in (PartSource.PASTED, PartSource.FILE, PartSource.STDIN) for part in message.parts)
    by = "user" if message.role is Role.USER else str(message.role)
    return Record(
        id=message.id,
        kind=Kind.TURN,
        text=message.text,
        category=str(message.role),
        origin="pasted" if pasted else by,
        evidence=(message.id,),
        conversation=message.conversation,
        message=message.id,
        created_at=message.created_at,
        partition=partition,
    )


def listing(wanted: Filter) -> list[Record]:
    """Memories, newest first; a category or an entity leaves out the kinds that have none."""
    kinds = wanted.kinds or ((Kind.FACT,) if wanted.category else LISTED)
    partition = partitions.find(wanted.partition) if wanted.partition is not None else None
    if partition is None and wanted.partition is not None:
        return []
    found: list[Record] = []
    if Kind.FACT in kinds:
        found += facts.listing(
            category=wanted.category,
            since=wanted.since,
            until=wanted.until,
            entity=wanted.entity,
            partition=partition,
            limit=wanted.limit,
        )
    if not wanted.category:
        found += _uncategorised(kinds, wanted, partition)
    return sorted(found, key=lambda record: record.created_at or EPOCH, reverse=True)[: wanted.limit]


def _uncategorised(kinds: Sequence[Kind], wanted: Filter, partition: int | None) -> list[Record]:
    """Identity lines and relations are the whole profile's."""
    found: list[Record] = []
    if Kind.EPISODE in kinds:
        found += episodes.listing(
            since=wanted.since, until=wanted.until, entity=wanted.entity, partition=partition, limit=wanted.limit
        )
    if Kind.RELATION in kinds and not partition:
        found += graph.relations(entity=wanted.entity, limit=wanted.limit)
    if wanted.entity:
        return found
    if Kind.IDENTITY in kinds and not partition:
        told = narrative.record()
        about = [*identity.listing(), *([told] if told is not None else [])]
        found += [record for record in about if _within(record, wanted.since, wanted.until)]
    if Kind.TURN in kinds or Kind.DRAWER in kinds:
        within = () if partition is None else (partition,)
        scope = hits.Scope((Kind.TURN, Kind.DRAWER), since=wanted.since, until=wanted.until, partitions=within)
        found += lookup([(Kind.TURN, number) for number in _newest_said(scope, wanted.limit)]).values()
    return found


def _newest_said(scope: hits.Scope, limit: int) -> list[int]:
    """The newest messages, of copies in forks one."""
    most = limit
    while True:
        found = [hit.item for hit in hits.newest(scope, most)]
        once = originals.once(found)
        if len(once) >= limit or len(found) < most:
            return [number for number in found if number in once][:limit]
        most *= 2


def _within(record: Record, since: datetime | None, until: datetime | None) -> bool:
    at = record.created_at or EPOCH
    return (since is None or at >= since) and (until is None or at < until)


def counts() -> dict[str, int]:
    """How many rows there are, for statistics."""
    return {
        "conversations": Conversation.select().where(Conversation.deleted_at.is_null()).count(),
        "messages": Message.select().count(),
        "facts": Fact.select().where(current.HOLDS).count(),
        "episodes": Episode.select().count(),
    }
