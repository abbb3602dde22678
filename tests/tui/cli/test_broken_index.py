"""A full-text index that is gone or damaged: nothing else is lost for it, and what mends it is named."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.scripted import ScriptedModel
from tests.tui.cli.calling import Call
from tests.tui.cli.test_rebuild import DAMAGE

MENDS = "harken memory rebuild"


@pytest.fixture(params=DAMAGE)
def broken(request: pytest.FixtureRequest, harken: Call, home: Path) -> None:
    harken("memory", "remember", "Ana likes tea")
    with closing(sqlite3.connect(home / "profiles" / "default" / "memory.sqlite")) as connection, connection:
        connection.execute(request.param)


def test_a_question_is_answered_and_what_fails_is_told(harken: Call, model: ScriptedModel, broken: None) -> None:
    printed = harken("ask", "What does Ana like?", "--json")
    assert (printed.code, printed.json["reply"]) == (0, "A heron is a bird.")
    words = next(leg for leg in printed.json["injection"]["legs"] if leg["name"] == "words")
    assert words["finished"] or MENDS in words["note"]
    assert MENDS in harken("doctor").out
    assert "What does Ana like?" in [one["text"] for one in harken("memory", "list", "--kind", "turn", "--json").json]


def test_a_fact_is_kept_and_found_again_once_it_is_mended(harken: Call, broken: None) -> None:
    kept = harken("memory", "remember", "Ben likes coffee")
    assert (kept.code, kept.err) == (0, "")
    found = harken("memory", "search", "coffee", "--json")
    assert found.code == 0 or MENDS in found.err
    assert harken("memory", "rebuild").code == 0
    assert [one["text"] for one in harken("memory", "search", "coffee", "--json").json] == ["Ben likes coffee"]


def test_what_is_forgotten_is_gone(harken: Call, home: Path, broken: None) -> None:
    assert harken("memory", "forget", "tea", "--yes").code == 0
    assert harken("memory", "list", "--json").json == []
    assert harken("memory", "rebuild").code == 0
    assert harken("memory", "audit", "--text", "tea").code == 0
    assert b"likes tea" not in (home / "profiles" / "default" / "memory.sqlite").read_bytes()


def test_what_is_imported_comes_in_once_and_is_counted_once(
    harken: Call, model: ScriptedModel, tmp_path: Path, broken: None
) -> None:
    file, other = str(tmp_path / "other.jsonl"), ("--profile", "other")
    harken("profile", "create", "other")
    harken("ask", "I like green tea", *other)
    harken("memory", "remember", "Cleo likes green tea", *other)
    harken("memory", "export", file, *other)
    brought = harken("memory", "import", file, "--json")
    if brought.code:
        assert (brought.out, MENDS in brought.err) == ("", True)
        brought = harken("memory", "import", file, "--json")
    assert (brought.code, brought.err) == (0, "")
    assert brought.json["added"] == {"conversation": 1, "message": 2, "fact": 1}
    assert harken("memory", "rebuild").code == 0
    found = harken("memory", "search", "green", "--json").json
    assert sorted(one["text"] for one in found) == ["Cleo likes green tea", "I like green tea"]


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_profile_whose_index_broke_while_it_was_empty_takes_facts_all_the_same(
    harken: Call, home: Path, damage: str
) -> None:
    harken("memory", "stats")
    with closing(sqlite3.connect(home / "profiles" / "default" / "memory.sqlite")) as connection, connection:
        connection.execute(damage)
    assert harken("memory", "remember", "Ben likes coffee").code == 0
    assert harken("memory", "rebuild").code == 0
    assert [one["text"] for one in harken("memory", "search", "coffee", "--json").json] == ["Ben likes coffee"]
