"""Whether a message needs memory, and which: a cascade of cues, then what was found confirms or overrules it.

The cues are data (`cues/`). Rules, strongest first: identity, literal wording, earlier talk, recall verbs, possessives,
known names. A name, a possessive or a first person alone proves nothing, so these open only when something stored
lies close. Where the words point nowhere, a fact that says by itself what is asked still opens.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import IntEnum

from memory.recall.cues import Cues, cues, languages_of
from memory.recall.entities import named, plain
from memory.recall.own_words import own_words
from memory.text.scripts import words
from memory.types import Section


class Needs(IntEnum):
    """How close a memory must lie for the section to stay open."""

    NOTHING = 0
    LIKELY = 1
    STRONG = 2
    ANSWER = 3
    NEVER = 4


@dataclass(frozen=True, slots=True)
class Opening:
    """What the words alone say: `section` opens by `rule` if a memory as close as `needs` is found.

    `outright`: it asks the assistant whether it remembers something of the user, or what was so of them at a time.
    """

    section: Section
    rule: str
    needs: Needs
    outright: bool = False


def is_broad(text: str) -> bool:
    """The message asks what is known about the user at large, not for one thing."""
    folded = plain(own_words(text))
    known = [cues(language) for language in languages_of(folded, words(folded))]
    return _first(known, "broad", folded) is not None


def is_follow_up(text: str) -> bool:
    """The message only carries the talk on, like "make it shorter": nothing is to be looked for."""
    folded = plain(own_words(text))
    return _follow_up(folded, [cues(language) for language in languages_of(folded, words(folded))]) is not None


def opening(text: str, names: frozenset[str] = frozenset()) -> Opening:
    """What the words of a message open. `names` are folded names of known entities; those elsewhere don't count."""
    folded = plain(own_words(text))
    if not re.search(r"\w", folded):
        return Opening(Section.NONE, "no words to look for", Needs.NEVER)
    known = [cues(language) for language in languages_of(folded, words(folded))]
    for rule in _RULES:
        if (found := rule(folded, known)) is not None:
            return replace(found, outright=found.needs < Needs.NEVER and bool(_first(known, "remember", folded)))
    if hits := named(folded, names):
        if _first(known, "world", folded) and not _first(known, "possessive", folded):
            return Opening(Section.NONE, f"asks about the world, not about your '{hits[0]}'", Needs.NEVER)
        return Opening(Section.PINNED, f"names something known: '{hits[0]}'", Needs.LIKELY)
    if (match := _first(known, "possessive", folded)) is not None:
        return Opening(Section.NONE, f"is about what everybody has: '{match[0].strip()}'", Needs.ANSWER)
    if (match := _first(known, "personal", folded)) is not None:
        return Opening(Section.PINNED, f"may be about you: '{match[0].strip()}'", Needs.STRONG)
    worldly = _first(known, "world", folded)
    return Opening(Section.NONE, "nothing in it points to memory", Needs.NEVER if worldly else Needs.ANSWER)


def is_anyones(one: Cues, folded: str, match: re.Match[str]) -> bool:
    """True for "my code" and "my latex table": everybody has one, and it stands in the message."""
    behind = words(folded[match.end() :])[:1] if one.language == "en" else []
    return any(one.generic.match(noun) for noun in (match["noun"], *behind))


def _first(known: Iterable[Cues], name: str, folded: str) -> re.Match[str] | None:
    return next(filter(None, (getattr(one, name).search(folded) for one in known)), None)


def _follow_up(folded: str, known: list[Cues]) -> Opening | None:
    match = _first(known, "follow_up", folded)
    return Opening(Section.NONE, "carries the talk on", Needs.NEVER) if match else None


def _identity(folded: str, known: list[Cues]) -> Opening | None:
    match = _first(known, "identity", folded)
    return Opening(Section.IDENTITY, f"asks about you: '{match[0].strip()}'", Needs.NOTHING) if match else None


def _literal(folded: str, known: list[Cues]) -> Opening | None:
    """A literal wish and a pointer to what one of the two said; either alone is an ordinary request."""
    for one in known:
        wish = one.literal.search(folded)
        if wish and one.pointer.search(folded):
            return Opening(Section.TRANSCRIPT, f"asks for the exact words: '{wish[0].strip()}'", Needs.NOTHING)
    return None


def _earlier(folded: str, known: list[Cues]) -> Opening | None:
    match = _first(known, "earlier", folded)
    return Opening(Section.EPISODE, f"asks about earlier talk: '{match[0].strip()}'", Needs.NOTHING) if match else None


def _together(folded: str, known: list[Cues]) -> Opening | None:
    for one in known:
        if (match := one.together.search(folded)) is not None:
            return Opening(Section.EPISODE, f"may go back to a talk: '{match[0].strip()}'", _likely(one))
    return None


def _likely(one: Cues) -> Needs:
    """Closeness is asked for in English alone: in other languages the packaged embedder sees none where there is."""
    return Needs.LIKELY if one.language == "en" else Needs.NOTHING


def _transform(folded: str, known: list[Cues]) -> Opening | None:
    match = _first(known, "transform", folded)
    return Opening(Section.NONE, f"works on a given text: '{match[0].strip()}'", Needs.NEVER) if match else None


def _recall(folded: str, known: list[Cues]) -> Opening | None:
    match = _first(known, "recall", folded) or _first(known, "remember", folded)
    return Opening(Section.PINNED, f"asks to remember: '{match[0].strip()}'", Needs.NOTHING) if match else None


def _possessive(folded: str, known: list[Cues]) -> Opening | None:
    for one in known:
        for match in one.possessive.finditer(folded):
            if not is_anyones(one, folded, match):
                return Opening(Section.PINNED, f"is about yours: '{match[0].strip()}'", _likely(one))
    return None


_RULES: tuple[Callable[[str, list[Cues]], Opening | None], ...] = (
    _follow_up,
    _identity,
    _literal,
    _earlier,
    _transform,
    _together,
    _recall,
    _possessive,
)
