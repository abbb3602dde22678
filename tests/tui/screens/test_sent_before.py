"""Ctrl+R: what was sent before, found again and put into the composer."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events
from textual.widgets import OptionList

from memory.types import PartSource
from tests.tui.screens.world import World, world
from tui.screens.sent import SentScreen
from tui.widgets.row import Row


async def searches(here: World) -> None:
    await here.pilot.press("ctrl+r")
    await here.until(lambda: isinstance(here.app.screen, SentScreen) and here.app.screen.query(OptionList))
    await here.pilot.pause()


def listed(here: World) -> list[str]:
    prompts = [option.prompt for option in here.app.screen.query_one(OptionList).options]
    return [prompt.label.plain if isinstance(prompt, Row) else str(prompt) for prompt in prompts]


async def test_what_was_sent_in_another_conversation_is_found_and_written_again(home: Path) -> None:
    async with world(home) as here:
        await here.ask("How is Lisbon in March?")
        await here.pilot.press("ctrl+n")
        await here.ask("And what about Porto?")
        await searches(here)
        assert listed(here) == ["And what about Porto?", "How is Lisbon in March?"]
        await here.pilot.press(*"lisb")
        await here.until(lambda: listed(here) == ["How is Lisbon in March?"])
        await here.pilot.press("enter")
        await here.until(lambda: here.editor.text == "How is Lisbon in March?")
        assert here.screen.talk.conversation == "c2"


async def test_what_is_typed_is_looked_for_in_the_messages_alone(home: Path) -> None:
    async with world(home) as here:
        await here.ask("How is Lisbon in March?")
        await here.ask("And what about Porto?")
        await searches(here)
        await here.pilot.press(*"lisb", "enter")
        await here.until(lambda: here.editor.text == "How is Lisbon in March?")


async def test_a_file_that_went_along_is_not_looked_through(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "notes.md").write_text("zanzibar", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    async with world(home) as here:
        await here.ask("Sum up @notes.md")
        await searches(here)
        await here.pilot.press(*"zanz")
        await here.until(lambda: listed(here) == ["Nothing fits"])


async def test_the_key_again_goes_on_to_the_one_before_and_escape_changes_nothing(home: Path) -> None:
    async with world(home) as here:
        for text in ("first", "second", "third"):
            await here.ask(text)
        await here.type("in the making")
        await searches(here)
        await here.pilot.press("ctrl+r", "ctrl+r", "escape")
        await here.until(lambda: here.app.screen is here.screen)
        assert here.editor.text == "in the making"
        await searches(here)
        await here.pilot.press("ctrl+r", "ctrl+r", "enter")
        await here.until(lambda: here.editor.text == "first")


async def test_what_was_being_written_waits_behind_it(home: Path) -> None:
    async with world(home) as here:
        await here.ask("first")
        await here.type("in the making")
        await searches(here)
        await here.pilot.press("enter")
        await here.until(lambda: here.editor.text == "first")
        await here.pilot.press("down")
        assert here.editor.text == "in the making"
        await here.pilot.press("up", "enter")
        await here.until(lambda: here.editor.text == "in the making")
        await here.idle()


async def test_the_same_words_stand_in_it_once_and_commands_too(home: Path) -> None:
    async with world(home) as here:
        await here.ask("again")
        await here.ask("again")
        await here.send("/mode off")
        await here.sees("off")
        await searches(here)
        assert listed(here) == ["/mode off", "again"]
        await here.pilot.press(*"/mode", "enter")
        await here.until(lambda: here.editor.text == "/mode off")


async def test_a_paste_that_was_sent_is_still_a_paste(home: Path) -> None:
    async with world(home) as here:
        here.app.post_message(events.Paste("line\n" * 200))
        await here.sees("[paste 1: 1,000 characters]")
        await here.pilot.press("enter")
        await here.idle()
        await here.pilot.press("ctrl+n")
        await searches(here)
        await here.pilot.press("enter")
        await here.sees("[paste 1: ")
        await here.pilot.press("enter")
        await here.idle()
        message = (await here.memory.messages("c2"))[0]
        assert [part.source for part in message.parts] == [PartSource.PASTED]


async def test_what_was_forgotten_or_deleted_is_not_in_it(home: Path) -> None:
    async with world(home) as here:
        await here.ask("My locker word is zanzibar")
        await here.pilot.press("ctrl+n")
        await here.ask("Between us")
        await here.send("/delete")
        await here.until(lambda: here.screen.talk.conversation != "c2")
        await here.ask("Something else")
        await here.memory.forget(await here.memory.plan_forget("zanzibar", with_turns=True))
        await searches(here)
        assert listed(here) == ["Something else"]


async def test_an_incognito_conversation_is_in_it_while_it_lives(home: Path) -> None:
    async with world(home) as here:
        await here.send("/new incognito")
        await here.sees("memory incognito")
        await here.ask("between us")
        await searches(here)
        assert "between us" in listed(here)
    async with world(home) as here:
        await searches(here)
        assert listed(here) == ["Nothing fits"]
