"""A small app that shows a text everywhere foreign text goes, then ends.

`python -m tests.tui.drawn_hostile_app hostile` or `harmless`.
"""

from __future__ import annotations

import sys

from textual.app import App, ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from tui.safe_text import safe, safe_line
from tui.widgets.drawn import ReplyBody

HOSTILE = (
    "\x1b]52;c;aGFjaw==\x07 \x1b]0;owned\x07 \x1b]8;;https://evil.example\x1b\\link\x1b]8;;\x1b\\ "
    "\x1b[2J\x1b[6n\x1b[31m "
    "\x1bP1$r0m\x1b\\ \x1b_apc\x1b\\ \x1b^pm\x1b\\ \x1bXsos\x1b\\ \x1bc \x9b2J \x9d52;c;aGk=\x9c \x90q\x9c \x85 "
    "\b\b \x00 \x7f \u202eright\u202c \u2066iso\u2069 \U000e0041 \ud800 \x1b]52;c;never closed"
)
TEXTS = {"hostile": HOSTILE, "harmless": "plain words only"}
DONE = "all of it was shown"


class HostileApp(App[None]):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text
        self.body = ReplyBody()

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield self.body
        title = Static(Content(safe(self.text)), id="static")
        title.styles.border = ("round", "white")
        title.border_title = Content(safe_line(self.text, 60)).markup
        yield title

    async def on_mount(self) -> None:
        self.notify(safe_line(self.text), markup=False)
        self.run_worker(self.show())

    async def show(self) -> None:
        text = self.text.replace("\n", " ")
        source = (
            f"{text}\n\n`{text}` [{text}](https://a.example/{text}) <https://b.example/{text}>\n\n"
            f"```py\n{text}\nx = 1 {text}\n```\n\n```{text}\ny\n```\n\n- {text}\n\n"
            f"| a | {text} |\n|---|---|\n| b | {text} |\n\n"
        )
        for char in source:
            self.body.append(char)
        self.call_after_refresh(self.finish)

    async def finish(self) -> None:
        self.body.append(DONE)
        await self.body.finish()


if __name__ == "__main__":
    HostileApp(TEXTS[sys.argv[1]]).run()
