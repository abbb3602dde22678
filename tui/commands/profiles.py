"""/profile"""

from __future__ import annotations

from tui.commands.command import Command
from tui.commands.context import CommandContext
from tui.commands.outcome import Choose, Option, Outcome, ProfileChosen, Say
from tui.paths import checked_profile
from tui.safe_text import safe_line


async def _profile(rest: str, ctx: CommandContext) -> Outcome:
    if not rest:
        options = tuple(
            Option(name, f"{name} (in use)" if name == ctx.profile else name) for name in ctx.paths.profile_names()
        )
        return Choose("Profiles", options, lambda name: _profile(name, ctx), ctx.profile)
    if rest == ctx.profile:
        return Say(f"Profile {rest} is the one in use")
    if checked_profile(rest) not in ctx.paths.profile_names():
        hint = f"harken profile create {safe_line(rest)} makes it"
        return Say(f"There is no profile {safe_line(rest)}. {hint}", severity="warning")
    return ProfileChosen(rest)


COMMANDS = (
    Command("profile", "/profile [NAME]", "go to another profile", _profile, lambda ctx: ctx.paths.profile_names()),
)
