"""Documents are found by the date they were made on, and by who speaks in them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from memory.text import heads

_KIND = "\ue000"


def up(migrator: Any, db: Any) -> None:
    rows = db.execute_sql('SELECT "text", "created_at", "grams", "id" FROM "document"').fetchall()
    for text, at, grams, number in rows:
        words = grams.split(" ")
        kinds = [word for word in words if word.startswith(_KIND)]
        marked = [*kinds, heads.tokens(text, datetime.fromtimestamp(at / 1000, UTC)), *words[len(kinds) :]]
        db.execute_sql('UPDATE "document" SET "grams" = ? WHERE "id" = ?', (" ".join(marked), number))
