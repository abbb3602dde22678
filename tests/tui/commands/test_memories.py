from __future__ import annotations

import pytest

from memory.engine import Memory
from memory.errors import StoreFull
from memory.types import Kind
from tests.scripted import ScriptedModel
from tests.tui.commands.given import context, flat, say
from tui.commands.outcome import Choose, Confirm, Page, Refresh, Say
from tui.commands.registry import run

FACT = "My sister Ana is allergic to peanuts"


async def test_remember_says_what_it_stored_and_search_finds_it(memory: Memory, talk: str) -> None:
    said, refresh = flat(await run(f"/remember {FACT}", context(memory, talk)))
    assert isinstance(said, Say)
    assert FACT in said.text
    assert refresh == Refresh()
    found = await run("/search peanuts", context(memory, talk))
    assert isinstance(found, Say)
    assert FACT in found.text


async def test_a_secret_is_asked_about_and_never_kept(memory: Memory, talk: str) -> None:
    asked = await run("/remember my key is sk-abcd1234efgh5678ijkl", context(memory, talk))
    assert isinstance(asked, Confirm)
    assert "secret" in asked.body_lines[0]
    assert not any("sk-abcd1234efgh5678ijkl" in line for line in asked.body_lines)
    assert await memory.search("") == []
    said = flat(await asked.action())[0]
    assert isinstance(said, Say)
    assert "sk-abcd1234efgh5678ijkl" not in said.text
    assert ["sk-" in record.text for record in await memory.search("key")] == [False]


async def test_forget_shows_everything_first_and_erases_only_on_yes(memory: Memory, talk: str) -> None:
    await memory.remember(FACT)
    plan = await run("/forget peanuts", context(memory, talk))
    assert isinstance(plan, Confirm)
    assert plan.danger
    assert any(FACT in line for line in plan.body_lines)
    assert len(await memory.search("peanuts")) == 1
    done = flat(await plan.action())[0]
    assert isinstance(done, Say)
    assert "Forgotten" in done.text
    assert await memory.search("peanuts") == []


async def test_what_fails_after_the_yes_comes_back_as_words(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    await memory.remember(FACT)
    plan = await run("/forget peanuts", context(memory))
    assert isinstance(plan, Confirm)

    async def full(plan: object) -> None:
        raise StoreFull("The disk is full", hint="Free some space")

    monkeypatch.setattr(memory, "forget", full)
    assert await plan.action() == Say("The disk is full. Free some space", severity="error")


async def asked_about_turns(memory: Memory, talk: str) -> Choose:
    for text in ("My boat is called Quillon", "Quillon needs new paint"):
        await say(memory, talk, text, "Fine.")
    await memory.remember("My boat is called Quillon", conversation=talk)
    question = await run("/forget Quillon", context(memory, talk))
    assert isinstance(question, Choose)
    return question


async def test_where_own_messages_say_it_forgetting_asks_about_them(memory: Memory, talk: str) -> None:
    question = await asked_about_turns(memory, talk)
    assert [(option.label, option.detail) for option in question.options] == [
        ("Cancel", "changes nothing"),
        ("Forget, keep my messages", "1 memory; 2 messages stay"),
        ("Forget with my messages", "1 memory and 2 messages"),
    ]
    told = "\n".join(question.body_lines)
    assert all(text in told for text in ("My boat is called Quillon", "Quillon needs new paint", "your messages (2)"))
    assert await question.action("cancel") == Say("Nothing was forgotten")
    assert len(await memory.search("Quillon", kinds=[Kind.FACT])) == 1


async def test_own_messages_can_be_kept(memory: Memory, talk: str) -> None:
    await (await asked_about_turns(memory, talk)).action("keep")
    assert await memory.search("Quillon", kinds=[Kind.FACT]) == []
    said = [message.text for message in await memory.messages(talk)]
    assert said[::2] == ["My boat is called Quillon", "Quillon needs new paint"]


async def test_own_messages_can_go_too(memory: Memory, talk: str) -> None:
    await (await asked_about_turns(memory, talk)).action("all")
    assert await memory.search("Quillon") == []
    assert not any("Quillon" in message.text for message in await memory.messages(talk))


async def test_forgetting_what_is_not_there(memory: Memory) -> None:
    assert isinstance(await run("/forget unicorns", context(memory)), Say)


async def test_recall_is_a_dry_run(memory: Memory, talk: str) -> None:
    await memory.remember(FACT)
    page = await run("/recall What is my sister Ana allergic to?", context(memory, talk))
    assert isinstance(page, Page)
    assert "peanuts" in page.markdown
    assert "gate" in page.markdown
    assert await memory.why() is None


async def test_why_shows_the_last_turn_or_the_one_named(memory: Memory, talk: str) -> None:
    nothing = await run("/why", context(memory, talk))
    assert isinstance(nothing, Say)
    await memory.remember(FACT)
    first = await say(memory, talk, "What is my sister Ana allergic to?", "Peanuts.")
    second = await say(memory, talk, "What is seven times six?", "42.")
    last = await run("/why", context(memory, talk))
    assert isinstance(last, Page)
    assert second.id in last.title
    assert "decides before each message" in last.markdown
    named = await run(f"/why {first.id}", context(memory, talk))
    assert isinstance(named, Page)
    assert "peanuts" in named.markdown


async def test_reflect_answers_with_the_memories_it_used(memory: Memory, talk: str) -> None:
    record = await memory.remember(FACT)
    memory.use_model(ScriptedModel([f"Ana must avoid peanuts [{record.id}]."]))
    said = await run("/reflect What must Ana avoid?", context(memory, talk))
    assert isinstance(said, Say)
    assert "Ana must avoid peanuts" in said.text
    assert FACT in said.text


async def test_reflect_without_a_model_lists_each_memory_once(memory: Memory) -> None:
    await memory.remember(FACT)
    said = await run("/reflect What must Ana avoid?", context(memory))
    assert isinstance(said, Say)
    assert said.text.startswith("No model could answer this")
    assert said.text.count(FACT) == 1


LONG = "I collect very old pocket watches and their keys " * 15


async def test_without_room_the_user_chooses_what_becomes_a_fact(memory: Memory) -> None:
    ctx = context(memory)
    await run(f"/identity add {LONG} one", ctx)
    asked = await run(f"/identity add {LONG} two", ctx)
    assert isinstance(asked, Choose)
    assert "Which shall become an ordinary fact?" in asked.title
    (option,) = asked.options
    assert "token" in option.detail
    said = [one.text for one in flat(await asked.action(option.id)) if isinstance(one, Say)]
    assert said[0].startswith("An ordinary fact now, as f1") and said[1].startswith("Added to identity.md: ")
    assert [line.text[-3:] for line in (await memory.standing()).identity] == ["two"]


async def test_beyond_the_bound_identity_asks_and_its_list_tells(memory: Memory) -> None:
    ctx = context(memory)
    await run("/identity add I live in Graz", ctx)
    with (memory.profile_dir / "identity.md").open("a", encoding="utf-8") as file:
        file.writelines(f"- {LONG} {number}\n" for number in range(4))
    asked = await run("/identity", ctx)
    assert isinstance(asked, Choose)
    assert len(asked.options) == 5
    page = await run("/identity list", ctx)
    assert isinstance(page, Page)
    assert "of 400 tokens are always in context" in page.markdown


async def test_pin_and_unpin(memory: Memory) -> None:
    ctx = context(memory)
    fact = await memory.remember("I play the viola")
    await run(f"/pin {fact.id}", ctx)
    assert fact.text in (await memory.standing()).text
    page = await run("/identity", ctx)
    assert isinstance(page, Page) and "Pinned" in page.markdown
    await run(f"/unpin {fact.id}", ctx)
    assert fact.text not in (await memory.standing()).text


async def test_why_tells_what_was_always_in_context_in_its_words(memory: Memory, talk: str) -> None:
    ctx = context(memory, talk)
    await run("/identity add I live in Graz", ctx)
    await run("/identity add I play chess", ctx)
    await say(memory, talk, "What is a heron?", "A bird.")
    await run(f"/identity remove {(await memory.standing()).identity[1].id}", ctx)
    page = await run("/why", ctx)
    assert isinstance(page, Page)
    assert "I live in Graz" in page.markdown
    assert "not there any more" in page.markdown


async def test_identity_is_added_edited_listed_and_removed(memory: Memory) -> None:
    ctx = context(memory)
    await run("/identity add I live in Graz", ctx)
    line = (await memory.standing()).identity[0]
    await run(f"/identity edit {line.id} I live in Linz", ctx)
    page = await run("/identity", ctx)
    assert isinstance(page, Page)
    assert "Linz" in page.markdown
    assert "Graz" not in page.markdown
    await run(f"/identity remove {(await memory.standing()).identity[0].id}", ctx)
    assert (await memory.standing()).identity == ()


@pytest.mark.parametrize("text", ["[/]", "# [/mnt/data](x)", "**bold** `code` <b>"])
async def test_a_memory_is_shown_letter_by_letter(memory: Memory, text: str) -> None:
    await memory.remember(f"Ana wrote {text}")
    page = await run("/recall What did my friend Ana write?", context(memory))
    assert isinstance(page, Page)
    assert f" {text}" not in page.markdown, "markup would be drawn, not shown"
    assert f" {text}" in page.markdown.replace("\\", "")
