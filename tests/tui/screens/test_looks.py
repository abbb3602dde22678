"""Pictures of the main screens. They change when the looks change: compare them by eye before accepting."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from memory.ports import Delta
from memory.types import (
    GateDecision,
    IdentityLine,
    Injection,
    Item,
    Kind,
    Leg,
    Part,
    PartSource,
    Section,
    Standing,
    Status,
    Usage,
)
from tests.scripted import ScriptedModel, SetClock
from tests.tui.chat.opened import open_memory
from tests.tui.learning import in_lisbon, in_porto
from tests.tui.screens.world import World, program
from tui.app import HarkenApp

Snap = Callable[..., bool]
Step = Callable[[World], Awaitable[None]]

REPLY = """Lisbon in March is mild, so **Bruno** will travel well:

1. Book the vet for a health certificate, at most 10 days before the flight.
2. Check the airline's cabin limit.

```python
def days_left(flight: date) -> int:
    return (flight - date.today()).days
```
"""
HALF = "It says the rent is due on the third of"
DAY = datetime(2026, 5, 4, tzinfo=UTC)
INJECTION = Injection(
    GateDecision(Section.PINNED, "names someone you talked about: Bruno"),
    items=(Item("f3", Kind.FACT, "Bruno is the user's dog, a beagle of 9 kg", 0.82, 14, when=DAY),),
    cut=(Item("f9", Kind.FACT, "Prefers trains to flights inside Europe", 0.31, 12, reason="below the floor"),),
    tokens=14,
    ms=18.0,
    legs=(Leg("vectors", False, 300.0, "the embedder was still loading"),),
)
STANDING = Standing(identity=(IdentityLine("i1", "Call me Ana"),))


async def seed(home: Path) -> None:
    """Two conversations; the newer one ends with a long paste and a reply that was stopped."""
    clock = SetClock()
    clock.move(days=-2)
    async with open_memory(home, clock=clock) as memory:
        for title in ("Sourdough, second attempt", "Moving to Lisbon with Bruno"):
            conversation = (await memory.new_conversation()).id
            turn = await memory.begin(conversation, "How do I move with Bruno?")
            turn.append(Delta(text=REPLY))
            await memory.finish(turn, usage=Usage(2800, 120))
            clock.move(hours=3)
            await memory.talks.rename(conversation, title)
        parts = (Part("Shorten this contract:"), Part("A clause about rent.\n" * 60, source=PartSource.PASTED))
        turn = await memory.begin(conversation, parts)
        turn.append(Delta(reasoning="They want a summary, so I count the clauses first."))
        turn.append(Delta(text=HALF))
        await memory.finish(turn, Status.CANCELLED, usage=Usage(3000, 20))


@pytest.fixture
def seeded(home: Path) -> Path:
    asyncio.run(seed(home))
    return home


def steady(app: HarkenApp, step: Step | None = None) -> Callable[[Pilot[Any]], Awaitable[None]]:
    """Brings the program to rest, shows a fixed recall, then does `step`."""

    async def run(pilot: Pilot[Any]) -> None:
        here = World(app, pilot, ScriptedModel())
        await here.until(lambda: app.is_settled and here.screen.conversations.rows.option_count)
        here.editor.cursor_blink = False
        await pilot.pause()
        here.screen.recall.show(INJECTION if here.screen.talk.conversation else None)
        here.screen.recall.show_standing(STANDING)
        vars(here.screen.recall)["show_standing"] = lambda _: None  # what is stored may be read only now
        if step is not None:
            await step(here)
        for field in app.screen.query(Input):
            field.cursor_blink = False
        for covered in app.screen_stack[:-1]:  # once in many runs a line of it was not drawn yet
            for node in covered.query("*"):
                node.refresh()
        await pilot.pause()

    return run


def keys(*names: str) -> Step:
    async def press(here: World) -> None:
        await here.pilot.press(*names)
        await here.pilot.pause()

    return press


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (100, 30), (160, 45)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_conversation(snap_compare: Snap, seeded: Path, size: tuple[int, int]) -> None:
    app = program(seeded, continue_last=True)
    assert snap_compare(app, run_before=steady(app), terminal_size=size)


@pytest.mark.parametrize("theme", ["harken-light", "high-contrast"])
def test_other_themes(snap_compare: Snap, seeded: Path, theme: str) -> None:
    app = program(seeded, continue_last=True, theme=theme)
    assert snap_compare(app, run_before=steady(app), terminal_size=(100, 30))


@pytest.mark.parametrize("size", [(80, 24), (160, 45)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_an_empty_start(snap_compare: Snap, home: Path, size: tuple[int, int]) -> None:
    app = program(home)
    assert snap_compare(app, run_before=steady(app), terminal_size=size)


@pytest.mark.parametrize("size", [(60, 18), (80, 24)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_newcomer_is_shown_around(snap_compare: Snap, home: Path, size: tuple[int, int]) -> None:
    """The first step where it is narrow, the last one elsewhere."""

    async def ask(here: World) -> None:
        await here.sees("1 of 3  ")
        if size == (80, 24):
            await here.ask("I live in Graz and keep bees on the roof.")
            await here.pilot.press("ctrl+n")
            await here.sees("from memory alone")
            await here.ask("Where do I live?")
            await here.sees("3 of 3  ")

    app = program(home, ScriptedModel(["Fine.", "You live in Graz."]), guided=True)
    assert snap_compare(app, run_before=steady(app, ask), terminal_size=size)


@pytest.mark.parametrize("key", ["f1", "f2", "f3", "slash"])
def test_what_a_key_opens(snap_compare: Snap, seeded: Path, key: str) -> None:
    app = program(seeded, continue_last=True)
    assert snap_compare(app, run_before=steady(app, keys(key)), terminal_size=(80, 24))


def test_words_found_in_the_conversation(snap_compare: Snap, seeded: Path) -> None:
    async def find(here: World) -> None:
        await here.pilot.press("ctrl+f", *"flight")
        here.app.screen.query_one("#find Input", Input).cursor_blink = False
        await here.sees("message 1 of 1")

    app = program(seeded, continue_last=True)
    assert snap_compare(app, run_before=steady(app, find), terminal_size=(80, 24))


@pytest.mark.parametrize("step", ["writing", "choosing"])
def test_what_a_message_would_get(snap_compare: Snap, seeded: Path, step: str) -> None:
    async def write(here: World) -> None:
        await here.memory.remember("Bruno is the user's dog, a beagle of 9 kg")
        await here.memory.remember("Bruno is afraid of flying")
        await here.type("How heavy is my dog Bruno?")
        await here.sees("[x] Bruno is the user's dog")
        if step == "choosing":
            await here.pilot.press("f5", "down", "p")
            await here.sees("[p] Bruno is afraid")

    app = program(seeded, continue_last=True)
    assert snap_compare(app, run_before=steady(app, write), terminal_size=(100, 30))


async def seed_branches(home: Path) -> None:
    """A question that was asked in two ways, and of the second two answers."""
    async with open_memory(home, clock=SetClock()) as memory:
        conversation = (await memory.talks.new()).id
        turn = await memory.begin(conversation, "Where is the spring of the Danube?")
        turn.append(Delta(text="In the Black Forest."))
        await memory.finish(turn)
        turn = await memory.begin(conversation, "Where does the Danube begin?", instead_of=turn.user.id)
        turn.append(Delta(text="It begins where two streams meet, at Donaueschingen."))
        await memory.finish(turn)
        turn = await memory.turns.again(conversation)
        turn.append(Delta(text="At Donaueschingen, where **Brigach** and **Breg** meet."))
        await memory.finish(turn, usage=Usage(900, 30))


@pytest.mark.parametrize("size", [(80, 24), (160, 45)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_branches_and_what_is_held(snap_compare: Snap, home: Path, size: tuple[int, int]) -> None:
    async def hold(here: World) -> None:
        await here.send("How long is it?")
        await here.sees("About 2,8")
        await here.send("And the Rhine?")
        await here.send("Which of them is navigable further up, and since when has that been so?")
        await here.pilot.press("escape")
        await here.sees("held  And the Rhine?")
        await here.until(lambda: not here.screen.talk.running)
        here.screen.recall.show(INJECTION)
        await here.pilot.press("alt+up", "alt+up", "alt+up")
        await here.sees("Alt+E edits")

    asyncio.run(seed_branches(home))
    app = program(home, ScriptedModel(["About 2,850 km."], gate=asyncio.Event(), chunk=9), continue_last=True)
    assert snap_compare(app, run_before=steady(app, hold), terminal_size=size)


@pytest.mark.parametrize("size", [(60, 18), (80, 24)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_forgetting_asks_about_own_messages(snap_compare: Snap, home: Path, size: tuple[int, int]) -> None:
    async def forget(here: World) -> None:
        await here.ask("My locker code word is zanzibar")
        await here.memory.remember("The locker opens with the word zanzibar")
        await here.send("/forget zanzibar")
        await here.sees("Forget with my messages")

    app = program(home)
    assert snap_compare(app, run_before=steady(app, forget), terminal_size=size)


def test_models_to_choose_from(snap_compare: Snap, home: Path) -> None:
    async def choose(here: World) -> None:
        await here.send("/model")
        await here.sees("Models")

    app = program(home)
    assert snap_compare(app, run_before=steady(app, choose), terminal_size=(80, 24))


@pytest.mark.parametrize("size", [(60, 18), (80, 24)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_settings(snap_compare: Snap, home: Path, size: tuple[int, int]) -> None:
    app = program(home)
    edit = keys("f8", "pagedown", "enter", *"all of it")
    assert snap_compare(app, run_before=steady(app, edit), terminal_size=size)


def test_the_command_palette(snap_compare: Snap, home: Path) -> None:
    async def search(here: World) -> None:
        await here.pilot.press("ctrl+p", *"theme")
        await here.sees("/theme")
        here.app.screen.query_one(Input).cursor_blink = False

    app = program(home)
    assert snap_compare(app, run_before=steady(app, search), terminal_size=(80, 24))


def test_themes_to_choose_from(snap_compare: Snap, seeded: Path) -> None:
    async def choose(here: World) -> None:
        await here.send("/theme")
        await here.sees("Themes")
        await here.pilot.press("down")
        await here.until(lambda: here.app.theme == "harken-light")

    app = program(seeded, continue_last=True)
    assert snap_compare(app, run_before=steady(app, choose), terminal_size=(80, 24))


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (160, 45)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_what_was_learnt(snap_compare: Snap, home: Path, size: tuple[int, int]) -> None:
    async def look(here: World) -> None:
        await in_lisbon(here.memory)
        await in_porto(here.memory)
        await here.until(lambda: "Moving to Porto" in str(here.screen.conversations.rows.options[0].prompt))
        await here.sees("Learnt 2, changed 1")
        await here.pilot.press("f4")
        await here.sees("What was learnt", "Esc closes")
        await here.pilot.press("down", "down", "u")
        await here.sees("Taken back")
        await here.until(lambda: "Learnt 2" not in here.text)

    app = program(home)
    assert snap_compare(app, run_before=steady(app, look), terminal_size=size)


def test_the_line_about_what_was_learnt(snap_compare: Snap, home: Path) -> None:
    async def look(here: World) -> None:
        await in_lisbon(here.memory)
        await here.sees("Learnt 2 · F4 shows")

    app = program(home)
    assert snap_compare(app, run_before=steady(app, look), terminal_size=(60, 18))
