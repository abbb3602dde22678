"""The scripts offer what the parser knows, each in its own shell."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tui.cli.calling import Call

SHELLS = ("bash", "zsh", "fish")
OFFERED = [
    ("", {"ask", "memory", "profile", "cost", "completion"}, {"list", "--model"}),
    ("mem", {"memory"}, {"models"}),
    ("--", {"--model", "--mode", "--profile", "--help"}, {"ask"}),
    ("memory ", {"list", "search", "import"}, {"ask", "memory"}),
    ("memory in", {"inbox"}, {"import"}),
    ("--profile work memory se", {"search"}, {"sync"}),
    ("--mode ", {"read-only", "incognito"}, {"ask"}),
    ("memory list --kind ", {"fact", "turn"}, {"--limit"}),
    ("memory list --kind fact --li", {"--limit"}, {"list"}),
    ("memory inbox ", {"accept", "undo"}, {"list-all"}),
    ("completion ", {"bash", "zsh", "fish"}, {"ask"}),
    ("web --", {"--port", "--open", "--profile"}, {"--json"}),
    ("log --level ", {"warning"}, {"--find"}),
]


def offered(shell: str, script: Path, line: str) -> set[str]:
    """What a shell offers behind `line`, in the folder of the script."""
    if shell == "fish":
        asked = ["fish", "--no-config", "-c", f"source {script}; complete -C 'harken {line}'"]
    else:
        words = f"harken {line}".split(" ")
        typed = " ".join(f"'{word}'" for word in words)
        there = f"COMP_WORDS=({typed}); COMP_CWORD={len(words) - 1}"
        ask = f'source {script}; {there}; _shtab_harken; printf "%s\\n" "${{COMPREPLY[@]}}"'
        asked = ["bash", "--norc", "-c", ask]
    done = subprocess.run(asked, capture_output=True, text=True, check=True, cwd=script.parent)
    assert done.stderr == ""
    return {row.split("\t")[0] for row in done.stdout.splitlines()}


@pytest.mark.parametrize("shell", ["bash", "fish"])
def test_each_place_offers_its_words(harken: Call, tmp_path: Path, shell: str) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    script = tmp_path / "harken.complete"
    script.write_text(harken("completion", shell).out, encoding="utf-8")
    for line, there, not_there in OFFERED:
        found = offered(shell, script, line)
        assert there <= found and not not_there & found, line


@pytest.mark.parametrize("shell", ["bash", "fish"])
def test_the_names_of_profiles_are_offered(
    harken: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shell: str
) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    program = tmp_path / "harken"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m tui "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[3]))
    harken("profile", "create", "work")
    script = tmp_path / "harken.complete"
    script.write_text(harken("completion", shell).out, encoding="utf-8")
    for line in ("--profile ", "profile delete ", "profile encrypt w"):
        assert offered(shell, script, line) - {"default"} == {"work"}, line
    assert {"work", "harken.complete"} <= offered(shell, script, "profile backup ")
    assert "work" not in (files := offered(shell, script, "profile backup work ")) and "harken.complete" in files


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_can_read_its_script(harken: Call, tmp_path: Path, shell: str) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    script = tmp_path / "harken.complete"
    script.write_text(harken("completion", shell).out, encoding="utf-8")
    done = subprocess.run([shell, "-n", str(script)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_path_is_completed_where_one_is_wanted(harken: Call, tmp_path: Path) -> None:
    (tmp_path / "notes.jsonl").touch()
    script = tmp_path / "harken.complete"
    script.write_text(harken("completion", "bash").out, encoding="utf-8")
    assert f"{tmp_path}/notes.jsonl" in offered("bash", script, f"memory import {tmp_path}/no")


def test_another_shell_is_wrong_usage(harken: Call) -> None:
    assert harken("completion", "tcsh").code == 2
