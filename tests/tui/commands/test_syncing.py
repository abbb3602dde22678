from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memory.types import Activity
from tui.commands.syncing import sync_lines

SMALL = "embedded is too small to learn more from a conversation"


def ended(outcome: str, detail: str = "", *, talk: str = "c1", learned: tuple[str, ...] = ()) -> Activity:
    return Activity(datetime(2026, 5, 1, tzinfo=UTC), "distil", outcome, detail, conversation=talk, learned=learned)


@pytest.mark.parametrize(
    ("runs", "line"),
    [
        (
            [ended("extracted", SMALL, learned=("f1", "f2")), ended("skipped", SMALL)],
            "c1: Found 2 statements by rule; the turns wait for a larger model",
        ),
        (
            [ended("skipped", SMALL), ended("extracted", SMALL, learned=("f1",))],
            "c1: Found 1 statement by rule; the turns wait for a larger model",
        ),
        ([ended("skipped", SMALL)], "c1: Found nothing new by rule; the turns wait for a larger model"),
        (
            [ended("extracted", "no model is set", learned=("f1",))],
            "c1: Found 1 statement by rule; the turns wait: no model is set",
        ),
        ([ended("distilled", learned=("f1",)), ended("distilled", learned=("f2",))], "c1: Learnt 2 statements"),
        ([ended("distilled", "2 waiting in the inbox")], "c1: Learnt nothing: 2 waiting in the inbox"),
        ([ended("error", "no reply within 60 s")], "c1: Learning failed: no reply within 60 s"),
        (
            [ended("dead_letter", "no JSON", learned=("f1",))],
            "c1: Learning failed: no JSON; found 1 statement by rule",
        ),
        (
            [ended("skipped", "no model: its key is missing", learned=("f1",))],
            "c1: Found 1 statement by rule; the turns wait: no model: its key is missing",
        ),
        ([ended("skipped", "too little was said yet")], "c1: Learnt nothing: too little was said yet"),
    ],
)
def test_each_conversation_is_one_plain_line(runs: list[Activity], line: str) -> None:
    assert sync_lines(runs) == [line]


def test_conversations_are_told_apart() -> None:
    runs = [ended("skipped", SMALL), ended("distilled", talk="c2", learned=("f1",)), ended("skipped", SMALL)]
    assert [line.partition(":")[0] for line in sync_lines(runs)] == ["c1", "c2"]
