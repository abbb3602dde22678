"""The chat goes on in the profile that was chosen in the one before."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

import pytest

from tui.app import HarkenApp
from tui.cli import chat


def test_the_next_profile_begins_with_its_own_settings_and_a_new_conversation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[str, str | None, str, str]] = []

    def run(app: HarkenApp) -> None:
        launch = app.launch
        seen.append((launch.profile, launch.resume, launch.project, launch.config.chat.theme))
        app.next_profile = "work" if launch.profile == "default" else ""

    own = tmp_path / "profiles" / "work" / "config.toml"
    own.parent.mkdir(parents=True)
    own.write_text('[chat]\ntheme = "nord"\n', encoding="utf-8")
    monkeypatch.setenv("HARKEN_HOME", str(tmp_path))
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setattr(HarkenApp, "run", run)
    assert chat.run(Namespace(profile="default", resume="c1", project="lisbon")) == 0
    assert seen == [("default", "c1", "lisbon", "harken-dark"), ("work", None, "", "nord")]
