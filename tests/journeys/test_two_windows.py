"""Two windows of one profile, each with a reply that grows while the other's does."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.journeys.talking import ask, chat
from tests.loopback import Hold, Loopback, Reply, chunk, configure, ending

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="drives the program through tmux")


def test_both_replies_are_whole_and_both_conversations_are_in_both_lists(home: Path) -> None:
    reply = Reply((chunk(content="It begins "), Hold(), chunk(content="and it ends."), *ending()))
    with Loopback(reply) as server:
        configure(home, server)
        with chat(home) as left, chat(home) as right:
            ask(left, "Where is Lisbon?")
            ask(right, "What is a heron?")
            left.wait_for("It begins")
            right.wait_for("It begins")
            server.release()
            for window in (left, right):
                window.wait_for("It begins and it ends.")
                window.press("F2")
                screen = window.wait_for(lambda shown: "Where is Lisbon?" in shown and "What is a heron?" in shown)
                assert not any(trouble in screen for trouble in ("locked", "failed", "rror", "broke off", "not saved"))
