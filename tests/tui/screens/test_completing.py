"""What is offered while a command is typed."""

from __future__ import annotations

from pathlib import Path

from tests.tui.screens.world import world


async def test_the_help_of_a_command_stays_in_its_column(home: Path) -> None:
    async with world(home, size=(80, 24)) as here:
        await here.type("/re")
        await here.sees("/resume", "said in it")
        first = next(line for line in here.text.split("\n") if "/resume" in line)
        below = next(line for line in here.text.split("\n") if "said in it" in line)
        assert below.index("said in it") == first.index("go to an earlier")


async def test_where_it_is_narrow_the_help_of_a_command_is_cut(home: Path) -> None:
    async with world(home, size=(44, 18)) as here:
        await here.type("/re")
        await here.sees("/regenerate  answer the last", "…")
        lines = here.text.split("\n")
        at = next(y for y, line in enumerate(lines) if "/resume" in line)
        assert "/rename" in lines[at + 1]
