"""Pictures that go along with messages, as models take them."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from typing import Any

from memory.types import Message, Part, PartKind

MOST_BYTES = 3_500_000
"""Written out for a request that is just below the 5 MB which vendors take."""
MOST = 8
"""Pictures in one request: the newest."""
TOKENS = 1_600
"""Reckoned for one; vendors shrink those that would take more."""
_BEGINNINGS = {b"\x89PNG\r\n\x1a\n": "image/png", b"\xff\xd8\xff": "image/jpeg", b"GIF8": "image/gif"}


def kind_of(data: bytes) -> str:
    """The media type of a picture that models know, "" for anything else."""
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    return next((kind for beginning, kind in _BEGINNINGS.items() if data.startswith(beginning)), "")


def of(message: Message) -> tuple[Part, ...]:
    return tuple(part for part in message.parts if part.kind is PartKind.IMAGE and kind_of(part.data or b""))


def content(text: str, pictures: Sequence[Part]) -> str | tuple[Mapping[str, Any], ...]:
    """The content of a message for a model: plain text where there is no picture."""
    if not pictures:
        return text
    return ({"type": "text", "text": text}, *map(_shown, pictures))


def _shown(picture: Part) -> Mapping[str, Any]:
    data = picture.data or b""
    url = f"data:{kind_of(data)};base64,{b64encode(data).decode('ascii')}"
    return {"type": "image_url", "image_url": {"url": url}}
