from __future__ import annotations

import pytest

from memory.engine import Memory
from tests.tui.commands.given import context, flat, say
from tui.commands.outcome import Choose, Open, Outcome, Refresh, Say
from tui.commands.registry import run


def text(outcome: Outcome) -> str:
    said = flat(outcome)[0]
    assert isinstance(said, Say)
    return said.text


async def test_without_a_project_the_command_teaches(memory: Memory, talk: str) -> None:
    assert "/project NAME" in text(await run("/project", context(memory, talk)))


async def test_a_conversation_enters_a_project_and_leaves_it(memory: Memory, talk: str) -> None:
    entered = await run("/project Blue Heron", context(memory, talk))
    assert "Blue Heron" in text(entered)
    assert flat(entered)[1] == Refresh()
    assert (await memory.conversation(talk)).project == "Blue Heron"
    assert "no project" in text(await run("/project none", context(memory, talk)))
    assert (await memory.conversation(talk)).project == ""


async def test_what_was_learnt_before_is_said_to_stay(memory: Memory, talk: str) -> None:
    await say(memory, talk, "The heron nests in April.", "I see.")
    assert "/move" in text(await run("/project Zephyr", context(memory, talk)))


async def test_before_the_first_message_a_conversation_begins_in_the_project(memory: Memory) -> None:
    _, opened = flat(await run("/project Zephyr", context(memory)))
    assert isinstance(opened, Open)
    assert (await memory.conversation(opened.conversation_id)).project == "Zephyr"


async def test_projects_are_there_to_choose_from(memory: Memory, talk: str) -> None:
    await memory.remember("The heron nests in April", project="Zephyr")
    asked = await run("/project", context(memory, talk))
    assert isinstance(asked, Choose)
    assert [(option.label, option.detail) for option in asked.options] == [
        ("Zephyr", "0 conversations, 1 fact"),
        ("none", "what is said holds everywhere, now"),
    ]
    await asked.action("Zephyr")
    assert (await memory.conversation(talk)).project == "Zephyr"


async def test_a_new_conversation_begins_in_the_project_of_the_one_before(memory: Memory, talk: str) -> None:
    await run("/project Zephyr", context(memory, talk))
    opened = flat(await run("/new", context(memory, talk)))[0]
    assert isinstance(opened, Open)
    assert (await memory.conversation(opened.conversation_id)).project == "Zephyr"


async def test_remember_says_how_far_a_fact_is_seen(memory: Memory, talk: str) -> None:
    assert "project" in text(await run("/remember --project The heron nests in April", context(memory, talk)))
    assert await memory.search("heron") == []
    await run("/project Zephyr", context(memory, talk))
    assert "belongs to project Zephyr" in text(
        await run("/remember --project The heron nests in April", context(memory, talk))
    )
    assert "holds everywhere" in text(await run("/remember I am allergic to nuts", context(memory, talk)))
    assert [record.partition for record in await memory.search("")] == ["", "project:Zephyr"]


async def test_a_fact_is_moved_by_its_id(memory: Memory, talk: str) -> None:
    kept = await memory.remember("The heron nests in April")
    assert "belongs to project Blue Heron now" in text(
        await run(f"/move {kept.id} project:Blue Heron", context(memory, talk))
    )
    assert (await memory.show(kept.id)).partition == "project:Blue Heron"
    assert "holds everywhere now" in text(await run(f"/move {kept.id} profile", context(memory, talk)))


@pytest.mark.parametrize("line", ["/move", "/move f1", "/move f1 attic", "/move f9 profile", "/move e1 profile"])
async def test_what_can_not_be_moved_is_said(memory: Memory, talk: str, line: str) -> None:
    await memory.remember("The heron nests in April")
    said = await run(line, context(memory, talk))
    assert isinstance(said, Say)
    assert said.severity != "information"
    assert (await memory.show("f1")).partition == ""
