"""harken profile backup and restore, as typed."""

from __future__ import annotations

import shutil
import subprocess
import sys
from itertools import count
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


def test_prompts_come_back_without_what_was_forgotten_since(harken: Call, home: Path, tmp_path: Path) -> None:
    file = str(tmp_path / "all.tgz")
    harken("memory", "remember", FACT)
    coach, settings = home / "personas" / "coach.toml", home / "profiles" / "default" / "config.toml"
    coach.parent.mkdir()
    prompt = 'system_prompt = "Be brief. Never offer peanuts."\n'
    coach.write_text(prompt, encoding="utf-8")
    settings.write_text(f"[chat]\n{prompt}", encoding="utf-8")
    harken("profile", "backup", file)
    harken("memory", "forget", "peanuts", "--yes")
    coach.unlink()
    restored = harken("profile", "restore", file, "--as", "old")
    assert (restored.code, restored.err) == (0, "")
    for path in (coach, home / "profiles" / "old" / "config.toml"):
        assert path.read_text(encoding="utf-8").endswith('system_prompt = "Be brief."\n')


def test_a_persona_whose_name_is_no_text_is_left_out_and_told(harken: Call, home: Path, tmp_path: Path) -> None:
    harken("memory", "remember", FACT)
    (home / "personas").mkdir()
    try:
        (home / "personas" / "co\udcffch.toml").touch()
    except OSError:
        pytest.skip("this file system takes only names that are text")
    done = harken("profile", "backup", str(tmp_path / "all.tgz"))
    assert done.code == 0
    assert "Left out, because it can't be read" in done.out
    assert harken("profile", "restore", str(tmp_path / "all.tgz"), "--as", "copy").code == 0


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


def test_killed_at_any_step_a_restore_leaves_the_profile_of_before_or_the_new_one(harken: Call, tmp_path: Path) -> None:
    file = str(tmp_path / "all.tgz")
    harken("memory", "remember", FACT)
    harken("profile", "backup", file)
    seen = set()
    for step in count():
        now = f"{FACT}, told {step}"
        harken("memory", "remember", now)
        before = {one["text"] for one in harken("memory", "list", "--json").json}
        killed = subprocess.run([sys.executable, "-m", "tests.tui.cli.restorer", file, str(step)], check=False)
        after = {one["text"] for one in harken("memory", "list", "--json").json}
        assert after in (before, {FACT})
        seen.add(after == before)
        if killed.returncode == 0:
            break
    assert seen == {True, False}


def test_a_profile_that_is_deleted_after_a_restore_was_killed_does_not_come_back(
    harken: Call, home: Path, tmp_path: Path
) -> None:
    file = str(tmp_path / "all.tgz")
    harken("memory", "remember", FACT)
    harken("profile", "backup", file)
    for step in count():
        harken("memory", "remember", f"{FACT}, told {step}")
        killed = subprocess.run([sys.executable, "-m", "tests.tui.cli.restorer", file, str(step)], check=False)
        assert harken("profile", "delete", "default", "--yes").code == 0
        assert not list((home / "profiles").glob(".restoring-*"))
        assert harken("memory", "list", "--json").json == []
        if killed.returncode == 0:
            break
    assert step > 1


def test_a_profile_whose_folder_is_removed_by_hand_after_a_restore_does_not_come_back(
    harken: Call, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, profile = str(tmp_path / "all.tgz"), home / "profiles" / "default"
    harken("memory", "remember", FACT)
    harken("profile", "backup", file)
    with monkeypatch.context() as killed:
        killed.setattr(shutil, "rmtree", lambda *args, **kwargs: None)
        assert harken("profile", "restore", file, "--replace").code == 0
    assert list((home / "profiles").glob(".restoring-*"))
    shutil.rmtree(profile)
    assert harken("memory", "list", "--json").json == []
