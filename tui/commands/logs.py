"""/log"""

from __future__ import annotations

import asyncio

from tui.commands.command import Command
from tui.commands.context import CommandContext
from tui.commands.log_lines import LEVELS, read
from tui.commands.outcome import Log, Outcome
from tui.paths import log_file


async def _log(rest: str, ctx: CommandContext) -> Outcome:
    first, _, words = rest.partition(" ")
    level, words = (first, words) if first in LEVELS else (LEVELS[0], rest)
    path = log_file(ctx.paths.logs)
    return Log(tuple(await asyncio.to_thread(read, path)), str(path), level, words.strip())


COMMANDS = (
    Command(
        "log",
        "/log [warning|error] [WORDS]",
        "what harken noted for itself, the newest first",
        _log,
        lambda ctx: LEVELS,
    ),
)
