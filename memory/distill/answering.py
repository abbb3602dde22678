"""What the user says by answering the assistant: "Leeds" to "Where do you live?", or yes to "Are you vegetarian?"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from memory.distill.candidates import Fact
from memory.distill.provenance import Kept, unsupported
from memory.distill.reconciling import over
from memory.distill.sentences import speech
from memory.distill.sentences.objections import asks, of_self
from memory.distill.sentences.people import POSSESSIVE
from memory.distill.sentences.wording import among, sentences, terms
from memory.distill.source import Line, right_before
from memory.text.languages import Language, detect
from memory.text.normal import plain
from memory.text.questions import offers_alternatives, restated
from memory.text.scripts import words
from memory.text.stated import comes_to
from memory.types import Origin, Role

LONGEST = 80
"""A longer answer says by itself what it says."""
_NEAR = 2
"""So many words after "my" tell whose it is."""
_MARK = re.compile(r"[,;、，；。.!]")
_SIGN = re.compile("[\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff]")


@dataclass(frozen=True, slots=True)
class _Question:
    """The assistant's question, and what a yes to it states of the user. Its language is that of a short answer."""

    text: str
    statement: str
    language: Language


def answered(fact: Fact, lines: Sequence[Line], by_prompt: Mapping[int, Line]) -> Kept | None:
    """The candidate, where an answer says it together with the question right before it."""
    for line in (by_prompt[number] for number in fact.evidence if number in by_prompt):
        question = _asked(line, lines) if line.evidence else None
        if question is None or not _of_whom(question) <= over.people(fact.content, question.language.kin):
            continue
        agreed = speech.agrees(line.typed, question.language) and _agreed(fact.content, question)
        answer = line.typed if agreed else _short_answer(line, question.language)
        if agreed or (answer and _completes(fact.content, answer, question)):
            return Kept(replace(fact, quote=answer), (line.number,), Origin.CONFIRMED, answer)
    return None


def _asked(line: Line, lines: Sequence[Line]) -> _Question | None:
    """The question that the turn before ends with, if it asks how things are with the user."""
    before = right_before(line, lines)
    if before is None or before.role is not Role.ASSISTANT:
        return None
    text = next((one for one in reversed(sentences(before.text)) if asks(one)), "")
    language = detect(text, line.language)
    statement = "" if of_self(text, language) else restated(text, language.code)
    return _Question(text, statement, language) if statement else None


def _of_whom(question: _Question) -> frozenset[str]:
    """Whose things are asked about, if not the user's: "How old is your son?"."""
    if question.language.spaceless:
        return over.people(question.text, question.language.kin)
    said = words(question.statement)
    near = (said[at + 1 : at + 1 + _NEAR] for at, word in enumerate(said) if word in POSSESSIVE)
    return question.language.kin.intersection(chain.from_iterable(near))


def _agreed(content: str, question: _Question) -> bool:
    """Whether a bare yes to the question says it."""
    alternatives = offers_alternatives(question.text, question.language.code)
    return not alternatives and _says(question.statement, content, question.language)


def _short_answer(line: Line, language: Language) -> str:
    """The first sentence of the message without its yes, where it is meant and may be no statement of its own."""
    said = next(iter(line.sentences), None)
    if said is None or said.objection or len(said.text) > LONGEST or language.negation.match(plain(said.text)):
        return ""
    first, mark, rest = said.text.partition(",")
    return rest.strip() if mark and plain(first) in language.yes else said.text


def _completes(content: str, answer: str, question: _Question) -> bool:
    """Whether question and answer say it, and a part of the answer stands in it as a whole."""
    parts = (part for piece in _MARK.split(plain(answer)) for part in question.language.joining.split(piece))
    stands = any(_stands(part, content) for part in parts)
    return stands and _says(f"{question.statement} {answer}", content, question.language)


def _says(told: str, content: str, language: Language) -> bool:
    return not unsupported(content, told, told, told, "", language) and not comes_to(content, told, told)


def _stands(part: str, content: str) -> bool:
    """Whether all that a part of an answer carries stands in `content`."""
    known = terms(part)
    signs, carried = set(_SIGN.findall(part)), [word for word in words(part) if word in known or word.isdecimal()]
    held = terms(content) | frozenset(words(plain(content)))
    return bool(signs or carried) and signs <= set(content) and all(among(word, held) for word in carried)
