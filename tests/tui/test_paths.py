from __future__ import annotations

from pathlib import Path

import pytest

from memory.errors import BadInput
from tui.paths import find_paths


def test_everything_lies_under_harken_home(tmp_path: Path) -> None:
    home = tmp_path / "portable"
    paths = find_paths({"HARKEN_HOME": str(home)})
    places = (
        paths.config_file,
        paths.profile_config("work"),
        paths.prompts,
        paths.models_dir,
        paths.logs,
        paths.cache,
        paths.user_themes,
    )
    assert all(place.is_relative_to(home) for place in places)
    assert paths.profile("work") == home / "profiles" / "work"
    assert not home.exists(), "looking must not create folders"


def test_without_harken_home_the_platform_decides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(variable, raising=False)
    paths = find_paths({})
    assert paths.config_file.is_relative_to(tmp_path)
    assert "harken" in paths.config_file.parts
    assert paths.config != paths.cache
    assert list(tmp_path.iterdir()) == []


def test_a_relative_home_is_fixed_where_it_was_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert find_paths({"HARKEN_HOME": "here"}).data == tmp_path / "here"


@pytest.mark.parametrize("name", ["default", "work-2", "Ünsal", "東京", "a.b"])
def test_usual_profile_names(name: str, tmp_path: Path) -> None:
    paths = find_paths({"HARKEN_HOME": str(tmp_path)})
    assert paths.profile(name).parent == paths.profiles


@pytest.mark.parametrize("name", ["", ".", "..", "../x", "a/b", "a\\b", ".hidden", "a\0b", "x" * 65, "dot.", "a b"])
def test_names_that_could_leave_the_folder_are_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput) as caught:
        find_paths({"HARKEN_HOME": str(tmp_path)}).profile(name)
    assert caught.value.hint


def test_themes_come_packaged_first_then_the_users(tmp_path: Path) -> None:
    packaged, own = find_paths({"HARKEN_HOME": str(tmp_path)}).themes
    assert packaged.is_dir()
    assert own == tmp_path / "themes"
