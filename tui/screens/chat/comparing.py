"""Has a message answered once more beside its reply, and does what the user decides about the two."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from memory.types import Picks
from tui.chat.busy import StillWriting
from tui.commands.outcome import Compare

if TYPE_CHECKING:
    from memory.engine import Memory
    from memory.types import Injection, Message
    from tui.screens.chat.screen import ChatScreen

SECOND_STANDS = "The second answer stands now, the first is beside it"
FIRST_STANDS = "The first answer stands, the other is beside it"


async def compare(wanted: Compare, chat: ChatScreen) -> None:
    """Runs in a worker: dialogs are awaited."""
    from tui.screens.compare import CompareScreen

    session = chat.talk.session
    if session is None or chat.talk.running or chat.talk.outbox.waiting:
        raise StillWriting
    picks = await _picked(wanted, session.memory, chat) if wanted.pick else Picks(nothing=True)
    if picks is None:
        return
    run = partial(session.runner.run, wanted.asked.conversation, picks=picks, beside=wanted.asked.id)
    screen = CompareScreen(session.memory, wanted.asked, wanted.reply, wanted.given, run, chat.keymap)
    chat.comparison = screen
    try:
        kept = await chat.app.push_screen_wait(screen)
    finally:
        chat.comparison = None
    if kept is not None:
        await session.memory.comparing.keep(wanted.asked.conversation, kept.reply.id, kept.given)
    await chat.talk.show_again()
    if kept is not None or await _beside(wanted.reply, session.memory):
        await chat.transcript.add_note(FIRST_STANDS if kept is None else SECOND_STANDS)


async def _picked(wanted: Compare, memory: Memory, chat: ChatScreen) -> Picks | None:
    from tui.screens.pick import PickScreen

    async def look(picks: Picks) -> Injection:
        asked = wanted.asked
        return await memory.preview(
            asked.text, conversation=asked.conversation, picks=picks, calls=False, message=asked
        )

    return await chat.app.push_screen_wait(PickScreen(wanted.asked.text, await look(Picks()), look))


async def _beside(reply: Message, memory: Memory) -> bool:
    """Whether another answer stands beside the reply now that did not before."""
    path = await memory.messages(reply.conversation)
    return any(len(one.siblings) > len(reply.siblings) for one in path if one.id == reply.id)
