"""When a session is distilled: after its quiet, at once when it was left, never while the chat is busy."""

from __future__ import annotations

from datetime import datetime, timedelta

IDLE = timedelta(seconds=8)
"""The chat must have been idle for so long, as in Osaurus."""


class Schedule:
    """Sessions and the moments from which they may be distilled."""

    def __init__(self) -> None:
        self._due: dict[int, datetime] = {}
        self._busy = 0
        self._idle_from: datetime | None = None

    def plan(self, session: int, at: datetime) -> None:
        """The session is due at `at`; what was planned for it before no longer counts."""
        self._due[session] = at

    def hasten(self, session: int, at: datetime) -> None:
        """The session is due at `at`, or earlier if that was planned."""
        self._due[session] = min(at, self._due.get(session, at))

    def take(self, session: int) -> datetime | None:
        """Takes the session out, as it runs now, and returns when it was due."""
        return self._due.pop(session, None)

    def clear(self) -> None:
        """Nothing is planned any more."""
        self._due.clear()

    def busy(self, busy: bool, now: datetime) -> None:
        """One more turn is on its way (True), or one of them has ended (False)."""
        before = self._busy
        self._busy = max(0, before + (1 if busy else -1))
        if before and not self._busy:
            self._idle_from = now + IDLE

    def ready(self, now: datetime) -> list[int]:
        """Sessions that may run now, the longest waiting first."""
        if self._busy or now < self._idle(now):
            return []
        return [session for session, at in sorted(self._due.items(), key=lambda item: item[1]) if at <= now]

    def planned(self) -> list[int]:
        """All sessions that are to be distilled some time, the most pressing first."""
        return sorted(self._due, key=lambda session: self._due[session])

    def waits(self, now: datetime) -> float | None:
        """Seconds until something may run, None while only a change can tell."""
        if not self._due or self._busy:
            return None
        soonest = max(min(self._due.values()), self._idle(now))
        return max(0.0, (soonest - now).total_seconds())

    def _idle(self, now: datetime) -> datetime:
        """When the chat has been idle for long enough; a moment far ahead was noted by a clock that was wrong."""
        return now if self._idle_from is None or self._idle_from > now + IDLE else self._idle_from
