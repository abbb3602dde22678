"""/verdict"""

from __future__ import annotations

from collections.abc import Sequence

from memory.counting import counted
from memory.errors import BadInput
from memory.types import Judgement, Leaning, Message, Role, Worth
from tui.commands.command import Command, Wrong
from tui.commands.context import CommandContext
from tui.commands.outcome import Confirm, Outcome, Page, Say
from tui.commands.render import Section, as_markdown, moment
from tui.safe_text import safe_line

NONE, ALL = "none", "all"
TEACH = (
    "No verdict yet. /verdict useful, wrong or stale says what a reply was worth, or with an id one memory that it got;"
    " /compare shows it beside an answer without memory. Verdicts make the gate open a little sooner or later."
)
MENDS = "The memory itself stays as it is: /forget {id} removes it, F4 edits it"


async def _verdict(rest: str, ctx: CommandContext) -> Outcome:
    word, _, what = rest.lower().partition(" ")
    if not word:
        return await _listed(ctx)
    if (word, what.strip()) == (NONE, ALL):
        return await _all_back(ctx)
    if word not in (NONE, *Worth):
        raise Wrong
    reply, memory = _meant(await ctx.memory.messages(ctx.conversation), what.strip())
    about = memory or reply.id
    if word == NONE:
        await ctx.memory.comparing.take_back(reply, memory=memory)
        return Say(f"The verdict on {about} is taken back")
    await ctx.memory.comparing.judge(reply, Worth(word), memory=memory)
    mends = [MENDS.format(id=memory)] if memory.startswith("f") and word != Worth.USEFUL else []
    return Say("\n".join([f"{about}: {word}. {leaning_line(await ctx.memory.comparing.leaning())}", *mends]))


def _meant(path: Sequence[Message], what: str) -> tuple[Message, str]:
    """A reply, by its id or the last, and the memory of the last reply that is meant, "" for the reply itself."""
    replies = [one for one in path if one.role is Role.ASSISTANT]
    if not replies:
        raise BadInput("There is no reply yet", hint="Write a message first")
    if not what or not what.startswith("m"):
        return replies[-1], what
    found = next((one for one in replies if one.id == what), None)
    return (found, "") if found else (replies[-1], what)


async def _listed(ctx: CommandContext) -> Outcome:
    said = await ctx.memory.comparing.said()
    if not said:
        return Say(TEACH)
    lines = tuple(_line(one, ctx) for one in said)
    leaning = await ctx.memory.comparing.leaning()
    return Page(
        "Verdicts", as_markdown([Section("The gate", (leaning_line(leaning),)), Section("Newest first", lines)])
    )


async def _all_back(ctx: CommandContext) -> Outcome:
    said = await ctx.memory.comparing.said()

    async def take_back() -> Outcome:
        await ctx.memory.comparing.take_all_back()
        return Say("All verdicts are taken back: the gate opens as it did at first")

    body = (f"{counted(len(said), 'verdict')} would go; replies and memories stay as they are.",)
    return Confirm("Take all verdicts back?", body, "Take back", take_back)


def leaning_line(leaning: Leaning) -> str:
    """What the verdicts make of the gate, in words."""
    if not (leaning.against or leaning.favour):
        return "The gate opens as it did before"
    turns = f"memory helped in {counted(leaning.favour, 'turn')}, did not in {counted(leaning.against, 'turn')}"
    if not leaning.shift:
        return f"The gate opens as it did before: {turns}"
    return (
        f"The gate opens {'later' if leaning.shift > 0 else 'sooner'}, by {abs(leaning.shift):.0%} of a chance: {turns}"
    )


def _line(one: Judgement, ctx: CommandContext) -> str:
    about = f"{one.memory} in {one.reply}" if one.memory else one.reply
    return safe_line(f"{moment(one.at, ctx.zone)}  {about}: {one.worth}")


COMMANDS = (
    Command(
        "verdict",
        "/verdict [useful|wrong|stale|none [ID]]",
        "what a reply, or one memory that it got, was worth; the gate learns a little from it",
        _verdict,
        lambda ctx: (*Worth, NONE, f"{NONE} {ALL}"),
    ),
)
