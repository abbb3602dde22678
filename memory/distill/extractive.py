"""Facts without a model: the user's own sentences that state something durable, verbatim."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from memory.distill import speech
from memory.distill.languages import KNOWN, Language, Statement, detect
from memory.distill.source import Line
from memory.distill.wording import sentences, straight, terms

LONGEST = 300
_SHORTEST = 4


@dataclass(frozen=True, slots=True)
class Found:
    """A statement: `content` is the sentence itself, `slot` what it gives a value to, `names` entities in it."""

    content: str
    category: str
    slot: str
    salience: float
    names: tuple[str, ...]
    message: int


def extract(lines: Sequence[Line]) -> list[Found]:
    """What the new, typed lines state; role-plays and what follows a joke's confession are left out."""
    found: list[Found] = []
    for line in lines:
        if line.evidence and not line.played and not line.language.joke.search(line.typed.casefold()):
            found += _of_line(line)
    return found


def durable(lines: Sequence[Line]) -> bool:
    return bool(extract(lines))


def _of_line(line: Line) -> list[Found]:
    found = []
    for sentence in sentences(line.typed):
        if not _SHORTEST <= len(sentence) <= LONGEST or speech.objection(sentence, line.language):
            continue
        matched = matching(sentence, line.language)
        if matched is not None and terms(sentence):
            statement, names = matched
            found.append(Found(sentence, statement.category, statement.slot, statement.salience, names, line.number))
    return found


def matching(sentence: str, language: Language) -> tuple[Statement, tuple[str, ...]] | None:
    """The first turn of phrase that `sentence` holds, in its language and then in the others, with the names in it."""
    text = straight(sentence)
    for known in (language, *(other for other in KNOWN.values() if other is not language)):
        hits = [
            (statement, match)
            for statement in known.statements
            for pattern in statement.patterns
            if (match := pattern.search(text))
        ]
        if hits:
            return hits[0][0], tuple(dict.fromkeys(filter(None, (match.groupdict().get("name") for _, match in hits))))
    return None


@lru_cache(maxsize=20_000)
def slot(content: str) -> str:
    """What a statement gives a value to that only one statement can give: name, home or age; "" for others."""
    found = matching(content, detect(content))
    return found[0].slot if found else ""
