"""What two answers to one message cost, and how far they lie apart, in words."""

from __future__ import annotations

from memory.counting import counted
from memory.types import Injection, Usage
from tui.chat.money import UNKNOWN, money

UNCOUNTED = "tokens not counted"


def given_line(injection: Injection | None) -> str:
    """What memory gave to an answer."""
    if injection is None or not (injection.items or injection.standing):
        return "without memory"
    standing, count = len(injection.standing), len(injection.items)
    memories = [f"{counted(count, 'memory', 'memories')}, {counted(injection.tokens, 'token')}"] if count else []
    always = [f"{standing} always in context"] if standing else []
    return "with " + " and ".join([*memories, *always])


def usage_line(usage: Usage | None) -> str:
    if usage is None:
        return UNCOUNTED
    cost = UNKNOWN if usage.cost is None else money(usage.cost)
    return f"{counted(usage.prompt_tokens, 'token')} in, {usage.completion_tokens:,} out, {cost}"


def difference(first: Usage | None, second: Usage | None) -> str:
    """What the second took more or less than the first, "" where that is not known."""
    if first is None or second is None:
        return ""
    told = [
        f"{_more(second.prompt_tokens - first.prompt_tokens)} in",
        f"{_more(second.completion_tokens - first.completion_tokens)} out",
    ]
    if first.cost is not None and second.cost is not None:
        apart = second.cost - first.cost
        told.append(f"{money(abs(apart))} {'less' if apart < 0 else 'more'}" if apart else "the same price")
    return f"The second: {', '.join(told)}"


def _more(tokens: int) -> str:
    if not tokens:
        return "as many tokens"
    return f"{counted(abs(tokens), 'token')} {'fewer' if tokens < 0 else 'more'}"
