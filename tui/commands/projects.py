"""/project /move"""

from __future__ import annotations

from memory.counting import counted
from memory.types import PartitionKind
from tui.commands.command import Command, Wrong
from tui.commands.context import CommandContext
from tui.commands.outcome import Choose, Open, Option, Outcome, Refresh, Say, Several
from tui.commands.render import place_of
from tui.safe_text import safe_line

NONE = "none"
TEACH = (
    "There is no project yet. /project NAME begins one with this conversation: what is said in it is recalled in its"
    " conversations alone, and what is about you holds everywhere."
)
STAYS = "Facts learnt from it before stay where they are; /move changes that."


async def _project(rest: str, ctx: CommandContext) -> Outcome:
    async def change(name: str) -> Outcome:
        return await _enter(name, ctx)

    if rest:
        return await _enter(rest, ctx)
    known = [use for use in await ctx.memory.partitions.known() if use.partition.kind is PartitionKind.PROJECT]
    if not known:
        return Say(TEACH)
    now = await _current(ctx)
    options = [
        Option(
            use.partition.name,
            safe_line(use.partition.name),
            f"{counted(use.conversations, 'conversation')}, {counted(use.facts, 'fact')}"
            + (", now" if use.partition.name == now else ""),
        )
        for use in known
    ]
    none = Option(NONE, NONE, "what is said holds everywhere" + ("" if now else ", now"))
    return Choose("Which project does this conversation belong to?", (*options, none), change)


async def _enter(name: str, ctx: CommandContext) -> Outcome:
    project = "" if name.lower() == NONE else name
    if ctx.conversation_id is None:
        opened = await ctx.memory.new_conversation(project=project)
        return Several((Say(_described(opened.project)), Open(opened.id)))
    conversation = await ctx.memory.partitions.enter(ctx.conversation_id, project)
    begun = bool(await ctx.memory.messages(conversation.id))
    return Several((Say(" ".join([_described(conversation.project), *([STAYS] if begun else [])])), Refresh()))


def _described(project: str) -> str:
    if not project:
        return "This conversation belongs to no project: what is said in it holds everywhere."
    return (
        f"This conversation belongs to the project {safe_line(project)}: what is said in it stays there, what is about"
        " you holds everywhere."
    )


async def _current(ctx: CommandContext) -> str:
    """The project of the conversation on the screen, or of the next one."""
    if ctx.conversation_id is None:
        return await ctx.memory.partitions.begins_in()
    return (await ctx.memory.conversation(ctx.conversation_id)).project


async def _move(rest: str, ctx: CommandContext) -> Outcome:
    memory_id, _, place = rest.partition(" ")
    if not place.strip():
        raise Wrong
    record = await ctx.memory.partitions.move(memory_id, place)
    return Several((Say(f"{record.id} {place_of(record)} now: {safe_line(record.text)}"), Refresh()))


COMMANDS = (
    Command(
        "project",
        "/project [NAME or none]",
        "what belongs together: recalled here and nowhere else",
        _project,
        lambda ctx: (NONE,),
    ),
    Command("move", "/move ID project:NAME or profile", "say where a fact belongs", _move),
)
