"""How far long work is."""

from __future__ import annotations

import sys
from time import monotonic

from tui.cli.output import complain

_QUIET_SECONDS = 1.0
_REDRAW_SECONDS = 0.1
_QUIET_SECONDS_IN_A_FILE = 10.0
_WIDTH = 24


class Progress:
    """How far it is, on stderr: a bar on a terminal, nothing for what is quickly done.

    Elsewhere a line now and then, unless `in_a_file` says that nothing is wanted there.
    """

    def __init__(self, what: str, *, in_a_file: bool = True) -> None:
        self._what = what
        self._terminal = sys.stderr.isatty()
        self._wanted = self._terminal or in_a_file
        self._last = monotonic()
        self._drawn = False

    def __enter__(self) -> Progress:
        return self

    def told(self, share: float) -> None:
        if not self._wanted or monotonic() - self._last < self._quiet():
            return
        self._last = monotonic()
        if self._terminal:
            self._drawn = True
            sys.stderr.write(f"\r\x1b[Kharken: {self._what} {bar(share)}")
            sys.stderr.flush()
        else:
            complain(f"{self._what} {share:.0%}")

    def _quiet(self) -> float:
        if not self._terminal:
            return _QUIET_SECONDS_IN_A_FILE
        return _REDRAW_SECONDS if self._drawn else _QUIET_SECONDS

    def __exit__(self, *error: object) -> None:
        if self._drawn:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def bar(share: float) -> str:
    """`share`, 0 to 1, as a bar with its number."""
    share = min(1.0, max(0.0, share))
    full = round(_WIDTH * share)
    return f"{'█' * full}{'░' * (_WIDTH - full)} {share:4.0%}"
