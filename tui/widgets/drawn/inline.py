"""The inside of a paragraph: emphasis, code, links. Raw HTML is text like any other."""

from __future__ import annotations

import re
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
from rich.segment import Segment
from rich.style import Style

from tui.widgets.drawn.palette import Palette

PARSER = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"]).disable(["inline", "text_join"])
"""Parses blocks only: the inline parts are parsed one by one when they are drawn."""

PLAIN_LIMIT = 16_000
"""Characters; a longer paragraph is shown as it came, because inline parsing can be quadratic."""

_URL = re.compile(r"https?://[^\s<>\"'`\[\]{}|\\^]*[^\s<>\"'`\[\]{}|\\^.,;:!?)*_]")
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_CLICKABLE = ("http://", "https://", "mailto:")
_EMPHASIS = {"strong": Style(bold=True), "em": Style(italic=True), "s": Style(strike=True)}


def draw_inline(content: str, palette: Palette, env: dict[str, Any], style: Style | None = None) -> list[Segment]:
    """Turn inline Markdown into styled segments; a newline in a segment is a hard break."""
    base = style or Style.null()
    if len(content) > PLAIN_LIMIT:
        return [Segment(content, base)]
    tokens: list[Token] = []
    PARSER.inline.parse(content, PARSER, env, tokens)
    return _Inline(palette, base).draw(tokens)


class _Inline:
    def __init__(self, palette: Palette, base: Style) -> None:
        self.palette = palette
        self.styles = [base]
        self.links: list[tuple[str, int]] = []
        self.out: list[Segment] = []

    def draw(self, tokens: list[Token]) -> list[Segment]:
        for token in tokens:
            self.token(token)
        return self.out

    def token(self, token: Token) -> None:
        match token.type:
            case "softbreak":
                self.put(" ")
            case "hardbreak":
                self.put("\n")
            case "code_inline":
                self.put(token.content, self.palette.code)
            case "image":
                self.image(token)
            case "link_open":
                self.open_link(str(token.attrs.get("href", "")))
            case "link_close":
                self.close_link()
            case "text" | "text_special":
                self.text(token.content)
            case _:
                self.emphasis(token)

    def put(self, text: str, style: Style | None = None) -> None:
        if text:
            self.out.append(Segment(text, self.styles[-1] + style))

    def text(self, content: str) -> None:
        content = _BREAK.sub("\n", content)
        at = 0
        for match in () if self.links else _URL.finditer(content):
            self.put(content[at : match.start()])
            self.put(match[0], self.link_style(match[0]))
            at = match.end()
        self.put(content[at:])

    def emphasis(self, token: Token) -> None:
        if token.nesting == 1:
            self.styles.append(self.styles[-1] + _EMPHASIS.get(token.tag, Style.null()))
        elif token.nesting == -1:
            self.styles.pop()
        else:
            self.put(token.content)

    def open_link(self, href: str) -> None:
        self.links.append((href, len(self.out)))
        self.styles.append(self.styles[-1] + self.link_style(href))

    def close_link(self) -> None:
        self.styles.pop()
        href, start = self.links.pop()
        shown = "".join(segment.text for segment in self.out[start:])
        self.target(href, shown)

    def image(self, token: Token) -> None:
        href = str(token.attrs.get("src", ""))
        self.put(f"[image: {token.content or 'no description'}]", self.link_style(href))
        self.target(href, "")

    def target(self, href: str, shown: str) -> None:
        """Where a link leads stays in sight: its text may say something else."""
        if href.removeprefix("mailto:") not in (shown, shown.rstrip("/") + "/", ""):
            self.put(f" ({href})", self.palette.muted)

    def link_style(self, href: str) -> Style:
        if not href.lower().startswith(_CLICKABLE):
            return self.palette.link
        return self.palette.link + Style.from_meta({"@click": ("open_link", (href,))})
