"""What hangs on an if is not so yet: "I own a boat if the loan comes through"; what stands beside one may be."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memory.distill.extractive import extract
from memory.distill.sentences import speech
from memory.distill.source import Line
from memory.text.languages import detect
from memory.types import Role
from tests.memory.distill.believing import believed
from tests.memory.distill.sentences.conditions import HANGING, NOT_HANGING


@pytest.mark.parametrize(("said", "content"), HANGING)
def test_what_hangs_on_a_condition_is_not_kept(said: str, content: str) -> None:
    assert not believed(said, content)


@pytest.mark.parametrize("said", [said for said, _ in HANGING])
def test_nor_is_it_kept_by_rule(said: str) -> None:
    language = detect(said)
    heard, _ = speech.heard(said, language)
    line = Line(1, Role.USER, datetime(2026, 9, 1, tzinfo=UTC), said, said, sentences=heard, language=language)
    assert not extract([line])


@pytest.mark.parametrize(("said", "content"), NOT_HANGING)
def test_what_hangs_on_none_is_kept(said: str, content: str) -> None:
    assert believed(said, content)
