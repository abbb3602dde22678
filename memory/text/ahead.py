"""What is planned or still to come: "we move to Halle next month" is no home yet, and ends none."""

from __future__ import annotations

import re
from itertools import takewhile

from memory.text.clauses.cut import cut
from memory.text.languages import Language, function_words
from memory.text.normal import plain, straight
from memory.text.scripts import words
from memory.text.time_words import MONTHS, SEASONS, SPANS, UNITS, WEEKDAYS

_SHORT = 2
"""A time alone between marks has no more words that name no unit of time: "Next month, we move"."""
_SPACELESS = 8
_TIMES = frozenset({*UNITS, *SPANS, *WEEKDAYS, *MONTHS, *SEASONS})
_UNTIL = re.compile(r"\b(?:until|till|bis|jusqu|hasta|fino|até)\b[^,;.]*|[^、。]*まで|直到[^，。]*", re.IGNORECASE)
"""What lasts until then is so now."""
_MARKS = " ,;:，；：、—–"


def bearing(text: str, start: int, end: int, content: str, language: Language) -> tuple[int, int]:
    """From the first to the last clause between `start` and `end` with a word of `content`; all of it without any."""
    grammar, told = language.grammar, {*words(plain(content))} - function_words(language) - language.me
    spans = [
        (max(start, at), min(end, at + len(piece)))
        for at, piece in cut(text, grammar.connecting, grammar.relating)
        if at < end and start < at + len(piece) and told.intersection(words(plain(piece)))
    ]
    return (spans[0][0], spans[-1][1]) if spans else (start, end)


def clause_around(text: str, start: int, end: int, language: Language) -> str:
    """The clause of `text` that touches the characters from `start` to `end`, with the times set apart beside it."""
    led, clause, behind = _around(text, start, end, language)
    return f"{led}{clause}{behind}"


def up_to(text: str, start: int, end: int, language: Language) -> str:
    """The same, with a time behind it only where no mark sets it apart.

    "" where the user does something else in it before `start`.
    """
    grammar = language.grammar
    led, clause, behind = _around(text, start, end, language)
    before = text[text.find(clause) : start].strip(_MARKS)
    if grammar.main.search(straight(before)):
        return ""
    return f"{led}{clause}{behind if grammar.connecting.match(behind) else ''}"


def _around(text: str, start: int, end: int, language: Language) -> tuple[str, str, str]:
    grammar = language.grammar
    pieces = cut(text, grammar.connecting, grammar.relating)
    touched = [at for at, (begin, piece) in enumerate(pieces) if begin < end and start < begin + len(piece)]
    first, last = touched[0] if touched else 0, touched[-1] if touched else len(pieces) - 1
    before = () if grammar.relating.match(text, pieces[first][0]) else reversed(pieces[:first])
    led = list(takewhile(lambda piece: _apart(piece) and _time(piece, language), (text for _, text in before)))
    behind = takewhile(lambda piece: _time(piece, language), (text for _, text in pieces[last + 1 :]))
    return "".join(reversed(led)), "".join(piece for _, piece in pieces[first : last + 1]), "".join(behind)


def comes(clause: str, language: Language) -> bool:
    """Whether a clause tells of what is planned or still to come."""
    return bool(language.grammar.coming.search(_UNTIL.sub(" ", straight(clause))))


def only_comes(text: str, language: Language) -> bool:
    """Whether `text` tells of what is to come, and in none of its clauses what is so of the user now."""
    grammar = language.grammar
    told = (piece.strip(_MARKS) for _, piece in cut(straight(text), grammar.connecting))
    return comes(text, language) and all(comes(piece, language) for piece in told if grammar.main.search(piece))


def _apart(piece: str) -> bool:
    """Whether a mark ends it: "Next month, "."""
    return piece.rstrip()[-1:] in _MARKS.strip()


def _time(piece: str, language: Language) -> bool:
    """Whether a piece names hardly more than a time, and not the user."""
    left = [word for word in words(plain(piece)) if word not in _TIMES and word not in function_words(language)]
    short = len(piece) <= _SPACELESS if language.spaceless else len(left) <= _SHORT
    mine = language.me & {*words(plain(piece))} or any(me in piece for me in language.me if not me.isascii())
    return short and not mine and not language.grammar.main.search(straight(piece).strip(_MARKS))
