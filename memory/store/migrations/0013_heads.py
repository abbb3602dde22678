"""Documents are found by the date they were made on."""

from __future__ import annotations

from typing import Any

_PARTS = (("y", "%Y"), ("m", "%m"), ("d", "%d"))


def up(migrator: Any, db: Any) -> None:
    day = "\"created_at\" / 1000, 'unixepoch'"
    tokens = " || ".join(f"' \ue001{name}' || CAST(strftime('{part}', {day}) AS INTEGER)" for name, part in _PARTS)
    db.execute_sql(f'UPDATE "document" SET "grams" = "grams" || {tokens}')
