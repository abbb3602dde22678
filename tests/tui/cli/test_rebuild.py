"""harken memory rebuild, as typed, and how it tells how far it is."""

from __future__ import annotations

import io
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.tui.cli.calling import Call
from tui.cli import progress
from tui.cli.progress import Progress, bar

KEYS = {"documents", "mended", "strays", "unsound", "embedded", "waiting_vectors", "index", "trouble", "full_text"}


def test_what_was_lost_is_found_again(harken: Call, home: Path) -> None:
    harken("memory", "remember", "Ana likes tea")
    database = home / "profiles" / "default" / "memory.sqlite"
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("DELETE FROM document")
    assert harken("memory", "search", "tea", "--json").json == []
    printed = harken("memory", "rebuild", "--json")
    assert (printed.code, printed.err, set(printed.json)) == (0, "", KEYS)
    assert (printed.json["documents"], printed.json["mended"], printed.json["index"]) == (1, 1, "words")
    assert len(harken("memory", "search", "tea", "--json").json) == 1
    again = harken("memory", "rebuild")
    assert (again.code, again.err) == (0, "")
    assert again.out.splitlines()[1:] == ["Nothing was wrong", "search: by words alone"]


DAMAGE = {
    "DROP TABLE document_words": "missing",
    "DROP TABLE document_words_data": "damaged",
    "DROP TABLE document_words_idx": "damaged",
    "DELETE FROM document_words_config": "damaged",
    "DELETE FROM document_words_data WHERE id > 10": "damaged",
    "DELETE FROM document_words_docsize": "damaged",
    "UPDATE document_words_data SET block = x'00'": "damaged",
    "DROP TRIGGER document_update": "not kept up to date",
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_broken_full_text_index_is_named_and_made_again(harken: Call, home: Path, damage: str) -> None:
    harken("memory", "remember", "Ana likes tea")
    database = home / "profiles" / "default" / "memory.sqlite"
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(damage)
    named = f"The full-text index is {DAMAGE[damage]}"
    looked = harken("doctor")
    assert (looked.code, looked.err) == (1, "")
    assert named in looked.out
    assert "harken memory rebuild" in looked.out
    made = harken("memory", "rebuild")
    assert (made.code, made.err) == (0, "")
    assert made.out.splitlines()[1] == f"Put right: the full-text index, which was {DAMAGE[damage]}"
    assert len(harken("memory", "search", "tea", "--json").json) == 1
    harken("memory", "remember", "Ben likes coffee")
    assert len(harken("memory", "search", "coffee", "--json").json) == 1
    assert named not in harken("doctor").out
    assert harken("memory", "rebuild").out.splitlines()[1] == "Nothing was wrong"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_on_a_terminal_it_is_a_bar_that_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter(range(100))
    monkeypatch.setattr(progress, "monotonic", lambda: 2.0 * next(times))
    monkeypatch.setattr(sys, "stderr", screen := Terminal())
    with Progress("rebuild", in_a_file=False) as shown:
        shown.told(0.5)
    assert f"rebuild {bar(0.5)}" in screen.getvalue()
    assert screen.getvalue().endswith("\r\x1b[K")


@pytest.mark.parametrize("in_a_file", [True, False])
def test_elsewhere_it_is_a_line_now_and_then_or_nothing(monkeypatch: pytest.MonkeyPatch, in_a_file: bool) -> None:
    times = iter(range(100))
    monkeypatch.setattr(progress, "monotonic", lambda: 20.0 * next(times))
    monkeypatch.setattr(sys, "stderr", written := io.StringIO())
    with Progress("export", in_a_file=in_a_file) as shown:
        shown.told(0.25)
    assert written.getvalue() == ("harken: export 25%\n" if in_a_file else "")


def test_a_bar_is_full_at_the_end_and_stays_within_its_bounds() -> None:
    assert "░" not in bar(1.0)
    assert "█" not in bar(-1.0)
    assert len({len(bar(share / 10)) for share in range(-5, 20)}) == 1
