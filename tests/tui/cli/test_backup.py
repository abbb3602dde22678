"""harken profile backup and restore, as typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.cli.calling import Call

FACT = "My sister Ana is allergic to peanuts"
SETTINGS = '[chat]\ntheme = "nord" # mine\n\n[models.work]\nmodel = "openai/x"\nkey = "command:touch {}"\n'


def test_a_profile_moves_to_another_computer(
    harken: Call, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    harken("memory", "remember", FACT)
    (home / "config.toml").write_text(SETTINGS.format("evil"), encoding="utf-8")
    file = str(tmp_path / "all.tgz")
    done = harken("profile", "backup", file)
    assert (done.code, done.err) == (0, "")
    assert "all.tgz" in done.out and "without the keys of models" in done.out
    monkeypatch.setenv("HARKEN_HOME", str(tmp_path / "new"))
    assert "Restored the profile default" in harken("profile", "restore", file).out
    assert [one["text"] for one in harken("memory", "list", "--json").json] == [FACT]
    settings = (tmp_path / "new" / "config.toml").read_text(encoding="utf-8")
    assert "# mine" in settings and 'model = "openai/x"' in settings and "key" not in settings


def test_a_named_profile_and_another_name(harken: Call, tmp_path: Path) -> None:
    file = str(tmp_path / "all.tgz")
    harken("--profile", "work", "memory", "remember", FACT)
    assert harken("profile", "backup", "work", file, "--json").json["files"] == 1
    refused = harken("profile", "restore", file)
    assert (refused.code, refused.out) == (2, "")
    assert "--as NAME" in refused.err and "--replace" in refused.err
    assert harken("profile", "restore", file, "--as", "copy", "--json").json["profile"] == "copy"
    assert [one["text"] for one in harken("--profile", "copy", "memory", "list", "--json").json] == [FACT]
    assert "is now the profile work.before-" in harken("profile", "restore", file, "--replace").out
    assert harken("profile", "restore", file, "--as", "../x").code == 2


def test_what_was_forgotten_since_is_told(harken: Call, tmp_path: Path) -> None:
    file = str(tmp_path / "all.tgz")
    harken("memory", "remember", FACT)
    harken("profile", "backup", file)
    assert file in harken("memory", "forget", "peanuts", "--yes").out
    assert "1 forget of after the backup done again" in harken("profile", "restore", file, "--replace").out
    assert harken("memory", "list", "--json").json == []
    harken("profile", "restore", file, "--replace", "--restore-forgotten")
    assert [one["text"] for one in harken("memory", "list", "--json").json] == [FACT]


def test_a_profile_that_is_not_there_and_a_file_that_is_none(harken: Call, home: Path, tmp_path: Path) -> None:
    assert harken("profile", "backup", "nobody", str(tmp_path / "a.tgz")).code == 2
    assert not (home / "profiles" / "nobody").exists()
    assert harken("profile", "restore", str(tmp_path / "a.tgz")).code == 1
    (tmp_path / "b.tgz").write_text("hello", encoding="utf-8")
    broken = harken("profile", "restore", str(tmp_path / "b.tgz"))
    assert (broken.code, broken.err.count("\n")) == (2, 1)


def test_incognito_writes_no_backup(harken: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    harken("memory", "remember", FACT)
    monkeypatch.setenv("HARKEN_MEMORY_MODE", "incognito")
    assert "nothing was backed up" in harken("profile", "backup", str(tmp_path / "a.tgz")).err
