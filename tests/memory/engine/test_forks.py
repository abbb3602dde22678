"""Forks hold copies: what they say is known once, goes as one, and is not lost with either conversation."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory.engine import Memory
from memory.errors import NotFound
from memory.types import Conversation, ForgetPlan, Kind, Mode
from tests.memory.distill.talk import fact as fact_of
from tests.memory.distill.talk import reply
from tests.memory.engine.opening import opened, recalled, say, say_instead
from tests.scripted import ScriptedModel, SetClock

BEES = "My sister Paula keeps bees in Trier."
ASKED = "Where does my sister Paula keep her bees?"
PORTO = "My name is Ana and I live in Porto."


async def forked(memory: Memory, *said: str) -> tuple[Conversation, Conversation]:
    talk = await memory.talks.new()
    for text in said:
        await say(memory, talk, text)
    return talk, await memory.talks.fork(talk.id)


async def facts(memory: Memory) -> list[str]:
    return [fact.text for fact in await memory.search("", kinds=[Kind.FACT])]


async def left_of(folder: Path, word: str) -> list[str]:
    """The files that still hold a word."""
    return [path.name for path in folder.rglob("*") if path.is_file() and word.encode() in path.read_bytes()]


def told(plan: ForgetPlan) -> str:
    return "\n".join(f"{trace.what} ({trace.count})" for trace in plan.traces)


async def test_forgetting_a_conversation_takes_its_copies_and_names_them(folder: Path, clock: SetClock) -> None:
    async with opened(folder, clock) as memory:
        talk, fork = await forked(memory, BEES, "Good night")
        again = await memory.talks.fork(fork.id)
        await say(memory, again, "And a lake")
        plan = await memory.plan_forget(talk.id, with_turns=True)
        assert f"copies in {fork.id} (2)" in told(plan)
        assert f"copies in {again.id} (2)" in told(plan)
        await memory.forget(plan)
        assert "And a lake" in [message.text for message in await memory.messages(again.id)]
        known = [conversation.id for conversation in await memory.conversations()]
        assert known == [again.id]
    assert await left_of(folder, "Paula") == []


async def test_forgetting_a_fork_leaves_what_it_began_with_where_it_was_said(memory: Memory) -> None:
    talk, fork = await forked(memory, PORTO)
    await say(memory, fork, "My dog is called Rex.")
    await memory.sync()
    plan = await memory.plan_forget(fork.id, with_turns=True)
    assert f"beginning as in {talk.id}" in told(plan)
    await memory.forget(plan)
    assert PORTO in [message.text for message in await memory.messages(talk.id)]
    known = " ".join(await facts(memory))
    assert ("Porto" in known, "Rex" in known) == (True, False)


async def test_a_message_goes_with_its_copies_whichever_is_named(memory: Memory) -> None:
    talk, fork = await forked(memory, PORTO)
    await memory.sync()
    copy = (await memory.messages(fork.id))[0].id
    await memory.forget(await memory.plan_forget(copy))
    assert await facts(memory) == []
    for conversation in (talk, fork):
        assert "Porto" not in (await memory.messages(conversation.id))[0].text


async def test_a_copy_stands_in_while_the_conversation_is_deleted(memory: Memory) -> None:
    talk, _ = await forked(memory, BEES)
    await memory.talks.delete(talk.id)
    assert (await recalled(memory, ASKED)).count("Trier") == 1
    await memory.talks.restore(talk.id)
    assert (await recalled(memory, ASKED)).count("Trier") == 1


async def test_a_copy_stands_in_when_the_message_is_edited_away(memory: Memory) -> None:
    talk, fork = await forked(memory, BEES)
    first = (await memory.messages(talk.id))[0].id
    await say_instead(memory, talk, first, "My sister Paula keeps bees in Mainz.", "Fine.")
    block = await recalled(memory, ASKED)
    assert ("Mainz" in block, "Trier" in block) == (True, True)
    await memory.talks.delete(fork.id)
    block = await recalled(memory, ASKED)
    assert ("Mainz" in block, "Trier" in block) == (True, False)


async def test_what_waits_is_learnt_from_the_copy_once_and_goes_with_it(memory: Memory) -> None:
    talk, fork = await forked(memory, PORTO)
    await memory.talks.delete(talk.id)
    await memory.sync()
    (item,) = [item for run in await memory.learnt.runs() for item in run.items if "Porto" in item.record.text]
    assert item.conversation == fork.id
    await memory.talks.restore(talk.id)
    await memory.sync()
    assert len([text for text in await facts(memory) if "Porto" in text]) == 1
    await memory.forget(await memory.plan_forget(talk.id))
    assert await facts(memory) == []


async def test_what_was_forgotten_is_not_learnt_from_a_copy(memory: Memory) -> None:
    talk, _ = await forked(memory, PORTO)
    await memory.sync()
    await memory.forget(await memory.plan_forget("Porto"))
    await memory.talks.delete(talk.id)
    await memory.sync()
    assert not [text for text in await facts(memory) if "Porto" in text]


async def test_a_copied_question_that_is_answered_again_is_not_learnt_again(memory: Memory) -> None:
    talk, fork = await forked(memory, PORTO)
    turn = await memory.turns.again(fork.id)
    await memory.finish(turn)
    assert {run.conversation for run in await memory.sync()} == {talk.id}
    (fact,) = [fact for fact in await memory.search("", kinds=[Kind.FACT]) if "Porto" in fact.text]
    assert fact.source_count == 1


async def test_a_search_finds_what_was_copied_once(memory: Memory) -> None:
    talk, fork = await forked(memory, BEES)
    (found,) = await memory.search("Paula bees")
    assert found.conversation == talk.id
    await memory.talks.delete(talk.id)
    (found,) = await memory.search("Paula bees")
    assert found.conversation == fork.id


async def test_a_project_that_holds_copies_alone_finds_them_once(memory: Memory) -> None:
    talk, fork = await forked(memory, BEES)
    for one in (fork, await memory.talks.fork(talk.id)):
        await memory.partitions.enter(one.id, "Hive")
    (found,) = await memory.search("Paula bees", place="project:Hive")
    assert found.conversation == fork.id


async def test_copies_on_branches_that_are_left_are_found_once(memory: Memory) -> None:
    talk, fork = await forked(memory, BEES)
    for one in (fork, await memory.talks.fork(talk.id), talk):
        (asked, _) = await memory.messages(one.id)
        await say_instead(memory, one, asked.id, "A lake", "Fine.")
    await memory.talks.delete(talk.id)
    (found,) = await memory.search("Paula bees")
    assert found.conversation == fork.id


async def test_a_list_of_what_was_said_names_what_was_copied_once(memory: Memory) -> None:
    _, fork = await forked(memory, BEES, "A lake")
    await say(memory, fork, "A hill")
    listed = [turn.text for turn in await memory.search("", kinds=[Kind.TURN])]
    assert sorted(listed) == sorted([BEES, "A lake", "A hill", *3 * ["Fine."]])
    newest = await memory.search("", kinds=[Kind.TURN], limit=6)
    assert len(newest) == 6


async def test_a_fork_of_a_project_is_recalled_there_alone(memory: Memory) -> None:
    talk = await memory.talks.new(project="Hive")
    await say(memory, talk, BEES)
    await memory.talks.fork(talk.id)
    await memory.talks.delete(talk.id)
    elsewhere = await memory.talks.new(project="")
    turn = await memory.begin(elsewhere.id, ASKED)
    assert "Trier" not in (await memory.recall(turn)).block
    turn = await memory.begin((await memory.talks.new(project="Hive")).id, ASKED)
    assert "Trier" in (await memory.recall(turn)).block


async def test_a_fork_of_what_does_not_learn_stays_unlearnt(memory: Memory) -> None:
    talk = await memory.talks.new(mode=Mode.READ_ONLY)
    await say(memory, talk, BEES)
    await memory.talks.fork(talk.id)
    await memory.talks.delete(talk.id)
    assert "Trier" not in await recalled(memory, ASKED)


async def test_a_fork_outlives_the_conversation_for_good(folder: Path, clock: SetClock) -> None:
    async with opened(folder, clock) as memory:
        talk, fork = await forked(memory, PORTO)
        await memory.sync()
        await memory.talks.delete(talk.id)
    clock.move(days=8)
    async with opened(folder, clock) as memory:
        with pytest.raises(NotFound):
            await memory.conversation(talk.id)
        assert "Porto" in await recalled(memory, "Where do I live?")
        await memory.forget(await memory.plan_forget(fork.id, with_turns=True))
        assert await facts(memory) == []
    assert await left_of(folder, "Porto") == []


async def test_what_was_forgotten_stays_so_when_only_a_copy_is_left(folder: Path, clock: SetClock) -> None:
    async with opened(folder, clock) as memory:
        talk = await memory.talks.new()
        await say(memory, talk, PORTO)
        await memory.sync()
        for fact in await memory.search("", kinds=[Kind.FACT]):
            await memory.forget(await memory.plan_forget(fact.id))
        await memory.talks.fork(talk.id)
        await memory.talks.delete(talk.id)
    clock.move(days=8)
    model = ScriptedModel([reply(fact_of("The user lives in Porto", PORTO, 1))], chunk=400)
    async with opened(folder, clock, llm=model) as memory:
        with pytest.raises(NotFound):
            await memory.conversation(talk.id)
        assert [run.outcome for run in await memory.sync()] == ["distilled"]
        assert await facts(memory) == []


@pytest.mark.parametrize("known", [False, True])
async def test_an_import_brings_a_copy_of_what_is_deleted_here(folder: Path, clock: SetClock, known: bool) -> None:
    """The copy stands for it, also where it is `known` here and stood for it already."""
    async with opened(folder, clock) as memory:
        talk = await memory.talks.new()
        await say(memory, talk, BEES)
        await memory.portable.export(folder.parent / "before.jsonl")
        await memory.talks.fork(talk.id)
        await memory.portable.export(folder.parent / "after.jsonl")
    async with opened(folder.with_name("other"), clock) as memory:
        await memory.portable.bring_in(folder.parent / ("after.jsonl" if known else "before.jsonl"))
        await memory.talks.delete(talk.id)
        await memory.portable.bring_in(folder.parent / "after.jsonl")
        assert (await recalled(memory, ASKED)).count("Trier") == 1
        await memory.talks.restore(talk.id)
        assert (await recalled(memory, ASKED)).count("Trier") == 1
