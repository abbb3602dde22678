"""What a forget is asked to take: an id or words, `--entity NAME`, or `--since DATE --until DATE`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, tzinfo

from memory.types import About, ForgetReport, Forgettable, Span
from tui.commands import dates
from tui.commands.command import Wrong
from tui.commands.outcome import Say
from tui.commands.render import FORGOTTEN, moment, report_text
from tui.safe_text import safe_line

WITH_TURNS = "--with-turns"
ENTITY, SINCE, UNTIL = "--entity", "--since", "--until"
_FLAGS = re.compile(rf"(?:^|\s)({WITH_TURNS}|{ENTITY}|{SINCE}|{UNTIL})(?=\s|=|$)")


def read(rest: str, zone: tzinfo | None) -> tuple[Forgettable, bool]:
    """What the rest of the line names, and whether the messages go too. Wrong where it names nothing, or two things."""
    words, *flagged = _FLAGS.split(rest)
    given = dict(zip(flagged[::2], (value.strip(" =\"'") for value in flagged[1::2]), strict=True))
    words = f"{words} {given.pop(WITH_TURNS, '')}".strip()
    return _one(words, given, zone), WITH_TURNS in flagged


def _one(words: str, named: Mapping[str, str], zone: tzinfo | None) -> Forgettable:
    if sum((bool(words), ENTITY in named, SINCE in named or UNTIL in named)) != 1:
        raise Wrong("Name one thing to forget" if words or named else "")
    if ENTITY in named:
        if not named[ENTITY]:
            raise Wrong(f"{ENTITY} needs a name")
        return About(named[ENTITY])
    return words or span(_date(SINCE, named), _date(UNTIL, named), zone)


def span(since: date | None, until: date | None, zone: tzinfo | None) -> Span:
    return Span(dates.beginning(since, zone), dates.end(until, zone))


def _date(flag: str, named: Mapping[str, str]) -> date | None:
    if flag not in named:
        return None
    try:
        return dates.parsed(named[flag])
    except ValueError:
        raise Wrong(f"{flag} needs a date like {dates.EXAMPLE}") from None


def described(query: Forgettable, zone: tzinfo | None) -> str:
    """What is to be forgotten, in a few words."""
    if isinstance(query, About):
        return safe_line(query.name)
    if isinstance(query, Span):
        ends = (("from", query.since), ("to", query.until))
        return " ".join(["the time", *(f"{word} {moment(when, zone)}" for word, when in ends if when is not None)])
    return safe_line(query)


def told(report: ForgetReport, done: str = FORGOTTEN) -> Say:
    """How it ended; a warning where something is left."""
    return Say(
        report_text(report, done), "warning" if report.pending or report.exports or report.left else "information"
    )
