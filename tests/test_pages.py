"""The pages for users name what there is, and lead to each other."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tui.cli.parser import build_parser
from tui.commands.registry import COMMANDS
from tui.keys import APP, CHAT, in_use

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
REFERENCE = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")


def words_of(parser: argparse.ArgumentParser, before: str = "") -> Iterator[str]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, child in action.choices.items():
                yield f"{before}{name}"
                yield from words_of(child, f"{before}{name} ")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8"))
    assert [link for link in links if "://" not in link and not (page.parent / link).exists()] == []


def test_every_slash_command_is_explained() -> None:
    assert [name for name in COMMANDS if not re.search(rf"/{re.escape(name)}\b", REFERENCE)] == []


def test_every_command_of_the_command_line_is_explained() -> None:
    last = {name.rpartition(" ")[2] for name in words_of(build_parser())}
    assert sorted(word for word in last if not re.search(rf"\b{re.escape(word)}\b", REFERENCE)) == []


def test_every_key_of_the_chat_is_explained() -> None:
    shown = (in_use(key, {}).split(",")[0] for key in (*APP, *CHAT))
    assert [key for key in shown if key not in REFERENCE] == []
