"""On a real terminal: nothing in a text acts on it."""

from __future__ import annotations

import pytest

from tests.tui.drawn_hostile_app import DONE
from tests.tui.pty_host import run_module_on_pty, sequence_kinds

APP = "tests.tui.drawn_hostile_app"
TALL = (100, 120)


@pytest.fixture(scope="module")
def hostile() -> bytes:
    return run_module_on_pty(APP, "hostile", size=TALL, quit_after=DONE)


def test_only_the_sequences_of_the_app_itself_reach_the_terminal(hostile: bytes) -> None:
    harmless = run_module_on_pty(APP, "harmless", size=TALL, quit_after=DONE)

    assert DONE in harmless.decode("utf-8", "replace")
    assert sequence_kinds(hostile) <= sequence_kinds(harmless)


def test_the_hostile_text_is_shown_for_what_it_is(hostile: bytes) -> None:
    shown = hostile.decode("utf-8")

    assert DONE in shown
    assert "␛]52;c;aGFjaw==␇" in shown
    assert "⟨U+202E⟩right" in shown


@pytest.mark.parametrize("char", "\x9b\x9d\x90\x85\u202e\u2066\U000e0041")
def test_no_character_that_hides_or_turns_text_reaches_the_terminal(hostile: bytes, char: str) -> None:
    assert char.encode() not in hostile


def test_raw_text_would_be_noticed() -> None:
    assert sequence_kinds(b"\x1b]52;c;x\x07\x1b[2J\x1bPq\x1b\\" + "\x9b".encode()) == {
        "OSC 52",
        "CSI J",
        "ESC P",
        "control 9B",
    }
