"""/inbox"""

from __future__ import annotations

from memory.types import Record
from tui.commands.command import Command, Wrong, needed
from tui.commands.context import CommandContext
from tui.commands.outcome import Choose, Option, Outcome, Refresh, Say, Several
from tui.commands.render import source_of
from tui.safe_text import safe, safe_line

NOTHING = "Nothing waits for your word. What you did not say yourself waits here before it is kept"


async def _inbox(rest: str, ctx: CommandContext) -> Outcome:
    verb, _, words = rest.partition(" ")
    memory_id, _, text = words.strip().partition(" ")
    if verb in ("", "list"):
        return await _list(ctx)
    if verb == "edit":
        return await _accept(needed(memory_id), ctx, needed(text.strip()))
    if verb not in ("accept", "reject") or text:
        raise Wrong
    return await (_accept if verb == "accept" else _reject)(needed(memory_id), ctx)


async def _list(ctx: CommandContext) -> Outcome:
    found = await ctx.memory.inbox.waiting()
    if not found:
        return Say(NOTHING)
    by_id = {record.id: record for record in found}
    options = tuple(Option(one.id, safe_line(one.text), source_of(one)) for one in found)

    async def decide(memory_id: str) -> Outcome:
        return _ask(by_id[memory_id], ctx)

    return Choose("Is it true of you?", options, decide)


def _ask(record: Record, ctx: CommandContext) -> Outcome:
    options = (
        Option("accept", "Keep", "it becomes a fact that you confirmed"),
        Option("reject", "Reject", "it is not kept, and not proposed again"),
    )

    async def chosen(verb: str) -> Outcome:
        return await (_accept if verb == "accept" else _reject)(record.id, ctx)

    return Choose(f"{safe_line(record.text)}   (/inbox edit {record.id} TEXT keeps it in your words)", options, chosen)


async def _accept(memory_id: str, ctx: CommandContext, text: str = "") -> Outcome:
    record = await ctx.memory.inbox.accept(memory_id, text)
    return Several((Say(f"Kept as {record.id}: {safe(record.text)}"), Refresh()))


async def _reject(memory_id: str, ctx: CommandContext) -> Outcome:
    record = await ctx.memory.inbox.reject(memory_id)
    return Say(f"Rejected {record.id}. /inbox accept {record.id} takes that back")


COMMANDS = (
    Command(
        "inbox",
        "/inbox [accept ID | edit ID TEXT | reject ID]",
        "what harken took from elsewhere and asks you about",
        _inbox,
        lambda ctx: ("accept ", "edit ", "reject "),
    ),
)
