"""The log of background runs, and the books of every model call by purpose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from peewee import fn

from memory import types
from memory.store import ids, learnt
from memory.store.learnt import Noted
from memory.store.statements import Insert
from memory.store.tables import Activity, Call
from memory.text.normal import clean
from memory.types import Kind, Usage

_INSERT_CALL = Insert(Call)
NOTHING: Mapping[str, int] = MappingProxyType({})
FOREGROUND = ("chat", "compare", "reflect", "bench")
"""Purposes the user asked for; the daily cap is for the others."""


def log_run(
    purpose: str,
    outcome: str,
    *,
    at: datetime,
    detail: str = "",
    model: str = "",
    conversation: int | None = None,
    session: int | None = None,
    learned: tuple[int, ...] = (),
    ms: float = 0.0,
    usage: Usage | None = None,
    dropped: Mapping[str, int] = NOTHING,
    items: Sequence[Noted] = (),
) -> types.Activity:
    """Keeps one line about a run. `learned` are numbers of facts that are news, `items` all that it did."""
    spent = usage or Usage()
    shown = tuple(ids.show(Kind.FACT, number) for number in learned)
    row = Activity.create(
        purpose=purpose,
        outcome=outcome,
        detail=detail,
        model=clean(model),
        conversation=conversation,
        session=session,
        learned=list(shown),
        prompt_tokens=spent.prompt_tokens,
        completion_tokens=spent.completion_tokens,
        cost=spent.cost,
        ms=ms,
        created_at=at,
        dropped=dict(dropped),
    )
    learnt.note(row.id, items)
    place = None if conversation is None else ids.show("conversation", conversation)
    return types.Activity(at, purpose, outcome, detail, model, usage, ms, place, shown, dict(dropped), str(row.id))


def book_call(purpose: str, model: str, usage: Usage | None, *, at: datetime, conversation: int | None = None) -> None:
    """Books one model call; a provider that counts nothing is booked with zero tokens."""
    spent = usage or Usage()
    _INSERT_CALL(
        purpose=purpose,
        model=clean(model),
        conversation=conversation,
        prompt_tokens=spent.prompt_tokens,
        completion_tokens=spent.completion_tokens,
        cost=spent.cost,
        created_at=at,
    )


def begin_call(purpose: str, model: str, *, at: datetime, conversation: int | None) -> int:
    """Books a call that is about to be made."""
    row = Call.create(
        purpose=purpose,
        model=clean(model),
        conversation=conversation,
        prompt_tokens=0,
        completion_tokens=0,
        cost=None,
        created_at=at,
    )
    return int(row.id)


def end_call(number: int, usage: Usage | None) -> None:
    """What a booked call took, as far as the provider counted it."""
    spent = usage or Usage()
    Call.update(prompt_tokens=spent.prompt_tokens, completion_tokens=spent.completion_tokens, cost=spent.cost).where(
        Call.id == number
    ).execute()


def drop_call(number: int) -> None:
    """The call was never answered: it counts for nothing."""
    Call.delete().where(Call.id == number).execute()


@dataclass(frozen=True, slots=True)
class Spent:
    """What background calls took: how many, their known cost, and a model whose price is not known, "" for none."""

    calls: int
    cost: float
    unpriced: str


def spent_since(start: datetime) -> Spent:
    """A call under way costs nothing yet, one that was broken off is not known to have cost anything."""
    background = Call.select().where(Call.created_at >= start, Call.purpose.not_in(FOREGROUND))
    cost = background.select(fn.SUM(Call.cost)).scalar() or 0.0
    counted = background.where(Call.cost.is_null(), Call.prompt_tokens > 0).order_by(Call.id.desc()).first()
    return Spent(background.count(), float(cost), "" if counted is None else counted.model)


def listing(*, limit: int = 50) -> list[types.Activity]:
    """Runs, newest first."""
    return [_record(row) for row in Activity.select().order_by(Activity.id.desc()).limit(limit)]


def _record(row: Activity) -> types.Activity:
    place = None if row.conversation is None else ids.show("conversation", row.conversation)
    usage = Usage(row.prompt_tokens, row.completion_tokens, row.cost)
    return types.Activity(
        row.created_at,
        row.purpose,
        row.outcome,
        row.detail,
        row.model,
        None if usage == Usage() else usage,
        row.ms,
        place,
        tuple(row.learned),
        row.dropped,
        str(row.id),
    )
