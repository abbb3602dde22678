"""The mirror of `identity.md` in the database, and the text that stands in the system prompt of every turn."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from memory.errors import NotFound
from memory.store import documents, ids
from memory.store.statements import Insert
from memory.store.tables import Identity
from memory.text.normal import clean
from memory.text.tokens import Estimate
from memory.types import IdentityLine, Kind, Record

_COUNTER = Estimate()
_INSERT = Insert(Identity)


def sync(lines: Sequence[str], at: datetime) -> bool:
    """Makes the mirror follow the file; True when something changed. Runs in a write transaction.

    An unchanged line keeps its id wherever it moves, and a line edited in its place keeps it too.
    """
    rows = list(Identity.select().order_by(Identity.position))
    known = {row.content: row for row in rows}
    wanted = set(lines)
    gone = {row.position: row for row in rows if row.content not in wanted}
    changed = False
    for position, line in enumerate(lines):
        row = known.get(line) or gone.pop(position, None)
        if row is None:
            number = _INSERT(content=line, position=position, created_at=at)
            documents.add(Kind.IDENTITY, number, documents.searchable(line), conversation=None, created_at=at)
        elif (row.content, row.position) == (line, position):
            continue
        else:
            Identity.update(content=line, position=position).where(Identity.id == row.id).execute()
            if row.content != line:
                documents.put(Kind.IDENTITY, row.id, line, conversation=None, created_at=row.created_at)
        changed = True
    numbers = [row.id for row in gone.values()]
    documents.drop(Kind.IDENTITY, numbers)
    Identity.delete().where(Identity.id.in_(numbers)).execute()
    return changed or bool(numbers)


def lines() -> tuple[IdentityLine, ...]:
    """The overrides in the order of the file."""
    return tuple(IdentityLine(ids.show(Kind.IDENTITY, row.id), row.content) for row in _ordered())


def get(number: int) -> Identity:
    row = Identity.get_or_none(Identity.id == number)
    if row is None:
        raise NotFound(f"There is no identity line {ids.show(Kind.IDENTITY, number)}")
    return row


def record(row: Identity) -> Record:
    return Record(
        id=ids.show(Kind.IDENTITY, row.id),
        kind=Kind.IDENTITY,
        text=row.content,
        origin="user",
        created_at=row.created_at,
    )


def listing() -> list[Record]:
    return [record(row) for row in _ordered()]


def _ordered() -> list[Identity]:
    return list(Identity.select().order_by(Identity.position))


def cost(text: str) -> int:
    """The tokens of one line of the standing text."""
    return _COUNTER.count(_bullet(text)) + 1


def standing_text(identity: Sequence[IdentityLine], pinned: Sequence[Record], soul: str) -> str:
    """Soul, overrides and pinned facts as one text, whole, the same bytes for the same content."""
    sections = [
        ("How the user wants you to work:", clean(soul).strip()),
        (
            "What the user has told you about themself, in their own words:",
            "\n".join(_bullet(line.text) for line in identity),
        ),
        ("What the user wants you to keep in mind:", "\n".join(_bullet(fact.text) for fact in pinned)),
    ]
    return "\n\n".join(f"{head}\n{body}" for head, body in sections if body)


def _bullet(text: str) -> str:
    return f"- {' '.join(clean(text).split())}"
