"""What the memory panel says while a message is being written, and what the user decides there."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory.recall.picks import DROPPED, PINNED
from memory.recall.recent import NOTE
from memory.types import Injection
from tests.scripted import ScriptedModel
from tests.tui.screens.world import World, world

CAT = "My cat is called Mango"
QUESTION = "What is my cat called?"
WIDE = (120, 40)


async def why(here: World) -> Injection:
    found = await here.memory.why()
    assert found is not None
    return found


async def test_it_shows_what_a_message_would_get_before_it_is_sent(home: Path) -> None:
    async with world(home, size=WIDE) as here:
        await here.memory.remember(CAT)
        await here.type(QUESTION)
        await here.sees("for what you write", f"[x] {CAT}", "F5, Alt+C: choose what memory")
        assert here.model.requests == []
        assert await here.memory.why() is None
        await here.pilot.press("enter")
        await here.idle()
        assert "for what you write" not in here.text
        await here.sees("1 given", CAT)
        injection = await why(here)
        assert {leg.note for leg in injection.legs if leg.finished} == {NOTE}, "it was looked up once"


@pytest.mark.parametrize("size", [(80, 24), (60, 18)], ids=str)
async def test_on_a_narrow_screen_the_panel_leaves_what_is_being_written_in_sight(
    home: Path, size: tuple[int, int]
) -> None:
    async with world(home, size=size) as here:
        await here.memory.remember(CAT)
        await here.pilot.press("f3")
        await here.sees("memory\n")
        await here.type(f"{QUESTION} I forgot it, and so did she")
        await here.sees(f"[x] {CAT}", "I forgot it,", "and so did she")
        await here.pilot.press(*["shift+enter"] * 3, *"end")
        await here.sees(f"[x] {CAT}", "I forgot it,", "and so did she", "end")
        await here.pilot.press("f3")
        await here.until(lambda: CAT not in here.text)


async def test_a_key_goes_before_the_look(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is looked up between two keys, and what was begun ends with the next."""
    monkeypatch.setattr("tui.screens.chat.previewing.PAUSE_SECONDS", 3600)
    async with world(home, size=WIDE) as here:
        await here.memory.remember(CAT)
        await here.pilot.press(*"What is my cat")
        assert here.editor.text == "What is my cat"
        here.screen._previewing._look()
        running = here.screen._previewing._worker
        await here.pilot.press("?")
        assert running is not None
        assert running.is_cancelled
        assert "for what you write" not in here.text


async def test_what_is_taken_out_does_not_go_in(home: Path) -> None:
    async with world(home, size=WIDE) as here:
        await here.memory.remember(CAT)
        await here.type(QUESTION)
        await here.sees(f"[x] {CAT}")
        await here.pilot.press("f5")
        await here.sees("Space: take it out or in", "P: pin it, or not")
        await here.pilot.press("space")
        await here.sees(f"[ ] {CAT}", DROPPED)
        await here.pilot.press("escape")
        assert here.editor.has_focus
        await here.pilot.press("enter")
        await here.idle()
        injection = await why(here)
        assert (injection.block, injection.items) == ("", ())
        assert [(item.text, item.reason) for item in injection.cut] == [(CAT, DROPPED)]
        assert CAT not in str(here.model.requests[0].messages)
        await here.type(QUESTION)
        await here.sees(f"[x] {CAT}")


async def test_what_is_taken_out_comes_back_with_the_same_key(home: Path) -> None:
    async with world(home, size=WIDE) as here:
        await here.memory.remember(CAT)
        await here.type(QUESTION)
        await here.sees(f"[x] {CAT}")
        await here.pilot.press("f5", "space")
        await here.sees(f"[ ] {CAT}")
        await here.pilot.press("space")
        await here.sees(f"[x] {CAT}")


async def test_what_the_gate_kept_out_goes_in_where_it_is_pinned(home: Path) -> None:
    async with world(home, size=WIDE) as here:
        await here.memory.remember("The sky over Porto is blue most of the year")
        await here.type("why is the sky blue")
        await here.sees("[ ] The sky over Porto", "the gate stayed shut")
        await here.pilot.press("f5", "p")
        await here.sees("[p] The sky over Porto")
        await here.pilot.press("enter")
        assert here.editor.text == "why is the sky blue", "Enter goes back to writing and sends nothing"
        await here.pilot.press("enter")
        await here.idle()
        injection = await why(here)
        assert [item.reason for item in injection.items] == [PINNED]
        assert "The sky over Porto" in injection.block
        assert "The sky over Porto" in str(here.model.requests[0].messages)


async def test_an_emptied_composer_forgets_what_was_decided(home: Path) -> None:
    async with world(home, size=WIDE) as here:
        await here.memory.remember(CAT)
        await here.type(QUESTION)
        await here.sees(f"[x] {CAT}")
        await here.pilot.press("f5", "space")
        await here.sees(f"[ ] {CAT}")
        await here.pilot.press("escape")
        here.editor.clear()
        await here.until(lambda: "for what you write" not in here.text)
        await here.type(QUESTION)
        await here.sees(f"[x] {CAT}")


async def test_commands_and_a_hidden_panel_look_nothing_up(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(home, ScriptedModel(), size=WIDE) as here:
        asked: list[str] = []
        real = here.memory.preview

        async def preview(text: str, **more: object) -> Injection:
            asked.append(text)
            return await real(text, **more)  # type: ignore[arg-type]

        monkeypatch.setattr(here.memory, "preview", preview)
        await here.type("/search cat")
        here.screen._previewing._look()
        await here.pilot.press("f3")
        here.editor.text = QUESTION
        await here.pilot.pause()
        here.screen._previewing._look()
        await here.pilot.pause()
        assert asked == []
        await here.pilot.press("f3")
        await here.sees("for what you write")
        assert set(asked) == {QUESTION}


@pytest.mark.parametrize("size", [(80, 24), WIDE], ids=str)
async def test_with_nothing_to_choose_from_the_key_says_how_there_is_over_nothing(
    home: Path, size: tuple[int, int]
) -> None:
    async with world(home, size=size) as here:
        await here.pilot.press("f5")
        await here.until(lambda: "While you write, F3 shows what" in here.text.split("\n")[-1])
        assert here.editor.has_focus


async def test_where_nothing_was_found_there_is_nothing_to_choose_and_it_says_so(home: Path) -> None:
    async with world(home, size=WIDE) as here:
        await here.type(QUESTION)
        await here.sees("for what you write")
        await here.pilot.press("f5")
        await here.sees("Memory has nothing for what you write")
        await here.pilot.press("f3", "f5")
        await here.sees("While you write, F3 shows what there is")
