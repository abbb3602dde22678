"""Who says a text and when it was said, as tokens in the index: they speak for that text alone.

The words of a turn count for the turns around it too; its speaker and its date must not, since in a chat of two each
turn stands beside one of the other's.
"""

from __future__ import annotations

import re
from datetime import datetime
from functools import cache

from memory.text.normal import fold
from memory.text.scripts import words

HEAD = "\ue001"
"""A private-use letter before such a token, which no text holds."""
_SPEAKER = re.compile(r"(?P<name>[^\W\d_a-z][\w'.-]*(?: [^\W\d_a-z][\w'.-]*){0,2}): ")
_MONTHS = (
    "january januar janvier enero janeiro gennaio января январь",
    "february februar fevrier febrero fevereiro febbraio февраля февраль",
    "march marz mars marzo marco марта март",
    "april avril abril aprile апреля апрель",
    "may mai mayo maio maggio мая май",
    "june juni juin junio junho giugno июня июнь",
    "july juli juillet julio julho luglio июля июль",
    "august aout agosto августа август",
    "september septembre septiembre setembro settembre сентября сентябрь",
    "october oktober octobre octubre outubro ottobre октября октябрь",
    "november novembre noviembre novembro ноября ноябрь",
    "december dezember decembre diciembre dezembro dicembre декабря декабрь",
)
_YEARS = range(1970, 2100)


def tokens(text: str, at: datetime) -> str:
    """The tokens that stand for the speaker a text names ("Ana: hello") and for the day of `at`."""
    named = _SPEAKER.match(text)
    spoken = [f"{HEAD}by{word}" for word in words(named["name"].lower())] if named else []
    return " ".join([*spoken, f"{HEAD}y{at.year}", f"{HEAD}m{at.month}", f"{HEAD}d{at.day}"])


def spoken_by(word: str) -> str:
    """The FTS5 expression for texts that `word` says, where it is a name."""
    return f'grams : "{HEAD}by{word}"'


def dated(word: str) -> str:
    """The FTS5 expression for texts of the month, year or day that `word` names; "" for another word."""
    if word.isdecimal() and len(word) <= 4:
        number = int(word)
        part = f"y{number}" if number in _YEARS else f"d{number}" if 1 <= number <= 31 else ""
    else:
        month = month_names().get(fold(word))
        part = f"m{month}" if month else ""
    return f'grams : "{HEAD}{part}"' if part else ""


@cache
def month_names() -> dict[str, int]:
    """The number of each month by its folded names in many languages."""
    return {fold(name): number for number, names in enumerate(_MONTHS, start=1) for name in names.split()}
