"""The rows of receipts: written before anything is erased, and carried on step by step, so that a kill tells no lie."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from memory.store import clearing
from memory.store.connection import raw
from memory.store.tables import Receipt

BEGUN, PENDING, DONE, BROKEN_OFF = "begun", "pending", "done", "broken off"
LETTER = "g"
_ID = re.compile(rf"{LETTER}(\d{{1,18}})", re.IGNORECASE)


def show(number: int) -> str:
    return f"{LETTER}{number}"


def parse(text: str) -> int | None:
    """The number of a receipt's id, None where `text` is none."""
    match = _ID.fullmatch(text.strip())
    return int(match[1]) if match else None


def begin(at: datetime, **what: Any) -> int:
    """A receipt of what is going to be erased."""
    return int(Receipt.create(state=BEGUN, created_at=at, **what).id)


def erased(number: int) -> None:
    """In the transaction that erases: from here on the text is gone, though old bytes may still be there."""
    Receipt.update(state=PENDING).where(Receipt.id == number).execute()


def counted(number: int, after: Mapping[str, int], finished: datetime | None) -> None:
    """What a look afterwards found; `finished` None leaves it pending."""
    state = PENDING if finished is None else DONE
    Receipt.update(after=dict(after), finished_at=finished, state=state).where(Receipt.id == number).execute()


def left_in(number: int, files: Sequence[str]) -> None:
    """These files of the user still say it."""
    Receipt.update(left=list(files)).where(Receipt.id == number).execute()


def broken_off(numbers: Sequence[int]) -> None:
    Receipt.update(state=BROKEN_OFF).where(Receipt.id.in_(list(numbers)), Receipt.state == BEGUN).execute()


def last_erased() -> tuple[int, int]:
    """Differs after each forget that has erased something, and each time the profile was cleared."""
    row = Receipt.select(Receipt.id).where(Receipt.state.in_((PENDING, DONE))).order_by(Receipt.id.desc()).first()
    return (int(row.id) if row is not None else 0), clearing.times()


def in_state(state: str) -> list[Receipt]:
    return list(Receipt.select().where(Receipt.state == state).order_by(Receipt.id))


def listing() -> list[Receipt]:
    """The newest first."""
    return list(Receipt.select().order_by(Receipt.id.desc()))


def get(number: int) -> Receipt | None:
    found: Receipt | None = Receipt.get_or_none(Receipt.id == number)
    return found


def of(memory_id: str) -> Receipt | None:
    """The newest receipt of something with this id."""
    row = raw().execute(
        "SELECT r.id FROM receipt r, json_each(r.targets) t WHERE t.value = ? ORDER BY r.id DESC LIMIT 1", (memory_id,)
    )
    found = row.fetchone()
    return get(found[0]) if found else None
