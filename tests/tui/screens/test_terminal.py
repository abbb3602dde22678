"""The real driver on a pseudo-terminal: what a headless run can't show."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tui.bench.terminal import Terminal

PROGRAM = """
from pathlib import Path
from tests.scripted import ScriptedModel
from tests.tui.screens.world import program
program(Path(HOME), ScriptedModel([REPLY], chunk=3)).run()
"""
EVIL = "one \x1b]52;c;b3duZWQ=\x07 two \x1b]0;owned\x07 \x1b[2J\x1b[6n \x9b31m \x1bP1$r\x1b\\ \u202e three \x1b]8;;http://x"
FOREIGN = (
    b"\x1b]52;c;b3du",
    b"\x1b]0;owned",
    b"\x1b[6n",
    b"\xc2\x9b",
    b"\x1bP1$r",
    b"\xe2\x80\xae",
    b"\x1b]8;;http://x",
)
SECONDS = 60.0


@contextmanager
def terminal(home: Path, reply: str = "Fine.", **variables: str) -> Iterator[Terminal]:
    code = f"HOME = {str(home)!r}\nREPLY = {reply!r}\n{PROGRAM}"
    env = {**os.environ, "TERM": "xterm-256color", "PYTHONPATH": str(Path(__file__).parents[3]), **variables}
    with Terminal([sys.executable, "-c", code], env=env) as running:
        yield running


def enter(running: Terminal, text: str, shown: str) -> None:
    """Types a line and, once it is on the screen, Enter: in one piece it would be a paste."""
    running.type(text)
    running.wait_for(shown, SECONDS)
    running.type("\r")


def test_foreign_text_never_acts_on_the_terminal(home: Path) -> None:
    with terminal(home, f"{EVIL} end-of-reply") as running:
        running.wait_for("rite a message", SECONDS)
        enter(running, "hello", "hello")
        running.wait_for("end-of-reply", SECONDS)
        running.type(f"\x1b[200~/rename {EVIL} new-title\x1b[201~")
        running.wait_for("new-title", SECONDS)
        running.type("\r")
        assert "␛]52;c".encode() in running.output
        for sequence in FOREIGN:
            assert sequence not in running.output


def test_keys_typed_before_the_first_frame_are_kept(home: Path) -> None:
    with terminal(home) as running:
        running.type("early bird")
        running.wait_for("early bird", SECONDS)


def test_the_terminal_is_left_as_it_was_found(home: Path) -> None:
    with terminal(home) as running:
        running.wait_for("rite a message", SECONDS)
        running.type("\x11")
        running.wait_for_end(SECONDS)
    assert running.output.rindex(b"\x1b[?1049l") > running.output.rindex(b"\x1b[?1049h")
    assert running.output.rindex(b"\x1b[?25h") > running.output.rindex(b"\x1b[?25l")
    assert b"Traceback" not in running.output


def test_no_color_leaves_only_the_terminals_own_ink(home: Path) -> None:
    with terminal(home, "**Bold** and `code`, end-of-reply", NO_COLOR="1") as running:
        running.wait_for("rite a message", SECONDS)
        enter(running, "hello", "hello")
        running.wait_for("end-of-reply", SECONDS)
    styles = re.findall(rb"\x1b\[([0-9;]*)m", running.output)
    assert {int(code) for style in styles for code in style.split(b";") if code} <= {0, 1, 2, 3, 4, 7, 9, 39, 49}


def since_the_editor(running: Terminal) -> bytes:
    return running.output[running.output.rindex(b"\x1b[?1049h") :]


def test_an_editor_has_the_whole_terminal_and_gives_it_back(home: Path, tmp_path: Path) -> None:
    editor = tmp_path / "editor"
    editor.write_text('#!/bin/sh\ntrap : INT\necho it-is-here\nread line\nread line\nprintf \'%s\' "$line" > "$1"\n')
    editor.chmod(0o755)
    with terminal(home, "word " * 300 + "end-of-reply", EDITOR=str(editor)) as running:
        running.wait_for("rite a message", SECONDS)
        enter(running, "hello", "hello")
        running.type("\x07")
        running.wait_for("it-is-here", SECONDS)
        running.type("\x03\nwritten-outside\n")
        running.wait_for("end-of-reply", SECONDS)
        shown = running.output[running.output.rindex(b"it-is-here") :]
        assert shown.index(b"written-outside") < shown.index(b"\x1b[?1049h"), "nothing is drawn over the editor"
        assert running.wait_until(lambda: b"written-outside" in since_the_editor(running), SECONDS), "it comes back"
        running.type("!\r")
        running.wait_for("written-outside!", SECONDS)
    assert b"Traceback" not in running.output
