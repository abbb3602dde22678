"""Paging faster than pages can be mounted: what is mounted is a gapless stretch of the conversation all the same."""

from __future__ import annotations

import asyncio

from tui.bench.scroll import ScrollApp, conversation
from tui.widgets.transcript.user import UserMessage
from tui.widgets.transcript.window import MOST


async def test_pages_asked_for_in_a_burst_stay_in_order() -> None:
    messages = conversation(150)
    texts = [message.text for message in messages]
    app = ScrollApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await app.transcript.show(messages)
        await pilot.pause()
        for step in range(60):
            app.transcript.scroll_page_up(animate=False, force=True)
            await asyncio.sleep(0)
            if step % 7 == 0:
                app.transcript.scroll_page_down(animate=False, force=True)
                await pilot.pause()
        await pilot.pause()
        children = list(app.transcript.children)
        assert len(children) <= MOST
        questions = [str(child.render()) for child in children if isinstance(child, UserMessage)]
        start = texts.index(questions[0])
        assert questions == texts[start : start + 2 * len(questions) : 2]
        assert len(children) in (2 * len(questions), 2 * len(questions) + 1)
