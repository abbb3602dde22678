"""A conversation as one HTML file that needs nothing else and loads nothing: no script, no picture from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from html import escape
from typing import Any

from memory.types import Conversation, Message, Part, PartKind, Role
from tui.chat.export import ending, named, speaker, started, title_of
from tui.safe_text import safe

LONGEST_LINE = 1_000
"""Characters; code with a longer line is not highlighted: a lexer may take minutes."""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_LOOKS = """
:root { color-scheme: light dark; --quiet: #6b7280; --line: #d97706; --panel: #f3f4f6; }
@media (prefers-color-scheme: dark) { :root { --quiet: #9ca3af; --line: #fbbf24; --panel: #1f2430; } }
body { font: 1rem/1.55 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
header p, h2, .ending, .attachment { color: var(--quiet); font-size: .85rem; font-weight: normal; }
article { margin: 1.5rem 0; overflow-wrap: anywhere; }
article.user { border-left: 3px solid var(--line); padding-left: .8rem; }
.said { white-space: pre-wrap; }
pre { background: var(--panel); padding: .7rem .9rem; overflow-x: auto; border-radius: 4px; }
code { font-family: ui-monospace, monospace; font-size: .9em; }
table { border-collapse: collapse; } th, td { padding: .2rem .7rem; border-bottom: 1px solid var(--quiet); }
"""


def to_html(conversation: Conversation, messages: Sequence[Message]) -> str:
    """Title, then each message with its speaker and time; replies as Markdown, reasoning is left out.

    What could act, hide or turn the reading order round is made visible in the whole document, also what Markdown
    writes as an entity.
    """
    title = escape(title_of(conversation))
    return safe("\n".join(_document(title, conversation, messages)))


def _document(title: str, conversation: Conversation, messages: Sequence[Message]) -> Iterator[str]:
    yield '<!DOCTYPE html>\n<html>\n<head>\n<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    yield '<meta name="referrer" content="no-referrer">'
    yield '<meta name="viewport" content="width=device-width">'
    yield f"<title>{title}</title>\n<style>{_LOOKS}{_colours()}</style>\n</head>\n<body>"
    yield f'<header>\n<h1 dir="auto">{title}</h1>\n<p>{escape(started(conversation))}</p>\n</header>'
    for message in messages:
        yield f'<article class="{message.role}" dir="auto">\n<h2 dir="ltr">{escape(speaker(message))}</h2>'
        yield from filter(None, (_part(part, message.role) for part in message.parts))
        if said := ending(message):
            yield f'<p class="ending">{escape(said)}</p>'
        yield "</article>"
    yield "</body>\n</html>\n"


def _part(part: Part, role: Role) -> str:
    if name := named(part):
        return f'<p class="attachment">{escape(name)}</p>'
    if part.kind is not PartKind.TEXT:
        return ""
    return _markdown().render(part.text) if role is Role.ASSISTANT else f'<div class="said">{escape(part.text)}</div>'


@cache
def _markdown() -> Any:
    """CommonMark with tables, where HTML is text and a picture is its words."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False, "highlight": _highlighted}).enable(["table", "strikethrough"])
    parser.add_render_rule("image", lambda _, tokens, at, options, env: escape(f"[image: {tokens[at].content}]"))
    return parser


def _highlighted(code: str, lang: str, attributes: str) -> str:
    """The code with its words marked by class; "" lets Markdown escape it itself."""
    from pygments import highlight  # type: ignore[import-untyped]
    from pygments.formatters import HtmlFormatter  # type: ignore[import-untyped]
    from pygments.lexers import get_lexer_by_name  # type: ignore[import-untyped]
    from pygments.util import ClassNotFound  # type: ignore[import-untyped]

    if not lang or any(len(line) > LONGEST_LINE for line in code.split("\n")):
        return ""
    try:
        lexer = get_lexer_by_name(lang, stripnl=False)
    except ClassNotFound:
        return ""
    return str(highlight(code, lexer, HtmlFormatter(nowrap=True)))


def _colours() -> str:
    from pygments.formatters import HtmlFormatter

    light, dark = (HtmlFormatter(style=name).get_style_defs("code") for name in ("default", "github-dark"))
    return f"{light}\n@media (prefers-color-scheme: dark) {{\n{dark}\n}}\ncode {{ background: none }}"
