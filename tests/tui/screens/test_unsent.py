"""Nothing a person typed is lost: drafts, messages that wait for the database, texts that come back."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from textual import events
from textual.widgets import TextArea

from memory.errors import StoreTooNew
from memory.types import PartSource
from tests.full_disk import LONG, fill, lift
from tests.scripted import ScriptedModel, SetClock
from tests.tui.chat.opened import open_memory
from tests.tui.screens.world import World, world
from tui.widgets.composer.editor import Editor
from tui.widgets.transcript.user import UserMessage


def on_disk(home: Path) -> str:
    """All that is in the drafts' folder."""
    texts = []
    for path in (home / "profiles" / "default" / "drafts").glob("*"):
        with suppress(FileNotFoundError):  # replaced meanwhile
            texts.append(path.read_text(encoding="utf-8"))
    return "\n".join(texts)


@contextmanager
def locked(home: Path) -> Iterator[None]:
    """Another program writes into the profile's database."""
    other = sqlite3.connect(home / "profiles" / "default" / "memory.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.close()


async def lose_patience(here: World) -> None:
    here.memory._parts.store.patience = 0.0


async def test_an_unsent_text_is_there_again_at_the_next_start(home: Path) -> None:
    async with world(home) as here:
        await here.type("half a thou")
        await here.pilot.press("ctrl+q")
        await here.until(lambda: not here.app.is_running)
    async with world(home) as here:
        await here.until(lambda: here.editor.text == "half a thou")
        await here.pilot.press("g", "h", "t")
        await here.send("")
        await here.sees("half a thought", "Fine.")
        await here.idle()
        assert on_disk(home) == ""


async def test_what_is_typed_is_on_disk_while_it_is_typed(home: Path) -> None:
    async with world(home) as here:
        await here.type("typed and never sent")
        await here.until(lambda: "typed and never sent" in on_disk(home))
        here.editor.clear()
        await here.until(lambda: on_disk(home) == "")


async def test_every_conversation_has_its_own_draft(home: Path) -> None:
    async with world(home, ScriptedModel(["Yes."])) as here:
        await here.ask("Is Lisbon mild?")
        await here.type("and Porto?")
        await here.pilot.press("ctrl+n")
        await here.sees("a chat that remembers")
        assert here.editor.text == ""
        await here.type("something else")
        await here.screen.talk.open("c1")
        assert here.editor.text == "and Porto?"
        await here.pilot.press("ctrl+n")
        await here.until(lambda: here.editor.text == "something else")
    async with world(home, resume="c1") as here:
        await here.until(lambda: here.editor.text == "and Porto?")


async def test_what_was_typed_before_memory_opened_stands_behind_the_draft(home: Path) -> None:
    async with world(home, ScriptedModel(["Yes."])) as here:
        await here.ask("Is Lisbon mild?")
        await here.type("and Porto?")
    opened = asyncio.Event()
    async with world(home, hold=opened.wait, continue_last=True) as here:
        await here.type("early words")
        await here.until(lambda: "early words" in on_disk(home))
        opened.set()
        await here.until(lambda: here.editor.text == "and Porto?\n\nearly words")
        await here.until(lambda: on_disk(home).count("early words") == 1)


async def test_a_memory_that_cannot_open_keeps_what_is_typed(home: Path) -> None:
    async with world(home, error=StoreTooNew("This profile is newer"), continue_last=True) as here:
        await here.sees("This profile is newer")
        await here.type("for later")
    async with world(home) as here:
        await here.until(lambda: here.editor.text == "for later")


async def test_a_paste_is_still_a_paste_after_a_restart(home: Path) -> None:
    report = "line\n" * 200
    async with world(home) as here:
        await here.type("Summarise: ")
        here.app.post_message(events.Paste(report))
        await here.sees("[paste 1: 1,000 characters]")
    async with world(home) as here:
        await here.sees("[paste 1: 1,000 characters]")
        await here.pilot.press("enter")
        await here.idle()
        parts = (await here.memory.messages("c1"))[0].parts
        assert [part.source for part in parts] == [PartSource.TYPED, PartSource.PASTED]


async def test_the_draft_behind_an_earlier_message_is_kept_and_comes_back(home: Path) -> None:
    async with world(home) as here:
        await here.ask("first")
        await here.type("in the making")
        await here.pilot.press("up")
        assert here.editor.text == "first"
        await here.until(lambda: "in the making" in on_disk(home))
        await here.pilot.press("enter")
        await here.until(lambda: here.editor.text == "in the making")


async def test_a_conversation_that_leaves_no_trace_keeps_its_draft_in_memory_alone(home: Path) -> None:
    async with world(home) as here:
        await here.ask("/new incognito")
        await here.sees("memory incognito")
        await here.type("between us")
        await here.screen._unsent.save()
        assert "between us" not in on_disk(home)
        hidden = here.screen.talk.conversation
        await here.screen.talk.open(None)
        assert here.editor.text == ""
        await here.screen.talk.open(hidden)
        assert here.editor.text == "between us"
        assert on_disk(home) == ""


async def test_a_forgotten_word_goes_from_the_drafts_of_other_conversations(home: Path) -> None:
    async with world(home) as here:
        await here.ask("Hello")
        await here.type("My locker word is zanzibar")
        await here.pilot.press("ctrl+n")
        await here.until(lambda: here.editor.text == "")
        await here.send("/forget zanzibar")
        await here.sees("unsent texts", "Cancel")
        await here.pilot.press("right", "enter")
        await here.sees("Forgotten")
        await here.until(lambda: on_disk(home) == "")
        await here.screen.talk.open("c1")
        assert here.editor.text == ""


async def test_what_stands_in_the_composer_is_forgotten_in_any_spelling(home: Path) -> None:
    async with world(home) as here:
        await here.type("My locker word is Zánzibar")
        await here.until(lambda: "nzibar" in on_disk(home))
        plan = await here.memory.plan_forget("zanzibar")
        await here.memory.forget(plan)
        await here.until(lambda: here.editor.text == "" and on_disk(home) == "")


async def test_what_another_window_forgets_goes_from_this_ones_composer_and_draft(home: Path) -> None:
    async with world(home) as here:
        await here.type("My locker word is Zánzibar")
        await here.until(lambda: "nzibar" in on_disk(home))
        async with open_memory(home, clock=SetClock(), embedding_model="none") as other:
            report = await other.forget(await other.plan_forget("zanzibar"))
        assert not report.pending
        assert here.editor.text == ""
        assert on_disk(home) == ""


async def test_what_another_window_forgets_is_neither_shown_nor_brought_back_by_up(home: Path) -> None:
    async with world(home, ScriptedModel(["Zanzibar it is.", "Tea."])) as here:
        await here.ask("My locker word is zanzibar")
        await here.ask("What else?")
        await here.type("a draft")
        await here.pilot.press("up", "up")
        assert here.editor.text == "My locker word is zanzibar"
        async with open_memory(home, clock=SetClock(), embedding_model="none") as other:
            await other.forget(await other.plan_forget("zanzibar", with_turns=True))
        await here.until(lambda: here.editor.text == "a draft")
        await here.until(lambda: "anzibar" not in here.text and "What else?" in here.text)
        await here.pilot.press("up", "up", "up")
        assert "zanzibar" not in here.editor.text
        await here.screen._unsent.save()
        assert "zanzibar" not in on_disk(home)


async def edits_the_locker_word(here: World, home: Path) -> None:
    await here.ask("My locker word is zanzibar")
    await here.type("a draft")
    await here.pilot.press("alt+e")
    await here.until(lambda: here.editor.text == "My locker word is zanzibar" and "zanzibar" in on_disk(home))


@pytest.mark.parametrize("query", ["zanzibar", "m1"])
@pytest.mark.parametrize("elsewhere", [True, False])
async def test_a_message_that_is_written_anew_is_forgotten_too(home: Path, query: str, elsewhere: bool) -> None:
    async with world(home) as here:
        await edits_the_locker_word(here, home)
        await here.type(" now")
        if elsewhere:
            async with open_memory(home, clock=SetClock(), embedding_model="none") as other:
                report = await other.forget(await other.plan_forget(query, with_turns=True))
        else:
            report = await here.memory.forget(await here.memory.plan_forget(query, with_turns=True))
        assert not report.pending
        await here.until(lambda: here.editor.text == "a draft")
        await here.type("!")
        await here.screen._unsent.save()
        assert "zanzibar" not in on_disk(home)


async def test_a_message_that_was_open_to_be_written_anew_is_no_draft_at_the_next_start(home: Path) -> None:
    async with world(home) as here:
        await edits_the_locker_word(here, home)
        await here.pilot.press("ctrl+q")
        await here.until(lambda: not here.app.is_running)
    assert "zanzibar" not in on_disk(home)
    async with world(home, continue_last=True) as here:
        await here.until(lambda: here.editor.text == "a draft")


async def test_what_only_looks_like_a_forgotten_word_stays_in_the_composer(home: Path) -> None:
    async with world(home) as here:
        await here.type("Shall we go to the party?")
        await here.memory.remember("I paint art")
        await here.memory.forget(await here.memory.plan_forget("art"))
        assert here.editor.text == "Shall we go to the party?"


async def test_a_message_that_waits_its_turn_is_forgotten_too(home: Path) -> None:
    async with world(home, ScriptedModel(["One two three"], gate=asyncio.Event())) as here:
        await here.send("Count")
        await here.sees("One two")
        await here.send("My locker word is zanzibar")
        await here.sees("next  My locker word")
        await here.until(lambda: "zanzibar" in on_disk(home))
        await here.memory.forget(await here.memory.plan_forget("zanzibar"))
        assert "zanzibar" not in on_disk(home)
        assert not here.screen.talk.outbox.waiting


async def test_a_message_that_waits_for_the_database_is_seen_and_kept(home: Path) -> None:
    async with world(home, ScriptedModel(["Here I am."])) as here:
        with locked(home):
            await here.send("do not lose me")
            await here.sees("▌ do not lose me", "another program holds it")
            assert here.screen.query_one(UserMessage).has_class("-pending")
            await here.type("and this")
            await here.until(lambda: "do not lose me" in on_disk(home) and "and this" in on_disk(home))
        await here.sees("▌ do not lose me", "Here I am.")
        await here.idle()
        assert "another program" not in here.text
        assert not here.screen.query_one(UserMessage).has_class("-pending")
        assert here.editor.text == "and this"
        await here.until(lambda: "do not lose me" not in on_disk(home) and "and this" in on_disk(home))


async def test_a_lock_that_is_held_too_long_gives_the_text_back(home: Path) -> None:
    async with world(home, ScriptedModel(["Here I am."])) as here:
        with locked(home):
            await here.send("do not lose me")
            await here.sees("another program holds it")
            await here.type("typed since")
            await lose_patience(here)
            await here.sees("Another program held the memory's lock")
            await here.until(lambda: here.editor.text == "do not lose me\n\ntyped since")
            assert "▌ do not lose me" not in here.text
        await here.send("")
        await here.sees("Here I am.")


async def test_what_is_sent_while_another_conversation_opens_goes_there_and_nowhere_else(home: Path) -> None:
    async with world(home, ScriptedModel(["One.", "Two."])) as here:
        await here.ask("first")
        with locked(home):
            await here.send("to the old one")
            await here.sees("another program holds it")
            await here.pilot.press("ctrl+n")
            await here.send("to the new one")
            await here.type("and this")
            await here.until(lambda: all(words in on_disk(home) for words in ("to the new one", "and this")))
        await here.sees("▌ to the new one", "Two.")
        await here.idle()
        assert [message.text for message in await here.memory.messages("c1")] == ["first", "One.", "to the old one", ""]
        assert [message.text for message in await here.memory.messages("c2")] == ["to the new one", "Two."]
        await here.until(lambda: "to the" not in on_disk(home))
        await here.screen.talk.open("c1")
        assert here.editor.text == "and this"


async def test_quitting_while_the_database_is_locked_keeps_what_was_sent(home: Path) -> None:
    async with world(home) as here:
        await here.ask("first")
        with locked(home):
            await here.send("do not lose me")
            await here.sees("another program holds it")
            await here.send("nor me")
            await here.pilot.press("ctrl+q")
            await here.until(lambda: not here.app.is_running)
    async with world(home, continue_last=True) as here:
        await here.until(lambda: here.editor.text == "do not lose me\n\nnor me")
        assert isinstance(here.editor, TextArea)


async def test_a_text_that_comes_back_is_on_disk_with_the_end_of_its_turn(home: Path) -> None:
    async with world(home, ScriptedModel([""])) as here:
        await here.type("do not lose me")
        await here.pilot.press("enter")
        await here.sees("sent an empty reply")
        await here.until(lambda: not here.screen.talk.running)
        assert here.editor.text == "do not lose me"
        assert "do not lose me" in on_disk(home)


async def test_what_is_on_its_way_when_the_program_ends_is_kept(home: Path) -> None:
    async with world(home, hold=asyncio.Event().wait) as here:
        await here.type("do not lose me")
        composer = here.screen.composer
        composer._enter(Editor.Entered(composer.draft))
        await here.screen.close()
        assert "do not lose me" in on_disk(home)
    async with world(home) as here:
        await here.until(lambda: here.editor.text == "do not lose me")


async def test_a_disk_that_takes_no_drafts_is_told_and_writing_goes_on(home: Path) -> None:
    (home / "profiles" / "default").mkdir(parents=True)
    (home / "profiles" / "default" / "drafts").write_text("in the way", encoding="utf-8")
    async with world(home, size=(160, 30)) as here:
        await here.ask("Hello")
        await here.type("and Porto?")
        await here.sees("Unsent text is not on disk: File exists")
        await here.screen.talk.open(None)
        assert here.editor.text == ""
        await here.screen.talk.open("c1")
        assert here.editor.text == "and Porto?"
        (home / "profiles" / "default" / "drafts").unlink()
        await here.type(" Or Faro?")
        await here.until(lambda: "not on disk" not in here.text)
        assert "and Porto? Or Faro?" in on_disk(home)


async def test_a_reply_that_can_not_be_saved_stays_on_the_screen_and_the_next_message_works(home: Path) -> None:
    book = f"{LONG}THE END"
    async with world(home, ScriptedModel([book, "You are welcome."], chunk=50_000)) as here:
        await here.ask("Hello")
        here.model.replies.insert(0, book)
        await fill(here.memory)
        await here.send("Write a book")
        await here.sees("THE END", "This could not be saved at once")
        await here.idle()
        await here.ask("/copy")
        assert here.app.clipboard == book
        await lift(here.memory)
        await here.ask("Thank you")
        await here.sees("You are welcome.")
        assert here.editor.text == ""
        assert [bool(message.id) for message in await here.memory.messages("c1")] == [True] * 6


async def test_a_look_through_the_files_does_not_find_the_words_it_was_asked_for(home: Path) -> None:
    async with world(home) as here:
        await here.type("/audit --text quixana")
        await here.until(lambda: "quixana" in on_disk(home))
        await here.pilot.press("enter")
        await here.sees("Looked for quixana", "Nothing found")
