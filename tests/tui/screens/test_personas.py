"""A persona answers: its prompt, parameters, mode and model, by command and from the command line."""

from __future__ import annotations

from pathlib import Path

from memory.types import Mode
from tests.tui.screens.world import world
from tests.tui.test_personas import COACH, put


async def test_a_persona_is_taken_and_left(home: Path) -> None:
    put(home / "personas", "coach.toml", COACH)
    async with world(home, size=(120, 40)) as here:
        await here.send("/persona coach")
        await here.sees("Coach answers in this conversation")
        await here.sees("openai/gpt-5", "memory read-only", "persona Coach")
        await here.ask("Shall I run?")
        request = here.model.requests[0]
        assert str(request.messages[0].content).startswith("You coach runners.")
        assert request.parameters == {"temperature": 0.2}
        await here.sees("here: persona Coach")
        talk = await here.memory.conversation(str(here.screen.talk.conversation))
        assert (talk.persona, talk.mode) == ("Coach", Mode.READ_ONLY)
        await here.send("/set temperature 0.9")
        await here.sees("temperature 0.9, from")
        await here.send("/persona none")
        await here.sees("held with no persona")
        await here.until(lambda: "persona Coach" not in here.text.splitlines()[-1])
        await here.ask("And now?")
        assert here.model.requests[1].parameters == {"temperature": 0.9}
        assert "runners" not in str(here.model.requests[1].messages[0])
        assert (await here.memory.conversation(talk.id)).mode is None
        await here.sees("scripted/test")


async def test_it_is_chosen_from_a_list_and_a_broken_file_is_named(home: Path) -> None:
    put(home / "personas", "coach.toml", COACH)
    put(home / "personas", "bad.toml", "[parameters]\ntemperature = 9")
    async with world(home, size=(120, 40)) as here:
        await here.send("/persona")
        await here.sees("Who answers in this conversation?", "Coach", "You coach", "bad.toml, line 2")
        await here.pilot.press("enter")
        await here.sees("Coach answers")
        await here.send("/persona bad")
        await here.sees("bad.toml, line 2", "Then /persona bad can be used")
        await here.send("/persona nobody")
        await here.sees("There is no persona nobody")


async def test_a_file_that_breaks_or_goes_is_told_with_the_next_message(home: Path) -> None:
    path = put(home / "personas", "coach.toml", COACH)
    async with world(home, size=(120, 40)) as here:
        await here.send("/persona coach")
        await here.sees("Coach answers")
        await here.ask("One")
        path.write_text("name =", encoding="utf-8")
        await here.ask("Two")
        await here.sees("coach.toml, line 1: is not valid TOML")
        assert str(here.model.requests[1].messages[0].content).startswith("You coach runners.")
        path.unlink()
        await here.ask("Three")
        await here.sees("There is no persona Coach")
        assert "runners" not in str(here.model.requests[2].messages[0])


async def test_without_any_the_command_teaches(home: Path) -> None:
    async with world(home) as here:
        await here.send("/persona")
        await here.sees("There is no persona yet", "coach.toml")


async def test_the_program_begins_with_one(home: Path) -> None:
    put(home / "personas", "coach.toml", COACH)
    async with world(home, size=(120, 40), persona="coach") as here:
        await here.sees("memory read-only")
        await here.ask("Shall I run?")
        assert str(here.model.requests[0].messages[0].content).startswith("You coach runners.")
