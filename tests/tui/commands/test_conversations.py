from __future__ import annotations

import json
from pathlib import Path

import pytest

from memory.engine import Memory
from memory.store import history
from memory.types import Kind, Mode
from tests.scripted import SetClock
from tests.tui.chat.opened import open_memory
from tests.tui.commands.given import context, flat, say
from tests.tui.learning import learnt
from tui.commands.outcome import Answer, Choose, Copy, Open, Redraw, Refresh, Say, Several, Written
from tui.commands.registry import run

CODE = "Try\n\n```python\nprint(1)\n```\n\nor\n\n~~~\nls\n~~~\n\nwell"


async def test_new_opens_an_empty_conversation_in_a_mode(memory: Memory) -> None:
    opened = await run("/new read-only", context(memory))
    assert isinstance(opened, Open)
    assert (await memory.conversation(opened.conversation_id)).mode is Mode.READ_ONLY
    assert await memory.messages(opened.conversation_id) == []


async def test_resume_takes_words_of_the_title_or_offers_a_list(memory: Memory) -> None:
    herons, tea = [(await memory.new_conversation()).id for _ in range(2)]
    await say(memory, herons, "Tell me of herons", "Birds.")
    await say(memory, tea, "Tell me of tea", "Leaves.")
    assert await run("/resume HERON", context(memory)) == Open(herons)
    assert await run(f"/resume {tea}", context(memory)) == Open(tea)
    choice = await run("/resume", context(memory))
    assert isinstance(choice, Choose)
    assert {option.id for option in choice.options} == {herons, tea}
    assert await choice.action(tea) == Open(tea)
    assert isinstance(await run("/resume otters", context(memory)), Say)


async def test_rename(memory: Memory, talk: str) -> None:
    await say(memory, talk, "Hello", "Hi.")
    assert await run("/rename  Small talk ", context(memory, talk)) == Several(
        (Say("This conversation is now called Small talk"), Refresh())
    )
    assert (await memory.conversation(talk)).title == "Small talk"


async def test_delete_moves_on_and_can_be_undone(memory: Memory, talk: str) -> None:
    await say(memory, talk, "Hello", "Hi.")
    said, opened = flat(await run("/delete", context(memory, talk)))
    assert isinstance(said, Say)
    assert "/delete undo" in said.text
    assert isinstance(opened, Open)
    assert opened.conversation_id != talk
    assert await memory.conversations() == []
    assert await run("/delete undo", context(memory, opened.conversation_id)) == Open(talk)
    assert [one.id for one in await memory.conversations()] == [talk]


async def asked_to_delete(memory: Memory, talk: str) -> Choose:
    """The question about a conversation from which one fact was learnt."""
    await say(memory, talk, "I keep bees", "Nice.")
    await memory.remember("I keep bees", conversation=talk)
    question = await run("/delete", context(memory, talk))
    assert isinstance(question, Choose)
    assert "1 fact" in question.title
    return question


async def test_only_what_still_holds_is_counted(memory: Memory, talk: str) -> None:
    await asked_to_delete(memory, talk)
    now = await memory.remember("I keep bees and hens", conversation=talk)
    store, at = memory._parts.store, now.created_at
    assert at is not None
    await store.write(lambda: history.supersede(1, 2, at, at))
    assert [fact.id for fact in await memory.search("", kinds=[Kind.FACT])] == [now.id]
    question = await run("/delete", context(memory, talk))
    assert isinstance(question, Choose)
    assert question.title.endswith("Learnt from it alone: 1 fact")
    await store.write(lambda: history.end(2, at, at))
    question = await run("/delete", context(memory, talk))
    assert isinstance(question, Choose)
    assert question.title.endswith("Learnt from it alone: what no longer holds")


async def test_what_was_learnt_stays_when_only_the_conversation_is_deleted(memory: Memory, talk: str) -> None:
    question = await asked_to_delete(memory, talk)
    assert [option.id for option in question.options] == ["delete", "forget", "cancel"]
    _, opened = flat(await question.action("delete"))
    assert isinstance(opened, Open)
    assert await memory.conversations() == []
    assert [record.text for record in await memory.search("")] == ["I keep bees"]
    assert await run("/delete undo", context(memory, opened.conversation_id)) == Open(talk)
    assert [message.text for message in await memory.messages(talk)] == ["I keep bees", "Nice."]


async def test_what_was_learnt_goes_with_the_conversation_where_the_user_says_so(memory: Memory, talk: str) -> None:
    question = await asked_to_delete(memory, talk)
    said, opened = flat(await question.action("forget"))
    assert isinstance(said, Say)
    assert "Forgotten" in said.text
    assert isinstance(opened, Open)
    assert (await memory.conversations(), await memory.search("")) == ([], [])
    assert [message.text for message in await memory.messages(talk)] == ["[forgotten]", "[forgotten]"]


async def test_the_newest_deleted_conversation_comes_back_after_a_restart_but_never_a_forgotten_one(
    home: Path, clock: SetClock
) -> None:
    async with open_memory(home, clock=clock) as memory:
        kept, talk = [(await memory.new_conversation()).id for _ in range(2)]
        await say(memory, kept, "Tell me of herons", "Birds.")
        assert await run("/delete", context(memory, kept))
        question = await asked_to_delete(memory, talk)
        await question.action("forget")
    async with open_memory(home, clock=clock) as memory:
        told = await run(f"/delete undo {talk}", context(memory))
        assert told == Say(f"There is no conversation {talk}. It may have been erased", severity="error")
        assert await run("/delete undo", context(memory)) == Open(kept)
        assert [one.id for one in await memory.conversations()] == [kept]
        nothing = await run("/delete undo", context(memory))
        assert nothing == Say("There is no deleted conversation that could come back", severity="error")


async def test_a_deletion_that_is_cancelled_changes_nothing(memory: Memory, talk: str) -> None:
    question = await asked_to_delete(memory, talk)
    assert await question.action("cancel") == Say("Nothing was deleted")
    assert [one.id for one in await memory.conversations()] == [talk]
    assert len(await memory.search("")) == 1


async def test_a_digest_alone_is_asked_about_too(memory: Memory) -> None:
    talk = await learnt(
        memory, "Let us compare the trains from Lisbon to the coast, and what each of them costs.", "Trains"
    )
    question = await run("/delete", context(memory, talk))
    assert isinstance(question, Choose)
    assert question.title.endswith("Learnt from it alone: 1 digest")
    await question.action("forget")
    assert await memory.search("", kinds=[Kind.EPISODE]) == []


async def test_another_conversation_is_deleted_and_the_screen_is_drawn_anew(memory: Memory, talk: str) -> None:
    await asked_to_delete(memory, talk)
    here = (await memory.new_conversation()).id
    question = await run(f"/delete {talk}", context(memory, here))
    assert isinstance(question, Choose)
    assert flat(await question.action("forget"))[1:] == [Redraw(), Refresh()]


async def test_answering_again_needs_a_message(memory: Memory, talk: str) -> None:
    assert isinstance(await run("/regenerate", context(memory, talk)), Say)
    await say(memory, talk, "Hello", "Hi.")
    assert await run("/regenerate", context(memory, talk)) == Answer(again=True)
    assert await run("/continue", context(memory, talk)) == Answer(resume=True)


async def test_copy_takes_the_reply_its_last_code_or_all(memory: Memory, talk: str) -> None:
    await say(memory, talk, "How?", CODE)
    ctx = context(memory, talk)
    assert await run("/copy", ctx) == Copy(CODE)
    assert await run("/copy code", ctx) == Copy("ls\n")
    assert await run("/copy all", ctx) == Copy(f"How?\n\n{CODE}")


@pytest.mark.parametrize(
    "reply", ["1. Type\n\n   ```sh\n   ls\n   ```\n2. Look", "> ~~~\n> ls\n> ~~~", "Type\n```sh\nls\n"]
)
async def test_copy_takes_code_that_stands_in_a_list_or_quote_or_is_cut_off(
    memory: Memory, talk: str, reply: str
) -> None:
    await say(memory, talk, "How?", reply)
    assert await run("/copy code", context(memory, talk)) == Copy("ls\n")


async def test_copy_puts_no_escape_sequence_on_the_clipboard(memory: Memory, talk: str) -> None:
    await say(memory, talk, "How?", "a\x1b]52;c;eA==\x07b")
    copied = await run("/copy", context(memory, talk))
    assert isinstance(copied, Copy)
    assert "\x1b" not in copied.text


async def test_export_writes_a_private_file_and_never_over_another(memory: Memory, talk: str, tmp_path: Path) -> None:
    await say(memory, talk, "Hello", "Hi.")
    ctx = context(memory, talk)
    await run("/export", ctx)
    written = memory.profile_dir / "exports" / f"{talk}.md"
    assert "Hi." in written.read_text(encoding="utf-8")
    assert written.stat().st_mode & 0o077 == 0
    place = tmp_path / "talk.json"
    await run(f"/export {place}", ctx)
    assert [one["role"] for one in json.loads(place.read_text(encoding="utf-8"))["messages"]] == ["user", "assistant"]
    page = tmp_path / "talk.html"
    await run(f"/export {page}", ctx)
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    await run("/export html", ctx)
    assert (memory.profile_dir / "exports" / f"{talk}.html").stat().st_mode & 0o077 == 0
    place.write_text("mine", encoding="utf-8")
    refused = await run(f"/export json {place}", ctx)
    assert isinstance(refused, Say)
    assert refused.severity == "error"
    assert place.read_text(encoding="utf-8") == "mine"


async def test_the_name_of_an_exported_file_says_what_is_in_it_and_where_it_lies(
    memory: Memory, talk: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await say(memory, talk, "Hello", "Hi.")
    ctx = context(memory, talk)
    monkeypatch.chdir(tmp_path)
    assert await run("/export talk", ctx) == Written(tmp_path / "talk.md")
    assert await run("/export talk.txt", ctx) == Written(tmp_path / "talk.txt")
    assert await run("/export talk.HTML", ctx) == Written(tmp_path / "talk.HTML")
    assert (tmp_path / "talk.HTML").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    refused = await run("/export talk.pdf", ctx)
    assert isinstance(refused, Say) and "md, json, html" in refused.text
    assert not (tmp_path / "talk.pdf").exists()
    assert await run("/export md talk.pdf", ctx) == Written(tmp_path / "talk.pdf")


async def test_resume_finds_what_was_said_where_no_title_says_it(memory: Memory) -> None:
    herons, tea = [(await memory.new_conversation()).id for _ in range(2)]
    await say(memory, herons, "Tell me of herons", "They stand in marshes.")
    await say(memory, tea, "Tell me of tea", "Marshmallow goes well with it.")
    assert await run("/resume mallow", context(memory)) == Say("No conversation says mallow")
    assert await run("/resume marshmallow", context(memory)) == Open(tea)
    choice = await run("/resume marsh", context(memory))
    assert isinstance(choice, Choose)
    assert [option.detail for option in choice.options] == ["Marshmallow goes well with it.", "They stand in marshes."]


async def test_a_conversation_stays_on_top_until_told_again(memory: Memory, talk: str) -> None:
    await say(memory, talk, "Hello", "Hi.")
    said, _ = flat(await run("/top", context(memory, talk)))
    assert said == Say("“Hello” stays on top of the list")
    assert (await memory.conversation(talk)).pinned
    said, _ = flat(await run(f"/top {talk}", context(memory)))
    assert said == Say("“Hello” is no longer on top of the list")


async def test_a_forget_names_the_page_that_says_it_however_it_is_marked_up(
    memory: Memory, talk: str, tmp_path: Path
) -> None:
    code = (
        "```python\nsend('Quixotrel', \"the 'blue' heron's nest\")\n```\n[where](https://x.example/kingfisher%20hill)"
    )
    await say(memory, talk, "How?", code)
    page = tmp_path / "talk.html"
    await run(f"/export {page}", context(memory, talk))
    for words in ("Quixotrel", "the 'blue' heron's nest", "kingfisher hill"):
        assert str(page) in (await memory.plan_forget(words, with_turns=True)).exports, words
