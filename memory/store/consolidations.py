"""The journal of the passes over the memory: what each changed, and how it was before. Runs inside the store."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from memory.store import meta
from memory.store.fields import from_millis, to_millis
from memory.store.statements import one
from memory.store.tables import Consolidation, ConsolidationStep

_LAST = "consolidated_at"
_REVIEWED = "reviewed_to"

Key = tuple[str, int]
"""Kind and number of a row."""


def begin(at: datetime) -> int:
    """A new pass, and its number."""
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


def taken_back(step: int, after: Mapping[str, Any] | None = None) -> None:
    """The change is undone: its texts go, and the row is left alone from now on. `after` may stay, without a text."""
    kept = ConsolidationStep.update(taken_back=True, before={}, after=dict(after or {}))
    kept.where(ConsolidationStep.id == step).execute()


def last_taken_back(action: str) -> Mapping[str, Any]:
    """What stayed of the last change of this kind that was undone."""
    steps = ConsolidationStep.select().where(ConsolidationStep.taken_back == 1, ConsolidationStep.action == action)
    row = steps.order_by(ConsolidationStep.id.desc()).first()
    return {} if row is None else dict(row.after)


def drop(step: int) -> None:
    """The change can't be taken back any more."""
    ConsolidationStep.delete().where(ConsolidationStep.id == step).execute()


def spared() -> frozenset[Key]:
    """The rows of which a change was taken back: no pass touches them while that is known."""
    rows = ConsolidationStep.select(ConsolidationStep.kind, ConsolidationStep.item)
    return frozenset((row.kind, row.item) for row in rows.where(ConsolidationStep.taken_back == 1))


def purge(before: datetime) -> None:
    """Drops what is known of passes before `before`."""
    Consolidation.delete().where(Consolidation.created_at < before).execute()


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
