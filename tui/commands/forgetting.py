"""/forget"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from memory.counting import counted
from memory.types import ForgetPlan, ForgetReport, Kind, Record
from tui.commands import clearing, targets
from tui.commands.command import Command, needed
from tui.commands.context import CommandContext
from tui.commands.outcome import Choose, Confirm, Open, Option, Outcome, Redraw, Refresh, Say, Several
from tui.commands.render import Section, as_text, forget_sections, with_turns_sections
from tui.safe_text import safe_line

QUESTION = "Forget this for good? It can't be undone"
EXPORTS = "Your exported files that say it; you are asked about them afterwards"
CANCEL, KEEP, ALL = "cancel", "keep", "all"


async def _forget(rest: str, ctx: CommandContext) -> Outcome:
    first, _, after = rest.partition(" ")
    if first == clearing.EVERYTHING:
        return await clearing.clear(after.strip(), ctx)
    query, with_turns = targets.read(needed(rest), ctx.zone)
    plan = await ctx.memory.plan_forget(query, with_turns=with_turns)
    if plan.empty:
        return Say(f"Nothing in memory matches {targets.described(query, ctx.zone)}")
    if plan.own_turns:
        return _ask_about_turns(plan, await ctx.memory.plan_forget(query, with_turns=True), ctx)

    async def forget() -> Outcome:
        return await _forgotten(plan, ctx)

    return Confirm(QUESTION, _lines(forget_sections(plan, ctx.zone, exports=EXPORTS)), "Forget", forget)


def _ask_about_turns(plan: ForgetPlan, whole: ForgetPlan, ctx: CommandContext) -> Outcome:
    """Whether the user's own messages that say it go too."""
    stay = f"{counted(plan.own_turns, 'message')} {'stays' if plan.own_turns == 1 else 'stay'}"
    options = (
        Option(CANCEL, "Cancel", "changes nothing"),
        Option(KEEP, "Forget, keep my messages", f"{_counts(plan.targets)}; {stay}"),
        Option(ALL, "Forget with my messages", _counts(whole.targets)),
    )

    async def chosen(answer: str) -> Outcome:
        if answer == CANCEL:
            return Say("Nothing was forgotten")
        return await _forgotten(whole if answer == ALL else plan, ctx)

    sections = [*forget_sections(plan, ctx.zone, exports=EXPORTS), *with_turns_sections(plan, whole, ctx.zone)]
    return Choose(QUESTION, options, chosen, body_lines=_lines(sections))


async def _forgotten(plan: ForgetPlan, ctx: CommandContext) -> Outcome:
    """The screen may still quote what is gone, so it is drawn anew from the store."""
    report = await ctx.memory.forget(plan)
    said = targets.told(report)
    gone = plan.with_turns and str(plan.query).lower() == ctx.conversation_id
    after = (Open((await ctx.memory.new_conversation()).id),) if gone else (Redraw(), Refresh())

    async def delete() -> Outcome:
        return await _delete_exports(report, ctx)

    lines = tuple(map(safe_line, report.exports))
    ask = Confirm("Delete the exported files that still say it?", lines, "Delete the files", delete)
    return Several((said, *after, ask) if report.exports else (said, *after))


async def _delete_exports(report: ForgetReport, ctx: CommandContext) -> Outcome:
    deleted = await ctx.memory.exports.delete(report.exports)
    await ctx.memory.audits.count_again(report.receipt)
    left = [safe_line(path) for path in report.exports if path not in deleted]
    if left:
        return Say(f"These files can't be deleted: {', '.join(left)}", severity="error")
    return Say(f"Deleted {counted(len(deleted), 'exported file')}")


def _lines(sections: Iterable[Section]) -> tuple[str, ...]:
    return tuple(as_text(sections).splitlines())


def _counts(going: Sequence[Record]) -> str:
    """`2 memories and 3 messages`"""
    messages = sum(one.kind is Kind.TURN for one in going)
    memories = len(going) - messages
    parts = [counted(memories, "memory", "memories")] if memories else []
    parts += [counted(messages, "message")] if messages else []
    return " and ".join(parts) or "no memory"


COMMANDS = (
    Command(
        "forget",
        f"/forget ID or WORDS, {targets.ENTITY} NAME, {targets.SINCE} DATE {targets.UNTIL} DATE [{targets.WITH_TURNS}],"
        f" {clearing.EVERYTHING}",
        f"show what would go, then erase it for good; c12 is what was learnt from a conversation, "
        f"{clearing.EVERYTHING} all that the profile holds",
        _forget,
        lambda ctx: (f"{targets.ENTITY} ", f"{targets.SINCE} ", f"{targets.UNTIL} ", clearing.EVERYTHING),
    ),
)
