from __future__ import annotations

from memory.engine import Memory
from tests.tui.commands.given import context, flat, say
from tui.commands.outcome import Confirm, Refresh, Say
from tui.commands.registry import run

KEY = "sk-proj-Ab12Cd34Ef56Gh78Ij90"


async def test_alone_it_takes_the_newest_secret_of_the_conversation_and_asks_first(memory: Memory, talk: str) -> None:
    await say(memory, talk, "password=hunter22", "Fine.")
    await say(memory, talk, f"Use {KEY}", f"I use {KEY}.")
    asked = await run("/redact", context(memory, talk))
    assert isinstance(asked, Confirm)
    assert asked.danger
    assert "sk-p… (28 characters)" in "\n".join(asked.body_lines)
    assert KEY not in "\n".join(asked.body_lines)
    assert KEY in (await memory.messages(talk))[2].text
    said, refresh = flat(await asked.action())
    assert isinstance(said, Say)
    assert "replies that repeat it" in said.text
    assert refresh == Refresh()
    kept = [message.text for message in await memory.messages(talk)]
    assert kept == ["password=hunter22", "Fine.", "Use [API key removed]", "I use [API key removed]."]


async def test_any_text_of_a_message_goes_by_its_first_letters(memory: Memory, talk: str) -> None:
    message = await say(memory, talk, "It opens with blaubeere, mostly", "Blaubeere, noted.")
    nothing = await run(f"/redact {message.id}", context(memory, talk))
    assert isinstance(nothing, Say)
    assert f"/redact {message.id} TEXT" in nothing.text
    asked = await run(f"/redact {message.id} blau*", context(memory, talk))
    assert isinstance(asked, Confirm)
    await asked.action()
    kept = [message.text for message in await memory.messages(talk)]
    assert kept == ["It opens with [secret removed], mostly", "[secret removed], noted."]


async def test_where_there_is_no_secret_it_says_what_to_do(memory: Memory, talk: str) -> None:
    await say(memory, talk, "Hello", "Fine.")
    nothing = await run("/redact", context(memory, talk))
    assert isinstance(nothing, Say)
    assert nothing.severity == "error"
    assert "first letters" in nothing.text
