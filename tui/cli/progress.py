"""How far long work is."""

from __future__ import annotations

import sys
from time import monotonic

from tui.cli.output import complain

_QUIET_SECONDS = 1.0
_QUIET_SECONDS_IN_A_FILE = 10.0


class Progress:
    """How far it is, on stderr, now and then; nothing for what is quickly done."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._terminal = sys.stderr.isatty()
        self._quiet = _QUIET_SECONDS if self._terminal else _QUIET_SECONDS_IN_A_FILE
        self._last = monotonic()
        self._drawn = False

    def __enter__(self) -> Progress:
        return self

    def told(self, share: float) -> None:
        if monotonic() - self._last < self._quiet:
            return
        self._last = monotonic()
        if self._terminal:
            self._drawn = True
            sys.stderr.write(f"\rharken: {self._what} {share:.0%} ")
            sys.stderr.flush()
        else:
            complain(f"{self._what} {share:.0%}")

    def __exit__(self, *error: object) -> None:
        if self._drawn:
            sys.stderr.write("\n")
