"""The changes of a pass in the store: made, journalled and taken back, each in the transaction that does it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from memory.consolidate.plan import ABSORB, DEMOTE, PROMOTE, PRUNE, REVIEWED, SUPERSEDE, Operation, named
from memory.consolidate.snapshot import RETELL
from memory.store import consolidations, current, facts, ids, images, merging, narrative, rivals
from memory.store.partitions import EVERYWHERE
from memory.store.tables import ConsolidationStep, Conversation, Episode, Fact, Session
from memory.types import Kind, Tidied

SLICE_SECONDS, STEPS = 0.02, 50
"""So long, or for so many steps, a transaction goes on taking rows: another window gets the lock in between."""

Row = dict[str, Any]


def make_some(
    operations: Sequence[Operation], journal: int | None, at: datetime
) -> tuple[int, list[Operation], int | None]:
    """Some of the operations in one transaction: how many it took, which it did, and the number of the pass."""
    ends, done = time.perf_counter() + SLICE_SECONDS, list[Operation]()
    taken = 0
    for operation in operations:
        if stands(operation):
            journal = consolidations.begin(at) if journal is None else journal
            make(operation, journal, at)
            done.append(operation)
        taken += 1
        if time.perf_counter() >= ends:
            break
    return taken, done, journal


def take_some_back(number: int, undo: int) -> list[Tidied]:
    """Takes some changes of a pass back in one transaction, the last first; none are left when it is empty."""
    ends, found = time.perf_counter() + SLICE_SECONDS, list[Tidied]()
    for step in consolidations.open_steps(number, STEPS):
        found.append(take_back(step, undo))
        if time.perf_counter() >= ends:
            break
    return found


def stands(operation: Operation) -> bool:
    """Whether the rows it was decided from are still the same."""
    if operation.action == RETELL:
        return narrative.sources() == operation.told
    if images.version(operation.kind, operation.item) != operation.version:
        return False
    if operation.twin is not None:
        number, version = operation.twin
        return images.version(operation.kind, number) == version
    return operation.action != PRUNE or operation.session is None or not current.rests_on(operation.session)


def make(operation: Operation, journal: int, at: datetime) -> None:
    """Does it, and notes how to take it back."""
    kind, item = operation.kind, operation.item
    if operation.action == RETELL:
        narrative.put(operation.facts)
        consolidations.note(journal, RETELL, kind, item, {"facts": operation.told}, {"facts": operation.facts})
        return
    if operation.action in (PROMOTE, DEMOTE):
        before = _promotion(item)
        Fact.update(promoted=operation.action == PROMOTE).where(Fact.id == item).execute()
        consolidations.note(journal, operation.action, kind, item, before, _promotion(item))
        return
    if operation.action in REVIEWED:
        home = facts.conversation_of(facts.sources(item))
        consolidations.note(journal, operation.action, kind, item, _joined(operation, at), {}, home)
        return
    before = images.take(kind, item)
    images.remove(kind, item)
    consolidations.note(journal, operation.action, kind, item, before, {}, before["row"].get("conversation"))


def _joined(operation: Operation, at: datetime) -> merging.Trail:
    assert operation.twin is not None
    ways = {ABSORB: merging.merge, SUPERSEDE: merging.follow}
    return ways.get(operation.action, merging.refute)(operation.item, operation.twin[0], at)


def _promotion(fact: int) -> Row:
    row = facts.get(fact)
    return {"promoted": bool(row.promoted), "version": row.version}


def judged(step: ConsolidationStep) -> Tidied:
    """What a step did, and why it can't be taken back ("" where it can)."""
    kind, item = step.kind, step.item
    if step.action == RETELL:
        text = narrative.text(step.before["facts"]) or "told of nothing before"
        return Tidied(RETELL, named(kind, item), kind, text, _retold(step.after))
    if step.action in (PROMOTE, DEMOTE):
        row = Fact.get_or_none(Fact.id == item)
        return Tidied(step.action, named(kind, item), kind, row.content if row else "", _changed(row, step.after))
    if step.action in REVIEWED:
        row = Fact.get_or_none(Fact.id == item)
        return Tidied(step.action, named(kind, item), kind, row.content if row else "", merging.standing(step.before))
    text = images.text(kind, step.before)
    return Tidied(step.action, named(kind, item), kind, text, _in_the_way(kind, step.before))


def take_back(step: ConsolidationStep, undo: int) -> Tidied:
    """Takes a step back where it can be, as `judged` says; either way it is over."""
    told = judged(step)
    if told.why:
        consolidations.drop(step.id)
        return told
    if step.action == RETELL:
        narrative.put(step.before["facts"])
        consolidations.taken_back(step.id, undo, step.after)
        return told
    if step.action in (PROMOTE, DEMOTE):
        Fact.update(**step.before).where(Fact.id == step.item).execute()
    elif step.action in REVIEWED:
        merging.unmake(step.before)
    else:
        images.put_back(step.kind, step.before)
    consolidations.taken_back(step.id, undo)
    return told


def _changed(row: Fact | None, after: Row) -> str:
    if row is None:
        return "it is gone"
    return "" if row.version == after["version"] else "it was changed since"


def _retold(after: Row) -> str:
    """Facts that went meanwhile took their sentences with them; that is no other telling."""
    left = set(narrative.sources())
    return "" if left <= set(after["facts"]) else "it was told anew since"


def _in_the_way(kind: str, image: Row) -> str:
    row = image["row"]
    if images.exists(kind, row["id"]):
        return "it is there"
    home = row.get("partition", EVERYWHERE)
    if kind == Kind.FACT and (again := facts.same(row["content"], home, image["newest"])) is not None:
        return f"it was learnt again as {ids.show(Kind.FACT, again)}"
    if kind == Kind.FACT and (other := _told_otherwise(row, home, image["newest"])) is not None:
        return f"{ids.show(Kind.FACT, other)} says otherwise since"
    return _homeless(row) if kind == Kind.EPISODE else ""


def _told_otherwise(row: Row, partition: int, newest: int) -> int | None:
    """The fact after `newest` that gives the user's home, name, age or employer there."""
    told = Fact(id=row["id"], content=row["content"], category=row["category"])
    return next((one.id for one in rivals.ended_by(told, partition) if one.id > newest), None)


def _homeless(row: Row) -> str:
    home, session = row["conversation"], row["session_id"]
    if home is not None and not Conversation.select().where(Conversation.id == home).exists():
        return "its conversation is gone"
    if session is not None and not Session.select().where(Session.id == session).exists():
        return "its conversation is gone"
    if session is not None and Episode.select().where(Episode.session == session).exists():
        return "its conversation has a newer digest"
    return ""
