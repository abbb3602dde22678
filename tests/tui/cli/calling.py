"""Calling the command line as a user would, and reading what it printed."""

from __future__ import annotations

import io
import json
import logging
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest

from tui.cli import main


@dataclass(frozen=True, slots=True)
class Printed:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The document on stdout, which must hold nothing else."""
        return json.loads(self.out)


@contextmanager
def own_log_handlers() -> Iterator[None]:
    """Log handlers that are added inside end with it, as they do with a process."""
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    try:
        yield
    finally:
        for handler in [handler for handler in root.handlers if handler not in before]:
            root.removeHandler(handler)
            handler.close()
        root.setLevel(level)


@contextmanager
def own_umask() -> Iterator[None]:
    """An open umask inside, as many computers have it; the one of before afterwards."""
    before = os.umask(0o022)
    try:
        yield
    finally:
        os.umask(before)


Call = Callable[..., Printed]


@dataclass(frozen=True, slots=True)
class Caller:
    monkeypatch: pytest.MonkeyPatch
    capsys: pytest.CaptureFixture[str]

    def __call__(self, *words: str, stdin: bytes = b"", terminal: bool = False) -> Printed:
        keyboard = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
        self.monkeypatch.setattr(keyboard, "isatty", lambda: terminal)
        self.monkeypatch.setattr(sys, "stdin", keyboard)
        self.capsys.readouterr()
        with own_log_handlers(), own_umask():
            code = main(list(words))
        captured = self.capsys.readouterr()
        return Printed(code, captured.out, captured.err)
