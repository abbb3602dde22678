"""What the user says in earnest, sentence by sentence: no question, supposition, story, role, joke or other's words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise

from memory.distill.sentences.clauses import parts
from memory.distill.sentences.objections import asks, objection
from memory.distill.sentences.wording import sentences
from memory.text.handing import hands_over
from memory.text.languages import Language, likely
from memory.text.normal import plain

_OPENING = 12
"""So many characters may stand before what takes a message back, as in "Actually, ": no "my neighbour says"."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of the user; `objection` says why it states nothing of the user, "" where it may.

    A `part` is a clause of a sentence with others to which something else, or nothing, is to be objected.
    """

    text: str
    objection: str = ""
    part: bool = False


def heard(
    text: str, language: Language, playing: bool = False, attached: bool = False
) -> tuple[tuple[Sentence, ...], bool]:
    """The sentences of a message, and whether a role-play goes on after it.

    A role-play lasts until it is ended; what is supposed, told as a story or given to translate lasts until the end of
    the message or an aside ("by the way", "in reality"). What is to be translated may be `attached` instead.
    """
    found: list[Sentence] = []
    scope = ""
    for sentence, following in pairwise([*sentences(text), ""]):
        handed = not attached and hands_over(sentence, following)
        told = [(sentence, "reported")] if handed else _parts(sentence, language)
        for said, reason in told:
            folded = plain(said)
            if language.role_over.search(folded):
                playing, scope = False, ""
            elif language.role_play.search(folded):
                playing = True
            elif language.aside.search(folded):
                scope = ""
            reason = "role-play" if playing else scope or reason
            if reason == "joke" and found:
                found[-1] = replace(found[-1], objection=found[-1].objection or reason)
            found.append(Sentence(said, reason, part=len(told) > 1))
            scope = scope or ("reported" if handed else _opened(folded, language, attached))
    return tuple(found), playing


def _parts(sentence: str, language: Language) -> list[tuple[str, str]]:
    """The parts of a sentence; one that may be in another language than the message must state something there too."""
    told = parts(sentence, language)
    others = (other for other in likely(sentence, language) if other is not language)
    reason = next(filter(None, (objection(sentence, other) for other in others)), "")
    return [(said, why or reason) for said, why in told]


def in_earnest(text: str, language: Language) -> bool:
    """Whether there is text, and the user may mean all of it."""
    said, _ = heard(text, language)
    return bool(said) and not any(one.objection for one in said)


def takes_back(text: str, language: Language) -> bool:
    """Whether a message begins by saying that the one before was not meant: "I made that up."."""
    first = next(iter(sentences(text)), "").strip()
    match = language.unsaid.search(plain(first))
    return match is not None and match.start() <= _OPENING and not asks(first)


def unsaid(said: Iterable[Sentence]) -> tuple[Sentence, ...]:
    """The sentences of a message that was taken back."""
    return tuple(replace(one, objection=one.objection or "taken back") for one in said)


def _opened(folded: str, language: Language, attached: bool) -> str:
    """What the sentence makes of those after it."""
    if language.supposing.search(folded):
        return "hypothetical"
    if language.fiction.search(folded):
        return "story"
    if language.handed.search(folded) and not attached:
        return "reported"
    told = language.reported.search(folded)
    return "reported" if told and ":" in folded[told.start() :] else ""


def negated(text: str, language: Language) -> bool:
    return bool(language.negation.search(plain(text)))


def past(text: str, language: Language) -> bool:
    """Tells of what is over: "I used to live in Rome"."""
    return bool(language.past.search(plain(text)))


def agrees(text: str, language: Language) -> bool:
    """A short yes and nothing more."""
    said = re.findall(r"[^\W\d_]+", plain(text))
    return 0 < len(said) <= 6 and (said[0] in language.yes or "".join(said) in language.yes)
