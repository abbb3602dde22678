"""The whole promise on the real program, the real embedded model, a real terminal: it remembers and shows why."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.journeys.talking import GONE, READY, ask, chat
from tests.journeys.terminal import Terminal, run

pytestmark = [
    pytest.mark.embedded,
    pytest.mark.skipif(shutil.which("tmux") is None, reason="drives the program through tmux"),
]


def send(terminal: Terminal, text: str) -> None:
    ask(terminal, text)
    terminal.wait_for(READY)


def why(home: Path) -> dict[str, Any]:
    done = run("why", "--json", home=home)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_it_knows_the_next_day_what_was_said_and_shows_why(home: Path) -> None:
    with chat(home) as terminal:
        send(terminal, "Good morning")
        terminal.wait_for(lambda screen: answered(screen, "Good morning"))
        send(terminal, "/remember My dentist is Dr. Amsel in Bonn")
        terminal.wait_for("f1")
        send(terminal, "/quit")
        terminal.wait_for(GONE)
    with chat(home) as terminal:
        send(terminal, "What is the name of my dentist?")
        terminal.wait_for(lambda screen: "Amsel" in panel(screen))
        terminal.wait_for(lambda screen: answered(screen, "What is the name of my dentist?"))
        entry = why(home)
        assert [item["id"] for item in entry["items"]][:1] == ["f1"]
        assert entry["gate"]["section"] == "pinned"
        assert 0 < entry["tokens"] <= 800
        send(terminal, "What is the boiling point of water?")
        terminal.wait_for(lambda screen: "nothing needed" in panel(screen))
        terminal.wait_for(lambda screen: answered(screen, "What is the boiling point of water?"))
        entry = why(home)
        assert (entry["gate"]["section"], entry["items"], entry["tokens"]) == ("none", [], 0)


def panel(screen: str) -> str:
    """The recall panel: the columns from the word "memory" in the first lines on."""
    lines = screen.splitlines()
    left = next((line.index("memory") for line in lines[:4] if "memory" in line), 0)
    return "\n".join(line[left:] for line in lines[:-1]) if left else ""


def answered(screen: str, question: str) -> bool:
    """Whether something stands between the question and the composer, and nothing is awaited any more."""
    lines = [line[:80].strip(" │▌") for line in screen.splitlines()]
    if question not in lines or "waiting for" in screen:
        return False
    after = lines[len(lines) - 1 - lines[::-1].index(question) + 1 :]
    return any(line and READY not in line and not set(line) <= set("╭─╮╰╯") for line in after[:-2])
