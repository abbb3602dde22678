"""/new /resume /find /rename /top /delete"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from memory.counting import counted
from memory.types import Conversation, Found, Kind, Mode, Record
from tui.commands import targets
from tui.commands.command import Command, Wrong, needed
from tui.commands.context import CommandContext
from tui.commands.outcome import Choose, Find, Open, Option, Outcome, Redraw, Refresh, Say, Several
from tui.commands.render import FORGOTTEN, moment
from tui.safe_text import safe_line

TITLE_WIDTH = 60


async def _new(rest: str, ctx: CommandContext) -> Outcome:
    if rest not in ("", *Mode):
        raise Wrong(f"{rest} is no mode")
    return Open((await ctx.memory.new_conversation(mode=Mode(rest) if rest else None)).id)


async def _resume(rest: str, ctx: CommandContext) -> Outcome:
    every = await ctx.memory.conversations()
    if any(one.id == rest for one in every):
        return Open(rest)
    found = await ctx.memory.talks.find(rest) if rest else [Found(one) for one in every]
    if not found:
        return Say(f"No conversation says {rest}" if rest else "There is no conversation yet")
    called = [one for one in found if rest.casefold() in one.conversation.title.casefold()]
    if rest and len(called or found) == 1:
        return Open((called or found)[0].conversation.id)
    return Choose("Conversations", tuple(_option(one, ctx) for one in found), _open)


async def _open(conversation_id: str) -> Outcome:
    return Open(conversation_id)


async def _find(rest: str, ctx: CommandContext) -> Outcome:
    return Find(rest)


async def _rename(rest: str, ctx: CommandContext) -> Outcome:
    await ctx.memory.talks.rename(ctx.conversation, needed(rest))
    title = (await ctx.memory.conversation(ctx.conversation)).title
    return Several((Say(f"This conversation is now called {safe_line(title, TITLE_WIDTH)}"), Refresh()))


async def _top(rest: str, ctx: CommandContext) -> Outcome:
    conversation = await ctx.memory.conversation(rest or ctx.conversation)
    await ctx.memory.talks.pin(conversation.id, pinned=not conversation.pinned)
    place = "is no longer on top of the list" if conversation.pinned else "stays on top of the list"
    return Several((Say(f"{_quoted(conversation)} {place}"), Refresh()))


async def _delete(rest: str, ctx: CommandContext) -> Outcome:
    verb, _, wanted = rest.partition(" ")
    if verb == "undo":
        return await _undo(wanted.strip(), ctx)
    conversation = await ctx.memory.conversation(rest or ctx.conversation)
    learnt = await ctx.memory.erasing.learnt_from(conversation.id)
    return _ask(conversation, learnt, ctx) if learnt else await _delete_only(conversation, ctx)


def _ask(conversation: Conversation, learnt: Sequence[Record], ctx: CommandContext) -> Outcome:
    """Whether what was learnt goes too: the first of the answers can be taken back. What holds is counted."""
    kinds = Counter(record.kind for record in learnt if record.kind is not Kind.FACT or record.holds)
    nouns = ((Kind.FACT, "fact"), (Kind.EPISODE, "digest"))
    what = " and ".join(counted(kinds[kind], noun) for kind, noun in nouns if kinds[kind]) or "what no longer holds"
    options = (
        Option("delete", "Delete only", f"keeps {what}; /delete undo brings it back for a week"),
        Option("forget", "Delete and forget", "erases its messages and what was learnt from it alone, for good"),
        Option("cancel", "Cancel", "changes nothing"),
    )

    async def chosen(answer: str) -> Outcome:
        if answer == "cancel":
            return Say("Nothing was deleted")
        return await (_delete_only if answer == "delete" else _delete_and_forget)(conversation, ctx)

    return Choose(f"Delete {_quoted(conversation)}? Learnt from it alone: {what}", options, chosen)


async def _delete_only(conversation: Conversation, ctx: CommandContext) -> Outcome:
    await ctx.memory.talks.delete(conversation.id)
    said = Say(f"Deleted {_quoted(conversation)}. /delete undo brings it back; what was learnt from it stays")
    return await _left(conversation, said, ctx)


async def _delete_and_forget(conversation: Conversation, ctx: CommandContext) -> Outcome:
    report = await ctx.memory.forget(await ctx.memory.plan_forget(conversation.id, with_turns=True))
    return await _left(conversation, targets.told(report, f"Deleted {_quoted(conversation)}. {FORGOTTEN}"), ctx)


async def _left(conversation: Conversation, said: Say, ctx: CommandContext) -> Outcome:
    """What is shown when a conversation is gone: another one, where it was on the screen."""
    if conversation.id == ctx.conversation_id:
        return Several((said, Open((await ctx.memory.new_conversation()).id)))
    return Several((said, Redraw(), Refresh()))


async def _undo(wanted: str, ctx: CommandContext) -> Outcome:
    return Open(await ctx.memory.talks.restore(wanted))


def _option(found: Found, ctx: CommandContext) -> Option:
    conversation = found.conversation
    said = found.excerpt
    if found.message:
        return Option(conversation.id, _title(conversation), f"{said.before}{said.hit}{said.after}")
    detail = f"{moment(conversation.updated_at, ctx.zone)}, {counted(conversation.messages, 'message')}"
    place = f", project {safe_line(conversation.project)}" if conversation.project else ""
    return Option(conversation.id, _title(conversation), detail + place)


def _title(conversation: Conversation) -> str:
    return safe_line(conversation.title, TITLE_WIDTH) or f"conversation {conversation.id}"


def _quoted(conversation: Conversation) -> str:
    return f"“{_title(conversation)}”" if conversation.title else _title(conversation)


COMMANDS = (
    Command("new", "/new [MODE]", "start a new conversation", _new, lambda ctx: tuple(Mode)),
    Command("resume", "/resume [WORDS]", "go to an earlier conversation, by its title or what was said in it", _resume),
    Command("find", "/find [WORDS]", "find words in this conversation", _find),
    Command("rename", "/rename TITLE", "name this conversation", _rename),
    Command("top", "/top [ID]", "keep this conversation on top of the list, or no longer", _top),
    Command("delete", "/delete [ID] or /delete undo", "delete this conversation", _delete, lambda ctx: ("undo",)),
)
