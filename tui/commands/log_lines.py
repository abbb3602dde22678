"""The program's own log, read back: what it says, without keys and harmless for a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from memory import sealing
from memory.engine import redact as without_secrets
from memory.errors import StoreFull
from tui.llm.redact import redact
from tui.safe_text import safe

LEVELS = ("debug", "info", "warning", "error", "critical")
NEWEST_BYTES = 1_000_000
"""Of a file: harken's own are no longer, so that more is somebody else's."""
_HEAD = re.compile(r"(?P<at>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d),\d+ (?P<level>[A-Z]+) (?P<source>\S+): (?P<text>.*)")


@dataclass(frozen=True, slots=True)
class LogLine:
    """What was logged at once; `text` has further lines where there is a traceback."""

    at: str
    level: str
    source: str
    text: str

    @property
    def whole(self) -> str:
        return f"{self.at} {self.level.upper()} {self.source}: {self.text}"


def read(path: Path) -> list[LogLine]:
    """The newest lines of the log and of the file before it, oldest first; none where nothing was logged."""
    return list(parse([*_lines(path.with_name(f"{path.name}.1")), *_lines(path)]))


def parse(lines: Iterable[str]) -> Iterator[LogLine]:
    """A line without a head of its own goes on with the one before: a key may go over several."""
    held: list[str] = []
    for line in lines:
        if _HEAD.match(line):
            yield from _logged(held)
            held = [line]
        elif held:
            held.append(line)
    yield from _logged(held)


def _logged(lines: Sequence[str]) -> Iterator[LogLine]:
    if lines and (match := _HEAD.match(lines[0])):
        text = _clean("\n".join([match["text"], *lines[1:]]))
        yield LogLine(match["at"], match["level"].lower(), _clean(match["source"]), text)


def filtered(lines: Sequence[LogLine], level: str = LEVELS[0], words: str = "") -> list[LogLine]:
    """Those of `level` or worse that hold every word."""
    wanted, least = words.casefold().split(), LEVELS.index(level)
    return [
        line
        for line in lines
        if (LEVELS.index(line.level) if line.level in LEVELS else least) >= least
        and all(word in line.whole.casefold() for word in wanted)
    ]


def _lines(path: Path) -> list[str]:
    try:
        with path.open("rb") as file:
            size = file.seek(0, 2)
            file.seek(max(0, size - NEWEST_BYTES))
            said = b"\n".join(_said(path, file.read()))
            return said.decode("utf-8", "replace").split("\n")
    except FileNotFoundError:
        return []
    except OSError as error:
        raise StoreFull(f"The log can't be read ({error.strerror})", hint=f"Look at {path}") from error


def _said(path: Path, data: bytes) -> Iterator[bytes]:
    """The lines, unsealed where the profile is; the first may have been cut, and others may be of another key."""
    seal = sealing.of(path)
    for line in data.removesuffix(b"\n").split(b"\n"):
        with suppress(sealing.Broken):
            yield seal.unline(line)


def _clean(text: str) -> str:
    return safe(without_secrets(redact(text))[0])
