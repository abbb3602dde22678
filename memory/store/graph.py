"""The graph: entities, where they are mentioned, and relations with the time in which they held."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from peewee import ModelSelect

from memory import types
from memory.store import ids
from memory.store.connection import raw
from memory.store.hits import chunked
from memory.store.tables import Alias, Entity, Mention, Relation
from memory.text.normal import clean, fold
from memory.types import Kind


def entity(name: str, *, at: datetime, kind: str = "", aliases: Sequence[str] = ()) -> int:
    """The number of the entity called `name` (or by one of its aliases), made if it is new."""
    shown = " ".join(clean(name).split())
    row = find(shown)
    if row is None:
        row = Entity.create(name=shown, folded=fold(shown), kind=kind, created_at=at)
    elif kind and not row.kind:
        Entity.update(kind=kind).where(Entity.id == row.id).execute()
    for alias in aliases:
        folded = fold(alias)
        if folded and folded != row.folded:
            Alias.insert(entity=row.id, folded=folded, name=alias).on_conflict_ignore().execute()
    return int(row.id)


def find(name: str) -> Entity | None:
    """The entity with this name, else the oldest that has it as an alias."""
    return next(iter(bearers(name)), None)


def bearers(name: str) -> list[Entity]:
    """The entity with this name, else all that have it as an alias, the oldest first."""
    key = fold(name)
    called = list(Entity.select().where(Entity.folded == key))
    return called or list(Entity.select().join(Alias).where(Alias.folded == key).distinct().order_by(Entity.id))


def known(phrases: Iterable[str]) -> frozenset[str]:
    """Those of the folded `phrases` that are the name or an alias of an entity."""
    found: set[str] = set()
    for chunk in chunked(list(phrases)):
        for table in ("entity", "alias"):
            sql = f"SELECT folded FROM {table} WHERE folded IN ({', '.join('?' * len(chunk))})"
            found.update(row[0] for row in raw().execute(sql, chunk))
    return frozenset(found)


def mention(entities: Iterable[int], kind: Kind, item: int) -> None:
    for number in set(entities):
        Mention.insert(entity=number, kind=kind, item=item).on_conflict_ignore().execute()


def mentions(number: int) -> list[tuple[str, int]]:
    """What mentions the entity, as kind and number."""
    query = Mention.select().where(Mention.entity == number).order_by(Mention.kind, Mention.item)
    return [(row.kind, row.item) for row in query]


def names(number: int) -> list[str]:
    """The name of the entity and its other names, without those that another entity bears too."""
    row = Entity.get_by_id(number)
    own = [alias for alias in Alias.select().where(Alias.entity == number) if not _shared(alias)]
    return [row.name, *(alias.name for alias in own)]


def _shared(alias: Alias) -> bool:
    others = Alias.select().where(Alias.folded == alias.folded, Alias.entity != alias.entity_id)
    return others.exists() or Entity.select().where(Entity.folded == alias.folded).exists()


def loose() -> list[tuple[int, str]]:
    """Number and name of the entities that no memory mentions and no relation holds."""
    sql = (
        "SELECT id, name FROM entity e WHERE NOT EXISTS (SELECT 1 FROM mention WHERE entity_id = e.id)"
        " AND NOT EXISTS (SELECT 1 FROM relation WHERE subject_id = e.id OR object_id = e.id)"
    )
    return list(raw().execute(sql))


def relations_of(number: int) -> list[int]:
    """The relations that the entity is part of."""
    query = Relation.select(Relation.id).where((Relation.subject == number) | (Relation.object == number))
    return [row.id for row in query.order_by(Relation.id)]


def remove(number: int) -> None:
    """Drops an entity with its other names, its mentions and relations."""
    Relation.delete().where((Relation.subject == number) | (Relation.object == number)).execute()
    Entity.delete().where(Entity.id == number).execute()


def mentioned(kind: str, item: int) -> list[Entity]:
    """The entities that stand in a memory, or at the ends of a relation."""
    if kind == Kind.RELATION:
        ends = (Relation.subject == Entity.id) | (Relation.object == Entity.id)
        return list(Entity.select().join(Relation, on=ends).where(Relation.id == item).distinct())
    return list(Entity.select().join(Mention).where(Mention.kind == kind, Mention.item == item))


def relate(
    subject: int,
    predicate: str,
    target: int,
    *,
    at: datetime,
    message: int | None = None,
    valid_from: datetime | None = None,
    valid_to: datetime | None = None,
) -> int:
    """Adds a relation, or finds the same one that still holds; ends it where `valid_to` is given."""
    name = " ".join(clean(predicate).split())
    same = Relation.select().where(Relation.subject == subject, Relation.object == target, Relation.valid_to.is_null())
    row = next((one for one in same if fold(one.predicate) == fold(name)), None)
    if row is None:
        row = Relation.create(
            subject=subject,
            predicate=name,
            object=target,
            message=message,
            valid_from=valid_from,
            valid_to=valid_to,
            created_at=at,
        )
    elif valid_to is not None:
        end(row.id, valid_to)
    return int(row.id)


def end(number: int, at: datetime) -> None:
    """The relation held until `at`."""
    Relation.update(valid_to=at).where(Relation.id == number).execute()


def relations(*, entity: str = "", as_of: datetime | None = None, limit: int = 200) -> list[types.Record]:
    """Relations, newest first; `entity` takes those it is part of, `as_of` those that held at that moment."""
    query = _with_names().order_by(Relation.id.desc()).limit(limit)
    if entity:
        row = find(entity)
        number = row.id if row else 0
        query = query.where((Relation.subject == number) | (Relation.object == number))
    if as_of is not None:
        query = query.where(
            Relation.valid_from.is_null() | (Relation.valid_from <= as_of),
            Relation.valid_to.is_null() | (Relation.valid_to > as_of),
        )
    return [_record(row) for row in query]


def records(numbers: Sequence[int]) -> list[types.Record]:
    """Those of the relations that exist."""
    return [_record(row) for row in _with_names().where(Relation.id.in_(list(numbers)))]


def _with_names() -> ModelSelect[Relation]:
    """Relations, each read together with both its entities."""
    subject, target = Entity.alias(), Entity.alias()
    query = Relation.select(Relation, subject, target)
    query = query.join(subject, on=(Relation.subject == subject.id), attr="subject")
    return query.join_from(Relation, target, on=(Relation.object == target.id), attr="object")


def _record(row: Relation) -> types.Record:
    source = None if row.message is None else ids.show("message", row.message)
    return types.Record(
        id=ids.show(Kind.RELATION, row.id),
        kind=Kind.RELATION,
        text=f"{row.subject.name} {row.predicate} {row.object.name}",
        evidence=(source,) if source else (),
        valid_from=row.valid_from,
        valid_to=row.valid_to,
        message=source,
        created_at=row.created_at,
    )
