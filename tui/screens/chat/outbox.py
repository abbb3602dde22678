"""What was sent and has not begun: it waits for its turn, or is held until the user says that it goes."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memory.types import Part
from tui.widgets.composer.composer import Composer
from tui.widgets.composer.drafts import Draft

if TYPE_CHECKING:
    from memory.types import Picks


@dataclass(frozen=True, slots=True)
class Job:
    """One turn to run: a new message, or the last one `again`, or more of a half reply (`resume`).

    `picks` are what the user decided about what memory gives to it. A new message may stand beside an earlier one
    (`instead_of`).
    """

    parts: tuple[Part, ...] = ()
    draft: Draft = Draft()
    picks: Picks | None = None
    again: bool = False
    resume: bool = False
    instead_of: str = ""

    @property
    def is_next(self) -> bool:
        """Whether it needs nothing of what stands above it."""
        return not (self.again or self.resume or self.instead_of)


class Outbox:
    """`current` runs and is not in memory yet. `sent` is called when what is unsent has changed, `changed` when that
    shows. With `closing` nothing begins any more: the program ends.
    """

    def __init__(self, composer: Composer, sent: Callable[[], None], changed: Callable[[], None]) -> None:
        self._composer, self._sent, self._changed = composer, sent, changed
        self._jobs: deque[Job] = deque()
        self._held: deque[Job] = deque()
        self.current: Job | None = None
        self.closing = False

    @property
    def waiting(self) -> tuple[str, ...]:
        """What was sent and has not begun."""
        return _texts(self._jobs)

    @property
    def held(self) -> tuple[str, ...]:
        """What waited behind a reply that was stopped or failed: it goes when the user says so."""
        return _texts(self._held)

    @property
    def unstored(self) -> tuple[Draft, ...]:
        """What was sent and is not in memory yet."""
        current = [self.current] if self.current else []
        return tuple(job.draft for job in (*current, *self._held, *self._jobs) if job.parts)

    @property
    def is_empty(self) -> bool:
        """Nothing goes by itself."""
        return not self._jobs

    def withdraw(self, says: Callable[[Sequence[Part]], bool]) -> None:
        """Drops what waits and says something that is forgotten."""
        self._jobs = deque(job for job in self._jobs if not says(job.parts))
        self._held = deque(job for job in self._held if not says(job.parts))
        self._changed()

    def add(self, job: Job) -> None:
        self._jobs.append(job)

    def begin(self) -> Job | None:
        """The next that goes is the current one; None where nothing goes."""
        self.current = self._jobs.popleft() if self._jobs and not self.closing else None
        return self.current

    def holds(self, job: Job) -> bool:
        """Whether it waits still."""
        return job in self._jobs

    def hold_all(self) -> None:
        """Nothing that waits goes by itself any more."""
        self._held.extend(job for job in self._jobs if job.parts)
        self._jobs.clear()

    def release(self) -> None:
        """What was held goes."""
        self._jobs.extend(self._held)
        self._held.clear()

    def drop_held(self) -> bool:
        """Removes what is held; Up brings it back. Returns whether there was any."""
        if not self._held:
            return False
        for job in self._held:
            self._composer.history.add(job.draft)
        self._held.clear()
        self._sent()
        self._changed()
        return True

    def take_back(self, place: int = -1) -> Draft | None:
        """Takes one of what waits, or is held, out again, at first the newest; None where there is none."""
        places = [(queue, job) for queue in (self._held, self._jobs) for job in queue if job.parts]
        if not -len(places) <= place < len(places):
            return None
        queue, job = places[place]
        queue.remove(job)
        self._sent()
        self._changed()
        return job.draft

    def hand_back(self, job: Job) -> None:
        """Puts a message that did not go into the composer again."""
        if job.parts and job.instead_of and self._composer.empty:
            self._composer.edit(job.instead_of, job.draft)
        elif job.parts:
            self._composer.give_back(job.draft)

    def hand_back_all(self) -> None:
        """Puts what waits or is held into the composer."""
        waiting = (*self._held, *self._jobs)
        self._held.clear()
        self._jobs.clear()
        for job in reversed(waiting):
            self.hand_back(job)

    def not_begun(self, job: Job) -> None:
        """It was stopped before its message was stored: nothing of it may be lost."""
        if self.closing:
            self._jobs.appendleft(job)
        else:
            self.hand_back(job)

    def refused(self) -> None:
        """What was sent before what waits was not answered."""
        self.hand_back_all() if self.closing else self.hold_all()


def _texts(jobs: Iterable[Job]) -> tuple[str, ...]:
    return tuple(job.draft.text for job in jobs if job.parts)
