"""The chat goes on in the profile that was chosen in the one before."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

import pytest

from memory.errors import BadInput
from tests.tui.test_personas import COACH, put
from tui.app import HarkenApp
from tui.cli import chat


def attached(monkeypatch: pytest.MonkeyPatch) -> None:
    for stream in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(f"sys.{stream}.isatty", lambda: True, raising=False)


def on_a_terminal(home: Path, monkeypatch: pytest.MonkeyPatch) -> list[HarkenApp]:
    """What would run, in the place of a screen."""
    seen: list[HarkenApp] = []
    monkeypatch.setenv("HARKEN_HOME", str(home))
    attached(monkeypatch)
    monkeypatch.setattr(HarkenApp, "run", lambda app: seen.append(app))
    return seen


@pytest.mark.parametrize(("given", "used"), [({}, "openai/gpt-5"), ({"model": "embedded"}, "embedded")])
def test_the_model_of_a_persona_answers_unless_another_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: dict[str, str], used: str
) -> None:
    seen = on_a_terminal(tmp_path, monkeypatch)
    put(tmp_path / "personas", "coach.toml", COACH)
    chat.run(Namespace(profile="default", persona="coach", **given))
    (app,) = seen
    assert (app.launch.persona, app.launch.config.chat.model) == ("coach", used)


@pytest.mark.parametrize("elsewhere", ["stdin", "stdout", "stderr"])
def test_a_chat_that_would_run_unseen_or_unheard_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, elsewhere: str
) -> None:
    seen = on_a_terminal(tmp_path, monkeypatch)
    monkeypatch.setattr(f"sys.{elsewhere}.isatty", lambda: False, raising=False)
    with pytest.raises(BadInput, match="needs a terminal"):
        chat.run(Namespace(profile="default"))
    assert seen == []


@pytest.mark.parametrize(
    ("profile", "there", "guided"),
    [
        ("default", (), True),
        ("default", ("work",), False),
        ("work", ("work",), True),
        ("work", ("default", "work"), False),
    ],
)
def test_only_who_has_no_other_profile_is_shown_around(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, profile: str, there: tuple[str, ...], guided: bool
) -> None:
    seen = on_a_terminal(tmp_path, monkeypatch)
    for name in there:
        (tmp_path / "profiles" / name).mkdir(parents=True)
    chat.run(Namespace(profile=profile))
    assert [app.launch.guided for app in seen] == [guided]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"persona": "nobody"}, "no persona nobody"),
        ({"persona": "coach", "continue_": True}, "begins a new conversation"),
    ],
)
def test_what_no_persona_can_do_is_said_before_the_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: dict[str, object], said: str
) -> None:
    seen = on_a_terminal(tmp_path, monkeypatch)
    with pytest.raises(BadInput, match=said):
        chat.run(Namespace(profile="default", **given))
    assert seen == []


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
    attached(monkeypatch)
    monkeypatch.setattr(HarkenApp, "run", run)
    assert chat.run(Namespace(profile="default", resume="c1", project="lisbon")) == 0
    assert seen == [("default", "c1", "lisbon", "harken-dark"), ("work", None, "", "nord")]
