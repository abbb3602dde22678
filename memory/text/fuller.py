"""Whether one statement says all that another does, and more: "I live in Oslo near the harbour", "I live in Oslo"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from memory.text.languages import detect
from memory.text.languages.base import PROPER
from memory.text.normal import plain, straight
from memory.text.stated import claimed

_WORD = re.compile(r"[^\W_]+")
_NAME_GOES_ON = re.compile(rf"[- ]{PROPER}")


def says_all(more: str, less: str) -> bool:
    """Whether `more` holds `less` word for word, in the same sense."""
    return _holds_up_to(more, less) is not None


def keeps_value(more: str, less: str) -> bool:
    """Whether `more` says all that `less` does, of the same home, name, age or employer.

    A name that goes on is another one, but for a person's: "Mexico City".
    """
    thing, end = claimed(less), _holds_up_to(more, less)
    if end is None or not thing or thing != claimed(more):
        return False
    return thing == "name" or _NAME_GOES_ON.match(straight(more), end) is None


def _holds_up_to(more: str, less: str) -> int | None:
    """Where in `more` the words of `less` end; None where it does not hold them, or says otherwise whether it is so."""
    wanted, found = [word for word, _ in _words(less)], _words(more)
    at = _where(wanted, [word for word, _ in found])
    language = detect(more)
    cues = (language.negation, language.past, language.over, language.beside, language.at_times)
    if at is None or any(bool(cue.search(plain(more))) != bool(cue.search(plain(less))) for cue in cues):
        return None
    return found[at + len(wanted) - 1][1]


def _where(wanted: Sequence[str], found: Sequence[str]) -> int | None:
    starts = range(len(found) - len(wanted) + 1) if wanted else ()
    return next((at for at in starts if found[at : at + len(wanted)] == wanted), None)


@lru_cache(maxsize=20_000)
def _words(text: str) -> tuple[tuple[str, int], ...]:
    """The words as they are compared, and where each ends in the text as it is written."""
    return tuple((plain(match[0]), match.end()) for match in _WORD.finditer(straight(text)))
