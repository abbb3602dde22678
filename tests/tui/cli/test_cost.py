from __future__ import annotations

import asyncio
from pathlib import Path

from memory.types import Usage
from tests.scripted import SetClock
from tests.tui.chat.opened import open_memory
from tests.tui.cli.calling import Call
from tests.tui.commands.test_costs import answered


async def spend(home: Path) -> None:
    async with open_memory(home, clock=SetClock()) as memory:
        talk = (await memory.new_conversation()).id
        await answered(memory, talk, "big", Usage(1000, 50, 0.02))
        await answered(memory, talk, "silent", None)


def test_what_was_spent_is_printed_in_columns_or_as_json(harken: Call, home: Path) -> None:
    asyncio.run(spend(home))
    lines = harken("cost").out.splitlines()
    assert lines[0] == "2 calls, 1,000 tokens in, 50 out: $0.0200+, and 1 call not counted"
    head, big, silent = lines[lines.index(next(line for line in lines if line.startswith("Model"))) :][:3]
    assert head.index("cost") == big.index("$") == silent.index("not counted")
    document = harken("cost", "--conversation", "c1", "--json").json
    assert document["total"]["cost"] == 0.02
    assert [one["key"] for one in document["models"]] == ["big", "silent"]
    assert document["models"][1]["cost"] is None


def test_where_nothing_was_spent_it_says_so(harken: Call) -> None:
    assert harken("cost", "day").out.startswith("No model was called")
    assert harken("cost", "month", "--json").json["total"]["cost"] is None
    assert harken("cost", "week").code == 2
