"""Where a growing Markdown text is cut into units that never change again."""

from __future__ import annotations

import pytest

from tui.widgets.drawn.units import UnitScanner


def units(text: str) -> list[tuple[str, str]]:
    """The kind and text of each unit, as the scanner's steps put them together."""
    scanner = UnitScanner()
    found: list[tuple[str, list[str]]] = []
    for line in text.split("\n"):
        step = scanner.push(line)
        taken = [found[-1][1].pop()] if step.takes_header else []
        if step.opens:
            found.append((step.opens, [*taken, line]))
        elif step.joins and found:
            found[-1][1].append(line)
    return [(kind, "\n".join(lines).rstrip()) for kind, lines in found if lines]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("one\ntwo\n\nthree", [("text", "one\ntwo"), ("text", "three")]),
        ("# Head\ntext", [("heading", "# Head"), ("text", "text")]),
        ("Title\n===\ntext", [("text", "Title\n==="), ("text", "text")]),
        ("text\n***\nmore", [("text", "text"), ("rule", "***"), ("text", "more")]),
        ("- a\n- b\n  - c\n\n  still b\n- d", [("item", "- a"), ("item", "- b\n  - c\n\n  still b"), ("item", "- d")]),
        ("- a\n\ntext", [("item", "- a"), ("text", "text")]),
        ("- a\nlazy\n# Head", [("item", "- a\nlazy"), ("heading", "# Head")]),
        ("Here:\n1. a\n2. b", [("text", "Here:"), ("item", "1. a"), ("item", "2. b")]),
        ("It was in\n2019. A year\n-", [("text", "It was in\n2019. A year\n-")]),
        ("```py\na\n\n- b\n```\ntext", [("fence", "```py\na\n\n- b\n```"), ("text", "text")]),
        ("````\n```\n````\nx", [("fence", "````\n```\n````"), ("text", "x")]),
        (
            "1. a\n   ```\n   x\n\n   - y\n   ```\n2. b",
            [("item", "1. a\n   ```\n   x\n\n   - y\n   ```"), ("item", "2. b")],
        ),
        ("> q\n> r\nlazy\n\ntext", [("quote", "> q\n> r\nlazy"), ("text", "text")]),
        ("say:\n> q", [("text", "say:"), ("quote", "> q")]),
        ("| a | b |\n|---|---|\n| 1 | 2 |\n\nx", [("table", "| a | b |\n|---|---|\n| 1 | 2 |"), ("text", "x")]),
        ("intro\n| a |\n|---|\n| 1 |", [("text", "intro"), ("table", "| a |\n|---|\n| 1 |")]),
        ("a | b\nno table", [("text", "a | b\nno table")]),
    ],
)
def test_units(text: str, expected: list[tuple[str, str]]) -> None:
    assert units(text) == expected
