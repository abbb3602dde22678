"""Telling reasoning from reply where a model writes both into one text as `<think>…</think>`."""

from __future__ import annotations

from memory.ports import Delta

OPENING = "<think>"
CLOSING = "</think>"


class ThinkSplitter:
    """Takes a reply in pieces of any size; only a tag at the very beginning opens reasoning, later ones are text."""

    def __init__(self) -> None:
        self._held = ""
        self._feed = self._at_start

    def feed(self, text: str) -> Delta:
        """The part of what came so far that is certain; the beginning of a possible tag is held back."""
        self._held += text
        return self._feed()

    def end(self) -> Delta:
        """What was held back, when the reply is over."""
        held, self._held = self._held, ""
        return Delta(reasoning=held) if self._feed == self._in_reasoning else Delta(text=held)

    def _take(self) -> str:
        held, self._held = self._held, ""
        return held

    def _at_start(self) -> Delta:
        start = self._held.lstrip()
        if start.startswith(OPENING):
            self._held = start[len(OPENING) :]
            self._feed = self._before_thought
            return self._feed()
        if OPENING.startswith(start):
            return Delta()
        self._feed = self._in_text
        return self._feed()

    def _before_thought(self) -> Delta:
        self._held = self._held.lstrip("\n")
        if not self._held:
            return Delta()
        self._feed = self._in_reasoning
        return self._feed()

    def _in_reasoning(self) -> Delta:
        thought, closed, rest = self._held.partition(CLOSING)
        if closed:
            self._held = rest
            self._feed = self._after_reasoning
            return Delta(reasoning=thought, text=self._feed().text)
        kept = _tail_that_may_close(thought)
        self._held = thought[len(thought) - kept :]
        return Delta(reasoning=thought[: len(thought) - kept])

    def _after_reasoning(self) -> Delta:
        self._held = self._held.lstrip()
        if not self._held:
            return Delta()
        self._feed = self._in_text
        return self._feed()

    def _in_text(self) -> Delta:
        return Delta(text=self._take())


def _tail_that_may_close(text: str) -> int:
    sizes = range(min(len(text), len(CLOSING) - 1), 0, -1)
    return next((size for size in sizes if text.endswith(CLOSING[:size])), 0)
