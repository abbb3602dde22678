"""Keeps a choice for the next start."""

from __future__ import annotations

import asyncio

from memory.errors import HarkenError
from memory.types import Mode
from tui.commands.context import CommandContext
from tui.commands.outcome import Outcome, Say, Several
from tui.config.save import save_value


async def kept(ctx: CommandContext, key: str, value: str, outcome: Outcome) -> Outcome:
    """`outcome`, after the global settings hold `value`; in incognito nothing is written."""
    if ctx.config.memory.mode is Mode.INCOGNITO:
        return outcome
    try:
        await ctx.memory.check_place()
        await asyncio.to_thread(save_value, ctx.paths.config_file, key, value)
    except HarkenError as error:
        return Several((outcome, Say(f"It holds until you quit: {error.line}", severity="warning")))
    return outcome
