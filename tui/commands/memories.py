"""/remember /recall /search /reflect /why"""

from __future__ import annotations

from memory.engine import redact
from memory.types import Record
from tui.commands.command import Command, Wrong, needed
from tui.commands.context import CommandContext
from tui.commands.outcome import Confirm, Outcome, Page, Refresh, Say, Several
from tui.commands.render import (
    as_markdown,
    as_text,
    injection_sections,
    place_of,
    record_line,
    reflection_sections,
    secret_line,
)
from tui.commands.words import why_legend
from tui.safe_text import safe, safe_line

IN_PROJECT = "--project"


async def _remember(rest: str, ctx: CommandContext) -> Outcome:
    first, _, others = rest.partition(" ")
    text = needed(others.strip() if first == IN_PROJECT else rest)
    project = (await ctx.memory.conversation(ctx.conversation_id)).project if ctx.conversation_id else ""
    if first == IN_PROJECT and not project:
        return Say("This conversation belongs to no project. /project NAME puts it into one", severity="warning")

    async def remember() -> Outcome:
        kept_in = project if first == IN_PROJECT else ""
        record = await ctx.memory.remember(text, conversation=ctx.conversation_id, project=kept_in)
        return Several((Say(_remembered(record, project)), Refresh()))

    left, found = redact(text)
    if not found:
        return await remember()
    lines = (secret_line(found), "", "This would be kept:", safe_line(left))
    return Confirm("Remember it without the secret?", lines, "Remember", remember, danger=False)


def _remembered(record: Record, project: str) -> str:
    """Inside a project it says as well how far the fact is seen."""
    said = f"Remembered as {record.id}: {safe(record.text)}"
    if not project:
        return said
    if record.partition:
        return f"{said}\nIt {place_of(record)}"
    return f"{said}\nIt holds everywhere; /remember {IN_PROJECT} TEXT keeps a fact in {safe_line(project)} alone"


async def _recall(rest: str, ctx: CommandContext) -> Outcome:
    injection = await ctx.memory.preview(needed(rest), conversation=ctx.conversation_id)
    return Page("What a turn with this text would get", as_markdown(injection_sections(injection, ctx.zone)))


async def _search(rest: str, ctx: CommandContext) -> Outcome:
    found = await ctx.memory.search(needed(rest))
    if not found:
        return Say(f"Nothing found for {safe_line(rest)}")
    return Say("\n".join(record_line(record, ctx.zone) for record in found))


async def _reflect(rest: str, ctx: CommandContext) -> Outcome:
    reflection = await ctx.memory.reflect(needed(rest))
    return Say(as_text(reflection_sections(reflection, ctx.zone)))


async def _why(rest: str, ctx: CommandContext) -> Outcome:
    if " " in rest:
        raise Wrong
    injection = await ctx.memory.why(rest or None)
    if injection is None:
        return Say(f"There is no turn {rest}" if rest else "There was no turn yet")
    sections = [*injection_sections(injection, ctx.zone, await ctx.memory.identity.standing()), why_legend()]
    return Page(f"Why, for {injection.message or 'this turn'}", as_markdown(sections))


COMMANDS = (
    Command("remember", f"/remember [{IN_PROJECT}] TEXT", "keep a fact, word by word", _remember),
    Command("recall", "/recall TEXT", "show what a turn with this text would get from memory", _recall),
    Command("search", "/search WORDS", "search facts, episodes and conversations", _search),
    Command("reflect", "/reflect QUESTION", "answer from memory, with the memories cited", _reflect),
    Command("why", "/why [MESSAGE_ID]", "what memory gave to the last turn, and why", _why),
)
