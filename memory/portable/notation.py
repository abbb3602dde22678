"""What the two directions of the Markdown format share: how text is kept apart from what is said about it.

Text stands as it is: in list items (further lines indented by two spaces) or as quotes. What is said about it ends in
a comment, `<!-- fact {"id": "f12", …} -->`; all before the comment on that line is for readers only. So that no text
can pass for a comment or act on a terminal, `<!--` and characters that can't be seen are written as entities.
"""

from __future__ import annotations

import re

from memory.portable.jsonl import ACTING, from_json, to_json
from memory.portable.shape import REQUIRED, SHAPES, Field, Record, Unusable

_HIDDEN = f"[\x00-\x08\x0b-\x1f{ACTING}]"
_ESCAPED = re.compile(rf"<!--|{_HIDDEN}|&(?=(?:amp;)*(?:lt;!--|#x[0-9a-f]{{1,6}};))")
_ENTITY = re.compile(r"&(?:(lt;!--)|#x([0-9a-f]{1,6});|amp;(?=(?:amp;)*(?:lt;!--|#x[0-9a-f]{1,6};)))")
_COMMENT = re.compile(r"<!-- (?P<kind>[a-z]+)(?: (?P<json>\{.*\}))? -->[ \t]*$")
_OPENED = "<!-- "


def escape(text: str) -> str:
    return _ESCAPED.sub(_entity, text)


def _entity(match: re.Match[str]) -> str:
    return {"<!--": "&lt;!--", "&": "&amp;"}.get(match[0]) or f"&#x{ord(match[0]):x};"


def unescape(text: str) -> str:
    return _ENTITY.sub(_character, text)


def _character(match: re.Match[str]) -> str:
    if match[1]:
        return "<!--"
    if match[2]:
        number = int(match[2], 16)
        return chr(number) if number <= 0x10FFFF else match[0]
    return "&"


def comment(kind: str, record: Record, fields: tuple[Field, ...], hidden: tuple[str, ...]) -> str:
    """What is said about a text; `hidden` keys stand elsewhere, and what has its usual value is left out."""
    said = {
        field.name: record[field.name]
        for field in fields
        if field.name not in hidden and (field.default is REQUIRED or record[field.name] != field.default)
    }
    return f"<!-- {kind} {_inside(to_json(said))} -->"


def _inside(text: str) -> str:
    """JSON that can't end the comment it stands in."""
    return text.replace("<", "\\u003c").replace(">", "\\u003e")


def said_on(line: str) -> tuple[str, Record] | None:
    """Kind and content of the comment at the end of a line; None where none of ours stands there.

    Unusable for one of ours that is damaged.
    """
    start = line.rfind(_OPENED)
    match = _COMMENT.match(line, start) if start >= 0 else None
    if match is None or match["kind"] not in (*SHAPES, "part"):
        return None
    found = from_json(match["json"] or "{}")
    if not isinstance(found, dict):
        raise Unusable("its comment is no object")
    return match["kind"], found
