"""The terminal a program hangs on: where it is closed, what runs is stored and the program ends."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from memory.errors import BadInput

LOOK_SECONDS = 2.0


def has_shell() -> bool:
    """Whether a shell is there to go back to: who leads the terminal's session has none, and could not be woken."""
    return os.getsid(0) != os.getpgrp()


def stop_job() -> None:
    """Stops harken and all that was started along with it, as Ctrl+Z in a shell does; returns when it goes on."""
    ours = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
    try:
        os.killpg(0, signal.SIGTSTP)
    finally:
        signal.signal(signal.SIGTSTP, ours)


@contextmanager
def interruptible() -> Iterator[None]:
    """Ctrl+C ends what is asked here alone, a polite kill the program too, by its loop. BadInput where one does."""
    ours = {number: signal.signal(number, signal.default_int_handler) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    except KeyboardInterrupt as error:
        raise BadInput("Stopped", hint="Nothing was changed") from error
    finally:
        for number, handler in ours.items():
            signal.signal(number, handler)


class Lifeline:
    """Calls `end` on the event loop when the terminal closes or a polite kill comes. `gone` says that nothing can be
    drawn any more.
    """

    def __init__(self, end: Callable[[], object]) -> None:
        self._end = end
        self.gone = False

    def hold(self) -> None:
        """From now on, on the running event loop, a signal is a quit."""
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGTERM, self._end)
        loop.add_signal_handler(signal.SIGHUP, self._hung_up)

    def look(self) -> None:
        """It may go without a signal, as under nohup: who reads from it then gets nothing, at once and for ever."""
        if not self.gone and not os.isatty(0):
            self._hung_up()

    def _hung_up(self) -> None:
        """The terminal may be gone: who draws on it would wait for ever, so that nothing is drawn any more."""
        nothing = os.open(os.devnull, os.O_RDWR)
        for file in (0, 1, 2):
            if not os.isatty(file):
                os.dup2(nothing, file)
        os.close(nothing)
        self.gone = not os.isatty(0)
        self._end()
