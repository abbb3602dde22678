"""A key that comes back in the reply itself: some gateways send their errors as the words of the model."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace

from memory.ports import Delta
from tui.llm.redact import MASK

NOTHING = Delta()
SHORTEST = 16
"""Shorter ones, and those without a digit, are what people write where no key is needed, like "ollama"."""


async def without_key(source: AsyncGenerator[Delta], key: str) -> AsyncGenerator[Delta]:
    """The `Delta`s of `source` that say something, with `key` hidden, in however many pieces it came.

    A reply that the user stops ends as it was shown: without the letters that were held back until then.
    """
    text, reasoning = Hidden(key), Hidden(key)

    def held() -> Delta:
        return Delta(text=text.end(), reasoning=reasoning.end())

    async with aclosing(source):
        try:
            async for delta in source:
                shown = replace(delta, text=text.feed(delta.text), reasoning=reasoning.feed(delta.reasoning))
                if delta.finish or delta.usage:
                    rest = held()
                    shown = replace(shown, text=shown.text + rest.text, reasoning=shown.reasoning + rest.reasoning)
                if shown != NOTHING:
                    yield shown
        except Exception:
            if (rest := held()) != NOTHING:
                yield rest
            raise
    if (rest := held()) != NOTHING:
        yield rest


class Hidden:
    """Takes a text in pieces and holds back what may be the beginning of `key`."""

    def __init__(self, key: str) -> None:
        self._key = key if len(key) >= SHORTEST and any(char.isdigit() for char in key) else ""
        self._held = ""

    def feed(self, text: str) -> str:
        if not self._key:
            return text
        whole = (self._held + text).replace(self._key, MASK)
        sizes = range(min(len(whole), len(self._key) - 1), 0, -1)
        kept = next((size for size in sizes if whole.endswith(self._key[:size])), 0)
        self._held = whole[len(whole) - kept :]
        return whole[: len(whole) - kept]

    def end(self) -> str:
        held, self._held = self._held, ""
        return held
