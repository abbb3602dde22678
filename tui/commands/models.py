"""/model"""

from __future__ import annotations

from tui.commands.command import Command
from tui.commands.context import CommandContext
from tui.commands.outcome import Choose, ModelChosen, Option, Outcome, Say
from tui.commands.saving import kept
from tui.llm.catalogue import Entry
from tui.llm.models import Models


async def _model(rest: str, ctx: CommandContext) -> Outcome:
    options = await ctx.models()
    if not rest:
        return Choose("Models", tuple(options), lambda name: kept(ctx, "chat.model", name, ModelChosen(name)))
    known = next((option for option in options if option.id == rest), None)
    if known and known.disabled_reason:
        return Say(f"{rest} can't be used yet: {known.disabled_reason}", severity="warning")
    return await kept(ctx, "chat.model", rest, ModelChosen(rest))


async def options(models: Models) -> tuple[Option, ...]:
    """The catalogue as rows of a choice, for `CommandContext.models`."""
    return tuple(_option(entry) for entry in await models.catalogue())


def _option(entry: Entry) -> Option:
    detail = ", ".join(part for part in (entry.vendor, entry.note) if part)
    return Option(entry.name, entry.label, detail, entry.missing)


COMMANDS = (Command("model", "/model [NAME]", "choose who answers", _model),)
