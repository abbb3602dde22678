"""/rebuild, and what it did in plain lines."""

from __future__ import annotations

from collections.abc import Iterator

from memory.counting import counted
from memory.types import Rebuilt
from tui.commands.command import Command, Wrong
from tui.commands.context import CommandContext
from tui.commands.outcome import Outcome, Refresh, Say, Several
from tui.commands.render import index_line
from tui.safe_text import safe_line


def rebuilt_lines(result: Rebuilt) -> Iterator[str]:
    """What was looked at, what was wrong, and what finds memories now."""
    yield f"Search made again for {counted(result.documents, 'text')}"
    wrong = {
        "not found as it should be": result.mended,
        "found and not there": result.strays,
        "with a damaged vector": result.unsound,
        "without a vector": max(0, result.embedded - result.unsound),
    }
    told = [f"the full-text index, which was {result.full_text}"] if result.full_text else []
    told += [f"{number} {what}" for what, number in wrong.items() if number]
    if told:
        yield f"Put right: {', '.join(told)}"
    elif not result.waiting_vectors:
        yield "Nothing was wrong"
    if result.embedded:
        yield f"{counted(result.embedded, 'text')} got a vector"
    yield index_line(result.index)
    if result.waiting_vectors:
        yield f"waiting to be found by meaning: {counted(result.waiting_vectors, 'text')}; words find them meanwhile"
    if result.trouble:
        yield safe_line(result.trouble)


async def _rebuild(rest: str, ctx: CommandContext) -> Outcome:
    if rest:
        raise Wrong
    result = await ctx.memory.rebuilding.run()
    told = Say("\n".join(rebuilt_lines(result)), severity="warning" if result.trouble else "information")
    return Several((told, Refresh()))


COMMANDS = (Command("rebuild", "/rebuild", "make search and vectors again from what was said and kept", _rebuild),)
