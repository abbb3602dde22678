"""The places of what harken has learnt: facts, episodes, the mirror of the identity, entities and relations."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from memory.forget.place import Change, RowPlace, Scope
from memory.store import documents, episodes, facts, graph, partitions
from memory.store.hits import chunked
from memory.store.tables import Alias, Entity, Episode, Fact, FactSource, Identity, Mention, Partition, Relation
from memory.types import Kind


class Facts(RowPlace):
    """Facts in any state; other facts lose the quotes and keywords that say it or come from a turn that goes."""

    name = "facts"

    def changes(self, scope: Scope) -> Iterator[Change]:
        going = chunked(sorted(scope.of(Kind.TURN)))
        quoting = {row.fact_id for piece in going for row in FactSource.select().where(FactSource.message.in_(piece))}
        for row in Fact.select():
            if scope.holds(Kind.FACT, row.id) or scope.matcher.says(row.content):
                yield Change("facts", partial(_remove_fact, row))
                continue
            quote = "" if row.id in quoting else scope.matcher.cut(row.quote)
            keywords = [word for word in row.keywords if not scope.matcher.says(word)]
            if (quote, keywords) != (row.quote, row.keywords):
                yield Change("quotes of other facts", partial(_update, row, quote=quote, keywords=keywords))
            if scope.matcher.says(row.category):
                yield Change("categories of other facts", partial(_update, row, category=""))


def _remove_fact(row: Fact) -> None:
    Fact.update(superseded_by=row.superseded_by).where(Fact.superseded_by == row.id).execute()
    _drop_mentions(Kind.FACT, row.id)
    facts.remove([row.id])


class Episodes(RowPlace):
    """Sentences of episodes; an episode of which nothing is left, or that was named itself, goes whole."""

    name = "episodes"

    def changes(self, scope: Scope) -> Iterator[Change]:
        for row in Episode.select():
            summary = scope.matcher.cut(row.summary)
            lists = {
                name: [word for word in getattr(row, name) if not scope.matcher.says(word)]
                for name in ("topics", "entities", "decisions", "action_items")
            }
            touched = summary != row.summary or any(lists[name] != getattr(row, name) for name in lists)
            if touched and summary and row.session_id is not None:
                yield Change("sentences of digests", partial(episodes.reword, row.id, summary=summary, **lists))
            elif touched or scope.holds(Kind.EPISODE, row.id):
                yield Change("digests", partial(_remove_episode, row))


def _remove_episode(row: Episode) -> None:
    _drop_mentions(Kind.EPISODE, row.id)
    episodes.remove([row.id])


class IdentityMirror(RowPlace):
    """The rows that mirror `identity.md`."""

    name = "identity"

    def changes(self, scope: Scope) -> Iterator[Change]:
        for row in Identity.select():
            if scope.holds(Kind.IDENTITY, row.id) or scope.matcher.says(row.content):
                yield Change("lines of the identity", partial(_remove_identity, row))


def _remove_identity(row: Identity) -> None:
    documents.drop(Kind.IDENTITY, [row.id])
    row.delete_instance()


class PartitionNames(RowPlace):
    """Names of projects and personas; what belongs to one stays together, under no name."""

    name = "projects"

    def changes(self, scope: Scope) -> Iterator[Change]:
        for row in Partition.select():
            if scope.matcher.says(row.name):
                yield Change(f"names of {row.kind}s", partial(partitions.drop_name, row.id))


class Graph(RowPlace):
    """Relations and entities that say it; of other entities the names and kinds that do."""

    name = "entities"

    def changes(self, scope: Scope) -> Iterator[Change]:
        names = {row.id: row.name for row in Entity.select()}
        for relation in Relation.select():
            text = f"{names.get(relation.subject_id, '')} {relation.predicate} {names.get(relation.object_id, '')}"
            if scope.holds(Kind.RELATION, relation.id) or scope.matcher.says(text):
                yield Change("relations", relation.delete_instance)
        gone = {row.id: row for row in Entity.select() if scope.matcher.says(row.name)}
        for row in gone.values():
            yield Change("people and things", partial(graph.remove, row.id))
        for row in Entity.select().where(Entity.kind != ""):
            if row.id not in gone and scope.matcher.says(row.kind):
                yield Change("kinds of people and things", Entity.update(kind="").where(Entity.id == row.id).execute)
        for alias in Alias.select():
            if alias.entity_id not in gone and scope.matcher.says(alias.name):
                yield Change("other names of people and things", alias.delete_instance)


def _drop_mentions(kind: Kind, item: int) -> None:
    """Entities known from this memory alone go with it; what a relation tells of stays."""
    known = graph.mentioned(kind, item)
    Mention.delete().where(Mention.kind == kind, Mention.item == item).execute()
    for row in known:
        if not graph.mentions(row.id) and not graph.relations_of(row.id):
            graph.remove(row.id)


def _update(row: Fact, **values: object) -> None:
    Fact.update(**values).where(Fact.id == row.id).execute()
