"""Whether a statement of a model is believed of one sentence that the user said."""

from __future__ import annotations

from datetime import UTC, datetime

from memory.distill import provenance
from memory.distill.candidates import Fact
from memory.distill.provenance import Kept
from memory.distill.sentences import speech
from memory.distill.source import Line
from memory.text.languages import detect
from memory.types import Role


def line_of(said: str, before: str = "") -> Line:
    """A turn of the user that says nothing else; what stood `before` tells its language where it does not."""
    language = detect(said, detect(before))
    heard, _ = speech.heard(said, language)
    return Line(1, Role.USER, datetime(2026, 9, 1, tzinfo=UTC), said, said, sentences=heard, language=language)


def believed(said: str, content: str) -> bool:
    """Whether a model may have `content` from `said`, which it quotes as a whole."""
    line = line_of(said)
    return isinstance(provenance.check(Fact(content, quote=said, evidence=(1,)), [line], {1: line}), Kept)
