from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from textual import events

from memory.errors import ModelError, StoreTooNew
from memory.types import PartSource, Role, Status
from tests.scripted import ScriptedModel
from tests.tui.chat.opened import open_memory
from tests.tui.screens.world import world


async def test_a_message_is_sent_answered_and_kept(home: Path) -> None:
    async with world(home, ScriptedModel(["**Lisbon** is mild in March."])) as here:
        await here.ask("How is Lisbon in March?")
        await here.sees("How is Lisbon in March?", "Lisbon is mild in March.")
        conversation = here.screen.talk.conversation
        assert conversation is not None
        stored = await here.memory.messages(conversation)
        assert [message.role for message in stored] == [Role.USER, Role.ASSISTANT]


async def test_what_is_typed_and_sent_before_memory_opens_is_kept(home: Path) -> None:
    opened = asyncio.Event()
    async with world(home, ScriptedModel(["Good morning."]), hold=opened.wait) as here:
        await here.pilot.press("h", "i")
        assert here.editor.text == "hi"
        await here.pilot.press("enter")
        await here.sees("next  hi", "opening memory")
        opened.set()
        await here.sees("Good morning.")


async def test_what_is_sent_before_memory_opens_survives_quitting_at_once(home: Path) -> None:
    opened = asyncio.Event()
    async with world(home, ScriptedModel(["Good morning."]), hold=opened.wait) as here:
        await here.type("early important message")
        await here.pilot.press("enter")
        await here.sees("next  early important message")
        await here.pilot.press("ctrl+q")
        opened.set()
        await here.until(lambda: not here.app.is_running)
    assert await stored_texts(home) == []
    async with world(home) as here:
        await here.until(lambda: here.editor.text == "early important message")


async def test_what_is_sent_and_waits_is_on_disk_at_once(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.screens.chat.unsent.SAVE_SECONDS", 3600)
    drafts = home / "profiles" / "default" / "drafts"
    opened = asyncio.Event()
    async with world(home, ScriptedModel(["Good morning."]), hold=opened.wait) as here:
        await here.type("early important message")
        await here.pilot.press("enter")
        await here.until(lambda: any("early important" in path.read_text("utf-8") for path in drafts.glob("*.json")))
        opened.set()
        await here.sees("Good morning.")


@pytest.mark.parametrize("leave", ["/quit", "/profile work"])
async def test_what_waits_behind_a_reply_is_not_said_and_is_there_at_the_next_start(home: Path, leave: str) -> None:
    (home / "profiles" / "work").mkdir(parents=True)
    async with world(home, ScriptedModel(["One two three"], gate=asyncio.Event())) as here:
        await here.send("Count")
        await here.sees("One two")
        await here.send("and then sing")
        await here.sees("next  and then sing")
        here.screen.run_line(leave)
        await here.until(lambda: not here.app.is_running)
    assert await stored_texts(home) == ["Count", "One two"]
    async with world(home, continue_last=True) as here:
        await here.until(lambda: here.editor.text == "and then sing")


async def stored_texts(home: Path) -> list[str]:
    async with open_memory(home) as memory:
        return [message.text for one in await memory.conversations() for message in await memory.messages(one.id)]


async def test_escape_stops_the_reply_at_once_and_keeps_what_came(home: Path) -> None:
    model = ScriptedModel(["One two three four five."], gate=asyncio.Event(), chunk=8)
    async with world(home, model) as here:
        await here.send("Count")
        await here.sees("One two")
        await here.pilot.press("escape")
        await here.sees("stopped", "continue", "answer again")
        await here.idle()
        assert model.closed == 1
        stored = (await here.memory.messages("c1"))[-1]
        assert (stored.status, stored.text) == (Status.CANCELLED, "One two ")


async def test_a_stopped_reply_can_be_answered_again_by_a_click(home: Path) -> None:
    model = ScriptedModel(["One two three.", "All of it."], gate=asyncio.Event(), chunk=8)
    async with world(home, model) as here:
        await here.send("Count")
        await here.sees("One two")
        await here.pilot.press("escape")
        await here.idle()
        assert model.gate is not None
        model.gate.set()
        await here.click_on("answer again")
        await here.sees("All of it.")


async def test_a_failed_send_gives_the_text_back_and_says_why(home: Path) -> None:
    failure = ModelError("The key was refused", kind="auth", hint="Check OPENAI_API_KEY")
    async with world(home, ScriptedModel([failure])) as here:
        await here.type("Do not lose me")
        await here.pilot.press("enter")
        await here.sees("The key was refused. Check OPENAI_API_KEY")
        await here.until(lambda: here.editor.text == "Do not lose me")
        await here.sees("The key was refused. Check OPENAI_API_KEY")
        assert "▌ Do not lose me" not in here.text


async def test_messages_sent_while_a_reply_runs_wait_their_turn(home: Path) -> None:
    model = ScriptedModel(["First answer.", "Second answer."], gate=asyncio.Event(), chunk=6)
    async with world(home, model) as here:
        await here.send("first")
        await here.sees("First")
        await here.send("second")
        await here.sees("next  second")
        assert model.gate is not None
        model.gate.set()
        await here.idle()
        await here.sees("First answer.", "Second answer.")
        assert "next  second" not in here.text


async def test_memory_that_cannot_open_leaves_a_usable_screen(home: Path) -> None:
    error = StoreTooNew("This profile was written by a newer harken", hint="Upgrade harken")
    async with world(home, error=error) as here:
        await here.sees("written by a newer harken. Upgrade", "memory is not open")
        await here.type("still here")
        await here.pilot.press("enter")
        await here.pilot.pause(0.1)
        assert here.editor.text == "still here"
        await here.pilot.press("f1")
        await here.sees("Help")


@pytest.mark.parametrize("evil", ["# [/mnt/data/models]", "[/]", "[red]", "[@click=app.quit]x[/]"])
async def test_brackets_are_text_everywhere(home: Path, evil: str) -> None:
    async with world(home, ScriptedModel([f"You wrote: {evil}"])) as here:
        await here.ask(evil)
        await here.ask(f"/rename {evil}")
        await here.ask(f"/remember {evil}")
        await here.ask(f"/nosuch {evil}")
        await here.pilot.press("f2")
        await here.pilot.pause()
        shown = here.text
        assert shown.count(evil.removeprefix("# ")[:12]) >= 3
        here.screen.notify(evil, markup=False)
        await here.pilot.pause()
        assert here.app.is_running


async def test_a_question_that_needs_memory_shows_what_was_given(home: Path) -> None:
    async with world(home, ScriptedModel(["Teal."])) as here:
        await here.ask("/remember My favourite colour is teal")
        await here.ask("What is my favourite colour?")
        await here.sees("1 given", "My favourite colour is teal")
        await here.ask("What is 17 times 23?")
        await here.sees("nothing needed")


async def test_conversations_are_listed_opened_and_left(home: Path) -> None:
    async with world(home, ScriptedModel(["Yes."]), size=(160, 45)) as here:
        await here.ask("Is Lisbon mild?")
        await here.pilot.press("ctrl+n")
        await here.sees("a chat that remembers")
        await here.ask("Is Oslo cold?")
        await here.until(lambda: here.screen.conversations.rows.option_count == 2)
        here.screen.conversations.rows.focus()
        await here.pilot.press("end", "enter")
        await here.sees("Is Lisbon mild?")
        assert "▌ Is Oslo cold?" not in here.text
        await here.until(lambda: here.editor.has_focus)
        await here.pilot.press("up")
        assert here.editor.text == "Is Lisbon mild?"


async def test_the_last_conversation_can_be_continued(home: Path) -> None:
    async with world(home, ScriptedModel(["Noted."])) as here:
        await here.ask("Keep this thread")
    async with world(home, continue_last=True) as here:
        await here.sees("Keep this thread", "Noted.")


async def test_a_conversation_that_is_gone_is_said_and_the_chat_opens(home: Path) -> None:
    async with world(home, ScriptedModel(["Hello."]), resume="c77") as here:
        await here.sees("c77")
        await here.ask("Hi")
        await here.sees("Hello.")


async def test_a_paste_is_sent_whole_and_known_as_pasted(home: Path) -> None:
    report = "line\n" * 200
    async with world(home, ScriptedModel(["Short."])) as here:
        await here.type("Summarise: ")
        here.app.post_message(paste(report))
        await here.sees("[paste 1: 1,000 characters]")
        await here.pilot.press("enter")
        await here.idle()
        parts = (await here.memory.messages("c1"))[0].parts
        assert [part.source for part in parts] == [PartSource.TYPED, PartSource.PASTED]
        assert parts[1].text == report.strip("\n")


async def test_quitting_stops_what_runs_keeps_it_and_ends(home: Path) -> None:
    model = ScriptedModel(["One two three four five."], gate=asyncio.Event(), chunk=8)
    async with world(home, model) as here:
        await here.send("Count")
        await here.sees("One two")
        await here.pilot.press("ctrl+q")
        await here.until(lambda: not here.app.is_running)
    async with world(home, continue_last=True) as here:
        await here.sees("One two", "stopped")


async def test_a_theme_is_put_on_by_command(home: Path) -> None:
    async with world(home) as here:
        await here.ask("/theme harken-light")
        await here.until(lambda: here.app.theme == "harken-light")


def paste(text: str) -> events.Paste:
    return events.Paste(text)


async def test_a_half_reply_goes_on_where_it_stopped(home: Path) -> None:
    model = ScriptedModel(["One two three.", " and four."], gate=asyncio.Event(), chunk=8)
    async with world(home, model) as here:
        await here.send("Count")
        await here.sees("One two")
        await here.pilot.press("escape")
        await here.idle()
        assert model.gate is not None
        model.gate.set()
        await here.click_on("continue")
        await here.sees("four.")
        await here.idle()
        assert here.text.count("One two") == 1
        assert "stopped" not in here.text
        assert (await here.memory.messages("c1"))[-1].status is Status.COMPLETE


async def test_a_half_reply_goes_on_below_a_note_and_its_old_end_goes(home: Path) -> None:
    model = ScriptedModel(["One two three.", " and four five."], gate=asyncio.Event(), chunk=8)
    async with world(home, model) as here:
        await here.send("Count")
        await here.sees("One two")
        await here.pilot.press("escape")
        await here.sees("answer again")
        await here.idle()
        await here.ask("/nosuch")
        await here.sees("nosuch")
        await here.send("/continue")
        await here.sees("and")
        await here.until(lambda: "stopped" not in here.text and here.text.count("One two") == 1)
        assert here.screen.talk.running and "nosuch" in here.text


async def test_escape_closes_what_lies_on_top_before_it_stops_a_reply(home: Path) -> None:
    model = ScriptedModel(["One two three four five."], gate=asyncio.Event(), chunk=8)
    async with world(home, model, size=(60, 18)) as here:
        await here.send("Count")
        await here.sees("One two")
        for key in ("f2", "f3"):
            await here.pilot.press(key, "escape")
            await here.pilot.pause()
            assert here.screen.talk.running and here.editor.has_focus
            assert not (here.screen.conversations.display or here.screen.recall.display)
        await here.pilot.press("escape")
        await here.sees("stopped")


async def test_a_new_answer_stands_in_the_place_of_the_old_one(home: Path) -> None:
    async with world(home, ScriptedModel(["The first answer.", "The second answer."])) as here:
        await here.ask("Say something")
        await here.ask("/regenerate")
        await here.sees("The second answer.")
        assert "The first answer." not in here.text
        assert here.text.count("Say something") == 1


async def test_an_answer_that_can_not_be_replaced_stays(home: Path) -> None:
    failure = ModelError("No network", kind="network", hint="Check the connection")
    async with world(home, ScriptedModel(["The first answer.", failure])) as here:
        await here.ask("Say something")
        await here.ask("/regenerate")
        await here.sees("No network. Check the connection", "The first answer.")
        assert here.editor.text == ""
