"""/remember /forget /recall /search /reflect /why"""

from __future__ import annotations

from memory.engine import redact
from memory.types import ForgetPlan, ForgetReport, Record
from tui.commands import clearing, targets
from tui.commands.command import Command, Wrong, needed
from tui.commands.context import CommandContext
from tui.commands.outcome import Confirm, Open, Outcome, Page, Refresh, Say, Several
from tui.commands.render import (
    as_markdown,
    as_text,
    counted,
    forget_sections,
    injection_sections,
    place_of,
    record_line,
    reflection_sections,
    secret_line,
)
from tui.commands.words import why_legend
from tui.safe_text import safe, safe_line

EXPORTS = "Your exported files that say it; you are asked about them afterwards"
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


async def _forget(rest: str, ctx: CommandContext) -> Outcome:
    first, _, after = rest.partition(" ")
    if first == clearing.EVERYTHING:
        return await clearing.clear(after.strip(), ctx)
    query, with_turns = targets.read(needed(rest), ctx.zone)
    plan = await ctx.memory.plan_forget(query, with_turns=with_turns)
    if plan.empty:
        return Say(f"Nothing in memory matches {targets.described(query, ctx.zone)}")

    async def forget() -> Outcome:
        return await _forgotten(plan, ctx)

    lines = as_text(forget_sections(plan, ctx.zone, exports=EXPORTS)).splitlines()
    return Confirm("Forget this for good?", tuple(lines), "Forget", forget)


async def _forgotten(plan: ForgetPlan, ctx: CommandContext) -> Outcome:
    report = await ctx.memory.forget(plan)
    said = targets.told(report)
    gone = plan.with_turns and str(plan.query).lower() == ctx.conversation_id
    after = Open((await ctx.memory.new_conversation()).id) if gone else Refresh()

    async def delete() -> Outcome:
        return await _delete_exports(report, ctx)

    lines = tuple(map(safe_line, report.exports))
    ask = Confirm("Delete the exported files that still say it?", lines, "Delete the files", delete)
    return Several((said, after, ask) if report.exports else (said, after))


async def _delete_exports(report: ForgetReport, ctx: CommandContext) -> Outcome:
    deleted = await ctx.memory.exports.delete(report.exports)
    await ctx.memory.audits.count_again(report.receipt)
    left = [safe_line(path) for path in report.exports if path not in deleted]
    if left:
        return Say(f"These files can't be deleted: {', '.join(left)}", severity="error")
    return Say(f"Deleted {counted(len(deleted), 'exported file')}")


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
    Command(
        "forget",
        f"/forget ID or WORDS, {targets.ENTITY} NAME, {targets.SINCE} DATE {targets.UNTIL} DATE [{targets.WITH_TURNS}],"
        f" {clearing.EVERYTHING}",
        f"show what would go, then erase it for good; c12 is what was learnt from a conversation, "
        f"{clearing.EVERYTHING} all that the profile holds",
        _forget,
        lambda ctx: (f"{targets.ENTITY} ", f"{targets.SINCE} ", f"{targets.UNTIL} ", clearing.EVERYTHING),
    ),
    Command("recall", "/recall TEXT", "show what a turn with this text would get from memory", _recall),
    Command("search", "/search WORDS", "search facts, episodes and conversations", _search),
    Command("reflect", "/reflect QUESTION", "answer from memory, with the memories cited", _reflect),
    Command("why", "/why [MESSAGE_ID]", "what memory gave to the last turn, and why", _why),
)
