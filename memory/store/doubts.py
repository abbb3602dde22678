"""Pairs of facts that may say the same or contradict each other: who decides, and what was decided.

All functions run inside the store. A pair is named by its newer fact. Both facts hold and are recalled meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from memory import types
from memory.errors import BadInput, NotFound
from memory.store import current, facts, ids, merging
from memory.store.hits import chunked
from memory.store.statements import one
from memory.store.tables import Doubt
from memory.types import Kind

OPEN, BOTH, NEW, OLD, APART = "open", "both", "new", "old", "apart"
SAME, CONTRADICT = "same", "contradict"
CHOSEN = (BOTH, NEW, OLD)

Pair = frozenset[int]


def note(newer: int, older: int, kind: str, state: str, at: datetime) -> None:
    """Keeps the pair, unless something is known of it; what waited for the user may be settled by this."""
    first, second = max(newer, older), min(newer, older)
    Doubt.insert(newer=first, older=second, kind=kind, state=state, trail={}, created_at=at).on_conflict(
        conflict_target=[Doubt.newer, Doubt.older], update={Doubt.state: state}, where=Doubt.state == APART
    ).execute()


def known(numbers: Iterable[int]) -> frozenset[Pair]:
    """The pairs among these facts and others that need not be asked about."""
    return frozenset(
        frozenset((row.newer_id, row.older_id))
        for chunk in chunked(sorted(set(numbers)))
        for row in Doubt.select().where(Doubt.newer.in_(chunk) | Doubt.older.in_(chunk))
    )


def waiting(limit: int = 100) -> list[types.Doubt]:
    """The pairs that wait for the user, oldest first, one of each newer fact; the others of it follow.

    What a change has settled meanwhile waits no more.
    """
    pairs: dict[int, Doubt] = {}
    for row in Doubt.select().where(Doubt.state == OPEN).order_by(Doubt.id):
        if row.newer_id not in pairs and _both_hold(row):
            pairs[row.newer_id] = row
        if len(pairs) == limit:
            break
    return [_told(row) for row in pairs.values()]


def count() -> int:
    """How many of the pairs that wait `waiting` would show."""
    sql = (
        "SELECT count(DISTINCT d.newer_id) FROM doubt d"
        " JOIN fact n ON n.id = d.newer_id JOIN fact o ON o.id = d.older_id"
        " WHERE d.state = 'open' AND n.state = 'live' AND o.state = 'live'"
        " AND n.valid_to IS NULL AND o.valid_to IS NULL AND n.partition = o.partition"
    )
    row = one(sql)
    return 0 if row is None else int(row[0])


def beside(number: int) -> list[types.Doubt]:
    """The pairs of this fact in which both still hold: each in its place, or waiting for the user."""
    rows = Doubt.select().where((Doubt.newer == number) | (Doubt.older == number), Doubt.state.in_((OPEN, BOTH)))
    return [_told(row) for row in rows.order_by(Doubt.id) if _both_hold(row)]


def settle(number: int, choice: str, at: datetime) -> types.Doubt:
    """The user's word about the pair of the newer fact `number`: both, new or old. NotFound for what does not wait."""
    row = _first(number)
    trail = {} if choice == BOTH else _chosen(row, choice == NEW, at)
    Doubt.update(state=choice, trail=trail).where(Doubt.id == row.id).execute()
    return _told(Doubt.get_by_id(row.id))


def both_hold(newer: int, older: int) -> bool:
    """Both facts count, and belong to the same partition."""
    found = current.of((newer, older))
    return len(found) == 2 and len({row.partition for row in found}) == 1


def _both_hold(row: Doubt) -> bool:
    return both_hold(row.newer_id, row.older_id)


def _chosen(row: Doubt, newer: bool, at: datetime) -> merging.Trail:
    kept, ended = (row.newer_id, row.older_id) if newer else (row.older_id, row.newer_id)
    if row.kind == SAME:
        trail = merging.merge(ended, kept, at)
    else:
        trail = merging.follow(ended, kept, at) if newer else merging.refute(ended, kept, at)
    merging.judged(trail)
    return trail


def reopen(number: int) -> types.Doubt:
    """Takes the user's last word about the pairs of `number` back; they are asked again. NotFound, BadInput."""
    row = _last(number)
    if row.trail:
        if why := merging.standing(row.trail):
            raise BadInput(f"That can't be taken back: {why}", hint=_HINT)
        merging.unmake(row.trail)
    Doubt.update(state=OPEN, trail={}).where(Doubt.id == row.id).execute()
    return _told(Doubt.get_by_id(row.id))


def ask_anew(kept: int) -> None:
    """The user takes `kept` back: what never was true beside it, by their word, holds again, and the pair is open."""
    for row in Doubt.select().where(Doubt.older == kept, Doubt.kind == CONTRADICT, Doubt.state == OLD):
        if not merging.standing(row.trail):
            merging.unmake(row.trail)
            Doubt.update(state=OPEN, trail={}).where(Doubt.id == row.id).execute()


def pass_on(old: int, new: int, at: datetime) -> None:
    """`new` takes the place of `old`, with what the user is still asked about it. Both still hold."""
    for row in Doubt.select().where((Doubt.newer == old) | (Doubt.older == old), Doubt.state == OPEN):
        if _both_hold(row):
            note(new, row.older_id if row.newer_id == old else row.newer_id, row.kind, OPEN, at)


_HINT = "/inbox, or harken memory inbox, shows what waits"


def _first(number: int) -> Doubt:
    """The first pair of the newer fact that waits."""
    rows = Doubt.select().where(Doubt.newer == number, Doubt.state == OPEN).order_by(Doubt.id)
    row = next((row for row in rows if _both_hold(row)), None)
    if row is None:
        raise NotFound(f"{ids.show(Kind.FACT, number)} waits beside no other fact", hint=_HINT)
    return row


def _last(number: int) -> Doubt:
    """The pair of the newer fact that the user decided last."""
    rows = Doubt.select().where(Doubt.newer == number, Doubt.state.in_(CHOSEN)).order_by(Doubt.id.desc())
    row: Doubt | None = rows.first()
    if row is None:
        raise NotFound(f"Nothing was decided about {ids.show(Kind.FACT, number)}", hint=_HINT)
    return row


def _told(row: Doubt) -> types.Doubt:
    newer, older = facts.records([facts.get(row.newer_id), facts.get(row.older_id)])
    return types.Doubt(row.kind, newer, older, waits=row.state == OPEN)
