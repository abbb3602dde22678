"""On a real pseudo-terminal: what is typed before the program draws anything is not lost."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.journeys.test_any_moment import drafted
from tests.loopback import Loopback, configure, say
from tui.bench.terminal import Terminal

SECONDS = 60.0


@pytest.mark.parametrize("typed", ["hello there", "hello there\n"])
def test_what_is_typed_ahead_stands_in_the_composer_unsent(home: Path, typed: str) -> None:
    environment = {**os.environ, "HARKEN_HOME": str(home), "TERM": "xterm-256color", "PYTHONPATH": os.getcwd()}
    with Loopback(say("Hello.")) as server:
        configure(home, server)
        with Terminal([sys.executable, "-m", "tui"], env=environment) as window:
            window.type(typed)
            assert window.wait_until(lambda: "hello there" in drafted(home), SECONDS), window.output[-2000:]
        assert not server.requests
