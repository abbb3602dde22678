"""`@file` in a message: where it stands, and what goes along with the message for it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from memory.errors import BadInput
from memory.types import Part, PartKind, PartSource
from tui.chat import pictures
from tui.safe_text import safe_line

MOST_BYTES = 256 * 1024
MOST_FILES = 20
SECONDS = 5.0
"""A file that can't be read by then lies on a computer that does not answer."""
TAKE_OUT = "Take the @ out to send the message without it"

_BEFORE = r"(?<![^\s(\[{,:;])"
_MENTION = re.compile(_BEFORE + r'@(?:"([^"\n]+)"|(\S+))')
_BEGUN = re.compile(_BEFORE + r'@(?:"[^"\n]*|[^\s"]*)\Z')
_LIKE_A_FILE = re.compile(r"^[./~]|^[^@]*\.[A-Za-z]\w{0,4}[.,;:!?)\]}'\"]*$")
_ENDS = ".,;:!?)]}'\""


def begun(text: str) -> str:
    """The mention that is being written at the end of `text`, "" where there is none."""
    found = _BEGUN.search(text)
    return found[0] if found else ""


def written(path: str) -> str:
    """How `path` is mentioned."""
    return f'@"{path}"' if re.search(r"\s", path) else f"@{path}"


async def with_files(parts: Sequence[Part], root: Path) -> tuple[Part, ...]:
    """The message, and behind it every file that it mentions, as text or as a picture.

    What mentions no file in `root`, or by its full name, is a word like others. BadInput for one that can't go along.
    """
    names = list(_names(parts))
    if not names:
        return tuple(parts)
    try:
        async with asyncio.timeout(SECONDS):
            files = await asyncio.to_thread(lambda: list(_read(names, root)))
    except TimeoutError:
        raise BadInput(f"A file can't be read within {SECONDS:.0f} seconds", hint=TAKE_OUT) from None
    return _behind(parts, files) if files else tuple(parts)


async def missing(parts: Sequence[Part], root: Path) -> list[str]:
    """What is mentioned like a file, by its ending or its first sign, and is none."""
    names = [name for name in _names(parts) if _LIKE_A_FILE.search(name)]
    if not names:
        return []
    return await asyncio.to_thread(lambda: [name.rstrip(_ENDS) for name in names if _found(name, root) is None])


def _names(parts: Iterable[Part]) -> Iterator[str]:
    for part in parts:
        if part.source is PartSource.TYPED:
            yield from (found[1] or found[2] for found in _MENTION.finditer(part.text))


def _read(names: Iterable[str], root: Path) -> Iterator[Part]:
    paths = dict.fromkeys(path for name in names if (path := _found(name, root)) is not None)
    if len(paths) > MOST_FILES:
        raise BadInput(f"At most {MOST_FILES} files go along with a message", hint=TAKE_OUT)
    for path in paths:
        yield _part(path, _named(path, root))


def _found(name: str, root: Path) -> Path | None:
    """The file that is meant: a mark of punctuation may follow its name."""
    while name:
        try:
            path = root / Path(name).expanduser()
            if path.is_file():
                return path.resolve()
        except (OSError, RuntimeError, ValueError):  # too long a name, no such user, a NUL
            return None
        name = name[:-1] if name[-1] in _ENDS else ""
    return None


def _named(path: Path, root: Path) -> str:
    return str(path.relative_to(root.resolve())) if path.is_relative_to(root.resolve()) else str(path)


def _part(path: Path, name: str) -> Part:
    shown = safe_line(name)
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
            if kind := pictures.kind_of(data):
                data += file.read(pictures.MOST_BYTES + 1 - len(data))
    except OSError as error:
        raise BadInput(f"{shown} can't be read ({error.strerror})", hint=TAKE_OUT) from error
    if kind and len(data) > pictures.MOST_BYTES:
        raise BadInput(
            f"{shown} is too large: at most {pictures.MOST_BYTES / 1e6} MB of a picture go along", hint=TAKE_OUT
        )
    if kind:
        return Part(kind=PartKind.IMAGE, source=PartSource.FILE, name=name, data=data)
    if len(data) > MOST_BYTES:
        raise BadInput(f"{shown} is too long: at most {MOST_BYTES // 1024} KB of a file go along", hint=TAKE_OUT)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise BadInput(f"{shown} is no text", hint=TAKE_OUT)
    return Part(text.replace("\r\n", "\n"), source=PartSource.FILE, name=name)


def _behind(parts: Sequence[Part], files: Sequence[Part]) -> tuple[Part, ...]:
    texts = [file for file in files if file.kind is PartKind.TEXT]
    shown = [file for file in files if file.kind is not PartKind.TEXT]
    if not texts:
        return (*parts, *shown)
    *before, last = parts
    apart = [replace(file, text=f"{file.text.rstrip()}\n\n") for file in texts[:-1]]
    return (*before, replace(last, text=f"{last.text}\n\n"), *apart, texts[-1], *shown)
