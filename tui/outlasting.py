"""Drawing outlasts the terminal: Textual's writer ends with an error, and who draws after that waits for ever."""

from __future__ import annotations

from importlib import import_module

from textual.driver import Driver
from textual.drivers._writer_thread import WriterThread


class LastingWriter(WriterThread):
    """Takes what is drawn to its end, also where nobody sees it any more."""

    def run(self) -> None:
        try:
            super().run()
        except OSError:
            while self._queue.get() is not None:
                pass


def with_lasting_writer(driver: type[Driver]) -> type[Driver]:
    """The same driver, its writer exchanged: Textual offers no other way to choose one."""
    module = import_module(driver.__module__)
    if hasattr(module, WriterThread.__name__):
        setattr(module, WriterThread.__name__, LastingWriter)
    return driver
