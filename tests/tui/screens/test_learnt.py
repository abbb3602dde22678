"""What was learnt is said in one line, and shown piece by piece: with its turn, to be kept, edited or taken back."""

from __future__ import annotations

from pathlib import Path

from pytest import MonkeyPatch
from textual.widgets import Input

from memory.engine import Memory
from memory.store.tables import Conversation
from memory.types import Verdict
from tests.memory.distill.talk import fact, reply
from tests.scripted import ScriptedModel
from tests.tui.chat.opened import open_memory
from tests.tui.learning import DOG, LISBON, PORTO, in_lisbon, in_porto, learnt, said
from tests.tui.screens.world import World, world
from tui.screens.chat.screen import ChatScreen
from tui.screens.learnt.screen import LearntScreen


async def facts(memory: Memory) -> set[str]:
    return {record.text for record in await memory.search("") if record.kind == "fact"}


async def opened(here: World) -> LearntScreen:
    await here.pilot.press("f4")
    await here.until(lambda: isinstance(here.app.screen, LearntScreen))
    await here.sees("What was learnt", "Esc closes")
    assert isinstance(here.app.screen, LearntScreen)
    return here.app.screen


async def test_what_is_learnt_is_said_in_one_line_until_the_user_looks(home: Path) -> None:
    async with world(home, size=(60, 18)) as here:
        await in_lisbon(here.memory)
        await here.sees("Learnt 2 · F4 shows")
        await in_porto(here.memory)
        await here.sees("Learnt 2, changed 1 · F4 shows")
        await opened(here)
        await here.pilot.press("escape")
        await here.until(lambda: "F4 shows" not in here.text)
        assert (await here.memory.learnt.news()).line == ""


async def test_the_line_goes_with_the_next_message(home: Path) -> None:
    async with world(home) as here:
        await in_lisbon(here.memory)
        await here.sees("Learnt 2 · F4 shows")
        await here.ask("And in April?")
        assert "F4 shows" not in here.text
        assert (await here.memory.learnt.news()).line == ""


async def test_what_was_learnt_before_the_start_is_said_at_the_start(home: Path) -> None:
    async with open_memory(home) as memory:
        await in_lisbon(memory)
    async with world(home) as here:
        await here.sees("Learnt 2 · F4 shows")
        await opened(here)
    async with world(home) as here:
        await here.until(lambda: here.app.is_settled)
        assert "F4 shows" not in here.text


async def test_what_another_window_learns_is_said_here_too(home: Path) -> None:
    async with world(home) as here, open_memory(home) as other:
        await in_lisbon(other)
        await here.sees("Learnt 2 · F4 shows")
        await other.learnt.looked()
        await here.until(lambda: "F4 shows" not in here.text)


async def test_what_waits_is_not_said_any_more_once_another_window_has_learnt_it(home: Path) -> None:
    async with world(home, size=(80, 24)) as here, open_memory(home) as other:
        await said(here.memory, "I live in Lisbon, and my dog is called Bruno. How warm is it there in March?")
        await here.send("/sync")
        await here.sees("1 turn to learn from")
        other.use_model(ScriptedModel([reply(fact(LISBON, "I live in Lisbon", 1))], chunk=400))
        await other.sync()
        await here.until(lambda: "to learn from" not in here.text)


async def test_what_a_sync_brought_is_said_once(home: Path) -> None:
    async with world(home) as here:
        await said(here.memory, "I live in Lisbon, and my dog is called Bruno. How warm is it there in March?")
        here.memory.use_model(ScriptedModel([reply(fact(LISBON, "I live in Lisbon", 1))], chunk=400))
        await here.send("/sync")
        await here.sees("c1: Learnt", "/learnt shows it")
        await here.until(lambda: "F4 shows" not in here.text)


async def test_each_piece_stands_with_its_words_and_where_they_were_said(home: Path) -> None:
    async with world(home) as here:
        await in_lisbon(here.memory)
        await in_porto(here.memory)
        await opened(here)
        await here.sees("Moving to Porto", "new", f"~ {LISBON} → {PORTO}", "“I live in Porto now”", "1 left out")
        await here.sees("Lisbon in March", f"+ {LISBON}  no longer true", f"+ {DOG}", "“my dog is called Bruno”")


async def test_a_change_is_undone_and_brought_back(home: Path) -> None:
    async with world(home) as here:
        await in_lisbon(here.memory)
        await in_porto(here.memory)
        await opened(here)
        await here.pilot.press("u")
        await here.sees("undone", "u takes that back")
        assert await facts(here.memory) == {LISBON, DOG}
        await here.pilot.press("u")
        await here.sees("Back again")
        assert await facts(here.memory) == {PORTO, DOG}


async def test_a_piece_of_a_project_says_so(home: Path) -> None:
    async with world(home) as here:
        await in_porto(here.memory)
        [fact] = [one for one in await here.memory.search("") if one.kind == "fact"]
        await here.memory.partitions.move(fact.id, "project:Zephyr")
        await opened(here)
        await here.sees("“I live in Porto now” · project Zephyr")


async def test_a_piece_is_kept(home: Path) -> None:
    async with world(home) as here:
        await in_porto(here.memory)
        await opened(here)
        await here.pilot.press("k")
        await here.sees(f"{PORTO}  kept")
        [kept] = [one for one in await here.memory.search("") if one.text == PORTO]
        assert kept.origin == "confirmed"


async def test_a_piece_is_said_in_other_words(home: Path) -> None:
    async with world(home) as here:
        await in_porto(here.memory)
        screen = await opened(here)
        await here.pilot.press("e")
        await here.sees("Enter keeps your words")
        screen.query_one(Input).value = "I live in Gaia, across the river"
        await here.pilot.press("enter")
        await here.sees("I live in Gaia, across the river  edited")
        assert await facts(here.memory) == {"I live in Gaia, across the river"}


async def test_the_words_of_a_refused_edit_are_not_lost(home: Path) -> None:
    async with world(home) as here, open_memory(home) as other:
        await in_porto(here.memory)
        screen = await opened(here)
        await here.pilot.press("e")
        screen.query_one(Input).value = "I live in Gaia"
        await other.remember("I live in Gaia")
        for refused in ("changed meanwhile", "f2 says that already"):
            await here.pilot.press("enter")
            await here.sees(refused)
            assert screen.query_one(Input).value == "I live in Gaia"
        screen.query_one(Input).value = "I lived in Porto in May"
        await here.pilot.press("enter")
        await here.sees("does not count any more")
        assert await facts(here.memory) == {"I live in Gaia"}


async def test_escape_ends_the_edit_before_the_screen(home: Path) -> None:
    async with world(home) as here:
        await in_porto(here.memory)
        screen = await opened(here)
        await here.pilot.press("e", "x", "escape")
        await here.sees("Enter turn")
        assert here.app.screen is screen
        await here.pilot.press("escape")
        await here.until(lambda: isinstance(here.app.screen, ChatScreen))
        assert await facts(here.memory) == {PORTO}


async def test_enter_opens_the_conversation_at_the_turn_and_marks_it(home: Path) -> None:
    async with world(home) as here:
        talk = await in_lisbon(here.memory)
        for number in range(40):
            turn = await here.memory.begin(talk, f"Question {number}\n\n\n")
            await here.memory.finish(turn)
        await here.ask("Something else.")
        await opened(here)
        await here.pilot.press("enter")
        await here.sees("I live in Lisbon, and my dog is called Bruno.")
        assert here.screen.talk.conversation == talk
        marked = here.screen.query_one(".-pointed")
        assert str(marked.render()).startswith("I live in Lisbon")


async def test_enter_marks_a_turn_of_the_conversation_on_the_screen(home: Path) -> None:
    async with world(home) as here:
        await here.ask("I live in Porto now, by the river.")
        await here.memory.sync()
        await opened(here)
        await here.pilot.press("enter")
        await here.until(lambda: here.screen.query(".-pointed"))
        assert "I live in Porto now" in here.text


async def test_a_turn_on_another_branch_is_told_of(home: Path) -> None:
    async with world(home) as here:
        talk = await in_lisbon(here.memory)
        await here.memory._parts.store.write(lambda: Conversation.update(head=None).execute())
        await opened(here)
        await here.pilot.press("enter")
        await here.sees("That turn is on another branch")
        assert here.screen.talk.conversation == talk


async def test_a_turn_that_is_gone_is_told_of(home: Path) -> None:
    async with world(home) as here:
        talk = await in_lisbon(here.memory)
        await here.memory.talks.delete(talk)
        screen = await opened(here)
        await here.sees("the turn is gone")
        await here.pilot.press("enter")
        await here.sees("The turn it came from is gone")
        assert here.app.screen is screen


async def test_what_was_forgotten_a_moment_ago_can_not_be_judged(home: Path, monkeypatch: MonkeyPatch) -> None:
    async def not_yet(*, forgotten: bool) -> None:
        """The list has not heard of it."""

    async with world(home) as here:
        await in_lisbon(here.memory)
        monkeypatch.setattr(await opened(here), "renew", not_yet)
        await here.sees(LISBON, DOG)
        await here.memory.forget(await here.memory.plan_forget("Lisbon", with_turns=True))
        await here.pilot.press("k")
        await here.sees("Nothing learnt has the number")
        assert "Lisbon" not in here.text


async def test_what_another_window_changed_meanwhile_wins(home: Path) -> None:
    async with world(home) as here, open_memory(home) as other:
        await in_porto(here.memory)
        await opened(here)
        await here.sees(PORTO)
        [run] = await other.learnt.runs()
        await other.learnt.edit(run.items[0].id, "I live in Gaia")
        await here.pilot.press("u")
        await here.sees("changed meanwhile", "I live in Gaia  edited")
        assert await facts(here.memory) == {"I live in Gaia"}


async def test_two_windows_undo_at_once_and_it_is_undone_once(home: Path) -> None:
    async with world(home) as here, open_memory(home) as other:
        await in_lisbon(here.memory)
        await in_porto(here.memory)
        await opened(here)
        await here.sees(PORTO)
        [run, _] = await other.learnt.runs()
        await other.learnt.undo(run.items[0].id)
        await here.pilot.press("u")
        await here.sees("changed meanwhile", "undone")
        assert await facts(here.memory) == {LISBON, DOG}
        assert (await other.learnt.runs())[0].items[0].verdict is Verdict.UNDONE


async def test_nothing_learnt_says_how_something_will_be(home: Path) -> None:
    async with world(home, size=(60, 18)) as here:
        await here.send("/learnt")
        await here.sees("Nothing is learnt yet", "/sync", "Esc closes")
        await here.pilot.press("k", "e", "u", "enter", "escape")
        await here.until(lambda: isinstance(here.app.screen, ChatScreen))


async def test_statements_found_by_rule_are_shown_too(home: Path) -> None:
    async with world(home) as here:
        await said(here.memory, "I live in Porto now.")
        await here.memory.sync()
        await here.sees("Learnt 1 · F4 shows")


async def test_where_there_is_room_the_turn_and_all_that_is_kept_stand_beside_the_list(home: Path) -> None:
    async with world(home, size=(160, 45)) as here:
        await in_lisbon(here.memory)
        await in_porto(here.memory)
        await opened(here)
        await here.sees("you said", "I moved last week. I live in Porto now.", "ended by it", "kept as f3")
        await here.pilot.press("down")
        await here.sees("How warm is it", "kept as f1", "by f3")


async def test_what_another_window_takes_out_of_a_turn_is_not_shown_beside_the_list(home: Path) -> None:
    async with world(home, size=(160, 45)) as here, open_memory(home) as other:
        text = "The word for my locker is zanzibar, and my dog is called Bruno."
        await learnt(here.memory, text, "Lisbon", fact(DOG, "my dog is called Bruno", 1))
        await opened(here)
        await here.sees("you said", "zanzibar")
        await other.redaction.redact(await other.redaction.plan("m1", "zanzibar"))
        await here.until(lambda: "zanzibar" not in here.text)
        await here.sees("you said", "my dog is called Bruno")
