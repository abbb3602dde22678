"""Facts without a model: the user's own sentences that state something durable, verbatim."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memory.distill.sentences.wording import terms
from memory.distill.source import Line
from memory.text.languages import Language, Statement
from memory.text.normal import plain
from memory.text.scripts import words
from memory.text.stated import matching, opens, says_of_the_user

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
    found = [_stated(clause, part, language) for clause, part in _parts(sentence, language)]
    if len(found) > 1 and all(found):
        return [apart for one in found if one is not None for apart in _apart(one, language)]
    whole = _stated(sentence, sentence, language)
    return _apart(whole, language) if whole is not None else []


def _apart(one: _Clause, language: Language) -> list[_Clause]:
    """A clause as what it lists between commas, where each says what is so: a "not" is mostly said of its neighbour."""
    found = [_stated(part, part, language) if opens(part, language) else None for part in one[0].split(", ")]
    listed = one[0] == one[1] and all(found) and not language.negation.search(plain(one[0]))
    return [part for part in found if part is not None] if listed else [one]


def _parts(sentence: str, language: Language) -> Iterator[tuple[str, str]]:
    """The clauses, each with the subject that it may share with the one before: "und wohne in Graz"; and as written."""
    clause = ""
    for part in (part.strip() for part in language.clause.split(sentence)):
        shared = language.subject and clause and not set(words(plain(part))[:1]) & language.me
        clause = f"{language.subject} {part}" if shared and says_of_the_user(clause, language) else part
        yield clause, part


def _stated(clause: str, quote: str, language: Language) -> _Clause | None:
    matched = matching(clause, language)
    return None if matched is None else (clause, quote, *matched)
