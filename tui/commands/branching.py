"""/regenerate /continue /edit /branch /fork"""

from __future__ import annotations

from memory.errors import BadInput
from memory.types import Message, Role
from tui.chat.branches import beside, newest_place
from tui.commands.command import Command, Wrong
from tui.commands.context import CommandContext
from tui.commands.outcome import Answer, Choose, Edit, Follow, Open, Option, Outcome, Say, Several
from tui.commands.render import moment
from tui.safe_text import safe_line

EXCERPT = 60
STEPS = {"previous": -1, "next": 1}


async def _regenerate(rest: str, ctx: CommandContext) -> Outcome:
    return await _answer(rest, ctx, Answer(again=True))


async def _continue(rest: str, ctx: CommandContext) -> Outcome:
    return await _answer(rest, ctx, Answer(resume=True))


async def _answer(rest: str, ctx: CommandContext, answer: Answer) -> Outcome:
    if rest:
        raise Wrong
    if not await ctx.memory.messages(ctx.conversation):
        raise BadInput("There is no message to answer yet", hint="Write one first")
    return answer


async def _edit(rest: str, ctx: CommandContext) -> Outcome:
    asked = [one for one in await ctx.memory.messages(ctx.conversation) if one.role is Role.USER]
    found = next((one for one in reversed(asked) if rest in ("", one.id)), None)
    if found is None:
        raise BadInput(f"There is no message {safe_line(rest)} of yours here", hint="/edit takes the last one")
    return Edit(found)


async def _branch(rest: str, ctx: CommandContext) -> Outcome:
    path = await ctx.memory.messages(ctx.conversation)
    if rest and rest not in STEPS:
        return Follow(rest)
    place = newest_place(path)
    if place is None:
        raise BadInput("This conversation has no branches", hint="/regenerate and /edit make some")
    if rest:
        return Follow(beside(place, STEPS[rest]))
    options = [_option(one, place, ctx) for one in await ctx.memory.talks.versions(place)]
    what = "Answers" if place.role is Role.ASSISTANT else "Versions of your message"
    return Choose(what, tuple(options), _follow)


async def _follow(message: str) -> Outcome:
    return Follow(message)


def _option(message: Message, shown: Message, ctx: CommandContext) -> Option:
    here = ", shown now" if message.id == shown.id else ""
    return Option(message.id, safe_line(message.text, EXCERPT), f"{moment(message.created_at, ctx.zone)}{here}")


async def _fork(rest: str, ctx: CommandContext) -> Outcome:
    path = await ctx.memory.messages(ctx.conversation)
    if not path:
        raise BadInput("There is no message to begin from yet", hint="Write one first")
    if rest and rest not in [one.id for one in path]:
        raise BadInput(f"There is no message {safe_line(rest)} here", hint="/fork takes all of it")
    made = await ctx.memory.talks.fork(ctx.conversation, rest or None)
    *_, last = await ctx.memory.messages(made.id)
    told = "A new conversation from here. /resume goes back to the one before"
    if last.role is Role.USER:
        told += ". It ends with your message, without a reply"
    return Several((Open(made.id), Say(told)))


COMMANDS = (
    Command("regenerate", "/regenerate", "answer the last message again; the old answer stays beside it", _regenerate),
    Command("continue", "/continue", "go on with a reply that was cut off", _continue),
    Command("edit", "/edit [ID]", "write your last message, or an earlier one, anew; the old one stays", _edit),
    Command(
        "branch", "/branch [next|previous|ID]", "show another answer or version", _branch, lambda ctx: tuple(STEPS)
    ),
    Command("fork", "/fork [ID]", "a new conversation from here, or from a message", _fork),
)
