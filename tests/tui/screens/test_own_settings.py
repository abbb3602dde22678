"""A system prompt and parameters of the conversation's own reach the model, and the context meter tells of them."""

from __future__ import annotations

from pathlib import Path

from tests.scripted import ScriptedModel
from tests.tui.screens.world import world


async def test_they_go_with_the_next_message_and_stay_over_a_restart(home: Path) -> None:
    async with world(home, size=(120, 40)) as here:
        await here.send("/system Answer in Latin.")
        await here.sees("of its own")
        await here.send("/set temperature 0.2")
        await here.sees("temperature 0.2, from your next message on")
        await here.ask("Name a river")
        request = here.model.requests[0]
        assert str(request.messages[0].content).startswith("Answer in Latin.")
        assert request.parameters == {"temperature": 0.2}
        await here.sees("here: own system prompt", "temperature 0.2")
        await here.pilot.press("ctrl+n")
        await here.ask("Name a sea")
        assert here.model.requests[1].parameters == {}
        assert "Latin" not in str(here.model.requests[1].messages)
    model = ScriptedModel()
    async with world(home, model, resume="c1") as here:
        await here.ask("And another")
        assert str(model.requests[0].messages[0].content).startswith("Answer in Latin.")
