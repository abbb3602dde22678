"""Facts without a model: the user's own sentences that state something durable, verbatim."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memory.distill.source import Line
from memory.distill.wording import terms
from memory.text.languages import Language, Statement
from memory.text.stated import matching

LONGEST = 300
_SHORTEST = 4


@dataclass(frozen=True, slots=True)
class Found:
    """A statement: `content` is the sentence itself or a clause of it, `names` entities in it."""

    content: str
    category: str
    salience: float
    names: tuple[str, ...]
    message: int


def extract(lines: Sequence[Line]) -> list[Found]:
    """What the new, typed lines state in earnest."""
    return [found for line in lines if line.evidence for found in _of_line(line)]


def durable(lines: Sequence[Line]) -> bool:
    return bool(extract(lines))


def _of_line(line: Line) -> Iterator[Found]:
    for sentence in line.sentences:
        if sentence.objection or not _SHORTEST <= len(sentence.text) <= LONGEST:
            continue
        for clause, statement, names in _clauses(sentence.text, line.language):
            if terms(clause):
                yield Found(clause, statement.category, statement.salience, names, line.number)


_Clause = tuple[str, Statement, tuple[str, ...]]


def _clauses(sentence: str, language: Language) -> list[_Clause]:
    """The sentence as one statement, or the statements it is made of, where each stands for itself."""
    parts = [part.strip() for part in language.clause.split(sentence)]
    found = [_stated(part, language) for part in parts]
    if len(parts) > 1 and all(found):
        return [one for one in found if one is not None]
    whole = _stated(sentence, language)
    return [whole] if whole is not None else []


def _stated(clause: str, language: Language) -> _Clause | None:
    matched = matching(clause, language)
    return None if matched is None else (clause, *matched)
