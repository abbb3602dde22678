"""A "not" counts for the clause it stands in: what is said beside it is kept, and nothing is turned round."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memory.distill import provenance, speech
from memory.distill.candidates import Fact
from memory.distill.provenance import Kept
from memory.distill.source import Line
from memory.text.languages import detect
from memory.types import Role
from tests.memory.distill.nots import NOT_SAID, SAID


def believed(said: str, content: str) -> bool:
    """Whether a model may have `content` from `said`, which it quotes as a whole."""
    language = detect(said)
    heard, _ = speech.heard(said, language)
    line = Line(1, Role.USER, datetime(2026, 9, 1, tzinfo=UTC), said, said, sentences=heard, language=language)
    return isinstance(provenance.check(Fact(content, quote=said, evidence=(1,)), [line], {1: line}), Kept)


@pytest.mark.parametrize(("said", "content"), SAID)
def test_what_is_said_beside_a_not_is_kept(said: str, content: str) -> None:
    assert believed(said, content)


@pytest.mark.parametrize(("said", "content"), NOT_SAID)
def test_what_is_said_with_a_not_is_not_turned_round(said: str, content: str) -> None:
    assert not believed(said, content)
