"""Nothing that comes from outside acts on the terminal, wherever in the program it is shown."""

from __future__ import annotations

import json
import os
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, seed, settings

from tests.tui.foreign_text import EVERYTHING, PIECES, TAINT, wrong_in
from tests.tui.hostile_program import PASTE, mark
from tests.tui.pty_host import run_on_pty
from tui.bench.terminal import Terminal
from tui.safe_text import safe

COMMANDS = (
    "memory list",
    "memory search zeppelin",
    "memory show f1",
    "memory recall zeppelin",
    "memory identity",
    "memory inbox",
    "why",
    "cost",
    "log",
    "memory nonsense",
)
EXAMPLES = int(os.environ.get("HARKEN_HOSTILE_EXAMPLES", "2"))
SECONDS = 60.0


class Hostess:
    """The program on its terminal, fed with texts."""

    def __init__(self, running: Terminal, link: socket.socket, home: Path) -> None:
        self._running = running
        self._link = link
        self._said = b""
        self._shown = self._seen = 0
        self.home = home

    def show(self, pieces: list[str]) -> bytes:
        """Everything the terminal got while the text went through the program."""
        start = self._seen
        self._shown += 1
        try:
            self._link.sendall(json.dumps({"pieces": pieces, "number": self._shown}).encode() + b"\n")
        except BrokenPipeError:
            raise AssertionError(f"it has ended: {self._running.output[-4000:]!r}") from None
        pasted = "".join(pieces).replace("\x1b[201~", "").encode("utf-8", "replace")
        end = mark(self._shown).encode()
        assert self._running.wait_until(
            lambda: self._told(pasted) and self._running.output.find(end, start) >= 0, SECONDS
        ), self._running.output[-2000:]
        self._seen = self._running.output.index(end, start)
        return self._running.output[start : self._seen]

    def ready(self) -> None:
        assert self._running.wait_until(lambda: "ready" in self._lines(), SECONDS)

    def _told(self, pasted: bytes) -> bool:
        """Pastes as often as the program asks for it."""
        for line in self._lines():
            if line == PASTE:
                self._running.write(b"\x1b[200~" + pasted + b"\x1b[201~")
        return True

    def _lines(self) -> list[str]:
        try:
            self._said += self._link.recv(4096)
        except BlockingIOError:
            return []
        *lines, self._said = self._said.split(b"\n")
        return [line.decode() for line in lines]


@pytest.fixture(scope="module")
def hostess(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hostess]:
    folder = tmp_path_factory.mktemp("hostile")
    cwd, home, path = folder / "here", folder / "home", folder / "socket"
    cwd.mkdir()
    home.mkdir()
    (home / "config.toml").write_text('[memory]\nembedding_model = "none"\n', encoding="utf-8")
    root = str(Path(__file__).parents[2])
    env = {**os.environ, "TERM": "xterm-256color", "PYTHONPATH": root, "HARKEN_HOME": str(home)}
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen()
        with Terminal(
            [sys.executable, "-m", "tests.tui.hostile_program", str(path), str(home), str(cwd)], env=env
        ) as running:
            listener.settimeout(SECONDS)
            link, _ = listener.accept()
            with link:
                link.setblocking(False)
                host = Hostess(running, link, home)
                host.ready()
                yield host


@pytest.mark.timeout(120 + 20 * EXAMPLES)
@seed(20261128)
@settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck), deadline=None, database=None)
@given(PIECES)
def test_only_the_programs_own_sequences_reach_the_terminal(hostess: Hostess, pieces: list[str]) -> None:
    output = hostess.show(pieces)
    assert TAINT.encode() in output
    assert wrong_in(output) == []


@pytest.fixture(scope="module")
def home_of_everything(hostess: Hostess) -> Path:
    """Where all kinds of such texts were said, kept and imported."""
    assert wrong_in(hostess.show(EVERYTHING)) == []
    return hostess.home


def test_an_export_holds_nothing_that_acts(home_of_everything: Path) -> None:
    exports = list((home_of_everything / "profiles" / "default" / "exports").iterdir())
    assert {path.suffix for path in exports} == {".md", ".json", ".html"}
    for path in exports:
        text = path.read_text(encoding="utf-8")
        assert TAINT in text
        assert safe(text) == text


@pytest.mark.parametrize("words", COMMANDS)
def test_the_command_line_is_as_safe(home_of_everything: Path, words: str) -> None:
    output = run_on_pty([sys.executable, "-m", "tui", *words.split()], env={"HARKEN_HOME": str(home_of_everything)})
    assert output
    assert wrong_in(output) == []
