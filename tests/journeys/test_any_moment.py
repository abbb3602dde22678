"""The real program on a pseudo-terminal, ended at random moments of a turn: what a person saw as said is there."""

from __future__ import annotations

import os
import random
import re
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from memory.engine import Memory
from memory.settings import MemorySettings, Settings
from memory.types import Role
from tests.journeys.test_kills import sound
from tests.loopback import Hold, Loopback, Reply, chunk, configure, ending
from tests.tui.pty_host import modes_left_on
from tui.bench.terminal import Terminal

KILLS = int(os.environ.get("HARKEN_KILLS", "4"))
SECONDS = 60.0
WORDS = 600
BEFORE = 5
"""Words that come before the test lets the rest go."""
ASKED, QUEUED, MEANWHILE = "please count for me", "and count once more", "typed meanwhile"
ONCE_SENT, IN_THE_STREAM, AT_THE_END = "once sent", "in the stream", "at the end"
MOST_BYTES = {ONCE_SENT: 12_000, IN_THE_STREAM: 60_000, AT_THE_END: 6_000}
"""How much more is drawn before the end comes, at most."""


class Window(Terminal):
    """Can be ended as a terminal or a computer ends it."""

    def signal(self, number: signal.Signals) -> None:
        self._process.send_signal(number)

    def hang_up(self, *, told: bool) -> None:
        """The terminal is gone: nobody reads what the program writes. Under nohup it is not even told so."""
        os.close(self._master)
        if told:
            self.signal(signal.SIGHUP)
        self._process.wait(SECONDS)
        self._master = os.open(os.devnull, os.O_RDWR)

    def wait(self, text: str) -> None:
        self.wait_for(text, SECONDS)

    def wait_until_true(self, done: Callable[[], bool]) -> None:
        assert self.wait_until(done, SECONDS), self.output[-2000:]

    def wait_for_more(self, count: int) -> None:
        """Until so many more bytes were drawn, or nothing more comes."""
        goal = len(self.output) + count
        while len(self.output) < goal:
            before = len(self.output)
            if not self.wait_until(lambda: len(self.output) > before, 1.0):  # noqa: B023 - called at once
                return


def word(number: int) -> str:
    return f"w{number:04}"


COUNTING = Reply(
    (
        *(chunk(content=f"{word(number)} ") for number in range(BEFORE)),
        Hold(),
        *(chunk(content=f"{word(number)} ") for number in range(BEFORE, WORDS)),
        *ending(),
    )
)


@contextmanager
def program(home: Path) -> Iterator[tuple[Window, Loopback]]:
    environment = {**os.environ, "HARKEN_HOME": str(home), "TERM": "xterm-256color", "PYTHONPATH": os.getcwd()}
    with Loopback(COUNTING) as server:
        configure(home, server)
        with Window([sys.executable, "-m", "tui"], env=environment) as window:
            window.wait("rite a message")
            yield window, server


def drafted(home: Path) -> str:
    """All that stands unsent."""
    files = (home / "profiles" / "default" / "drafts").glob("*.json")
    return " ".join(path.read_text(encoding="utf-8") for path in files)


def go_to(window: Window, server: Loopback, home: Path, moment: str) -> list[str]:
    """Brings the program to `moment`; what a person may count on from then on."""
    window.type(ASKED)
    window.wait_until_true(lambda: ASKED in drafted(home))
    window.type("\r")
    if moment == ONCE_SENT:
        return [ASKED]
    window.wait(word(BEFORE - 1))
    window.type(QUEUED)
    window.wait(QUEUED)
    window.type("\r")
    window.wait("next")
    window.type(MEANWHILE)
    window.wait_until_true(lambda: all(text in drafted(home) for text in (QUEUED, MEANWHILE)))
    server.release()
    if moment == AT_THE_END:
        window.type("\x11")
    return [ASKED, QUEUED, MEANWHILE]


async def assert_all_is_there(home: Path, said: list[str], output: bytes) -> None:
    settings = Settings(memory=MemorySettings(embedding_model="none"))
    async with Memory.open(home / "profiles" / "default", settings=settings, background=False) as memory:
        messages = [message for talk in await memory.conversations() for message in await memory.messages(talk.id)]
        ledger = [await memory.why(message.id) for message in messages if message.role is Role.USER]
    kept = " ".join([*(message.text for message in messages), drafted(home)])
    assert [text for text in said if text not in kept] == []
    drawn = re.findall(r"w\d{4}", output.decode("utf-8", "replace"))
    replies = [message.text for message in messages if message.role is Role.ASSISTANT]
    assert set(drawn) <= set(" ".join(replies).split())
    assert not drawn or ledger[0] is not None
    assert sound(home)


@pytest.mark.parametrize("number", range(KILLS))
async def test_killed_it_has_all_that_was_said_and_drawn(home: Path, number: int) -> None:
    chance = random.Random(f"kill {number}")
    moment = (ONCE_SENT, IN_THE_STREAM, IN_THE_STREAM, AT_THE_END)[number % 4]
    with program(home) as (window, server):
        said = go_to(window, server, home, moment)
        window.wait_for_more(chance.randrange(MOST_BYTES[moment]))
        window.signal(signal.SIGKILL)
        window.wait_for_end(SECONDS)
    await assert_all_is_there(home, said, window.output)


@pytest.mark.parametrize(
    ("number", "moment"),
    [(signal.SIGTERM, ONCE_SENT), (signal.SIGHUP, IN_THE_STREAM), (signal.SIGTERM, AT_THE_END)],
    ids=["SIGTERM once sent", "SIGHUP in the stream", "SIGTERM at the end"],
)
async def test_told_to_end_it_leaves_all_and_a_clean_terminal(home: Path, number: signal.Signals, moment: str) -> None:
    chance = random.Random(f"{number} {moment}")
    with program(home) as (window, server):
        said = go_to(window, server, home, moment)
        window.wait_for_more(chance.randrange(MOST_BYTES[moment]))
        window.signal(number)
        window.wait_for_end(SECONDS)
    assert modes_left_on(window.output) == set()
    assert b"Traceback" not in window.output
    await assert_all_is_there(home, said, window.output)


@pytest.mark.parametrize("told", [True, False], ids=["with a signal", "without"])
async def test_a_terminal_that_is_closed_loses_nothing(home: Path, told: bool) -> None:
    with program(home) as (window, server):
        said = go_to(window, server, home, IN_THE_STREAM)
        window.wait_for_more(5_000)
        window.hang_up(told=told)
    await assert_all_is_there(home, said, window.output)
