"""Whether a sentence of the user states something, or only asks, imagines, plays, jokes or tells what others said."""

from __future__ import annotations

import re

from memory.distill.languages import Language
from memory.distill.wording import plain, straight

_QUOTED = re.compile(r'"[^"]{8,}"|«[^»]{8,}»|「[^」]{6,}」|『[^』]{6,}』')
_QUESTION = re.compile(r"[?？]\W*$|(?:ですか|ますか|でしょうか|吗|嗎|呢)[。.]?$")


def objection(sentence: str, language: Language) -> str:
    """Why `sentence` states nothing of the user, or "" where it may: question, hypothetical, reported, joke, quoted."""
    folded = plain(sentence)
    if _QUESTION.search(sentence.strip()):
        return "question"
    if language.hypothetical.search(folded):
        return "hypothetical"
    if language.reported.search(folded):
        return "reported"
    if language.joke.search(folded):
        return "joke"
    return "quoted" if _QUOTED.search(straight(sentence)) else ""


def starts_role(text: str, language: Language) -> bool:
    return bool(language.role_play.search(plain(text)))


def ends_role(text: str, language: Language) -> bool:
    return bool(language.role_over.search(plain(text)))


def negated(text: str, language: Language) -> bool:
    return bool(language.negation.search(plain(text)))


def agrees(text: str, language: Language) -> bool:
    """A short yes and nothing more."""
    said = re.findall(r"[^\W\d_]+", plain(text))
    return 0 < len(said) <= 6 and (said[0] in language.yes or "".join(said) in language.yes)


def asks(text: str) -> bool:
    """The text ends with a question."""
    return bool(_QUESTION.search(text.strip()))
