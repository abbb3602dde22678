"""Which files are offered while one is typed."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tui.chat import files
from tui.chat.files import Files, ranked


def make(root: Path, *paths: str) -> None:
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("x", encoding="utf-8")


@pytest.fixture(params=["git", "no git"])
def root(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    if request.param == "git":
        subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
        make(tmp_path, "build/notes.o")
        (tmp_path / ".gitignore").write_text("build\n", encoding="utf-8")
    make(tmp_path, "notes.md", "docs/notes-of-may.md", "docs/plan.md", "src/annotate.py", ".env", "two words.md")
    return tmp_path


async def test_what_begins_with_it_comes_first_and_what_is_hidden_or_ignored_not_at_all(root: Path) -> None:
    known = Files(root)
    assert await known.matching("note") == ["notes.md", "docs/notes-of-may.md"]
    assert await known.matching("NOT") == ["notes.md", "docs/notes-of-may.md", "src/annotate.py"]
    assert await known.matching("docs/") == ["docs/plan.md", "docs/notes-of-may.md"]
    assert await known.matching("env") == []


async def test_what_is_hidden_or_ignored_is_found_where_it_is_typed(root: Path) -> None:
    known = Files(root)
    assert ".env" in await known.matching(".e")
    make(root, "build/notes.o", ".cache/deep")
    assert "build/notes.o" in await known.matching("build/n")
    assert await known.matching(".cache/d") == [".cache/deep"]
    assert await known.matching("./do") == ["./docs/"]
    assert await known.matching(f"{root}/docs/p") == [f"{root}/docs/plan.md"]


async def test_a_file_that_is_gone_is_not_offered(root: Path) -> None:
    known = Files(root)
    await known.matching("plan")
    (root / "docs/plan.md").unlink()
    assert await known.matching("plan") == []


async def test_names_that_could_act_on_the_terminal_are_not_offered(root: Path) -> None:
    make(root, "evil\x1b]0;owned\x07", "evil\nline", 'evil"quote', "evil-not")
    assert await Files(root).matching("evil") == ["evil-not"]


async def test_a_very_large_folder_is_looked_through_up_to_a_bound(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST", 5)
    make(root, *(f"many/{number}.txt" for number in range(200)))
    known = Files(root)
    assert len(await known.matching("")) <= 5
    assert len(known._known) <= 5


async def test_a_folder_that_is_gone_offers_nothing(tmp_path: Path) -> None:
    assert await Files(tmp_path / "nowhere").matching("a") == []


def test_the_shorter_path_comes_first() -> None:
    assert ranked(["a/b/read.md", "read.md", "a/read.md"], "read") == ["read.md", "a/read.md", "a/b/read.md"]
