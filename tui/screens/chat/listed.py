"""What the user does to a conversation in the list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.safe_text import safe_line

if TYPE_CHECKING:
    from tui.screens.chat.screen import ChatScreen
    from tui.screens.chat.session import Session

TITLE_WIDTH = 40


async def go_to(conversation: str, message: str | None, chat: ChatScreen) -> bool:
    """Opens the conversation, unless it is the one on the screen, and marks the message; False where it has no place.

    Runs in a worker.
    """
    if chat.talk.conversation != conversation:
        await chat.talk.open(conversation)
    elif message is not None and not chat.transcript.holds(message):
        await chat.talk.show_again()
    found = message is None or await chat.transcript.point_to(message)
    chat.draw_status()
    return found


async def move(conversation: str, chat: ChatScreen, session: Session, *, top: bool) -> None:
    await session.memory.talks.pin(conversation, pinned=top)
    chat.tell("On top of the list" if top else "No longer on top of the list")
    chat.refresh_state()


async def rename(conversation: str, title: str, chat: ChatScreen, session: Session) -> None:
    """Asks for the name; what nobody could see is refused, and the old one stays."""
    from tui.screens.ask import AskScreen

    wanted = await chat.app.push_screen_wait(AskScreen("Rename the conversation", title))
    if wanted is not None:
        await session.memory.talks.rename(conversation, wanted)
        chat.tell(f"Now called {safe_line(wanted, TITLE_WIDTH)}")
        chat.refresh_state()
