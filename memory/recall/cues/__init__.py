"""Cues of the gate as data: one TOML file a language, regular expressions over folded text."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from memory.text.stopwords import STOP_WORDS

LATIN = ("en", "de", "fr", "es", "pt", "it")
_SCRIPTS = (
    ("ja", re.compile("[\u3040-\u30ff]")),
    ("ko", re.compile("[\uac00-\ud7af]")),
    ("zh", re.compile("[\u3400-\u9fff]")),
    ("ru", re.compile("[\u0400-\u04ff]")),
    ("ar", re.compile("[\u0600-\u06ff]")),
    ("hi", re.compile("[\u0900-\u097f]")),
)
Pattern = re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Cues:
    """One language's cues.

    `broad` asks about the user at large; `remember` asks the assistant outright to `recall` something of the user;
    `possessive` has a group `noun`; `generic` matches nouns that are nobody's.
    """

    language: str
    identity: Pattern
    broad: Pattern
    literal: Pattern
    pointer: Pattern
    earlier: Pattern
    together: Pattern
    recall: Pattern
    remember: Pattern
    possessive: Pattern
    generic: Pattern
    personal: Pattern
    transform: Pattern
    follow_up: Pattern
    world: Pattern


@cache
def cues(language: str) -> Cues:
    """The cues of `language`, compiled on first use."""
    table = tomllib.loads(files(__package__).joinpath(f"{language}.toml").read_text(encoding="utf-8"))
    return Cues(language, **{name: _compiled(value) for name, value in table.items()})


def _compiled(value: str | list[str]) -> Pattern:
    return re.compile(value if isinstance(value, str) else "|".join(f"(?:{pattern})" for pattern in value))


def languages_of(folded: str, words: list[str]) -> tuple[str, ...]:
    """The languages whose cues apply: by script, else those whose function words stand most often in the text."""
    for language, script in _SCRIPTS:
        if script.search(folded):
            return (language,)
    counts = {language: sum(word in _FOLDED_STOPS[language] for word in words) for language in LATIN}
    most = max(counts.values())
    if not most or counts["en"] == most:
        return ("en",)
    return tuple(language for language in LATIN if counts[language] == most)


_ACCENTS = str.maketrans("àáâäãåèéêëìíîïòóôöõùúûüçñ", "aaaaaaeeeeiiiiooooouuuucn")
_FOLDED_STOPS = {language: frozenset(word.translate(_ACCENTS) for word in STOP_WORDS[language]) for language in LATIN}
