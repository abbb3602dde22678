"""Keys never appear in a message or a log, and no line of a log ends before its own end."""

from __future__ import annotations

import logging
import re

from tui.safe_text import safe, safe_line

MASK = "[key]"
SHORTEST = 6

_SHAPES = re.compile(
    r"""(?xi)
    (?P<lead>(?:[?&;\s"'{,]|^)(?:api[_-]?key|key|token|access_token)["']?\s*[=:]\s*["']?) [^\s&"',;}]{6,}
    | (?P<bearer>bearer\s+) [^\s"',;}]+
    | \b(?:sk|pk|rk|xai|gsk|hf|csk)[-_][A-Za-z0-9_\-*.]{6,}
    | \bAIza[A-Za-z0-9_\-]{10,}
    """
)
_known: set[str] = set()


def keep_secret(value: str) -> None:
    """From now on `redact` hides this value, whatever it looks like."""
    if len(value) >= SHORTEST:
        _known.add(value)


def redact(text: str) -> str:
    for value in _known:
        text = text.replace(value, MASK)
    return _SHAPES.sub(lambda found: f"{found['lead'] or found['bearer'] or ''}{MASK}", text)


class RedactFilter(logging.Filter):
    """Writes log records anew: without keys, as one line, with nothing in it that acts on a terminal."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = safe_line(redact(record.getMessage())), None
        if record.exc_info:
            record.exc_text = safe(redact(logging.Formatter().formatException(record.exc_info)))
            record.exc_info = None
        return True
