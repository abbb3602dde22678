from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.tui.cli.calling import Call
from tui import __version__

HEAVY = ("textual", "litellm", "openai", "peewee", "usearch", "fastembed", "numpy", "onnxruntime", "memory.engine")


def test_the_command_line_imports_nothing_heavy() -> None:
    code = f"import sys, tui.cli; print([name for name in {HEAVY} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_version_and_help(harken: Call) -> None:
    assert harken("--version").out == f"harken {__version__}\n"
    for words in ([], ["ask"], ["memory"], ["memory", "forget"], ["bench", "latency"]):
        shown = harken(*words, "--help")
        assert shown.code == 0
        assert "usage" in shown.out


@pytest.mark.parametrize(
    "words",
    [
        ["frob"],
        ["memory"],
        ["memory", "frob"],
        ["memory", "show"],
        ["memory", "list", "--limit", "0"],
        ["memory", "list", "--limit", "9223372036854775808"],
        ["memory", "activity", "--limit", "9" * 5000],
        ["why", "9223372036854775808"],
        ["why", "²"],
        ["memory", "list", "--since", "yesterday"],
        ["memory", "list", "--kind", "secret"],
        ["ask", "hi", "--mode", "loud"],
        ["ask"],
        ["ask", "\x01\x1b\u200b \x02"],
        ["bench", "gate"],
        ["paths", "--profile", "../away"],
        ["memory", "identity", "edit"],
        *(["memory", verb, " "] for verb in ("search", "recall", "remember", "reflect", "forget")),
    ],
)
def test_wrong_usage_is_one_line_on_stderr(harken: Call, words: list[str]) -> None:
    printed = harken(*words)
    assert printed.code == 2
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert printed.err.startswith("harken")


def test_the_chat_needs_a_terminal(harken: Call) -> None:
    printed = harken()
    assert printed.code == 2
    assert "harken ask" in printed.err


@pytest.mark.parametrize(
    ("name", "told"),
    [("sk-proj-Ab3dEf6hIj9kLm2nOp5qRs8t", "can't hold a secret (API key)"), ("\u202e", "1 to 60 letters")],
)
@pytest.mark.parametrize("words", [[], ["ask", "hi"], ["memory", "remember", "x"]])
def test_what_can_not_be_the_name_of_a_project_is_refused_at_once(
    harken: Call, home: Path, words: list[str], name: str, told: str
) -> None:
    printed = harken(*words, "--project", name)
    assert (printed.code, printed.out) == (2, "")
    assert told in printed.err
    assert name not in printed.err
    assert not home.exists()


def test_paths_lie_under_home_and_follow_the_profile(harken: Call, home: Path) -> None:
    places = harken("paths", "--profile", "work", "--json").json
    assert places["profile"] == str(home / "profiles" / "work")
    assert all(place.startswith(str(home)) for place in places.values())
    assert not home.exists(), "looking makes no folder"
    assert f"log: {places['log']}" in harken("--profile", "work", "paths").out


@pytest.mark.parametrize("words", [["memory", "list"], ["memory", "remember", "x"], ["ask", "hi"], ["doctor"]])
def test_a_file_in_the_place_of_the_home_is_told(harken: Call, home: Path, words: list[str]) -> None:
    home.write_text("not a folder", encoding="utf-8")
    printed = harken(*words)
    assert printed.code == 1
    assert "file" in printed.out + printed.err
    assert "unexpected" not in printed.err


def test_profiles_are_made_listed_and_deleted(harken: Call, home: Path) -> None:
    assert harken("profile", "create", "work").code == 0
    assert (home / "profiles" / "work").stat().st_mode & 0o077 == 0
    assert harken("profile", "create", "work").code == 2
    assert [row["name"] for row in harken("profile", "list", "--json").json] == ["default", "work"]
    refused = harken("profile", "delete", "work")
    assert refused.code == 1
    assert "--yes" in refused.err
    assert harken("profile", "delete", "work", "--yes").code == 0
    assert not (home / "profiles" / "work").exists()
    assert harken("profile", "delete", "work", "--yes").code == 1


def test_deleting_a_linked_profile_leaves_what_it_points_to(harken: Call, home: Path, tmp_path: Path) -> None:
    real = tmp_path / "real"
    real.mkdir()
    (home / "profiles").mkdir(parents=True)
    (home / "profiles" / "linked").symlink_to(real)
    assert harken("profile", "delete", "linked", "--yes").code == 0
    assert real.is_dir()


def test_models_say_what_is_missing(harken: Call) -> None:
    rows = {row["name"]: row for row in harken("models", "--json").json}
    assert rows["anthropic/claude-sonnet-5-5"]["missing"] == "set ANTHROPIC_API_KEY"
    assert "set ANTHROPIC_API_KEY" in harken("models").out


def test_a_wrong_setting_is_named_with_file_and_line_and_the_work_goes_on(harken: Call, home: Path) -> None:
    home.mkdir()
    (home / "config.toml").write_text('[memory]\nmode = "loud"\n', encoding="utf-8")
    printed = harken("memory", "list", "--json")
    assert printed.code == 0
    assert printed.json == []
    assert f"{home / 'config.toml'}, line 2: memory.mode" in printed.err
