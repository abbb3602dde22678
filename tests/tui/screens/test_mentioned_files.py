"""`@file` in the composer: completed while it is typed, sent with the message, shown folded."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest
from textual import events

from memory.errors import ModelError
from memory.types import Kind, Part, PartSource
from tests.scripted import ScriptedModel
from tests.tui.screens.test_unsent import on_disk
from tests.tui.screens.world import World, world
from tui.chat.mentions import with_files


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder harken is started in."""
    folder = tmp_path / "work"
    (folder / "docs").mkdir(parents=True)
    (folder / "notes.md").write_text("The word is zanzibar\n" * 100, encoding="utf-8")
    (folder / "docs" / "two words.md").write_text("plans", encoding="utf-8")
    monkeypatch.chdir(folder)
    return folder


async def mention(here: World, text: str) -> None:
    await here.type(text)
    await here.until(lambda: here.screen.query_one("#completions").display)


def sent(here: World, place: int = -1) -> str:
    """What went to the model as its newest message, or as one before."""
    return str(here.model.requests[-1].messages[place].content)


async def test_a_file_is_completed_and_goes_with_the_message(home: Path) -> None:
    async with world(home) as here:
        await mention(here, "Sum up @not")
        await here.sees("@notes.md")
        await here.pilot.press("enter")
        assert here.editor.text == "Sum up @notes.md "
        await here.pilot.press(*"now", "enter")
        await here.idle()
        await here.sees("Sum up @notes.md now", "file notes.md, 2,100 characters")
        assert "The word is" not in here.text
        assert "Sum up @notes.md now\n\n[file: notes.md]\nThe word is zanzibar" in sent(here)
        parts = (await here.memory.messages("c1"))[0].parts
        assert [part.source for part in parts] == [PartSource.TYPED, PartSource.FILE]


async def test_a_file_that_is_read_slowly_goes_into_no_other_conversation(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = asyncio.Event()

    async def slowly(parts: Sequence[Part], root: Path) -> tuple[Part, ...]:
        await read.wait()
        return await with_files(parts, root)

    async with world(home) as here:
        await here.ask("Hello")
        monkeypatch.setattr("tui.screens.chat.sending.with_files", slowly)
        await here.send("Sum up @notes.md now")
        await here.pilot.press("ctrl+n")
        await here.until(lambda: here.screen.talk.conversation is None)
        read.set()
        await here.until(lambda: here.editor.text == "Sum up @notes.md now")
        await here.idle()
        assert len(here.model.requests) == 1


async def test_the_text_around_a_completed_file_stays(home: Path) -> None:
    async with world(home) as here:
        await here.type("before  after")
        here.editor.move_cursor((0, 7))
        await mention(here, "@two")
        await here.pilot.press("tab")
        assert here.editor.text == 'before @"docs/two words.md"  after'
        await here.pilot.press("enter")
        await here.idle()
        assert sent(here).endswith("[file: docs/two words.md]\nplans")


async def test_escape_leaves_the_at_as_it_is(home: Path) -> None:
    async with world(home) as here:
        await mention(here, "ask @not")
        await here.pilot.press("escape", "enter")
        await here.idle()
        assert [part.text for part in (await here.memory.messages("c1"))[0].parts] == ["ask @not"]


async def test_a_file_that_cannot_go_along_gives_the_message_back(home: Path, folder: Path) -> None:
    (folder / "tool").write_bytes(b"\x00\x01")
    async with world(home) as here:
        await here.type("What is @tool")
        await here.pilot.press("enter")
        await here.sees("tool is no text", "Take the @ out")
        await here.until(lambda: here.editor.text == "What is @tool")
        assert here.model.requests == []
        await here.until(lambda: "What is @tool" in on_disk(home))


async def test_the_file_is_in_the_conversation_also_when_it_is_gone(home: Path, folder: Path) -> None:
    async with world(home) as here:
        await here.ask("Sum up @notes.md")
    (folder / "notes.md").unlink()
    async with world(home, ScriptedModel(["Yes."]), continue_last=True) as here:
        await here.sees("file notes.md, 2,100 characters")
        await here.ask("And shorter?")
        assert "zanzibar" in sent(here, -3)


async def test_what_a_file_says_is_not_learnt_as_the_users_own_words(home: Path, folder: Path) -> None:
    (folder / "letter.txt").write_text("I am allergic to peanuts. I live in Porto.", encoding="utf-8")
    async with world(home) as here:
        await here.ask("I live in Lisbon. Sum up @letter.txt")
        await here.memory.sync()
        facts = [fact.text for fact in await here.memory.search("", kinds=[Kind.FACT])]
        assert any("Lisbon" in fact for fact in facts)
        assert not any("peanuts" in fact or "Porto" in fact for fact in facts)


async def test_an_edited_message_takes_the_file_as_it_is_now(home: Path, folder: Path) -> None:
    async with world(home) as here:
        await here.ask("Sum up @notes.md")
        (folder / "notes.md").write_text("other", encoding="utf-8")
        await here.pilot.press("alt+e")
        await here.until(lambda: here.editor.text == "Sum up @notes.md")
        await here.pilot.press("!", "enter")
        await here.idle()
        assert sent(here).endswith("Sum up @notes.md!\n\n[file: notes.md]\nother")


async def test_what_up_brings_back_at_the_next_start_is_no_more_the_users_own_than_it_was(
    home: Path, folder: Path
) -> None:
    (folder / "letter.txt").write_text("I am allergic to peanuts.", encoding="utf-8")
    async with world(home) as here:
        await here.type("Whose letter is this? ")
        here.app.post_message(events.Paste("My name is Quixotrel and I live in Porto."))
        await here.until(lambda: "Porto" in here.editor.text)
        await here.type(" @letter.txt")
        await here.send("")
        await here.idle()
        before = [(part.source, part.name) for part in (await here.memory.messages("c1"))[0].parts]
    async with world(home, continue_last=True) as here:
        await here.pilot.press("up")
        assert here.editor.text == "Whose letter is this? My name is Quixotrel and I live in Porto. @letter.txt"
        await here.send("")
        await here.idle()
        again = (await here.memory.messages("c1"))[-2]
        assert [(part.source, part.name) for part in again.parts] == before
        await here.memory.sync()
        assert await here.memory.search("", kinds=[Kind.FACT]) == []


async def test_a_message_with_a_file_keeps_its_place_before_the_next(home: Path) -> None:
    async with world(home, ScriptedModel(["One.", "Two."])) as here:
        await here.send("Sum up @notes.md")
        await here.send("and then this")
        await here.until(lambda: len(here.model.requests) == 2)
        await here.idle()
        asked = [message.text for message in await here.memory.messages("c1")][::2]
        assert [text.split("\n")[0] for text in asked] == ["Sum up @notes.md", "and then this"]


async def test_a_word_that_a_file_said_is_forgotten_with_the_message(home: Path) -> None:
    async with world(home) as here:
        await here.ask("Sum up @notes.md")
        plan = await here.memory.plan_forget("zanzibar", with_turns=True)
        await here.memory.forget(plan)
        assert not any("zanzibar" in message.text for message in await here.memory.messages("c1"))


PNG = b"\x89PNG\r\n\x1a\n" + bytes(40_000)


async def test_a_picture_is_seen_by_the_model_and_again_later(home: Path, folder: Path) -> None:
    (folder / "plan.png").write_bytes(PNG)
    async with world(home, ScriptedModel(["A house.", "Red."])) as here:
        await here.ask("What is @plan.png")
        await here.sees("image plan.png, 40 kB", "A house.")
        seen = here.model.requests[-1].messages[-1].content
        assert isinstance(seen, tuple)
        text, picture = seen
        assert text == {"type": "text", "text": "What is @plan.png\n\n[image: plan.png]"}
        assert picture["image_url"]["url"].startswith("data:image/png;base64,iVBORw0KGgo")
        (folder / "plan.png").unlink()
        await here.ask("And its colour?")
        assert here.model.requests[-1].messages[-3].content == seen


async def test_a_model_without_eyes_gives_the_message_back(home: Path, folder: Path) -> None:
    (folder / "plan.png").write_bytes(PNG)
    blind = ModelError("scripted takes no pictures", kind="refused", hint="Choose another model with /model")
    async with world(home, ScriptedModel([blind])) as here:
        await here.type("What is @plan.png")
        await here.pilot.press("enter")
        await here.sees("scripted takes no pictures")
        await here.until(lambda: here.editor.text == "What is @plan.png")


async def test_a_file_that_is_not_there_is_told_and_the_message_goes(home: Path) -> None:
    async with world(home) as here:
        await here.send("Read @nothere.txt, and tell @ana or ana@example.org")
        await here.sees("No file nothere.txt here", "Fine.")
        await here.idle()
        assert sent(here) == "Read @nothere.txt, and tell @ana or ana@example.org"
