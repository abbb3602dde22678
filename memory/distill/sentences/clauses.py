"""A sentence as the clauses that state something, and those to which something is to be objected.

A wish or a question speaks for its own clause alone; an if, or what others say, takes along all that is said with it,
unless an "and" or its like sets it apart from what was said before, or what others say is a sentence of its own. Each
clause is looked at once.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from memory.distill.sentences.objections import asks, earnest, hinges, indivisible, objection
from memory.text.clauses.cut import cut
from memory.text.figures import figurative
from memory.text.languages import Language
from memory.text.normal import plain, straight
from memory.text.stated import opens

_DIVISIBLE = ("question", "hypothetical", "reported", "figure of speech")
_AS = re.compile(r"^(?:as|like|wie|comme|como|come|像|正如)")
"""Begins what somebody says of all that stands before it: "as she says"."""
_TELLING = 120
"""So many characters from where a clause begins tell whether somebody says something of their own in it."""
_MARKS = " ,;:，；：、—–"
_FREE = ""
_OWN, _ON, _ALL = "own", "on", "all"
"""How far an objection to a clause reaches: it alone, all that follows as well, or the whole sentence."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of a sentence: where it begins, how it is written and how it is compared."""

    start: int
    text: str
    folded: str


def parts(sentence: str, language: Language) -> list[tuple[str, str]]:
    """The sentence in one or more parts, each with why it states nothing of the user, or ""."""
    reason = objection(sentence, language)
    if reason not in _DIVISIBLE:
        return [(sentence, reason)]
    clauses = split(sentence, language)
    asked = _asked(sentence, clauses, language) if asks(sentence) else len(clauses)
    end = clauses[asked].start if asked < len(clauses) else len(sentence)
    told = _told(sentence[:end], clauses[:asked], language)
    if not any(why == _FREE for _, why in told):
        return [(sentence, reason)]
    return [*told, (sentence[end:].strip(), "question")] if end < len(sentence) else told


def split(sentence: str, language: Language) -> list[Clause]:
    """The clauses of a sentence: what stands between its marks, and begins with a joining word."""
    written = ((at, straight(text).strip(_MARKS)) for at, text in cut(sentence, language.grammar.connecting))
    return [Clause(at, text, earnest(text, language)) for at, text in written if text]


def _asked(sentence: str, clauses: Sequence[Clause], language: Language) -> int:
    """At which clause the question begins; 0 where it asks about the whole sentence."""
    grammar = language.grammar
    starts = (at for at, clause in enumerate(clauses) if grammar.inquiring.search(clause.text))
    at = next(starts, len(clauses) - 1)
    asked = clauses[at]
    if not grammar.inquiring.search(asked.text) and not opens(sentence[: asked.start], language):
        return 0
    told = _AS.match(asked.folded) and language.reported.search(asked.folded)
    return 0 if told or grammar.tag.search(asked.folded) else at


def _told(said: str, clauses: Sequence[Clause], language: Language) -> list[tuple[str, str]]:
    """The parts of what is said before a question; none where something is to be objected to all of it."""
    if not clauses or indivisible(said, language):
        return []
    begun: list[tuple[int, str]] = []
    over = False
    for at, clause in enumerate(clauses):
        reason, reach = _objected(clause, language)
        apart = bool(at) and _apart(clauses[at - 1], clause, language)
        apart = apart or (
            reason == "reported" and bool(at) and _tells(said[clause.start : clause.start + _TELLING], language)
        )
        if reach == _ALL and not apart and not (over and reason != "reported"):
            begun, over = [(0, reason)], True
        if over:
            if (
                not reason
                and _turns(begun[-1][1], clause, language)
                and _anew(said[clause.start - 1], clause, language)
            ):
                begun.append((clause.start, _FREE))
                over = False
            continue
        if reason:
            begun.append((clause.start, reason))
            over = reach != _OWN
        elif not begun or (begun[-1][1] and _anew(said[clause.start - 1], clause, language)):
            begun.append((clause.start, _FREE))
    ends = [start for start, _ in begun[1:]] + [len(said)]
    found = [_part(said[start:end], why, language) for (start, why), end in zip(begun, ends, strict=True)]
    return [] if begun[0][1] == _FREE and found[0][1] else found


def _objected(clause: Clause, language: Language) -> tuple[str, str]:
    """What is to be objected to a clause, and how far that reaches."""
    grammar, folded = language.grammar, clause.folded
    if language.reported.search(folded):
        return "reported", _ALL
    if language.asking.search(folded):
        return "question", _ON
    real = grammar.dreaming.sub(" ", grammar.wishing.sub(" ", folded))
    supposed = language.hypothetical.search(real) or language.supposing.search(folded)
    if supposed or grammar.condition.search(folded) or hinges(clause.text, language):
        return "hypothetical", _ALL
    if not language.hypothetical.search(folded):
        return "figure of speech" if figurative(clause.text) else _FREE, _OWN
    return "hypothetical", _ON if grammar.dreaming.search(folded) else _OWN


def _turns(over: str, clause: Clause, language: Language) -> bool:
    """Whether a clause no longer says what is supposed or told by others: "but I …", "so I …"."""
    grammar = language.grammar
    return bool(grammar.contrasting.match(clause.text) or (over == "reported" and grammar.drawing.match(clause.text)))


def _apart(before: Clause, clause: Clause, language: Language) -> bool:
    """Whether a clause stands beside the one before, and says nothing about it."""
    grammar = language.grammar
    return bool(grammar.connecting.match(clause.text) or grammar.hanging.search(before.text))


def _tells(text: str, language: Language) -> bool:
    """Whether somebody else says something of their own there, and does not stand by what was said before."""
    return bool(language.grammar.telling.search(plain(text).strip(_MARKS)))


def _anew(mark: str, clause: Clause, language: Language) -> bool:
    """Whether a clause behind a wish says how things are, and not what else is wished."""
    grammar = language.grammar
    if mark in ":：" or (language.spaceless and not grammar.connecting.match(clause.text)):
        return False
    return bool(grammar.main.search(clause.text)) and not grammar.unreal.search(clause.folded)


def _part(text: str, why: str, language: Language) -> tuple[str, str]:
    """A part as it stands by itself, and what is to be objected to it."""
    said = text.strip(_MARKS)
    if why:
        return said, why
    if not _states(said, language):
        return said, "nothing stated"
    joined = language.grammar.connecting.match(said)
    alone = said[joined.end() :].strip(_MARKS) if joined else said
    return alone if _states(alone, language) else said, objection(said, language)


def _states(text: str, language: Language) -> bool:
    return bool(language.grammar.main.search(straight(text))) or opens(text, language)
