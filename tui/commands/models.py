"""/model"""

from __future__ import annotations

from tui.commands.command import Command
from tui.commands.context import CommandContext
from tui.commands.outcome import Choose, ModelChosen, Outcome, Say


async def _model(rest: str, ctx: CommandContext) -> Outcome:
    options = await ctx.models()
    if not rest:
        return Choose("Models", tuple(options), _chosen)
    known = next((option for option in options if option.id == rest), None)
    if known and known.disabled_reason:
        return Say(f"{rest} can't be used yet: {known.disabled_reason}", severity="warning")
    return ModelChosen(rest)


async def _chosen(name: str) -> Outcome:
    return ModelChosen(name)


COMMANDS = (Command("model", "/model [NAME]", "choose who answers", _model),)
