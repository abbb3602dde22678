"""Gets the JSON object out of a model's reply, whole or as far as it goes."""

from __future__ import annotations

import json
import re
from itertools import islice
from typing import Any

LONGEST = 200_000
_THOUGHTS = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL | re.IGNORECASE)
_FENCE = re.compile(r"```(?:json)?\s*(.*?)(?:```|\Z)", re.DOTALL | re.IGNORECASE)
_STARTS = 3
"""So many brackets are tried as the one that opens the object; some stand in the words before it."""
_CLOSING = {"{": "}", "[": "]"}


def load(reply: str) -> tuple[dict[str, Any] | None, bool]:
    """The object in `reply` and whether it was whole; None where there is none.

    Tried in turn: the reply as it is, fenced blocks, the first `{` to the last `}`, and at last the beginning of what
    was cut off or broke, up to its last whole value; where that fails, from the next `{` on.
    """
    whole = len(reply) <= LONGEST
    text = _THOUGHTS.sub("", reply[:LONGEST]).strip()
    for attempt in (text, *(match[1] for match in _FENCE.finditer(text))):
        found = _object(attempt)
        if found is not None:
            return found, whole
    for start in islice((match.start() for match in re.finditer("{", text)), _STARTS):
        found = _object(text[start : text.rfind("}") + 1])
        if found is not None:
            return found, whole
        if found := _beginning(text[start:]):
            return found, False
    return None, False


def _object(text: str) -> dict[str, Any] | None:
    try:
        found = json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _beginning(text: str) -> dict[str, Any] | None:
    """The longest beginning of `text` that closing brackets make valid, looked for from its end."""
    for end, closing in reversed(_cuts(text)):
        found = _object(text[:end] + closing)
        if found is not None:
            return found
    return None


_TRIES = 60


def _cuts(text: str) -> list[tuple[int, str]]:
    """Where a value inside the object has just ended, with the brackets still open there; the last few."""
    cuts: list[tuple[int, str]] = []
    open_brackets: list[str] = []
    in_text = escaped = False
    for at, char in enumerate(text):
        if in_text:
            in_text, escaped = escaped or char != '"', not escaped and char == "\\"
        elif char == '"':
            in_text = True
        elif char in "{[":
            open_brackets.append(_CLOSING[char])
        elif char in "}]" and open_brackets:
            open_brackets.pop()
            cuts.append((at + 1, "".join(reversed(open_brackets))))
        elif char == "," and open_brackets:
            cuts.append((at, "".join(reversed(open_brackets))))
        if len(cuts) > 2 * _TRIES:
            del cuts[:_TRIES]
    return cuts[-_TRIES:]
