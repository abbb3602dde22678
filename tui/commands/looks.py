"""/theme and /settings"""

from __future__ import annotations

from tui.commands.command import Command, Wrong
from tui.commands.context import CommandContext
from tui.commands.outcome import Choose, Option, Outcome, Say, Settings, Theme
from tui.commands.saving import kept


async def _theme(rest: str, ctx: CommandContext) -> Outcome:
    if not ctx.colours:
        return Say("NO_COLOR is set, so that every theme looks the same. Start harken without it to see colours")
    if rest in ctx.themes:
        return await kept(ctx, "chat.theme", rest, Theme(rest))
    if rest:
        return Say(f"There is no theme {rest}. There are: {', '.join(ctx.themes)}", severity="warning")
    options = tuple(Option(name, f"{name} (in use)" if name == ctx.theme else name) for name in ctx.themes)
    return Choose("Themes", options, lambda name: kept(ctx, "chat.theme", name, Theme(name)), ctx.theme, Theme)


async def _settings(rest: str, ctx: CommandContext) -> Outcome:
    if rest:
        raise Wrong
    return Settings()


COMMANDS = (
    Command("theme", "/theme [NAME]", "choose the colours", _theme, lambda ctx: tuple(ctx.themes)),
    Command("settings", "/settings", "see every setting and change it", _settings),
)
