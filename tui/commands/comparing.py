"""/compare"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from memory.errors import BadInput
from memory.types import Message, Role
from tui.chat.busy import StillWriting
from tui.commands.command import Command
from tui.commands.context import CommandContext
from tui.commands.outcome import Compare, Outcome
from tui.safe_text import safe_line

PICK = "pick"
NO_MEMORY = "That reply got nothing from memory, so there is nothing to leave out"


async def _compare(rest: str, ctx: CommandContext) -> Outcome:
    if ctx.replying:
        raise StillWriting
    words = rest.split()
    pick = words[-1:] == [PICK]
    path = await ctx.memory.messages(ctx.conversation)
    asked, reply = _turn(path, " ".join(words[:-1] if pick else words))
    mode = ctx.memory.talks.mode_of(await ctx.memory.conversation(ctx.conversation))
    if pick and not mode.injects:
        raise BadInput(f"Memory is {mode} in this conversation", hint="/mode changes that")
    given = await ctx.memory.why(asked.id)
    if not pick and not (given and (given.items or given.standing)):
        raise BadInput(NO_MEMORY, hint="/compare pick answers with memories that you choose")
    return Compare(asked, reply, given, pick=pick)


def _turn(path: Sequence[Message], wanted: str) -> tuple[Message, Message]:
    """The user's message and its reply, by the id of either, without an id the last."""
    turns = [(one, two) for one, two in pairwise(path) if _answers(one, two)]
    found = next((turn for turn in reversed(turns) if not wanted or wanted in [one.id for one in turn]), None)
    if found is None:
        what = f"There is no reply {safe_line(wanted)} here" if wanted else "There is no reply to compare with yet"
        raise BadInput(what, hint="/compare takes the last one" if turns else "Write a message first")
    return found


def _answers(asked: Message, reply: Message) -> bool:
    return asked.role is Role.USER and reply.role is Role.ASSISTANT and bool(reply.id)


COMMANDS = (
    Command(
        "compare",
        "/compare [ID] [pick]",
        "answer again without memory, or with memories you pick, beside the first; then keep one",
        _compare,
        lambda ctx: (PICK,),
    ),
)
