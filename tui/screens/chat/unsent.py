"""What is written and not stored yet: on disk a moment after it was typed, beside the conversation it belongs to."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from textual.screen import Screen
from textual.timer import Timer

from memory import drafts
from memory.drafts import DraftFile, Edited, join
from memory.types import Part
from tui.widgets.composer.composer import Composer
from tui.widgets.composer.drafts import Draft

if TYPE_CHECKING:
    from memory.types import Record, Trace
    from tui.screens.chat.outbox import Outbox

Kept = tuple[tuple[Part, ...], Edited | None]
"""What stands in the file."""
_NOTHING: Kept = ((), None)
NEW = "new"
"""The place of a conversation without a message: it may not be stored itself."""
SAVE_SECONDS = 0.5
HEED_SECONDS = 0.5
"""Between two looks whether another window was told to forget what stands here."""


class Unsent:
    """The composer's text and what was sent and did not begin, kept until the memory has it.

    `folder` None keeps nothing on disk; so does a conversation that leaves no trace. Takes part in forgetting as a
    place: drafts of other conversations are the memory's own place, this one is what only this window has.
    """

    name = "unsent text"

    def __init__(
        self,
        screen: Screen[None],
        composer: Composer,
        folder: Path | None,
        trouble: Callable[[str], None],
        solved: Callable[[str], None],
    ) -> None:
        self._screen = screen
        self._composer = composer
        self._folder = folder
        if folder:
            drafts.prepare(folder)
        self.outbox: Outbox | None = None
        self._trouble = trouble
        self._solved = solved
        self._told = ""
        self.lost = ""
        """Why what was unsent at the end is not there at the next start; "" where it is."""
        self._place = ""
        self._file = DraftFile(folder, NEW) if folder else None
        self._on_disk = _NOTHING
        self._aside: dict[str, tuple[Part, ...]] = {}
        self._timer: Timer | None = None
        self._writing = asyncio.Lock()

    @property
    def kept(self) -> bool:
        """Whether what is written may be on disk."""
        return self._file is not None

    def changed(self) -> None:
        """Something was typed or sent."""
        if self._timer is None and self._file is not None:
            self._timer = self._screen.set_timer(SAVE_SECONDS, self._save_in_background)

    def sent(self) -> None:
        """Something was sent and waits: it is written at once, for a person takes it for done."""
        if self._timer is not None:
            self._timer.stop()
        self._save_in_background()

    def _save_in_background(self) -> None:
        self._timer = None
        self._screen.run_worker(self.save(), group="drafts")

    async def save(self) -> None:
        """Returns when everything unsent is on disk, or the user was told that it can't be."""
        async with self._writing:
            await self._save()

    async def show(self, place: str, *, kept: bool = True, carry: bool = False) -> None:
        """The composer holds the draft of `place` from now on; what stood in it stays with the place before.

        `carry`: it comes along, and so does what was typed before any place was known.
        """
        async with self._writing:
            if place == self._place:
                return
            carry = carry or not self._place
            self.heed()
            left, before = self._file, self._place
            aside = () if carry else self._take()
            self._place = place
            self._file = DraftFile(self._folder, place) if self._folder and kept else None
            self._on_disk = _NOTHING
            await self._bring_back(place)
            await self._save()
            await self._leave(left, before, aside)

    async def close(self) -> None:
        """The program ends: what is unsent stays for the next window."""
        async with self._writing:
            self.heed()
            if self._file is not None:
                parts = self._parts()
                if not await self._write(self._file, (parts, None)) and parts:
                    self.lost = self._told
                self._file.close()

    def _take(self) -> tuple[Part, ...]:
        """What stands in the composer; what was sent goes along to the place that is shown next."""
        parts = _visible(self._composer.unsent)
        self._composer.clear()
        return parts

    async def _leave(self, file: DraftFile | None, place: str, parts: tuple[Part, ...]) -> None:
        on_disk = file is not None and await self._write(file, (parts, None))
        if parts and not on_disk:
            self._aside[place] = parts
        if file is not None:
            file.close()

    async def _bring_back(self, place: str) -> None:
        found = [self._aside.pop(place, ())]
        if self._file is not None:
            try:
                found.append(await asyncio.to_thread(self._file.take_over))
            except OSError as error:
                self._tell(error)
        if parts := join(found):
            self._composer.give_back(Draft.of(parts))

    async def _save(self) -> None:
        """Until disk and screen agree: something may be typed or forgotten while it is written."""
        while self._file is not None and (kept := self._kept()) != self._on_disk:
            if not await self._write(self._file, kept):
                return
            self._on_disk = kept
        self._solved(self._told)

    async def _write(self, file: DraftFile, kept: Kept) -> bool:
        try:
            await asyncio.to_thread(file.write, *kept)
        except OSError as error:
            self._tell(error)
            return False
        return True

    def _tell(self, error: OSError) -> None:
        self._told = f"Unsent text is not on disk: {error.strerror}"
        self._trouble(self._told)

    def _kept(self) -> Kept:
        return self._parts(), self._composer.edited

    def _parts(self) -> tuple[Part, ...]:
        return _visible(join([*self._waiting(), self._composer.unsent]))

    def _waiting(self) -> list[tuple[Part, ...]]:
        unstored = self.outbox.unstored if self.outbox else ()
        return [draft.spans for draft in (*unstored, *self._composer.on_its_way)]

    # Forgetting

    def plan(self, targets: Sequence[Record], needles: Sequence[str]) -> Sequence[Trace]:
        from memory.types import Trace

        count = self._count({record.id for record in targets}, needles)
        return [Trace(self.name, "texts you have not sent", count)] if count else []

    def erase(self, targets: Sequence[Record], needles: Sequence[str]) -> Sequence[Trace]:
        gone = self.plan(targets, needles)
        self._forget({record.id for record in targets}, needles)
        if gone:
            self._write_now()
        return gone

    def _forget(self, messages: Collection[str], needles: Sequence[str]) -> None:
        self._aside = {place: parts for place, parts in self._aside.items() if not _says(parts, needles)}
        if self._loses_edit(messages, needles):
            self._composer.end_edit()
        if _says(self._composer.written, needles):
            self._composer.clear()
        if self.outbox:
            self.outbox.withdraw(lambda parts: _says(parts, needles))

    def heed(self) -> None:
        """Forgets what another window was told to, which can't change what stands here."""
        try:
            if self._file is not None and (wish := self._file.wish):
                self._forget(wish.messages, wish.needles)
                if self._write_now():
                    self._file.heeded()
        except OSError as error:
            self._tell(error)

    def _write_now(self) -> bool:
        """Returns when nothing else is on disk."""
        kept = self._kept()
        try:
            if self._file is not None:
                self._file.write(*kept)
        except OSError as error:
            self._tell(error)
            return False
        self._on_disk = kept
        return True

    def scan(self, needles: Sequence[str]) -> int:
        return self._count((), needles)

    def _count(self, messages: Collection[str], needles: Sequence[str]) -> int:
        """How many texts say one of `needles`, or are to take the place of one of `messages`."""
        behind = sum(_says(parts, needles) for parts in (*self._aside.values(), *self._waiting()))
        return behind + (self._loses_edit(messages, needles) or _says(self._composer.written, needles))

    def _loses_edit(self, messages: Collection[str], needles: Sequence[str]) -> bool:
        edited = self._composer.edited
        return edited is not None and (edited.message in messages or _says((Part(edited.text),), needles))


def _visible(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    return parts if any(part.text.strip() for part in parts) else ()


def _says(parts: Sequence[Part], needles: Sequence[str]) -> bool:
    from memory.engine import says

    return any(says(text, needles) for text in ("".join(part.text for part in parts), *(part.text for part in parts)))
