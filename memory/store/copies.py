"""The texts in a copy of a database, whatever schema it has."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path


def texts(path: Path) -> Iterator[str]:
    """Every text of every row, lists without JSON's escapes. Of a file that is no whole database: its bytes as text."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as copy:
            copy.text_factory = lambda data: data.decode("utf-8", "replace")
            for (table,) in copy.execute("SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE TABLE%'").fetchall():
                for row in copy.execute(f'SELECT * FROM "{table}"'):
                    yield from (plain(value) for value in row if isinstance(value, str))
    except sqlite3.DatabaseError:
        yield plain(path.read_text(encoding="utf-8", errors="replace"))


def plain(text: str) -> str:
    """`text` with JSON's escapes resolved."""
    if "\\u" not in text:
        return text
    return text.encode("ascii", "backslashreplace").decode("unicode_escape", "replace")
