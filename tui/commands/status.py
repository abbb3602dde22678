"""/memory /sync /mode"""

from __future__ import annotations

from memory.errors import BadInput
from memory.types import Mode
from tui.commands.command import Command, Wrong
from tui.commands.context import CommandContext
from tui.commands.outcome import Choose, Open, Option, Outcome, Page, Refresh, Say, Several
from tui.commands.render import Section, activity_line, as_markdown, stats_sections
from tui.commands.syncing import sync_lines
from tui.safe_text import safe_line

FOLLOW = "default"
LOG_LINES = 30
IMPORTED = "imported"
IMPORTED_AT_ONCE = 20
"""Sessions from other programs: the newest are learnt from first."""
MODES = {
    Mode.READ_WRITE: "uses memory and learns from this conversation",
    Mode.READ_ONLY: "uses memory, learns nothing",
    Mode.WRITE_ONLY: "learns, but puts nothing from memory into the turns",
    Mode.OFF: "neither uses memory nor learns; the conversation is kept",
    Mode.INCOGNITO: "uses memory; nothing of the conversation is written to disk",
}


async def _memory(rest: str, ctx: CommandContext) -> Outcome:
    if rest:
        raise Wrong
    runs = await ctx.memory.activity(limit=LOG_LINES)
    log = tuple(activity_line(run, ctx.zone) for run in runs) or ("nothing yet",)
    sections = [*stats_sections(await ctx.memory.stats(), ctx.zone), Section("Background work", log)]
    return Page("Memory", as_markdown(sections))


async def _sync(rest: str, ctx: CommandContext) -> Outcome:
    if rest not in ("", IMPORTED):
        raise Wrong
    seen = await ctx.memory.learnt.news()
    runs = await ctx.memory.sync(imported=IMPORTED_AT_ONCE if rest else 0)
    if not runs:
        waiting = await ctx.memory.unlearnt_imports()
        more = f"; /sync {IMPORTED} learns from what you imported" if waiting else ""
        return Say("\n".join(sync_lines(runs, await ctx.memory.too_short_to_learn())) + more)
    failed = any(run.outcome in ("error", "dead_letter") for run in runs)
    lines = [*sync_lines(runs), *([] if seen.line else await _told_here(ctx))]
    return Several((Say("\n".join(lines), severity="warning" if failed else "information"), Refresh()))


async def _told_here(ctx: CommandContext) -> list[str]:
    """What this sync brought is said here, so that the line of news need not say it again."""
    news = await ctx.memory.learnt.news()
    if not news.line:
        return []
    await ctx.memory.learnt.looked()
    waiting = f"; {news.waiting} in /inbox" if news.waiting else ""
    return [f"/learnt shows it{waiting}"]


async def _mode(rest: str, ctx: CommandContext) -> Outcome:
    async def change(name: str) -> Outcome:
        return await _change(name, ctx)

    if rest:
        return await _change(rest, ctx)
    options = [Option(mode, mode, detail) for mode, detail in MODES.items()]
    options.append(Option(FOLLOW, FOLLOW, f"follow the profile, now {ctx.config.memory.mode}"))
    return Choose("What memory does in this conversation", tuple(options), change)


async def _change(name: str, ctx: CommandContext) -> Outcome:
    if name not in (*MODES, FOLLOW):
        raise BadInput(f"There is no memory mode {safe_line(name)}", hint=f"There are {', '.join(MODES)} and {FOLLOW}")
    mode = None if name == FOLLOW else Mode(name)
    if ctx.memory.incognito:
        raise BadInput("harken was started in incognito", hint="Start it without, to keep something")
    if ctx.conversation_id is None or await _crosses_incognito(ctx.conversation_id, mode, ctx):
        opened = await ctx.memory.new_conversation(mode=mode)
        return Several((Say(f"A new conversation, mode {_described(mode, ctx)}"), Open(opened.id)))
    await ctx.memory.talks.set_mode(ctx.conversation_id, mode)
    return Several((Say(f"Mode {_described(mode, ctx)}"), Refresh()))


async def _crosses_incognito(conversation_id: str, mode: Mode | None, ctx: CommandContext) -> bool:
    """What is on disk can't become incognito nor the other way: that needs a new conversation."""
    wanted = mode or ctx.config.memory.mode
    return (await ctx.memory.conversation(conversation_id)).incognito is not (wanted is Mode.INCOGNITO)


def _described(mode: Mode | None, ctx: CommandContext) -> str:
    real = mode or ctx.config.memory.mode
    return f"{real}: {MODES[real]}"


COMMANDS = (
    Command("memory", "/memory", "sizes, state and the log of background work", _memory),
    Command(
        "sync",
        f"/sync [{IMPORTED}]",
        "learn now from what waits, or also from what you imported",
        _sync,
        lambda ctx: (IMPORTED,),
    ),
    Command("mode", f"/mode [{'|'.join(MODES)}]", "what memory does here", _mode, lambda ctx: (*MODES, FOLLOW)),
)
