"""Facts without a model: the user's own sentences that state something durable, verbatim."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memory.distill.source import Line
from memory.distill.wording import terms
from memory.text.languages import Language, Statement
from memory.text.normal import plain
from memory.text.scripts import words
from memory.text.stated import matching

LONGEST = 300
_SHORTEST = 4


@dataclass(frozen=True, slots=True)
class Found:
    """A statement: `content` is the sentence itself or a clause of it, `names` entities in it.

    `quote` are the words as they stand there: a clause may share its subject with the one before.
    """

    content: str
    quote: str
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
        for clause, quote, statement, names in _clauses(sentence.text, line.language):
            if terms(clause):
                yield Found(clause, quote, statement.category, statement.salience, names, line.number)


_Clause = tuple[str, str, Statement, tuple[str, ...]]


def _clauses(sentence: str, language: Language) -> list[_Clause]:
    """The sentence as one statement, or the statements it is made of, where each stands for itself."""
    first, *others = (part.strip() for part in language.clause.split(sentence))
    found = [_stated(first, first, language), *(_stated(_whole(part, language), part, language) for part in others)]
    if others and all(found):
        return [one for one in found if one is not None]
    whole = _stated(sentence, sentence, language)
    return [whole] if whole is not None else []


def _whole(part: str, language: Language) -> str:
    """A clause with the subject that it shares with the one before it: "und wohne in Graz"."""
    if not language.subject or set(words(plain(part))[:1]) & language.me:
        return part
    return f"{language.subject} {part}"


def _stated(clause: str, quote: str, language: Language) -> _Clause | None:
    matched = matching(clause, language)
    return None if matched is None else (clause, quote, *matched)
