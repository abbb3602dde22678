"""Reading an error of whatever library: its chain, HTTP status, text and headers, without importing any of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from tui.llm.redact import redact
from tui.safe_text import safe_line

USUAL_WAIT = 10.0
"""Seconds before a retry where a busy server names none."""
LONGEST_WAIT = 86_400.0
"""Seconds; servers under attack or out of order name years, or no number at all."""
LONGEST_DETAIL = 160

_NOISE = re.compile(r"^(?:(?:litellm\.)?\w+(?:Error|Exception)\s*[:-]\s*)+|^Error code: \d+ - ")


@dataclass(frozen=True, slots=True)
class Fault:
    """`chain` is the error with its causes, outermost first; `status` the innermost HTTP error; `text` all words."""

    chain: tuple[BaseException, ...]
    status: int | None
    text: str
    headers: Mapping[str, str]

    def named(self, *names: str) -> bool:
        """Some error in the chain is of a class of one of these names."""
        return any(kind.__name__ in names for error in self.chain for kind in type(error).__mro__)

    def of(self, *kinds: type[BaseException]) -> bool:
        return any(isinstance(error, kinds) for error in self.chain)

    @property
    def retry_after(self) -> float:
        """Seconds from the header Retry-After, in either of its two forms."""
        raw = self.headers.get("retry-after", "").strip()
        return min(LONGEST_WAIT, float(raw) if raw.replace(".", "", 1).isdecimal() else _until(raw))

    @property
    def detail(self) -> str:
        """What the server said, as one short line without keys."""
        return safe_line(redact(_NOISE.sub("", _message(self.chain[0]))), LONGEST_DETAIL)

    @property
    def summary(self) -> str:
        """For the log: no text of the server, which may quote the conversation."""
        return f"{' < '.join(type(error).__name__ for error in self.chain)}, status {self.status}"


def read_fault(error: BaseException) -> Fault:
    chain = tuple(_chain(error))
    statuses = (_status(getattr(link, name, None)) for link in reversed(chain) for name in ("status_code", "code"))
    headers = (getattr(getattr(link, "response", link), "headers", None) for link in chain)
    return Fault(
        chain=chain,
        status=next(filter(None, statuses), None),
        text=" ".join(map(_message, chain)),
        headers=next((found for found in headers if found), {}),
    )


def _until(date: str) -> float:
    from email.utils import parsedate_to_datetime

    try:
        return max(0.0, (parsedate_to_datetime(date) - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError):
        return USUAL_WAIT


def _message(error: BaseException) -> str:
    words = str(getattr(error, "message", "") or error)
    code = getattr(error, "code", None)
    return f"{words} ({code})" if isinstance(code, str) else words


def _status(raw: Any) -> int | None:
    number = int(raw) if isinstance(raw, int | str) and str(raw).isdecimal() else 0
    return number if 400 <= number <= 599 else None


def _chain(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    link: BaseException | None = error
    while link is not None and id(link) not in seen:
        seen.add(id(link))
        yield link
        link = getattr(link, "original_exception", None) or link.__cause__ or link.__context__
