"""The mirror of `identity.md` in the database, and the text that stands in the system prompt of every turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from memory.errors import NotFound
from memory.ports import TokenCounter
from memory.store import documents, ids
from memory.store.statements import Insert
from memory.store.tables import Identity
from memory.text.normal import clean
from memory.text.tokens import Estimate
from memory.types import IdentityLine, Kind, Record

BOUND_TOKENS = 800
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


@dataclass(frozen=True, slots=True)
class StandingText:
    """`text` for the system prompt; `left_out` are the ids of what did not fit into the bound."""

    text: str
    left_out: tuple[str, ...] = ()


def standing_text(
    identity: Sequence[IdentityLine],
    pinned: Sequence[Record],
    soul: str,
    *,
    bound_tokens: int = BOUND_TOKENS,
    counter: TokenCounter = _COUNTER,
) -> StandingText:
    """Soul, overrides and pinned facts as one text, the same bytes for the same content.

    Overrides and pinned facts share `bound_tokens`, overrides first; what does not fit is named, never cut in half.
    """
    left = bound_tokens
    fitting: dict[str, list[str]] = {"identity": [], "pinned": []}
    left_out = []
    for place, memory_id, text in [
        *(("identity", line.id, line.text) for line in identity),
        *(("pinned", record.id, record.text) for record in pinned),
    ]:
        bullet = f"- {' '.join(clean(text).split())}"
        tokens = counter.count(bullet) + 1
        if tokens > left:
            left_out.append(memory_id)
            continue
        left -= tokens
        fitting[place].append(bullet)
    sections = [
        ("How the user wants you to work:", clean(soul).strip()),
        ("What the user has told you about themself, in their own words:", "\n".join(fitting["identity"])),
        ("What the user wants you to keep in mind:", "\n".join(fitting["pinned"])),
    ]
    return StandingText("\n\n".join(f"{head}\n{body}" for head, body in sections if body), tuple(left_out))
