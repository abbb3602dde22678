"""A secret in a message is marked and told of, and goes by a command; what is around it stays."""

from __future__ import annotations

import asyncio
from pathlib import Path

from textual.content import Content

from memory.types import Part, PartSource
from tests.scripted import ScriptedModel
from tests.tui.screens.world import world
from tui.widgets.transcript.user import SECRET, UserMessage, user_content

KEY = "sk-proj-Ab12Cd34Ef56Gh78Ij90"


def marked(content: Content) -> str:
    return "".join(content.plain[span.start : span.end] for span in content.spans if span.style == SECRET)


async def test_it_is_told_marked_taken_out_and_not_offered_again(home: Path) -> None:
    async with world(home, ScriptedModel([f"I use {KEY}."])) as here:
        await here.ask(f"Use {KEY} for Porto")
        await here.sees("A secret (API key): memory keeps none of it")
        shown = here.screen.query_one(UserMessage).content
        assert isinstance(shown, Content)
        assert marked(shown) == KEY
        await here.send("/redact")
        await here.sees("Take this out of everything for good?", "sk-p…")
        await here.pilot.press("right", "enter")
        await here.sees("Taken out of", "Use [API key removed] for Porto", "I use [API key removed].")
        assert KEY not in here.text
        await here.pilot.press("up")
        assert here.editor.text == "Use [API key removed] for Porto"
        await here.type(" and")
        await here.screen._unsent.save()
    assert not [path for path in home.rglob("*") if path.is_file() and KEY.encode() in path.read_bytes()]


async def test_it_leaves_the_screen_while_the_reply_still_grows(home: Path) -> None:
    gate = asyncio.Event()
    async with world(home, ScriptedModel(["A long reply that goes on."], gate=gate)) as here:
        await here.send(f"Use {KEY} for Porto")
        await here.sees("A secret (API key): memory keeps none of it")
        await here.send("/redact")
        await here.sees("Take this out of everything for good?")
        await here.pilot.press("right", "enter")
        await here.sees("Use [API key removed] for Porto")
        assert here.screen.talk.running
        gate.set()
        await here.sees("A long reply that goes on.", "Taken out of")
        assert KEY not in here.text


async def test_what_was_said_before_shows_its_mark_and_the_way_out(home: Path) -> None:
    async with world(home) as here:
        await here.ask(f"Use {KEY}")
    async with world(home, continue_last=True) as here:
        await here.sees("A secret (API key): /redact m1 takes it out")


def test_the_mark_follows_a_secret_from_one_span_into_the_next() -> None:
    spans = [Part("key sk-proj-Ab12"), Part("Cd34Ef56Gh78Ij90", source=PartSource.PASTED), Part(" [b]there[/b]")]
    content = user_content(spans, message="m7")
    assert marked(content) == "sk-proj-Ab12Cd34Ef56Gh78Ij90"
    assert content.plain.endswith("\nA secret (API key): /redact m7 takes it out")
    assert user_content([Part("hello")], message="m7").plain == "hello"
