"""The places that are files: the user's own, journals of half replies, drafts, backups.

Exports stay and are only named.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from typing import TypeVar

from memory import damaged, drafts, lent, sealing, wishes
from memory.errors import StoreError
from memory.forget.matching import Matcher, matcher
from memory.forget.place import Change, RowPlace, Scope
from memory.store import copies, journal
from memory.store.faults import translate
from memory.store.identity_file import WatchedText
from memory.types import Kind, Part, Record, Trace

T = TypeVar("T")
WINDOW_SECONDS = 2.0
"""So long a forget waits for other windows; one that hangs is told of."""


async def outside(work: Callable[[], T]) -> T:
    """Runs what works on files in a thread. StoreError where that fails."""
    try:
        return await asyncio.to_thread(work)
    except OSError as error:
        raise translate(error) from error


class UserFile(RowPlace):
    """`identity.md` or `soul.md`: its `- ` lines that say it go, of other lines the sentences."""

    def __init__(self, file: WatchedText) -> None:
        self._file = file
        self.name = file.path.name

    @property
    def text(self) -> str:
        """The file as it is now. StoreError where it can't be read: then nothing can be promised."""
        self._file.reload()
        if self._file.trouble:
            raise StoreError(self._file.trouble)
        return self._file.text

    def texts(self) -> Mapping[str, str]:
        self._file.reload()
        return {} if self._file.trouble else {self.name: self._file.text}

    def erase(self, targets: Sequence[Record], needles: Sequence[str]) -> Sequence[Trace]:
        try:
            return super().erase(targets, needles)
        except StoreError as error:
            return [replace(one, left=error.line) for one in self.plan(targets, needles)]

    def changes(self, scope: Scope) -> Iterator[Change]:
        remove = partial(self._file.rewrite, partial(_without, said=scope.matcher))
        for line in self.text.splitlines():
            if scope.matcher.says(line):
                yield Change("lines", remove)


def _without(text: str, said: Matcher) -> str:
    kept = []
    for line in text.splitlines(keepends=True):
        ending = line[len(line.rstrip("\r\n")) :]
        if not said.says(line):
            kept.append(line)
        elif not line.startswith("- ") and (rest := said.cut(line)):
            kept.append(rest + ending)
    return "".join(kept)


class WindowFiles(RowPlace):
    """Files of which each belongs to a window while that is open: there a wish is left, and the window heeds it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @property
    def waits(self) -> bool:
        """Whether a window has not yet forgotten what it was asked to."""
        return wishes.standing(self._folder)

    def heed(self) -> None:
        """Does what windows were asked to that are gone."""
        raise NotImplementedError

    def left(self, scope: Scope) -> Iterator[Change]:
        """What belongs to no window."""
        raise NotImplementedError

    def scan(self, needles: Sequence[str]) -> int:
        """What belongs to no window; of the rest `waits` says whether something is still to be done."""
        return sum(1 for _ in self.left(Scope((), needles)))


class Journals(WindowFiles):
    """Half replies that a crash left, and replies that grow: a window cuts those when it stores them."""

    name = "journals"

    def ask(self, needles: Sequence[str]) -> None:
        """Asks for it in every reply that grows: one that does not say it yet may have got it from memory."""
        for growing in journal.growing(self._folder) if needles else ():
            wish = wishes.left(growing.path)
            if wish is None or not set(needles) <= set(wish.needles):
                wishes.leave(growing.path, needles)

    def changes(self, scope: Scope) -> Iterator[Change]:
        yield from self.left(scope)
        for growing in journal.growing(self._folder):
            if any(map(scope.matcher.says, (growing.text, growing.reasoning, growing.header.prefix))):
                yield Change("replies that are being written", partial(wishes.leave, growing.path, scope.needles))

    def left(self, scope: Scope) -> Iterator[Change]:
        for path in damaged.within(self._folder):
            if scope.matcher.says(_unescaped(path)):
                yield Change("damaged half replies, whole", path.unlink)
        for orphan in journal.orphans(self._folder):
            if scope.holds(Kind.TURN, orphan.header.user):
                yield Change("half replies", orphan.path.unlink)
            elif rewrite := _cut(orphan, scope.matcher):
                yield Change("half replies", rewrite)

    def heed(self) -> None:
        for orphan in journal.orphans(self._folder):
            if wish := wishes.left(orphan.path):
                if rewrite := _cut(orphan, matcher(wish.needles)):
                    rewrite()
                wishes.heeded(orphan.path)
        wishes.drop_strays(self._folder)


def _cut(orphan: journal.Orphan, said: Matcher) -> Callable[[], None] | None:
    """What takes it out of the file, None where nothing in it says it."""
    pieces = {"t": said.cut(orphan.text), "r": said.cut(orphan.reasoning)}
    prefix = said.cut(orphan.header.prefix)
    if pieces == {"t": orphan.text, "r": orphan.reasoning} and prefix == orphan.header.prefix:
        return None
    return partial(_rewrite, orphan.path, prefix, pieces)


def _unescaped(path: Path) -> str:
    """The text of a journal that can't be read as one: its lines are ASCII with JSON's escapes."""
    data = b"\n".join(sealing.unlined(sealing.of(path), path.read_bytes()))
    return data.decode("ascii", "replace").encode("ascii", "replace").decode("unicode_escape", "replace")


def _rewrite(path: Path, prefix: str, pieces: dict[str, str]) -> None:
    seal = sealing.of(path)
    header = json.loads(next(sealing.unlined(seal, path.read_bytes()))) | {"prefix": prefix}
    path.write_bytes(b"".join(seal.line(f"{json.dumps(piece)}\n".encode("ascii")) for piece in (header, pieces)))


class OpenTexts(WindowFiles):
    """What stands in an open window belongs to that; it is asked to forget and waited for."""

    def __init__(self, folder: Path, *, patience: float = WINDOW_SECONDS) -> None:
        super().__init__(folder)
        self._patience = patience

    def erase(self, targets: Sequence[Record], needles: Sequence[str]) -> Sequence[Trace]:
        gone = super().erase(targets, needles)
        last = monotonic() + self._patience
        while self.waits and monotonic() < last:
            sleep(WINDOW_SECONDS / 100)
        return gone


class Drafts(OpenTexts):
    """Texts that were not sent."""

    name = "drafts"

    def changes(self, scope: Scope) -> Iterator[Change]:
        yield from self.left(scope)
        for draft in drafts.held(self._folder):
            if draft.broken or _without_said(draft.parts, scope.matcher) != draft.parts or _takes(scope, draft.edited):
                turns = [record.id for record in scope.targets if record.kind is Kind.TURN]
                yield Change("unsent texts of open windows", partial(wishes.leave, draft.path, scope.needles, turns))

    def left(self, scope: Scope) -> Iterator[Change]:
        for left in drafts.left_behind(self._folder):
            if (kept := _without_said(left.parts, scope.matcher)) != left.parts or _takes(scope, left.edited):
                yield Change("unsent texts", partial(left.rewrite, kept))

    def heed(self) -> None:
        for left in drafts.left_behind(self._folder):
            if wish := wishes.left(left.path):
                left.rewrite(_without_said(left.parts, matcher(wish.needles)))
                wishes.heeded(left.path)
        wishes.drop_strays(self._folder)


class Lending(OpenTexts):
    """Unsent texts that an editor has: the window that lent one takes it away from that."""

    name = "texts in an editor"

    def changes(self, scope: Scope) -> Iterator[Change]:
        yield from self.left(scope)
        for home in lent.held(self._folder):
            if any(map(scope.matcher.says, lent.texts(home))):
                yield Change("texts that are open in an editor", partial(wishes.leave, home, scope.needles))

    def left(self, scope: Scope) -> Iterator[Change]:
        for home in lent.left_behind(self._folder):
            if any(map(scope.matcher.says, lent.texts(home))):
                yield Change("texts that an editor has left, whole", partial(lent.remove, home))

    def heed(self) -> None:
        """Removes all that windows have left that are gone: its text is a draft as well."""
        for home in lent.left_behind(self._folder):
            lent.remove(home)
        wishes.drop_strays(self._folder)


def _takes(scope: Scope, edited: drafts.Edited | None) -> bool:
    """Whether the message that is open to be written anew goes, or says what does."""
    if edited is None:
        return False
    return edited.message in {record.id for record in scope.targets} or scope.matcher.says(edited.text)


def _without_said(parts: Sequence[Part], said: Matcher) -> tuple[Part, ...]:
    return tuple(replace(part, text=text) for part in parts if (text := said.cut(part.text)))


class Backups(RowPlace):
    """Copies of the whole database from before a change of its schema: what they hold can't be taken out of them."""

    name = "backups"

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def changes(self, scope: Scope) -> Iterator[Change]:
        for path in sorted(self._folder.glob("*.backup*")):
            if scope.targets or _may_say(path, scope):
                yield Change("backups from before an update, whole", path.unlink)


def _may_say(path: Path, scope: Scope) -> bool:
    """One that is encrypted and damaged might be repaired."""
    try:
        return any(map(scope.matcher.says, copies.texts(path)))
    except copies.Unreadable:
        return True
