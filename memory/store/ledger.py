"""What each turn got from memory. The structure is kept for ever, the texts until what they quote is forgotten."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from memory.store import ids, partitions, records
from memory.store.fields import to_millis
from memory.store.tables import Injection as InjectionRow
from memory.store.tables import InjectionItem, Message
from memory.store.tombstones import GONE
from memory.types import GateDecision, Injection, Item, Kind, Leg, Mode, Role, Section


def write(injection: Injection, *, message: int, conversation: int | None) -> int:
    """Books `injection` for the user message `message`; a regenerated turn replaces its entry. Returns the row."""
    if injection.at is None:
        raise ValueError("an injection is booked with its time")
    InjectionRow.delete().where(InjectionRow.message == message).execute()
    row = InjectionRow.create(
        message=message,
        conversation=conversation,
        mode=str(injection.mode),
        section=str(injection.gate.section),
        rule=injection.gate.rule,
        query=injection.query,
        block=injection.block,
        tokens=injection.tokens,
        ms=injection.ms,
        legs=[[leg.name, leg.finished, leg.ms, leg.note] for leg in injection.legs],
        standing=list(injection.standing),
        forgotten=injection.forgotten,
        created_at=to_millis(injection.at),
    )
    listed = [*((item, True) for item in injection.items), *((item, False) for item in injection.cut)]
    for rank, (item, injected) in enumerate(listed):
        InjectionItem.create(injection=row, rank=rank, injected=injected, **_columns(item))
    return int(row.id)


def without_forgotten(injection: Injection) -> Injection:
    """`injection` without the texts of what was forgotten between the recall and now."""
    named = (*injection.items, *injection.cut)
    keys = {item.id: (str(item.kind), ids.number(item.id, _row_kind(item.kind))) for item in named}
    there = records.lookup(keys.values())
    gone = {item for item, key in keys.items() if key not in there or there[key].text == GONE}
    if not gone:
        return injection
    items, cut = (
        tuple(replace(item, text="", reason="") if item.id in gone else item for item in some)
        for some in (injection.items, injection.cut)
    )
    return replace(injection, items=items, cut=cut, block="", forgotten=True)


def read(message: int | None = None) -> Injection | None:
    """The entry of the turn of user message `message`, None: the newest turn's. None where there is none."""
    rows = InjectionRow.select().order_by(InjectionRow.created_at.desc(), InjectionRow.id.desc())
    row = rows.first() if message is None else rows.where(InjectionRow.message == message).first()
    return None if row is None else _injection(row)


def of_turn(message: int) -> Injection | None:
    """The entry of the turn that `message` belongs to: the user's message itself, or the reply to it."""
    if (entry := read(message)) is not None:
        return entry
    row = Message.get_or_none(Message.id == message)
    return None if row is None or row.parent is None or row.role != Role.ASSISTANT else read(row.parent)


class Given(NamedTuple):
    """A memory that a turn got, as it was shown."""

    kind: str
    item: int
    text: str


def given(message: int) -> list[Given]:
    """What the turn of user message `message` got."""
    rows = InjectionItem.select().join(InjectionRow).where(InjectionRow.message == message, InjectionItem.injected == 1)
    return [Given(row.kind, row.item, row.text) for row in rows]


def blocks(conversation: int, limit: int) -> list[str]:
    """What memory put in front of the messages of this conversation, newest first, for the distiller to strip."""
    rows = InjectionRow.select(InjectionRow.block).where(
        InjectionRow.conversation == conversation, InjectionRow.block != ""
    )
    return [row.block for row in rows.order_by(InjectionRow.id.desc()).limit(limit)]


def _columns(item: Item) -> dict[str, Any]:
    return {
        "kind": str(item.kind),
        "item": ids.number(item.id, _row_kind(item.kind)),
        "text": item.text,
        "score": item.score,
        "lexical": item.lexical,
        "dense": item.dense,
        "tokens": item.tokens,
        "happened_at": None if item.when is None else to_millis(item.when),
        "reason": item.reason,
        "partition": partitions.find(partitions.parse(item.partition)) or partitions.EVERYWHERE,
    }


def _row_kind(kind: Kind) -> str:
    return "message" if kind in (Kind.TURN, Kind.DRAWER) else str(kind)


def _injection(row: Any) -> Injection:
    rows = list(InjectionItem.select().where(InjectionItem.injection == row.id).order_by(InjectionItem.rank))
    names = partitions.named(entry.partition for entry in rows)
    return Injection(
        gate=GateDecision(Section(row.section), row.rule),
        items=tuple(_item(entry, str(names[entry.partition])) for entry in rows if entry.injected),
        cut=tuple(_item(entry, str(names[entry.partition])) for entry in rows if not entry.injected),
        block=row.block,
        tokens=row.tokens,
        ms=row.ms,
        legs=tuple(Leg(*entry) for entry in row.legs),
        mode=Mode(row.mode),
        standing=tuple(row.standing),
        message=ids.show("message", row.message),
        query=row.query,
        at=row.created_at,
        forgotten=row.forgotten,
    )


def _item(entry: Any, partition: str) -> Item:
    return Item(
        id=ids.show(entry.kind, entry.item),
        kind=Kind(entry.kind),
        text=entry.text,
        score=entry.score,
        tokens=entry.tokens,
        lexical=entry.lexical,
        dense=entry.dense,
        when=entry.happened_at,
        reason=entry.reason,
        partition=partition,
    )
