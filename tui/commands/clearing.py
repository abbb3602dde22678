"""/forget --everything"""

from __future__ import annotations

import unicodedata

from memory.counting import counted
from memory.types import Clearing
from tui.commands import targets
from tui.commands.context import CommandContext
from tui.commands.outcome import Choose, Confirm, Open, Option, Outcome, Say, Several
from tui.commands.render import as_text, clearing_sections
from tui.safe_text import safe_line

EVERYTHING = "--everything"


async def clear(name: str, ctx: CommandContext) -> Outcome:
    """Shows what would go, and asks once the profile's name was typed."""
    plan = await ctx.memory.erasing.preview()
    lines = as_text(clearing_sections(plan))
    if not is_name_of(name, plan):
        wrong = f"{safe_line(name)} is not the name of this profile. " if name else ""
        how = f"{wrong}To erase all of this for good, type /forget {EVERYTHING} {plan.profile}"
        return Say(f"{lines}\n\n{how}", severity="warning")

    async def confirmed() -> Outcome:
        return _about_exports(plan, ctx) if plan.exports else await _cleared(plan, ctx, with_exports=False)

    return Confirm(
        f"Erase everything in {plan.profile}? This can't be undone", tuple(lines.splitlines()), "Erase", confirmed
    )


def is_name_of(typed: str, plan: Clearing) -> bool:
    return unicodedata.normalize("NFC", typed.strip()) == plan.profile


def _about_exports(plan: Clearing, ctx: CommandContext) -> Outcome:
    options = (
        Option("keep", "Erase all but the exports", "they stay where they are"),
        Option("erase", "Erase the exports too", "nothing is left but the settings"),
        Option("cancel", "Cancel", "erases nothing"),
    )

    async def chosen(answer: str) -> Outcome:
        if answer == "cancel":
            return Say("Nothing was erased")
        return await _cleared(plan, ctx, with_exports=answer == "erase")

    return Choose(f"Erase {counted(len(plan.exports), 'exported file')} too?", options, chosen)


async def _cleared(plan: Clearing, ctx: CommandContext, *, with_exports: bool) -> Outcome:
    report = await ctx.memory.erasing.everything(plan.profile, with_exports=with_exports)
    return Several((targets.told(report), Open((await ctx.memory.new_conversation()).id)))
