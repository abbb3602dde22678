"""Finding conversations by titles and by what was said."""

from __future__ import annotations

import pytest

from memory.engine import Memory
from memory.types import Mode
from tests.memory.engine.opening import say
from tests.scripted import SetClock


async def found(memory: Memory, words: str) -> list[str]:
    return [one.conversation.title for one in await memory.talks.find(words)]


@pytest.fixture
async def talks(memory: Memory, clock: SetClock) -> Memory:
    for title, text, reply in (
        ("Boats", "How long does varnish dry?", "The organization of drying takes two days near Köln."),
        ("Code", "What is C++ for?", "For engines that are relatively quick; 1 < 2."),
        ("旅行", "来月は東京に行きます", "楽しんでください。"),
    ):
        talk = await memory.new_conversation()
        await say(memory, talk, text, reply)
        await memory.talks.rename(talk.id, title)
        clock.move(hours=1)
    return memory


@pytest.mark.parametrize(
    ("words", "title"),
    [
        ("boa", "Boats"),
        ("varnish", "Boats"),
        ("varnishes", "Boats"),
        ("organizatio", "Boats"),
        ("dry varn", "Boats"),
        ("koln", "Boats"),
        ("c++", "Code"),
        ("relativel", "Code"),
        ("1 <", "Code"),
        ("東京", "旅行"),
        ("東", "旅行"),
    ],
)
async def test_titles_and_turns_are_found_also_by_half_a_word(talks: Memory, words: str, title: str) -> None:
    assert await found(talks, words) == [title]


@pytest.mark.parametrize("words", ["varnish engines", "zzz", '"', "* AND (", "%", "\x00", "🦊"])
async def test_all_words_are_needed_and_any_text_is_safe(talks: Memory, words: str) -> None:
    assert await found(talks, words) == []


async def test_the_place_is_shown_and_the_message_named(talks: Memory) -> None:
    (hit,) = await talks.talks.find("two day")
    assert hit.excerpt.before.endswith(" ") and hit.excerpt.hit == "two"
    assert hit.excerpt.after == " days near Köln."
    reply = next(one for one in await talks.messages(hit.conversation.id) if one.id == hit.message)
    assert "two days" in reply.text


async def test_secrets_are_in_no_excerpt(memory: Memory) -> None:
    talk = await memory.new_conversation()
    await say(memory, talk, "the lantern opens with sk-proj-4f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c")
    (hit,) = await memory.talks.find("lantern")
    assert "4f9a8b" not in f"{hit.excerpt}"


async def test_what_is_not_learnt_from_is_found_and_incognito_too_while_it_lasts(memory: Memory) -> None:
    for mode in (Mode.OFF, Mode.INCOGNITO):
        talk = await memory.new_conversation(mode=mode)
        await say(memory, talk, f"a narwhal in mode {mode}")
    assert len(await memory.talks.find("narwhal")) == 2
    assert await memory.talks.find("incognito") != []


async def test_deleted_ones_are_not_found_and_pinned_ones_come_first(talks: Memory) -> None:
    boats, code = (await talks.talks.find("boats"))[0].conversation, (await talks.talks.find("code"))[0].conversation
    await talks.talks.pin(boats.id, pinned=True)
    assert (await found(talks, "o"))[0] == "Boats"
    await talks.talks.delete(code.id)
    assert await found(talks, "engines") == []
