"""Keeps what was forgotten here out of what comes in from a file.

A text says a forgotten thing as forgetting itself would find it: at least three quarters of the tombstone's words are
in one sentence or two neighbouring ones. What was said after it was forgotten was said anew, and comes in; of
what has no time, or one that is still to come, nobody knows that.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import ceil

from memory.store import tombstones
from memory.store.fields import to_millis
from memory.store.tables import Tombstone

SHARE = 0.75
_SENTENCE = re.compile(r".+?(?:[.!?…]+[\"'”’»)]*\s+|[。！？]+[”’」』）]*\s*|\n\s*|\Z)", re.S)


class Forgotten:
    """The tombstones of a profile; without any, nothing is looked at."""

    def __init__(self, now: int, stones: Iterable[tuple[frozenset[str], int]] = ()) -> None:
        self._now = now
        self._stones = [stone for stone in stones if stone[0]]

    @classmethod
    def load(cls, now: int) -> Forgotten:
        stones = ((frozenset(row.words), to_millis(row.created_at)) for row in Tombstone.select().iterator())
        return cls(now, stones)

    def says(self, text: str, at: int) -> bool:
        """Whether `text`, said at `at` (milliseconds), says what was forgotten later."""
        return bool(self._marked(text, at))

    def cut(self, text: str, at: int) -> str:
        """`text` without the sentences that say it; the same text where none does."""
        marked = self._marked(text, at)
        if not marked:
            return text
        return "".join(piece for number, piece in enumerate(_sentences(text)) if number not in marked).strip()

    def kept(self, texts: Iterable[str], at: int) -> list[str]:
        return [text for text in texts if not self.says(text, at)]

    def rests_on_it(self, content: str, messages: Iterable[int], at: int) -> bool:
        """Whether a statement comes from turns of which just this was forgotten, in whatever words."""
        return bool(self._since(at)) and tombstones.blocks(content, tuple(messages))

    def _since(self, at: int) -> list[frozenset[str]]:
        return [words for words, made in self._stones if made >= at or at >= self._now]

    def _marked(self, text: str, at: int) -> set[int]:
        stones = self._since(at)
        if not stones or not text or not _any(stones, tombstones.hashes(text)):
            return set()
        words = [tombstones.hashes(piece) for piece in _sentences(text)]
        alone = {number for number, said in enumerate(words) if _any(stones, said)}
        pairs = {
            number
            for first in range(len(words) - 1)
            if not alone & {first, first + 1} and _any(stones, words[first] | words[first + 1])
            for number in (first, first + 1)
        }
        return (alone | pairs) or set(range(len(words)))


def _any(stones: Iterable[frozenset[str]], said: frozenset[str]) -> bool:
    return any(len(stone & said) >= ceil(SHARE * len(stone)) for stone in stones)


def _sentences(text: str) -> list[str]:
    return _SENTENCE.findall(text)
