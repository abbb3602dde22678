"""The list of conversations: searched, opened where the words stand, pinned, renamed and deleted by key."""

from __future__ import annotations

from pathlib import Path

from textual.events import Key

from tests.scripted import ScriptedModel
from tests.tui.screens.world import World, world

REPLY = "Paint the ferry timetable on a tin door, and the kingfisher below it."


async def two_talks(here: World) -> None:
    await here.ask("Ideas for the boathouse")
    await here.pilot.press("ctrl+n")
    await here.ask("Is Oslo cold?")
    await here.until(lambda: here.screen.conversations.rows.option_count == 2)


async def search(here: World, words: str) -> None:
    await here.pilot.press("f2")
    await here.until(lambda: here.screen.conversations.search.has_focus)
    await here.pilot.press(*words)


def first(here: World) -> str:
    """The first row, "" while there is none."""
    return "".join(str(option.prompt) for option in here.screen.conversations.rows.options[:1])


async def test_typing_finds_what_was_said_and_shows_where(home: Path) -> None:
    async with world(home, ScriptedModel([REPLY, "Rather."]), size=(100, 30)) as here:
        await two_talks(here)
        await search(here, "kingf")
        await here.until(lambda: here.screen.conversations.rows.option_count == 1)
        await here.sees("Ideas for the", "the kingfisher")
        await here.pilot.press("enter")
        await here.sees("tin door")
        assert here.screen.transcript.marked is not None
        assert REPLY in here.screen.transcript.marked.text
        assert here.editor.has_focus


async def test_titles_are_found_and_nothing_is_said_plainly(home: Path) -> None:
    async with world(home, ScriptedModel([REPLY, "Rather."]), size=(100, 30)) as here:
        await two_talks(here)
        await search(here, "oslo")
        await here.until(lambda: here.screen.conversations.rows.option_count == 1)
        await here.pilot.press(*"zzz")
        await here.sees("Nothing found")
        await here.pilot.press("escape")
        await here.until(lambda: here.screen.conversations.rows.option_count == 2)
        assert here.screen.conversations.display
        await here.pilot.press("escape")
        assert here.editor.has_focus


async def test_a_pinned_conversation_stays_on_top(home: Path) -> None:
    async with world(home, ScriptedModel([REPLY, "Rather."]), size=(140, 30)) as here:
        await two_talks(here)
        here.screen.conversations.rows.focus()
        await here.pilot.press("end", "p")
        await here.until(lambda: "• Ideas" in first(here))
        await here.pilot.press("p")
        await here.until(lambda: "Oslo" in first(here))
        await here.pilot.press("p")
        await here.sees("On top of the list")
    async with world(home, size=(140, 30)) as here:
        await here.until(lambda: "• Ideas" in first(here))


async def test_it_is_renamed_by_key(home: Path) -> None:
    async with world(home, ScriptedModel([REPLY, "Rather."]), size=(140, 30)) as here:
        await two_talks(here)
        here.screen.conversations.rows.focus()
        await here.pilot.press("end", "r")
        await here.sees("Rename the conversation")
        await here.pilot.press(*"Boat", "enter")
        await here.until(lambda: "Boat  " in str(here.screen.conversations.rows.options[1].prompt))
        await here.pilot.press("r", "backspace", "enter")
        await here.sees("at least one visible character")
        await here.sees("Boat")


async def test_it_is_deleted_by_key_and_comes_back(home: Path) -> None:
    async with world(home, ScriptedModel([REPLY, "Rather."]), size=(140, 30)) as here:
        await two_talks(here)
        here.screen.conversations.rows.focus()
        await here.pilot.press("end", "d")
        await here.until(lambda: here.screen.conversations.rows.option_count == 1)
        await here.sees("Deleted “Ideas for the boathouse”")
        here.screen.composer.focus_editor()
        await here.send("/delete undo")
        await here.until(lambda: here.screen.conversations.rows.option_count == 2)


async def test_a_searched_word_keeps_its_joiners(home: Path) -> None:
    async with world(home, size=(140, 30)) as here:
        await here.pilot.press("f2", "f2")
        for char in (word := "می\u200cخواهم"):
            here.app.post_message(Key(char, char))
        await here.until(lambda: here.screen.conversations.words == word)


async def test_letters_are_keys_in_the_list_and_words_in_the_search(home: Path) -> None:
    async with world(home, ScriptedModel([REPLY, "Rather."]), size=(140, 30)) as here:
        await two_talks(here)
        await here.pilot.press("f2", "f2")
        await here.pilot.press("d")
        await here.sees("Down: pin, rename, delete")
        assert "p pin" not in here.text
        assert here.screen.conversations.words == "d"
        await here.pilot.press("backspace", "down")
        await here.sees("p pin  r rename  d delete")
        await here.pilot.press("slash")
        assert here.screen.conversations.search.has_focus
        await here.pilot.press("down", "home", "up")
        assert here.screen.conversations.search.has_focus
