"""What runs of learning did, by numbers alone: noted with each run, read with the texts as they are now.

Runs inside the store. An image is what a verdict may change of a fact: who ended it, when, and whether it counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from peewee import SQL

from memory import types
from memory.store import facts, ids, inbox, meta
from memory.store.connection import raw
from memory.store.fields import from_millis
from memory.store.inbox import REJECTED
from memory.store.statements import one
from memory.store.tables import Activity, Conversation, Episode, Fact, LearntItem
from memory.store.tombstones import GONE
from memory.types import Action, Kind, News, Record, Verdict

COLUMNS = ("state", "valid_from", "valid_to", "end_known_at", "superseded_by", "pinned")
_LOOKED = "learnt_looked"
_LAID_ASIDE = (Action.INBOX, Action.QUARANTINED)

Image = dict[str, Any]
Images = dict[str, Image]
"""By the number of the fact, as JSON has its keys."""


@dataclass(frozen=True, slots=True)
class Noted:
    """One thing a run did, not stored yet; see `LearntItem`."""

    action: Action
    fact: int
    messages: tuple[int, ...]
    replaced: int | None = None
    left: Images = field(default_factory=dict)
    undone: Images = field(default_factory=dict)


def images(numbers: Iterable[int | str]) -> Images:
    """Those of the facts that exist, as they are now."""
    wanted = list(map(int, numbers))
    sql = f"SELECT id, {', '.join(COLUMNS)} FROM fact WHERE id IN ({', '.join('?' * len(wanted))})"
    return {str(number): dict(zip(COLUMNS, row, strict=True)) for number, *row in raw().execute(sql, wanted)}


def made(action: Action, fact: int, messages: Sequence[int], before: Mapping[str, Image]) -> Noted:
    """A fact that has just come; `before` are those it may have touched, as they were."""
    after = images([fact, *before])
    touched = {number: image for number, image in before.items() if after[number] != image}
    ended = next((int(number) for number in touched if after[number]["superseded_by"] == fact), None)
    if ended is None and action in (Action.CHANGED, Action.CORRECTED):
        action = Action.LEARNT
    left = {number: after[number] for number in (*touched, str(fact))}
    return Noted(action, fact, tuple(messages), ended, left, {**touched, str(fact): without(after[str(fact)])})


def without(image: Image) -> Image:
    """The image of a fact that is taken back: it counts no more and stands in no line of facts."""
    return {**lasting(image), "state": REJECTED, "pinned": 0}


def lasting(image: Image) -> Image:
    """The image of a fact that nothing ended."""
    return {**image, "valid_to": None, "end_known_at": None, "superseded_by": None}


def confirmed(fact: int, messages: Sequence[int], before: datetime, after: datetime) -> Noted:
    """A fact that new turns say too; the times are those of its last confirmation."""
    left, undone = ({str(fact): {"updated_at": Fact.updated_at.db_value(at)}} for at in (after, before))
    return Noted(Action.CONFIRMED, fact, tuple(messages), None, left, undone)


def note(run: int, items: Iterable[Noted]) -> None:
    for item in items:
        LearntItem.create(
            activity=run,
            action=item.action,
            fact=item.fact,
            replaced=item.replaced,
            messages=list(item.messages),
            left=item.left,
            undone=item.undone,
        )


def withdrawn(fact: int) -> set[int]:
    """The turns whose confirmation of the fact the user took back."""
    undone = LearntItem.select(LearntItem.messages).where(
        LearntItem.fact == fact, LearntItem.action == Action.CONFIRMED, LearntItem.verdict == Verdict.UNDONE
    )
    return {message for row in undone for message in row.messages}


# What is told of it


def news(run: int | None = None) -> News:
    """What a run did, or all since the user last looked; what they judged already is none."""
    undecided = Fact.select(Fact.id).where(inbox.undecided())
    rows = LearntItem.select(LearntItem.action).where(
        LearntItem.verdict == Verdict.NONE, LearntItem.action.not_in(_LAID_ASIDE) | LearntItem.fact.in_(undecided)
    )
    rows = rows.where(LearntItem.activity > looked_to() if run is None else LearntItem.activity == run)
    counts = Counter(row.action for row in rows)
    return News(
        learnt=counts[Action.LEARNT],
        changed=counts[Action.CHANGED] + counts[Action.CORRECTED],
        confirmed=counts[Action.CONFIRMED],
        waiting=sum(counts[action] for action in _LAID_ASIDE),
    )


def looked_to() -> int:
    """The last run the user has looked at."""
    return int(meta.get(_LOOKED) or 0)


def looked(run: int | None = None) -> None:
    """The user has seen all runs up to this one, or up to the newest."""
    newest = run if run is not None else int((one("SELECT max(id) FROM activity") or (0,))[0] or 0)
    meta.put(_LOOKED, str(max(newest, looked_to())))


def of_fact(number: int) -> LearntItem | None:
    """The newest item about a fact: how it came, or where that is not known when it was confirmed."""
    items = list(LearntItem.select().where(LearntItem.fact == number).order_by(LearntItem.id.desc()))
    return next((item for item in items if item.action != Action.CONFIRMED), items[0] if items else None)


def runs(limit: int, conversation: int | None = None) -> list[types.LearntRun]:
    """The runs that did something or left something out, newest first."""
    some = LearntItem.select(LearntItem.activity)
    query = Activity.select().where(Activity.id.in_(some) | SQL("dropped != '{}'"))
    if conversation is not None:
        query = query.where(Activity.conversation == conversation)
    found = list(query.order_by(Activity.id.desc()).limit(limit))
    items = LearntItem.select().where(LearntItem.activity.in_([run.id for run in found])).order_by(LearntItem.id)
    by_run: dict[int, list[types.LearntItem]] = {}
    for row, item in zip(items, _items(list(items)), strict=True):
        by_run.setdefault(row.activity_id, []).append(item)
    seen_to, titles = looked_to(), _titles(run.conversation for run in found)
    return [_run(run, by_run.get(run.id, []), titles, seen_to) for run in found]


def item(row: LearntItem) -> types.LearntItem:
    return _items([row])[0]


def _run(row: Activity, items: Sequence[types.LearntItem], titles: Mapping[int, str], seen_to: int) -> types.LearntRun:
    episode = Episode.get_or_none(Episode.session == row.session) if row.session is not None else None
    place = row.conversation if row.conversation in titles else None
    return types.LearntRun(
        id=str(row.id),
        at=row.created_at,
        outcome=row.outcome,
        items=tuple(items),
        dropped=row.dropped,
        conversation=None if place is None else ids.show("conversation", place),
        title="" if place is None else titles[place],
        model=row.model,
        episode=ids.show(Kind.EPISODE, episode.id) if episode is not None else None,
        fresh=row.id > seen_to,
    )


def _titles(numbers: Iterable[int | None]) -> dict[int, str]:
    """The titles of those conversations that can be opened."""
    rows = Conversation.select(Conversation.id, Conversation.title).where(
        Conversation.id.in_({number for number in numbers if number is not None}), Conversation.deleted_at.is_null()
    )
    return {row.id: row.title for row in rows}


def _items(rows: Sequence[LearntItem]) -> list[types.LearntItem]:
    wanted = {row.fact_id for row in rows} | {row.replaced_id for row in rows if row.replaced_id is not None}
    found = list(Fact.select().where(Fact.id.in_(wanted)))
    known = dict(zip((row.id for row in found), facts.records(found), strict=True))
    versions = {row.id: row.version for row in found}
    turns = _turns({message for row in rows for message in row.messages})
    return [_item(row, known, versions[row.fact_id], turns) for row in rows]


_Turn = tuple[int, int, str, datetime]
"""Of a turn that is still there: its number, its conversation, that one's title, and when it was said."""


def _item(row: LearntItem, known: Mapping[int, Record], version: int, turns: Mapping[int, _Turn]) -> types.LearntItem:
    turn = next((turns[message] for message in row.messages if message in turns), None)
    return types.LearntItem(
        id=str(row.id),
        action=Action(row.action),
        record=known[row.fact_id],
        version=version,
        replaced=known.get(row.replaced_id) if row.replaced_id is not None else None,
        verdict=Verdict(row.verdict),
        message=ids.show("message", turn[0]) if turn else None,
        conversation=ids.show("conversation", turn[1]) if turn else None,
        title=turn[2] if turn else "",
        said_at=turn[3] if turn else None,
    )


def _turns(numbers: Collection[int]) -> dict[int, _Turn]:
    """Those of the turns that can be shown: neither forgotten nor in a deleted conversation."""
    marks = ", ".join("?" * len(numbers))
    sql = (
        "SELECT m.id, c.id, c.title, m.created_at FROM message m JOIN conversation c ON c.id = m.conversation_id"
        f" WHERE m.id IN ({marks}) AND c.deleted_at IS NULL"
        " AND NOT EXISTS (SELECT 1 FROM part p WHERE p.message_id = m.id AND p.text = ?)"
    )
    rows = raw().execute(sql, [*numbers, GONE])
    return {number: (number, place, title, from_millis(at)) for number, place, title, at in rows}
