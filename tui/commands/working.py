"""Long work of a command, told in the status bar."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from memory.types import Event
from tui.commands.context import CommandContext


@contextmanager
def working(what: str, ctx: CommandContext) -> Iterator[Callable[[float], None]]:
    """Gives what is to be told of the share that is done, 0 to 1."""
    ctx.memory.emit(Event("working", what))
    shown = what

    def told(share: float) -> None:
        nonlocal shown
        line = f"{what}, {share:.0%}"
        if line != shown:
            shown = line
            ctx.memory.emit(Event("working", line))

    try:
        yield told
    finally:
        ctx.memory.emit(Event("idle"))
