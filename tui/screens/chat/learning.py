"""From the line that says what was learnt to its screen, and from there to the turn it came from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from tui.screens.chat.listed import go_to

if TYPE_CHECKING:
    from tui.screens.chat.screen import ChatScreen

ELSEWHERE = "That turn is on another branch of this conversation, so it can't be shown here"


def news_line(learnt: str, key: str) -> Content:
    """`Learnt 2, changed 1, confirmed 1 · F4 shows`, or nothing."""
    if not learnt:
        return Content()
    return Content.assemble((learnt, "$text-muted"), (f" · {key} shows", "$text-disabled"))


async def show_learnt(chat: ChatScreen) -> None:
    """Lays what was learnt before the user; then shows the turn they ask for. Runs in a worker."""
    from tui.screens.learnt.screen import LearntScreen

    session = chat.talk.session
    if session is None:
        await chat.transcript.add_note("Memory is not open, so nothing can be shown of it", "warning")
        return
    context = session.context(chat.talk.conversation)
    memory = session.memory
    screen = LearntScreen(memory.learnt, memory.talks.message, context.zone, chat.keymap)
    item = await chat.app.push_screen_wait(screen)
    chat.refresh_state()
    if item is not None:
        assert item.conversation is not None
        if not await go_to(item.conversation, item.message, chat):
            await chat.transcript.add_note(ELSEWHERE)
