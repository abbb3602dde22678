"""What a command found, in words or as plain JSON: the keys are the fields, times are ISO 8601 with a zone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import Any

from tui.cli.output import say_json, say_lines


def plain(value: Any) -> Any:
    """`value` as JSON takes it; bytes of attachments are left out."""
    if is_dataclass(value) and not isinstance(value, type):
        return {spec.name: plain(getattr(value, spec.name)) for spec in fields(value)}
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(item) for item in value]
    return None if isinstance(value, bytes) else value


def tell(document: Any, words: str | Iterable[str], *, json: bool) -> int:
    """Says `document` as JSON, or the same in `words`, a text or its lines. Returns the exit code of what is done."""
    if json:
        say_json(plain(document))
    else:
        say_lines([words] if isinstance(words, str) else words)
    return 0
