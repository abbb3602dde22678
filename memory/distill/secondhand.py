"""What a model takes from pasted text, from tools or from the assistant: no fact by itself, it waits for the user."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from memory.distill import provenance
from memory.distill.candidates import Fact
from memory.distill.sentences.wording import sentences
from memory.distill.source import Line
from memory.store import inbox
from memory.text.languages import detect
from memory.text.orders import is_order
from memory.types import Origin, Role

MOST = 5
"""So many wait after one run: an inbox that nobody can read protects nobody."""


@dataclass(frozen=True, slots=True)
class Aside:
    """A candidate that waits. `state` is inbox, or quarantined for what is shaped like an order to an assistant."""

    fact: Fact
    message: int
    origin: Origin
    at: datetime
    state: str


def aside(fact: Fact, by_prompt: Mapping[int, Line]) -> Aside | None:
    """The candidate with its source, where its quote stands there and says it; None where it is made up."""
    for line in (by_prompt[number] for number in fact.evidence if number in by_prompt):
        for origin, text in _told(line):
            if provenance.holds(text, fact.quote) and not _invented(fact, text):
                orders = is_order(fact.content) or any(is_order(one) for one in _touched(text, fact.quote))
                return Aside(fact, line.number, origin, line.at, inbox.QUARANTINED if orders else inbox.INBOX)
    return None


def _told(line: Line) -> Iterator[tuple[Origin, str]]:
    yield from line.others
    if line.role is Role.ASSISTANT:
        yield Origin.INFERRED, line.text


def _invented(fact: Fact, text: str) -> str:
    sentence = " ".join(_touched(text, fact.quote))
    return provenance.unsupported(fact.content, fact.quote, sentence, sentence, "", detect(text))


def _touched(text: str, quote: str) -> list[str]:
    return [one for one in sentences(text) if provenance.holds(one, quote) or provenance.holds(quote, one)] or [text]


def first(waiting: Iterable[Aside]) -> tuple[tuple[Aside, ...], int]:
    """One of each content, quarantined ones first, as many as may wait; and how many more there were."""
    ordered = sorted(waiting, key=lambda one: one.state != inbox.QUARANTINED)
    found = tuple({one.fact.content: one for one in reversed(ordered)}.values())[::-1]
    return found[:MOST], len(found[MOST:])
