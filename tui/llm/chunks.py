"""Streamed pieces, as OpenAI's API and litellm give them, into `Delta`s."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing
from dataclasses import replace
from typing import Any

from memory.ports import Delta
from memory.types import Usage
from tui.llm.think import ThinkSplitter

CostOf = Callable[[Usage, Any], float | None]
REASONING_FIELDS = ("reasoning_content", "reasoning", "thinking")


class NoReply(ValueError):
    """What came was no reply at all: a web page, half of a JSON document, or nothing."""


async def deltas(chunks: AsyncGenerator[Any], cost_of: CostOf) -> AsyncGenerator[Delta]:
    """The words of a reply as they come, then one last `Delta` with usage and finish reason.

    `cost_of` gets the usage and the raw usage object. An answer without a word, a usage or a reason is no reply.
    """
    splitter = ThinkSplitter()
    finish, raw_usage, words = "", None, False
    async with aclosing(chunks):
        async for chunk in chunks:
            raw_usage = _pick(chunk, "usage") or raw_usage
            choice = next(iter(_pick(chunk, "choices") or ()), None)
            finish = _pick(choice, "finish_reason") or finish
            delta = _words(_pick(choice, "delta"), splitter)
            words = words or delta != Delta()
            yield delta
    last = splitter.end()
    usage = _usage(raw_usage)
    if not (words or last != Delta() or finish == "tool_calls" or usage.completion_tokens):
        raise NoReply("not one word came")
    yield replace(last, usage=replace(usage, cost=cost_of(usage, raw_usage)) if raw_usage else None, finish=finish)


def _words(delta: Any, splitter: ThinkSplitter) -> Delta:
    reasoning = next((found for name in REASONING_FIELDS if isinstance(found := _pick(delta, name), str)), "")
    content = _pick(delta, "content")
    split = splitter.feed(content) if isinstance(content, str) and content else Delta()
    return replace(split, reasoning=reasoning + split.reasoning)


def _usage(raw: Any) -> Usage:
    return Usage(_pick(raw, "prompt_tokens") or 0, _pick(raw, "completion_tokens") or 0)


def _pick(value: Any, name: str) -> Any:
    return value.get(name) if isinstance(value, Mapping) else getattr(value, name, None)
