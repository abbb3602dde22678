"""What another window says, learns and forgets is shown here by itself, and what is done here is not disturbed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from memory.engine import Memory
from memory.ports import Delta
from memory.types import Message
from tests.scripted import ScriptedModel, SetClock
from tests.tui.chat.opened import open_memory
from tests.tui.learning import in_lisbon
from tests.tui.screens.test_queue import slow
from tests.tui.screens.world import World, world
from tui.screens.learnt.screen import LearntScreen
from tui.widgets.transcript.reply import Reply


@asynccontextmanager
async def two_windows(home: Path, model: ScriptedModel | None = None) -> AsyncIterator[tuple[World, Memory]]:
    async with (
        world(home, model or ScriptedModel(["Fine."])) as here,
        open_memory(home, clock=SetClock(), embedding_model="none") as other,
    ):
        yield here, other


async def says(memory: Memory, text: str, reply: str = "Well said.") -> Message:
    """In the conversation that was begun first."""
    turn = await memory.begin("c1", text)
    turn.append(Delta(text=reply))
    return await memory.finish(turn)


async def test_what_is_said_in_another_window_comes_by_itself(home: Path) -> None:
    async with two_windows(home) as (here, other):
        await here.ask("How are you?")
        await here.type("half a thought")
        await says(other, "I sail to Oslo")
        await here.sees("How are you?", "Fine.", "I sail to Oslo", "Well said.")
        assert here.editor.text == "half a thought"
        turn = await other.turns.again("c1")
        turn.append(Delta(text="Better said."))
        await other.finish(turn)
        await here.sees("Better said.")
        assert "Well said." not in here.text


async def test_up_offers_what_was_sent_in_another_window(home: Path) -> None:
    async with two_windows(home) as (here, other):
        await here.ask("How are you?")
        await says(other, "I sail to Oslo")
        await here.sees("I sail to Oslo", "Well said.")
        await here.pilot.press("up")
        await here.until(lambda: here.editor.text == "I sail to Oslo")
        await says(other, "And back")
        await here.sees("▌ And back")
        assert here.editor.text == "I sail to Oslo"
        await here.pilot.press("up")
        await here.until(lambda: here.editor.text == "How are you?")
        await here.pilot.press("down", "down", "down")
        await here.until(lambda: here.editor.text == "")
        await here.pilot.press("up")
        await here.until(lambda: here.editor.text == "And back")


async def test_up_offers_what_another_window_sent_before_something_that_waited_here(home: Path) -> None:
    model = slow("First answer.", "Second answer.")
    async with two_windows(home, model) as (here, other):
        await here.send("first")
        await here.sees("First")
        await says(other, "I sail to Oslo")
        await here.send("second")
        assert model.gate is not None
        model.gate.set()
        await here.sees("▌ I sail to Oslo", "Second answer.")
        offered = []
        for _ in range(3):
            await here.pilot.press("up")
            offered.append(here.editor.text)
        assert set(offered) == {"first", "second", "I sail to Oslo"}


async def test_the_reader_and_what_was_drawn_stay_where_they_are(home: Path) -> None:
    long = "\n\n".join(f"Line {number}" for number in range(60))
    async with two_windows(home, ScriptedModel([long], chunk=400)) as (here, other):
        await here.ask("Count")
        transcript = here.screen.transcript
        transcript.scroll_to(y=20, animate=False)
        await here.until(lambda: transcript.scroll_y == 20)
        drawn = transcript.query_one(Reply)
        await says(other, "I sail to Oslo")
        await here.until(lambda: len(transcript.query(Reply)) == 2)
        await here.pilot.pause()
        assert transcript.scroll_y == 20
        assert transcript.query(Reply).first() is drawn
        transcript.follow()
        await here.sees("I sail to Oslo", "Well said.")


async def test_what_is_said_elsewhere_while_a_reply_grows_comes_after_it(home: Path) -> None:
    gate = asyncio.Event()
    async with two_windows(home, ScriptedModel(["A heron is a bird."], gate=gate, chunk=4)) as (here, other):
        await here.send("What is a heron?")
        await here.sees("A he")
        await says(other, "I sail to Oslo")
        gate.set()
        await here.sees("A heron is a bird.", "I sail to Oslo", "Well said.")
        path = [message.text for message in await other.messages("c1")]
        assert path == ["What is a heron?", "A heron is a bird.", "I sail to Oslo", "Well said."]


async def test_what_memory_always_gives_is_that_of_now(home: Path) -> None:
    async with two_windows(home) as (here, other):
        fact = await other.remember("My boat is called Selma")
        await other.identity.pin(fact.id)
        await here.sees("My boat is called Selma")


async def test_what_is_forgotten_elsewhere_leaves_the_list_of_what_was_learnt(home: Path) -> None:
    async with two_windows(home) as (here, other):
        await in_lisbon(other)
        await here.pilot.press("f4")
        await here.sees("Bruno", "Lisbon")
        await other.forget(await other.plan_forget("Bruno", with_turns=True))
        await here.until(lambda: "Bruno" not in here.text)
        assert isinstance(here.app.screen, LearntScreen)


@pytest.mark.parametrize("sent_before", [True, False])
async def test_a_dialog_that_may_say_what_was_forgotten_elsewhere_closes(home: Path, sent_before: bool) -> None:
    async with two_windows(home) as (here, other):
        await here.ask("My boat is called Selma")
        if sent_before:
            await here.pilot.press("ctrl+r")
        else:
            await here.send("/forget Selma")
        await here.until(lambda: here.app.screen is not here.screen)
        await here.sees("Selma")
        await other.forget(await other.plan_forget("Selma", with_turns=True))
        await here.until(lambda: "Selma" not in here.text)
        await here.sees("forgotten elsewhere")


async def test_an_edit_of_what_is_forgotten_elsewhere_ends(home: Path) -> None:
    async with two_windows(home) as (here, other):
        await in_lisbon(other)
        await here.pilot.press("f4")
        await here.sees("Bruno", "Lisbon")
        await here.pilot.press("end", "e")
        await here.sees("Enter keeps your words")
        await other.forget(await other.plan_forget("Bruno", with_turns=True))
        await here.until(lambda: "Bruno" not in here.text and "Enter keeps your words" not in here.text)


async def test_a_turn_of_this_window_is_not_drawn_again(home: Path) -> None:
    async with two_windows(home) as (here, other):
        await here.ask("How are you?")
        drawn = here.screen.transcript.query_one(Reply)
        await says(other, "I sail to Oslo")
        await here.sees("I sail to Oslo")
        assert here.screen.transcript.query(Reply).first() is drawn


async def test_what_is_erased_elsewhere_as_a_whole_leaves_this_window_which_goes_on(home: Path) -> None:
    async with two_windows(home) as (here, other):
        await here.ask("My boat is called Selma")
        await other.erasing.everything("default")
        await here.type("half a thought")
        await here.sees("erased in another window")
        assert "Selma" not in here.text
        assert here.editor.text == "half a thought"
        await here.pilot.press("up")
        assert "Selma" not in here.text
        await here.pilot.press("down", "enter")
        await here.until(lambda: here.text.count("Fine.") == 1)
        assert [one.title for one in await other.conversations()] == ["half a thought"]


async def test_a_dialog_that_may_say_what_was_erased_elsewhere_closes(home: Path) -> None:
    async with two_windows(home) as (here, other):
        await here.ask("My boat is called Selma")
        await here.pilot.press("ctrl+r")
        await here.until(lambda: here.app.screen is not here.screen)
        await other.erasing.everything("default")
        await here.sees("erased in another window")
        assert here.app.screen is here.screen
        assert "Selma" not in here.text


async def test_a_reply_that_grows_in_what_is_erased_elsewhere_ends(home: Path) -> None:
    model = ScriptedModel(["Selma is a boat."], gate=asyncio.Event(), chunk=5)
    async with two_windows(home, model) as (here, other):
        await here.send("Who is Selma?")
        await here.sees("Who is Selma?", "Selma")
        await other.erasing.everything("default")
        await here.sees("erased in another window")
        assert "Selma" not in here.text


async def test_the_panel_beside_a_reply_that_grows_says_nothing_that_was_forgotten_elsewhere(home: Path) -> None:
    gate = asyncio.Event()
    async with two_windows(home, ScriptedModel(["It sails well."], gate=gate, chunk=4)) as (here, other):
        await other.remember("My boat is called Selma")
        await here.send("What is my boat called?")
        await here.sees("Selma", "It s")
        await other.forget(await other.plan_forget("Selma", with_turns=True))
        await here.until(lambda: "Selma" not in here.text)
        gate.set()
        await here.sees("What is my boat called?")


DELETED = "deleted in another window"


async def test_what_is_deleted_elsewhere_leaves_this_window_which_goes_on(home: Path) -> None:
    async with two_windows(home) as (here, other):
        await here.ask("My boat is called Selma")
        await here.type("half a thought")
        await other.talks.delete("c1")
        await here.sees(DELETED, "/delete undo brings it back")
        assert "Selma" not in here.text
        assert here.editor.text == "half a thought"
        await here.pilot.press("enter")
        await here.until(lambda: here.text.count("Fine.") == 1)
        assert [one.title for one in await other.conversations()] == ["half a thought"]
        await here.send("/delete undo")
        await here.sees("My boat is called Selma")
        await here.ask("And it sails")
        assert len(await other.messages("c1")) == 4


async def test_what_is_sent_before_the_deletion_was_seen_begins_a_new_conversation(home: Path) -> None:
    async with two_windows(home) as (here, other):
        await here.ask("My boat is called Selma")
        await other.talks.delete("c1")
        await here.ask("What is a heron?")
        await here.sees(DELETED, "What is a heron?", "Fine.")
        assert "Selma" not in here.text
        assert [one.title for one in await other.conversations()] == ["What is a heron?"]


async def test_a_conversation_deleted_elsewhere_while_a_reply_grows_leaves_after_it(home: Path) -> None:
    gate = asyncio.Event()
    async with two_windows(home, ScriptedModel(["A heron is a bird."], gate=gate, chunk=4)) as (here, other):
        await here.send("What is a heron?")
        await here.sees("A he")
        await here.send("And a crane?")
        await other.talks.delete("c1")
        gate.set()
        await here.sees(DELETED, "And a crane?")
        await here.idle()
        assert [one.title for one in await other.conversations()] == ["And a crane?"]
        assert [one.text for one in await other.messages("c1")] == ["What is a heron?", "A heron is a bird."]


async def test_an_edit_in_a_conversation_that_is_deleted_elsewhere_becomes_a_message_of_its_own(home: Path) -> None:
    async with two_windows(home) as (here, other):
        await here.ask("My boat is called Selma")
        await here.pilot.press("alt+e")
        await here.until(lambda: "Selma" in here.editor.text)
        await here.type("Is it true?")
        await other.talks.delete("c1")
        await here.sees(DELETED)
        said = here.editor.text
        assert "Is it true?" in said
        await here.pilot.press("enter")
        await here.idle()
        (talk,) = await other.conversations()
        assert [one.text for one in await other.messages(talk.id)] == [said, "Fine."]


async def test_a_deleted_conversation_that_was_opened_by_its_id_stays_open(home: Path) -> None:
    async with open_memory(home, clock=SetClock(), embedding_model="none") as memory:
        await memory.new_conversation()
        await says(memory, "My boat is called Selma")
        await memory.talks.delete("c1")
        async with world(home, resume="c1") as here:
            await here.sees("My boat is called Selma")
            await memory.identity.pin((await memory.remember("Herons fish")).id)
            await here.sees("Herons fish")
            await here.ask("Does it sail?")
            await here.sees("My boat is called Selma", "Does it sail?")
            assert [one.id for one in await memory.conversations()] == ["c1"]
