"""How the patterns of a language are written: cues in folded text, turns of phrase as typed, apostrophes or none."""

from __future__ import annotations

import re

from memory.text.late import late

NOTHING = re.compile(r"(?!)")


def one(text: str) -> str:
    """A group of alternatives, set apart by spaces; `_` stands for a space inside one."""
    return "(?:" + "|".join(text.split()).replace("_", " ") + ")"


_LEFT_OUT = re.compile(r"(?<=[a-z])'(?=(?:m|ve)\b)|(?<=[a-z]n)'(?=t\b)|(?<=\bj)'(?=[a-z])", re.IGNORECASE)
"""Apostrophes that many do without where no other word comes of it: "im", "dont", "jai", but not "well", "were"."""


def lenient(pattern: str) -> str:
    """The pattern with the apostrophes left out as well, where that leaves no doubt."""
    return _LEFT_OUT.sub("'?", pattern)


def cue(*patterns: str) -> re.Pattern[str]:
    return late("|".join(f"(?:{lenient(pattern)})" for pattern in patterns))


def denies(*patterns: str, idle: str) -> re.Pattern[str]:
    """A cue for "not", but where it begins a set phrase of `idle` that denies nothing: "not only", "no doubt"."""
    return cue(*(rf"(?!{idle})(?:{pattern})" for pattern in patterns))


def as_written(pattern: str) -> re.Pattern[str]:
    return late(lenient(pattern), re.IGNORECASE)


def groups(*patterns: str) -> tuple[re.Pattern[str], ...]:
    return tuple(late(lenient(pattern)) for pattern in patterns)
