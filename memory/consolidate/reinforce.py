"""A memory is reinforced when a reply used it, not when it was shown.

Used means: the reply cites its id, or says what only the memory can have told it: words that are not in the question.
The count is kept; what it is worth is bounded and worked out on read.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from memory.store import ids, ledger
from memory.store.ledger import Given
from memory.store.store import Store
from memory.store.tables import Episode, Fact
from memory.text.content import content_words
from memory.text.normal import ends
from memory.types import Kind

_STEM = 6
_MOST = 20_000
"""Characters looked at, half from each end of a longer text."""
_ABOUT_NOTHING = frozenset({"user"})
"""Statements are about "the user"; that a reply says the word means nothing."""
_CITED = re.compile(r"\[([^\[\]]*)\]")
_ID = re.compile(r"\b[fe]\d+\b")
_NAME = re.compile(r"(?<=\S )[^\W\d_]*[A-ZÀ-ÖØ-Þ]\w{2,}|\S*\d\S*")
"""A capital within a text begins a name, more often than not; so does a number stand for something of its own."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply as stems of its words, with those of the question and the ids it cites."""

    said: frozenset[str]
    asked: frozenset[str]
    cited: frozenset[str]

    @classmethod
    def of(cls, question: str, reply: str) -> Reply:
        cited = (name for inner in _CITED.findall(reply) for name in _ID.findall(inner))
        return cls(_stems(reply), _stems(question), frozenset(cited))

    def used(self, one: Given) -> bool:
        """Half of the memory's own words are in the reply, or a name or number among them."""
        if ids.show(one.kind, one.item) in self.cited:
            return True
        own = _stems(one.text) - self.asked - _ABOUT_NOTHING
        told = own & self.said
        names = _stems(" ".join(_NAME.findall(one.text)))
        return bool(told) and (2 * len(told) >= len(own) or bool(told & names))


async def reinforce(store: Store, message: int, question: str, reply: str, at: datetime) -> None:
    """Counts a use for each memory that the turn of `message` got and its reply used."""
    said = await asyncio.to_thread(Reply.of, question, reply)
    # In a write, so that it comes after that of the ledger, which no turn waits for either.
    await store.write(partial(_count, message, said, at))


def _count(message: int, said: Reply, at: datetime) -> None:
    used = [one for one in ledger.given(message) if said.used(one)]
    _note(Fact, Kind.FACT, used, at)
    _note(Episode, Kind.EPISODE, used, at)


def _note(table: type[Fact] | type[Episode], kind: Kind, used: Sequence[Given], at: datetime) -> None:
    numbers = [one.item for one in used if one.kind == kind]
    if numbers:
        table.update(uses=table.uses + 1, last_used=at).where(table.id.in_(numbers)).execute()


def _stems(text: str) -> frozenset[str]:
    return frozenset(word[:_STEM] for word in content_words(ends(text, _MOST)))
