"""The user's word on replies and on what memory gave to them, and what it says of the gate. Runs inside the store.

A turn that got memory and was useful says that the gate may open sooner; one where memory was wrong or stale, or where
the answer without memory was the useful one, that it should open later. Nothing of that is stored: it is counted anew
from the words that stand, so that a word taken back counts no more.
"""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime

from memory import types
from memory.store import ids
from memory.store.connection import raw
from memory.store.statements import run
from memory.store.tables import Judgement
from memory.types import Kind, Leaning, Worth

STEP = 0.02
"""What one turn moves the gate by, as a chance that memory is needed."""
MOST = 0.1
"""How far the gate moves at most, either way."""
NEWEST = 200
_WHOLE = ("", 0)
_NEWEST = "SELECT turn, worth, remembered, compared FROM judgement WHERE id > 0 ORDER BY id DESC LIMIT ?"


def judge(reply: int, turn: int, memory: str, worth: Worth, at: datetime, *, remembered: bool, compared: bool) -> None:
    """Notes the user's word on a reply, or on a `memory` it got; the last word counts."""
    kind, item = _place(memory)
    take_back(reply, memory)
    Judgement.create(
        reply=reply,
        turn=turn,
        kind=kind,
        item=item,
        worth=worth,
        remembered=remembered,
        compared=compared,
        created_at=at,
    )


def take_back(reply: int, memory: str) -> bool:
    """Whether there was a word."""
    kind, item = _place(memory)
    wanted = (Judgement.reply == reply) & (Judgement.kind == kind) & (Judgement.item == item)
    return bool(Judgement.delete().where(wanted).execute())


def take_all_back() -> None:
    run("DELETE FROM judgement")


def listing(turn: int | None = None, limit: int = NEWEST) -> list[types.Judgement]:
    """Of one turn or of all, newest first."""
    rows = Judgement.select().order_by(Judgement.id.desc()).limit(limit)
    return [_record(row) for row in (rows if turn is None else rows.where(Judgement.turn == turn))]


def leaning() -> Leaning:
    """How far the newest words move the gate; each turn counts once."""
    turns: dict[int, int] = defaultdict(int)
    for turn, worth, remembered, compared in raw().execute(_NEWEST, (NEWEST,)):
        turns[turn] += _against(worth == Worth.USEFUL, remembered=bool(remembered), compared=bool(compared))
    against, favour = sum(said > 0 for said in turns.values()), sum(said < 0 for said in turns.values())
    return Leaning(max(-MOST, min(MOST, round(STEP * (against - favour), 2))), against, favour)


def _against(useful: bool, *, remembered: bool, compared: bool) -> int:
    """1 where the word speaks against memory, -1 for it. An answer without any tells of it only beside another."""
    if remembered:
        return -1 if useful else 1
    return (1 if useful else -1) if compared else 0


def _place(memory: str) -> tuple[str, int]:
    if not memory:
        return _WHOLE
    found = ids.parse(memory)
    if found is None:
        raise ValueError(f"{memory} is no id")
    return found


def _record(row: Judgement) -> types.Judgement:
    memory = ids.show(Kind.TURN if row.kind == "message" else row.kind, row.item) if row.kind else ""
    return types.Judgement(
        ids.show("message", row.reply_id), ids.show("message", row.turn), memory, Worth(row.worth), row.created_at
    )
