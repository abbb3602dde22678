"""Persona files: what they may say, and what is said of those that can't be used."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory.types import Mode
from tui.config.personas import Personas

COACH = """\
name = "Coach"
system_prompt = "You coach runners."
model = "openai/gpt-5"
mode = "read-only"

[parameters]
temperature = 0.2
"""


def put(folder: Path, name: str, text: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_persona_is_found_by_its_name_or_by_that_of_its_file(tmp_path: Path) -> None:
    put(tmp_path, "c.toml", COACH)
    put(tmp_path, "plain.toml", "")
    personas = Personas(tmp_path)
    found = personas.get("coach").persona
    assert found is not None
    assert (found.name, found.system_prompt, found.model, found.mode) == (
        "Coach",
        "You coach runners.",
        "openai/gpt-5",
        Mode.READ_ONLY,
    )
    assert found.parameters.values == {"temperature": 0.2}
    assert personas.get("PLAIN").persona is not None
    assert personas.get("c").persona is None
    assert Personas(tmp_path / "nowhere").all() == ([], [])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name = ", "line 1: is not valid TOML"),
        ('name = "a"\nprompt = "b"', "line 2: prompt is not a setting; known here: mode, model, name"),
        ('\nmode = "incognito"', "line 2: mode must be one of read-write"),
        ("model = 3", "line 1: model must be a text"),
        ("parameters = 3", "line 1: parameters must be a table"),
        ("[parameters]\ntemperature = 9", "line 2: parameters.temperature must lie from 0 to 2, not 9"),
    ],
)
def test_what_can_not_be_used_is_told_with_file_and_line(tmp_path: Path, text: str, said: str) -> None:
    path = put(tmp_path, "bad.toml", text)
    found = Personas(tmp_path).get("bad")
    assert found.persona is None
    (problem,) = found.problems
    assert str(problem).startswith(f"{path}, {said}")


def test_a_change_holds_at_once_and_one_that_broke_stays_as_it_was(tmp_path: Path) -> None:
    put(tmp_path, "coach.toml", 'system_prompt = "One."')
    personas = Personas(tmp_path)

    def prompt() -> str | None:
        found = personas.get("coach").persona
        return found.system_prompt if found else None

    assert prompt() == "One."
    path = put(tmp_path, "coach.toml", 'system_prompt = "Two."')
    assert prompt() == "Two."
    put(tmp_path, "coach.toml", "system_prompt =")
    assert prompt() == "Two."
    assert len(personas.get("coach").problems) == 1
    path.unlink()
    assert prompt() is None
