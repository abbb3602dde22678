"""The journal of the passes over the memory: what each changed, and how it was before. Runs inside the store."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from memory.store import meta
from memory.store.fields import from_millis, to_millis
from memory.store.statements import one
from memory.store.tables import Consolidation, ConsolidationStep

LEFT_ALONE = timedelta(days=90)
"""So long no pass touches what the user took back, and a pass can be taken back."""
_LAST = "consolidated_at"
_REVIEWED = "reviewed_to"

Key = tuple[str, int]
"""Kind and number of a row."""


def begin(at: datetime) -> int:
    """A new pass or undo, and its number."""
    return int(Consolidation.create(created_at=at).id)


def note(
    number: int,
    action: str,
    kind: str,
    item: int,
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    conversation: int | None = None,
) -> None:
    """One change of the pass `number`, in the transaction that makes it."""
    ConsolidationStep.create(
        consolidation=number,
        action=action,
        kind=kind,
        item=item,
        conversation=conversation,
        before=dict(before),
        after=dict(after),
    )


def newest() -> Consolidation | None:
    """The last pass of which something can be taken back."""
    unfinished = ConsolidationStep.select(ConsolidationStep.consolidation).where(ConsolidationStep.taken_back == 0)
    rows = Consolidation.select().where(Consolidation.id.in_(unfinished)).order_by(Consolidation.id.desc())
    return next(iter(rows.limit(1)), None)


def open_steps(number: int, limit: int | None = None) -> list[ConsolidationStep]:
    """The newest changes of a pass that are not taken back yet, the last first."""
    steps = ConsolidationStep.select().where(
        ConsolidationStep.consolidation == number, ConsolidationStep.taken_back == 0
    )
    return list(steps.order_by(ConsolidationStep.id.desc()).limit(limit))


def taken_back(step: int, undo: int, after: Mapping[str, Any] | None = None) -> None:
    """The change is undone by `undo`: its texts go, and the row is left alone. `after` may stay, without a text."""
    kept = ConsolidationStep.update(consolidation=undo, taken_back=True, before={}, after=dict(after or {}))
    kept.where(ConsolidationStep.id == step).execute()


def last_taken_back(action: str, at: datetime) -> Mapping[str, Any]:
    """What stayed of the last change of this kind that was undone and is to be left alone."""
    steps = ConsolidationStep.select().where(_undone(at), ConsolidationStep.action == action)
    row = steps.order_by(ConsolidationStep.id.desc()).first()
    return {} if row is None else dict(row.after)


def drop(step: int) -> None:
    """The change can't be taken back any more."""
    ConsolidationStep.delete().where(ConsolidationStep.id == step).execute()


def spared(at: datetime) -> frozenset[Key]:
    """The rows of which a change was taken back not long before `at`: no pass touches them."""
    rows = ConsolidationStep.select(ConsolidationStep.kind, ConsolidationStep.item).where(_undone(at))
    return frozenset((row.kind, row.item) for row in rows)


def _undone(at: datetime) -> Any:
    undos = Consolidation.select(Consolidation.id).where(Consolidation.created_at >= at - LEFT_ALONE)
    return (ConsolidationStep.taken_back == 1) & ConsolidationStep.consolidation.in_(undos)


def purge(at: datetime) -> None:
    """Drops what is known of passes and undos long before `at`."""
    Consolidation.delete().where(Consolidation.created_at < at - LEFT_ALONE).execute()


def last() -> datetime | None:
    """When a pass was last finished, whether it had something to do or not."""
    at = meta.get(_LAST)
    return None if at is None else from_millis(int(at))


def last_sign() -> datetime | None:
    """When the last message or fact came."""
    newest = [one(f"SELECT created_at FROM {table} ORDER BY id DESC LIMIT 1") for table in ("message", "fact")]
    signs = [from_millis(row[0]) for row in newest if row is not None]
    return max(signs, default=None)


def finished(at: datetime) -> None:
    meta.put(_LAST, str(to_millis(at)))


def reviewed_to() -> int:
    """The fact up to which the last review came, 0 where it came to the end."""
    return int(meta.get(_REVIEWED) or 0)


def reviewed(number: int) -> None:
    meta.put(_REVIEWED, str(number))
