"""Draws the README's picture from the real program: `python -m tests.picture docs/screen.svg`.

Memory, gate, panel and screen are the real ones; the replies are scripted so that the picture is the same each time.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

from tests.scripted import ScriptedModel
from tests.tui.screens.world import World, world

SIZE = (132, 37)
REMEMBERED = (
    "I am allergic to peanuts and tree nuts",
    "My daughter Juno turns seven on 3 June",
    "I cook on two gas rings and have no oven",
)
EARLIER = ("Plan the tide-buoy firmware review", "Compare two vector stores", "Portuguese verbs, week four")
REPLY = """\
For **Juno's birthday**, without an oven and safe for you:

1. **Fridge cake** with biscuits, cocoa and oat cream
2. **Pancake tower** with berries, ready in half an hour

| cake | rings | nuts |
|---|---|---|
| fridge cake | none | check the biscuits |
| pancake tower | one | none |

Shall I write the shopping list for *3 June*?
"""


async def tell(here: World) -> None:
    memory = here.memory
    for text in REMEMBERED:
        await memory.remember(text)
    await memory.identity.add("Call me Marit. I live in Porto.")
    await memory.warm()
    await memory.embed_waiting(60)
    for text in EARLIER:
        await here.ask(text)
        await here.send("/new")
    here.model.replies = [REPLY]
    await here.ask("What can I bake for my daughter's birthday, with my allergy?")


async def draw(target: Path) -> None:
    with tempfile.TemporaryDirectory() as home:
        async with world(Path(home), ScriptedModel(name="scripted"), size=SIZE, embedding_model="minilm") as here:
            await tell(here)
            target.write_text(here.app.export_screenshot(title="harken"), encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(draw(Path(sys.argv[1])))
