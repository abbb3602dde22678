"""/identity /pin /unpin"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from memory.counting import counted
from memory.errors import NoRoom
from memory.types import Standing
from tui.commands.command import Command, Wrong, needed
from tui.commands.context import CommandContext
from tui.commands.outcome import Choose, Option, Outcome, Page, Refresh, Say, Several
from tui.commands.render import as_markdown, standing_sections, standing_sum
from tui.safe_text import safe, safe_line

ASK = "Which shall become an ordinary fact?"


async def _identity(rest: str, ctx: CommandContext) -> Outcome:
    verb, _, text = rest.partition(" ")
    text = text.strip()
    if verb in ("", "list"):
        return await _show(ctx, ask=not verb)
    if verb == "add":
        return await _add(needed(text), ctx)
    if verb == "demote":
        return await (_demote(text, ctx) if text else _ask(await ctx.memory.identity.standing(), "", ctx))
    if verb == "accept":
        return await _accept(needed(text), ctx)
    line_id, _, words = text.partition(" ")
    if verb == "edit":
        return await _edit(needed(line_id), needed(words.strip()), ctx)
    if verb == "remove":
        await ctx.memory.identity.remove(needed(line_id))
        return Several((Say("Removed from identity.md"), Refresh()))
    raise Wrong


async def _show(ctx: CommandContext, *, ask: bool) -> Outcome:
    """All of it on a page; beyond the bound a plain `/identity` asks what should not always be there."""
    standing = await ctx.memory.identity.standing()
    if ask and standing.tokens > standing.bound:
        return await _ask(standing, f"{standing_sum(standing)}. ", ctx)
    return Page("Identity", as_markdown(standing_sections(standing, await ctx.memory.identity.gathered())))


async def _ask(
    standing: Standing, why: str, ctx: CommandContext, then: Callable[[], Awaitable[Outcome]] | None = None
) -> Outcome:
    """Lets the user choose what to make an ordinary fact, and goes on with what needed the room."""
    if not standing.costs:
        return Say("Nothing is always in context yet. /identity add TEXT adds a line")
    texts = {line.id: line.text for line in standing.identity} | {fact.id: fact.text for fact in standing.pinned}
    options = tuple(Option(key, safe_line(text), counted(standing.costs[key], "token")) for key, text in texts.items())

    async def demote(memory_id: str) -> Outcome:
        done = await _demote(memory_id, ctx)
        return Several((done, await then())) if then is not None else done

    return Choose(f"{why}{ASK}", options, demote)


async def _demote(memory_id: str, ctx: CommandContext) -> Outcome:
    fact = await ctx.memory.identity.demote(memory_id)
    return Several((Say(f"An ordinary fact now, as {fact.id}: {safe(fact.text)}"), Refresh()))


async def _where_there_is_room(work: Callable[[], Awaitable[Outcome]], ctx: CommandContext) -> Outcome:
    """Does `work`, which puts something always in context; without room for it the user is asked what gives way."""
    try:
        return await work()
    except NoRoom as full:
        return await _ask(
            await ctx.memory.identity.standing(), f"{full}. ", ctx, lambda: _where_there_is_room(work, ctx)
        )


async def _add(text: str, ctx: CommandContext) -> Outcome:
    async def add() -> Outcome:
        await ctx.memory.identity.add(text)
        return Several((Say(f"Added to identity.md: {safe(text)}"), Refresh()))

    return await _where_there_is_room(add, ctx)


async def _edit(line_id: str, text: str, ctx: CommandContext) -> Outcome:
    async def edit() -> Outcome:
        await ctx.memory.identity.edit(line_id, text)
        return Several((Say(f"Changed in identity.md: {safe(text)}"), Refresh()))

    return await _where_there_is_room(edit, ctx)


async def _accept(fact_id: str, ctx: CommandContext) -> Outcome:
    async def accept() -> Outcome:
        line = await ctx.memory.identity.accept(fact_id)
        return Several((Say(f"In identity.md now: {safe(line)}"), Refresh()))

    return await _where_there_is_room(accept, ctx)


async def _pin(rest: str, ctx: CommandContext) -> Outcome:
    async def pin() -> Outcome:
        fact = await ctx.memory.identity.pin(needed(rest))
        return Several((Say(f"Always in context now: {safe(fact.text)}"), Refresh()))

    return await _where_there_is_room(pin, ctx)


async def _unpin(rest: str, ctx: CommandContext) -> Outcome:
    fact = await ctx.memory.identity.unpin(needed(rest))
    return Several((Say(f"An ordinary fact now, as {fact.id}: {safe(fact.text)}"), Refresh()))


COMMANDS = (
    Command(
        "identity",
        "/identity [list | add TEXT | edit ID TEXT | remove ID | demote ID | accept ID]",
        "what is always in context about you, what it takes, and what harken gathered",
        _identity,
        lambda ctx: ("list", "add ", "edit ", "remove ", "demote ", "accept "),
    ),
    Command("pin", "/pin ID", "keep a fact always in context", _pin),
    Command("unpin", "/unpin ID", "let a pinned fact be an ordinary one again", _unpin),
)
