"""/redact"""

from __future__ import annotations

from tui.commands import targets
from tui.commands.command import Command
from tui.commands.context import CommandContext
from tui.commands.outcome import Confirm, Outcome, Refresh, Say, Several
from tui.commands.render import as_text, redact_sections


async def _redact(rest: str, ctx: CommandContext) -> Outcome:
    message, _, text = rest.partition(" ")
    redaction = ctx.memory.redaction
    plan = await redaction.plan(message or await redaction.newest(ctx.conversation), text.strip())
    if plan.empty:
        return Say(f"{plan.message} holds no secret that harken knows. /redact {plan.message} TEXT takes out any text")

    async def redact() -> Outcome:
        report = await redaction.redact(plan)
        return Several((targets.told(report, "Taken out of"), Refresh()))

    lines = as_text(redact_sections(plan)).splitlines()
    return Confirm("Take this out of everything for good?", tuple(lines), "Take out", redact)


COMMANDS = (
    Command(
        "redact",
        "/redact [MESSAGE_ID [TEXT]]",
        "take a secret out everywhere; of TEXT the first letters and * are enough",
        _redact,
    ),
)
