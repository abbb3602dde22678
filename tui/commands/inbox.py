"""/inbox"""

from __future__ import annotations

from memory.types import Doubt, Record
from tui.commands.command import Command, Wrong, needed
from tui.commands.context import CommandContext
from tui.commands.outcome import Choose, Option, Outcome, Refresh, Say, Several
from tui.commands.render import doubt_line, source_of
from tui.safe_text import safe, safe_line

MOST = 100
NOTHING = (
    "Nothing waits for your word. What you did not say yourself waits here before it is kept, and facts that may say"
    " the same or contradict each other"
)
SETTLED = {
    "both": "Both are kept: {newer} and {older}",
    "new": "The new one is kept: {newer}. {older} is history",
    "old": "The old one is kept: {older}. {newer} is history",
}
UNDO = "undo"


async def _inbox(rest: str, ctx: CommandContext) -> Outcome:
    verb, _, words = rest.partition(" ")
    memory_id, _, text = words.strip().partition(" ")
    if verb in ("", "list"):
        return await _list(ctx)
    if verb == "edit":
        return await _accept(needed(memory_id), ctx, needed(text.strip()))
    if verb not in ("accept", "reject", UNDO, *SETTLED) or text:
        raise Wrong
    if verb == UNDO:
        return await _reopen(needed(memory_id), ctx)
    if verb in SETTLED:
        return await _settle(needed(memory_id), verb, ctx)
    return await (_accept if verb == "accept" else _reject)(needed(memory_id), ctx)


async def _list(ctx: CommandContext) -> Outcome:
    by_id: dict[str, Record | Doubt] = {one.id: one for one in await ctx.memory.inbox.waiting(MOST)}
    by_id |= {one.newer.id: one for one in await ctx.memory.inbox.doubts()}
    if not by_id:
        return Say(NOTHING)

    async def decide(memory_id: str) -> Outcome:
        one = by_id[memory_id]
        return _which(one, ctx) if isinstance(one, Doubt) else _ask(one, ctx)

    title = "What is true of you?" if len(by_id) < MOST else f"What is true of you? The {MOST} oldest first"
    return Choose(title, tuple(map(_option, by_id.values())), decide)


def _option(one: Record | Doubt) -> Option:
    if isinstance(one, Record):
        return Option(one.id, safe_line(one.text), source_of(one))
    said = doubt_line(one).removeprefix(f"{one.newer.id}  ")
    return Option(one.newer.id, safe_line(one.newer.text), f"{said}: {safe_line(one.older.text)}")


def _which(pair: Doubt, ctx: CommandContext) -> Outcome:
    options = (
        Option("both", "Keep both", "each is true in its place; they are not compared again"),
        Option("new", "Keep the new one", safe_line(pair.newer.text)),
        Option("old", "Keep the old one", safe_line(pair.older.text)),
    )

    async def chosen(choice: str) -> Outcome:
        return await _settle(pair.newer.id, choice, ctx)

    return Choose(f"{doubt_line(pair)}. Which is true?", options, chosen)


async def _settle(memory_id: str, choice: str, ctx: CommandContext) -> Outcome:
    pair = await ctx.memory.inbox.settle(memory_id, choice)
    return Several((Say(f"{settled_line(pair, choice)}. /inbox undo {pair.newer.id} takes that back"), Refresh()))


def settled_line(pair: Doubt, choice: str) -> str:
    """What the user's choice came to."""
    return SETTLED[choice].format(newer=pair.newer.id, older=pair.older.id)


async def _reopen(memory_id: str, ctx: CommandContext) -> Outcome:
    pair = await ctx.memory.inbox.reopen(memory_id)
    return Several((Say(f"Taken back: {pair.newer.id} and {pair.older.id} wait for your word again"), Refresh()))


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
        "/inbox [accept|edit|reject|both|new|old|undo ID]",
        "what harken took from elsewhere, or finds twice, and asks you about",
        _inbox,
        lambda ctx: ("accept ", "edit ", "reject ", "both ", "new ", "old ", "undo "),
    ),
)
