"""From the key that searches what was sent before to the text in the composer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.widgets.composer.drafts import Draft

if TYPE_CHECKING:
    from tui.screens.chat.screen import ChatScreen

MOST = 2_000
"""Messages that are looked through, the newest."""


async def write_again(chat: ChatScreen) -> None:
    """Lays what was sent before the user and puts what they take into the composer. Runs in a worker."""
    from tui.screens.sent import SentScreen, options

    session = chat.talk.session
    if session is None:
        chat.tell("What was sent before is there once memory is open")
        return
    commands = chat.composer.history.commands
    asked = await session.memory.talks.asked(MOST)
    taken = await chat.app.push_screen_wait(SentScreen(options(commands, asked, chat.clock.now().astimezone())))
    if taken is None:
        return
    if taken.isdigit():
        chat.composer.write_again(commands[int(taken)])
    else:
        message = await session.memory.talks.message(taken)
        chat.composer.write_again(Draft.again(message.parts))
