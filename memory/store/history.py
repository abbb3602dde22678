"""How facts follow each other in time: half-open intervals, one statement true at a time.

A chain is a line of facts of one partition that ended each other (`superseded_by`). News is put where its time
belongs: after the newest fact, or, when it comes late, between two older ones. What is true today changes only through
news of today.
"""

from __future__ import annotations

from datetime import datetime

from memory.store import documents, facts
from memory.store.tables import Fact
from memory.types import Kind


def supersede(old: int, new: int, at: datetime, learnt: datetime) -> None:
    """From `at` on `new` is true instead of `old` and its chain, until the next fact of the chain.

    `new` is a fact of its own that stands in no chain yet. At the very time of an older fact it corrects that one.
    `learnt` is when harken learnt it.
    """
    line = [fact for fact in chain(old) if not _empty(fact)]
    earlier = [fact for fact in line if fact.valid_from is None or fact.valid_from <= at]
    later = [fact for fact in line if fact.valid_from is not None and fact.valid_from > at]
    following = later[0] if later else None
    _set(
        new,
        valid_from=at,
        valid_to=following and following.valid_from,
        superseded_by=following and following.id,
        end_known_at=following and learnt,
        pinned=following is None and facts.get(old).pinned,
    )
    if earlier:
        _end(earlier[-1], new, at, learnt)


def correct(old: int, new: int, learnt: datetime) -> None:
    """`old` was never true: `new` takes its whole interval, and `old` is found no more."""
    wrong = facts.get(old)
    start = wrong.valid_from or wrong.created_at
    _set(
        new,
        valid_from=wrong.valid_from,
        valid_to=wrong.valid_to,
        end_known_at=wrong.end_known_at,
        superseded_by=wrong.superseded_by,
        pinned=wrong.pinned and wrong.valid_to is None,
    )
    Fact.update(superseded_by=new).where(Fact.superseded_by == old, Fact.id != new).execute()
    _set(
        old,
        valid_from=start,
        valid_to=start,
        end_known_at=wrong.end_known_at or learnt,
        superseded_by=new,
        pinned=False,
    )
    documents.drop(Kind.FACT, [old, new] if _empty(wrong) else [old])


def end(number: int, at: datetime, learnt: datetime) -> None:
    """The fact stopped being true and nothing took its place."""
    _set(number, valid_to=at, end_known_at=learnt, pinned=False)


def never(wrong: int, right: int, learnt: datetime) -> None:
    """`wrong` holds at no time, `right` says why; it is found no more and stays as history."""
    row = facts.get(wrong)
    start = row.valid_from or row.created_at
    _set(wrong, valid_from=start, valid_to=start, end_known_at=learnt, superseded_by=right, pinned=False)
    documents.drop(Kind.FACT, [wrong])


def until(old: int, new: int, learnt: datetime) -> None:
    """Of two facts that hold, `old` was true until `new` began; one that began later was never true."""
    begun, ended = facts.get(new), facts.get(old)
    at = begun.valid_from or begun.created_at
    _end(ended, new, max(at, ended.valid_from or at), learnt)


def _end(fact: Fact, new: int, at: datetime, learnt: datetime) -> None:
    ends = at if fact.valid_to is None else min(fact.valid_to, at)
    _set(fact.id, valid_to=ends, end_known_at=fact.end_known_at or learnt, superseded_by=new, pinned=False)
    if fact.valid_from is not None and ends <= fact.valid_from:
        documents.drop(Kind.FACT, [fact.id])


def chain(number: int) -> list[Fact]:
    """The fact, those it followed and those that followed it, by their times."""
    found: dict[int, Fact] = {}
    ahead: int | None = number
    while ahead is not None and ahead not in found:
        row = Fact.get_or_none(Fact.id == ahead)
        if row is None:
            break
        found[ahead], ahead = row, row.superseded_by
    behind = list(found)
    while behind:
        query = Fact.select().where(Fact.superseded_by.in_(behind), Fact.id.not_in(list(found)))
        before = {row.id: row for row in query}
        found |= before
        behind = list(before)
    return sorted(found.values(), key=_start)


def _start(fact: Fact) -> tuple[bool, float, int]:
    return (fact.valid_from is not None, fact.valid_from.timestamp() if fact.valid_from else 0.0, fact.id)


def _empty(fact: Fact) -> bool:
    return fact.valid_from is not None and fact.valid_to is not None and fact.valid_to <= fact.valid_from


def _set(number: int, **values: object) -> None:
    Fact.update(**values).where(Fact.id == number).execute()
