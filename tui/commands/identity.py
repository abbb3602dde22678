"""/identity"""

from __future__ import annotations

from tui.commands.command import Command, Wrong, needed
from tui.commands.context import CommandContext
from tui.commands.outcome import Outcome, Page, Refresh, Say, Several
from tui.commands.render import as_markdown, standing_sections


async def _identity(rest: str, ctx: CommandContext) -> Outcome:
    verb, _, text = rest.partition(" ")
    if verb in ("", "list"):
        return Page("Always in context", as_markdown(standing_sections(await ctx.memory.standing(), ctx.zone)))
    if verb == "add":
        await ctx.memory.identity.add(needed(text.strip()))
        return Several((Say("Added to identity.md"), Refresh()))
    line_id, _, words = text.strip().partition(" ")
    if verb == "edit":
        await ctx.memory.identity.edit(needed(line_id), needed(words.strip()))
        return Several((Say("Changed in identity.md"), Refresh()))
    if verb == "remove":
        await ctx.memory.identity.remove(needed(line_id))
        return Several((Say("Removed from identity.md"), Refresh()))
    raise Wrong


COMMANDS = (
    Command(
        "identity",
        "/identity [list | add TEXT | edit ID TEXT | remove ID]",
        "what is always in context about you",
        _identity,
        lambda ctx: ("list", "add ", "edit ", "remove "),
    ),
)
