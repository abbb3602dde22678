"""Other answers, other questions, forks: what is followed counts, and nothing is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory.engine import Memory
from memory.errors import BadInput, NotFound
from memory.ports import Delta
from memory.types import Conversation, GateDecision, Injection, Kind, Mode, Section, Status
from tests.memory.engine.opening import opened, recalled, say, say_instead
from tests.memory.portable.elsewhere import START, chatgpt, document, node
from tests.scripted import SetClock


async def texts(memory: Memory, conversation: Conversation) -> list[str]:
    return [message.text for message in await memory.messages(conversation.id)]


async def answer_again(memory: Memory, conversation: Conversation, reply: str) -> str:
    turn = await memory.turns.again(conversation.id)
    turn.append(Delta(text=reply))
    return (await memory.finish(turn)).id


async def test_answers_stand_beside_each_other_and_each_can_be_followed(memory: Memory) -> None:
    talk = await memory.talks.new()
    await say(memory, talk, "Name a river", "The Rhine.")
    second = await answer_again(memory, talk, "The Oder.")
    first, shown = (await memory.messages(talk.id))[-1].siblings
    assert shown == second
    await memory.talks.follow(talk.id, first)
    assert await texts(memory, talk) == ["Name a river", "The Rhine."]
    await memory.talks.follow(talk.id, second)
    assert await texts(memory, talk) == ["Name a river", "The Oder."]


async def compared(memory: Memory, conversation: Conversation, asked: str, reply: str) -> str:
    turn = await memory.turns.beside(conversation.id, asked)
    turn.append(Delta(text=reply))
    return (await memory.finish(turn)).id


@pytest.mark.parametrize("kept", [True, False])
async def test_who_comes_back_finds_the_answer_that_was_let_stand(memory: Memory, kept: bool) -> None:
    talk = await memory.talks.new()
    asked = await say(memory, talk, "Name a river", "The Rhine.")
    second = await compared(memory, talk, asked, "The Oder.")
    if kept:
        await memory.comparing.keep(talk.id, second, Injection(GateDecision(Section.NONE, "")))
    await say_instead(memory, talk, asked, "Name a lake", "Lake Constance.")
    await memory.talks.follow(talk.id, asked)
    assert await texts(memory, talk) == ["Name a river", "The Oder." if kept else "The Rhine."]


async def test_who_comes_back_finds_the_answer_that_was_chosen_last(memory: Memory) -> None:
    talk = await memory.talks.new()
    asked = await say(memory, talk, "Name a river", "The Rhine.")
    first = (await memory.messages(talk.id))[-1].id
    await answer_again(memory, talk, "The Oder.")
    await memory.talks.follow(talk.id, first)
    await say_instead(memory, talk, asked, "Name a lake", "Lake Constance.")
    await memory.talks.follow(talk.id, asked)
    assert await texts(memory, talk) == ["Name a river", "The Rhine."]


async def test_an_edited_message_is_a_branch_with_its_own_turns(memory: Memory) -> None:
    talk = await memory.talks.new()
    first = await say(memory, talk, "Plan a trip to Rome", "By train.")
    await say(memory, talk, "How long does it take?", "A day.")
    second = await say_instead(memory, talk, first, "Plan a trip to Oslo", "By ferry.")
    assert await texts(memory, talk) == ["Plan a trip to Oslo", "By ferry."]
    assert (await memory.messages(talk.id))[0].siblings == (first, second)
    await memory.talks.follow(talk.id, first)
    assert await texts(memory, talk) == ["Plan a trip to Rome", "By train.", "How long does it take?", "A day."]


async def test_an_edit_that_is_not_answered_leaves_the_conversation_where_it_was(memory: Memory) -> None:
    talk = await memory.talks.new()
    first = await say(memory, talk, "My boat is called Selma", "A fine name.")
    turn = await memory.begin(talk.id, "My boat is called Berta", instead_of=first)
    await memory.turns.give_back(turn, "No network")
    assert await texts(memory, talk) == ["My boat is called Selma", "A fine name."]
    assert not any(message.siblings for message in await memory.messages(talk.id))
    assert "Selma" in await recalled(memory, "What is the name of my boat?")


async def test_what_is_off_the_path_is_not_recalled_until_it_is_followed_again(memory: Memory) -> None:
    talk = await memory.talks.new()
    first = await say(memory, talk, "My sister Paula keeps bees in Trier.", "How nice.")
    await say_instead(memory, talk, first, "My sister Paula keeps bees in Mainz.", "How nice.")
    block = await recalled(memory, "Where does my sister Paula keep her bees?")
    assert ("Mainz" in block, "Trier" in block) == (True, False)
    assert any("Trier" in found.text for found in await memory.search("bees Trier"))
    await memory.talks.follow(talk.id, first)
    block = await recalled(memory, "Where does my sister Paula keep her bees?")
    assert ("Mainz" in block, "Trier" in block) == (False, True)


async def test_what_is_off_the_path_is_learnt_once_it_is_followed(memory: Memory) -> None:
    talk = await memory.talks.new()
    first = await say(memory, talk, "My name is Ana and I live in Porto.", "Hello.")
    await say_instead(memory, talk, first, "Good morning, I like chess a lot.", "Hello.")
    await memory.sync()
    assert not [fact for fact in await memory.search("Porto") if fact.kind == "fact"]
    await memory.talks.follow(talk.id, first)
    await memory.sync()
    assert [fact for fact in await memory.search("Porto") if fact.kind == "fact"]


async def test_an_answer_does_not_see_the_one_it_replaces(memory: Memory) -> None:
    talk = await memory.talks.new()
    await say(memory, talk, "Where does my sister Paula keep her bees?", "Your sister Paula keeps her bees in Ulm.")
    turn = await memory.turns.again(talk.id)
    assert "Ulm" not in (await memory.recall(turn)).block


async def test_a_reply_goes_on_in_the_same_message(memory: Memory) -> None:
    talk = await memory.talks.new()
    turn = await memory.begin(talk.id, "count")
    turn.append(Delta(reasoning="I count."))
    turn.append(Delta(text="one two"))
    half = await memory.finish(turn, Status.CANCELLED)
    turn = await memory.turns.resume(talk.id)
    turn.append(Delta(reasoning="On I go."))
    turn.append(Delta(text=" three"))
    whole = await memory.finish(turn)
    assert (whole.id, whole.text, whole.status) == (half.id, "one two three", Status.COMPLETE)
    assert whole.reasoning == "I count.\n\nOn I go."
    assert (await memory.messages(talk.id))[-1] == whole
    assert whole.siblings == ()


@pytest.mark.parametrize("said", ["", " three"])
async def test_a_kill_while_a_reply_goes_on_keeps_it_in_one_message(folder: Path, clock: SetClock, said: str) -> None:
    async with opened(folder, clock) as memory:
        talk = await memory.talks.new()
        turn = await memory.begin(talk.id, "count")
        turn.append(Delta(text="one two"))
        half = await memory.finish(turn, Status.CANCELLED)
        turn = await memory.turns.resume(talk.id)
        turn.append(Delta(text=said))
        turn.leave_journal()
    async with opened(folder, clock) as memory:
        reply = (await memory.messages(talk.id))[-1]
        assert (reply.id, reply.text, reply.siblings) == (half.id, "one two" + said, ())


async def test_a_title_of_first_words_is_made_of_the_version_that_is_shown(memory: Memory) -> None:
    talk = await memory.talks.new()
    first = await say(memory, talk, "Gardens of Zurich in spring", "Fine.")
    await say(memory, talk, "And more", "Yes.")

    async def edited(message: str, text: str) -> str:
        turn = await memory.begin(talk.id, text, instead_of=message)
        await memory.finish(turn)
        return (await memory.conversation(talk.id)).title

    assert await edited(first, "Lakes of Norway") == "Lakes of Norway"
    assert await edited((await memory.messages(talk.id))[0].id, "Rivers of Poland") == "Rivers of Poland"
    await say(memory, talk, "Rivers of Poland, please", "The Oder.")
    assert await edited((await memory.messages(talk.id))[2].id, "Mountains") == "Rivers of Poland"
    await memory.talks.rename(talk.id, "Rivers")
    assert await edited((await memory.messages(talk.id))[0].id, "Woods of Sweden") == "Rivers"


async def test_a_fork_begins_as_the_conversation_did_and_goes_its_own_way(memory: Memory) -> None:
    talk = await memory.talks.new(mode=Mode.READ_ONLY)
    await memory.talks.rename(talk.id, "Rivers")
    first = await say(memory, talk, "Name a river", "The Rhine.")
    await say(memory, talk, "And another", "The Oder.")
    answer = (await memory.messages(talk.id))[1].id
    fork = await memory.talks.fork(talk.id, answer)
    assert (fork.title, fork.mode) == ("Rivers", Mode.READ_ONLY)
    await say(memory, fork, "And a lake", "Lake Constance.")
    assert await texts(memory, fork) == ["Name a river", "The Rhine.", "And a lake", "Lake Constance."]
    assert await texts(memory, talk) == ["Name a river", "The Rhine.", "And another", "The Oder."]
    whole = await memory.talks.fork(talk.id)
    assert len(await memory.messages(whole.id)) == 4
    copy = (await memory.messages(fork.id))[0].id
    assert copy != first
    assert await memory.why(copy) is not None


async def test_what_a_fork_copied_is_neither_recalled_nor_learnt_twice(memory: Memory) -> None:
    talk = await memory.talks.new()
    await say(memory, talk, "My sister Paula keeps bees in Trier.", "How nice.")
    fork = await memory.talks.fork(talk.id)
    turn = await memory.begin(fork.id, "Where does my sister Paula keep her bees?")
    assert "Trier" not in (await memory.recall(turn)).block  # it stands in the conversation itself
    assert (await recalled(memory, "Where does my sister Paula keep her bees?")).count("Trier") == 1


async def test_a_fork_of_what_leaves_no_trace_leaves_none(memory: Memory) -> None:
    talk = await memory.talks.new(mode=Mode.INCOGNITO)
    await say(memory, talk, "Between us", "Yes.")
    fork = await memory.talks.fork(talk.id)
    assert fork.incognito
    assert await texts(memory, fork) == ["Between us", "Yes."]


async def test_what_can_not_be_followed_or_edited_is_refused(memory: Memory) -> None:
    talk, other = await memory.talks.new(), await memory.new_conversation()
    await say(memory, talk, "Name a river", "The Rhine.")
    elsewhere = await say(memory, other, "Name a lake", "Lake Garda.")
    reply = (await memory.messages(talk.id))[1].id
    with pytest.raises(NotFound):
        await memory.talks.follow(talk.id, elsewhere)
    for message in (reply, elsewhere):
        with pytest.raises(BadInput):
            await memory.begin(talk.id, "Name a sea", instead_of=message)
    with pytest.raises(BadInput):
        await memory.talks.fork((await memory.talks.new()).id)


async def test_what_another_window_said_meanwhile_stands_below_the_reply(folder: Path, clock: SetClock) -> None:
    async with opened(folder, clock) as memory, opened(folder, clock) as window:
        talk = await memory.talks.new()
        turn = await memory.begin(talk.id, "Tell me of the sea")
        turn.append(Delta(text="It is "))
        await say(window, talk, "My sister Paula lives in Trier.")
        await window.sync()
        turn.append(Delta(text="deep."))
        await memory.finish(turn)
        said = ["Tell me of the sea", "It is deep.", "My sister Paula lives in Trier.", "Fine."]
        assert await texts(memory, talk) == said
        assert [fact.text for fact in await memory.search("", kinds=[Kind.FACT])] == [said[2]]
        first = (await memory.messages(talk.id))[0].id
        await say_instead(memory, talk, first, "Tell me of the woods", "They are dark.")
        await memory.talks.follow(talk.id, first)
        assert await texts(memory, talk) == said
        await memory.portable.export(folder.parent / "all.jsonl")
    async with opened(folder.with_name("other"), clock) as memory:
        await memory.portable.bring_in(folder.parent / "all.jsonl")
        assert await texts(memory, talk) == said
        await memory.portable.export(folder.parent / "again.jsonl")
    assert (folder.parent / "again.jsonl").read_bytes() == (folder.parent / "all.jsonl").read_bytes()


async def test_a_branch_that_another_window_began_meanwhile_stays_followed(folder: Path, clock: SetClock) -> None:
    async with opened(folder, clock) as memory, opened(folder, clock) as window:
        talk = await memory.talks.new()
        turn = await memory.begin(talk.id, "Name a river")
        turn.append(Delta(text="The Quixotrel."))
        await say_instead(window, talk, turn.user.id, "Name a lake", "Lake Como.")
        await memory.finish(turn)
        assert await texts(memory, talk) == ["Name a lake", "Lake Como."]
        assert "Quixotrel" not in await recalled(memory, "Which river did you name, the Quixotrel?")
        await memory.talks.follow(talk.id, turn.user.id)
        assert await texts(memory, talk) == ["Name a river", "The Quixotrel."]


async def test_a_half_reply_that_is_found_at_the_start_hides_nothing_said_since(folder: Path, clock: SetClock) -> None:
    async with opened(folder, clock) as memory:
        talk = await memory.talks.new()
        turn = await memory.begin(talk.id, "Tell me of the sea")
        turn.append(Delta(text="It is "))
        await say(memory, talk, "And of the woods?", "Dark.")
        assert turn.leave_journal()
    async with opened(folder, clock) as memory:
        assert await texts(memory, talk) == ["Tell me of the sea", "It is ", "And of the woods?", "Dark."]


async def test_an_answer_that_was_only_compared_is_not_followed_in_place_of_what_was_said_on(memory: Memory) -> None:
    talk = await memory.talks.new()
    first = await say(memory, talk, "Name a river", "The Rhine.")
    await say(memory, talk, "And a lake", "Lake Como.")
    turn = await memory.turns.beside(talk.id, first)
    turn.append(Delta(text="The Oder."))
    other = await memory.finish(turn)
    await say_instead(memory, talk, first, "Name a hill", "Etna.")
    await memory.talks.follow(talk.id, first)
    assert await texts(memory, talk) == ["Name a river", "The Rhine.", "And a lake", "Lake Como."]
    await memory.talks.follow(talk.id, other.id)
    assert await texts(memory, talk) == ["Name a river", "The Oder."]


async def test_a_newer_export_of_another_program_that_shows_another_branch(memory: Memory, tmp_path: Path) -> None:
    file, old, new = tmp_path / "conversations.json", "I live in Trier.", "I live in Mainz."
    first = (node("a", None, "user", old, at=1), node("b", "a", "assistant", "A fine town.", at=2))
    file.write_bytes(document(chatgpt(*first)))
    await memory.portable.bring_in(file)
    await memory.sync(imported=1)
    second = (node("c", None, "user", new, at=3), node("d", "c", "assistant", "By the Rhine.", at=4))
    file.write_bytes(document({**chatgpt(*first, *second), "update_time": START + 900}))
    await memory.portable.bring_in(file)
    assert [message.text for message in await memory.messages("c1")] == [new, "By the Rhine."]
    assert await memory.search("", kinds=[Kind.FACT]) == []
    block = await recalled(memory, "In which town do I live?")
    assert ("Mainz" in block, "Trier" in block) == (True, False)


async def test_a_message_that_fails_leaves_the_reply_that_came_before_it_meanwhile(memory: Memory) -> None:
    talk = await memory.talks.new()
    slow = await memory.begin(talk.id, "Tell me of the sea")
    failing = await memory.begin(talk.id, "And of the hills")
    slow.append(Delta(text="It is deep."))
    await memory.finish(slow)
    await memory.turns.give_back(failing, "No network")
    assert await texts(memory, talk) == ["Tell me of the sea", "It is deep."]


@pytest.mark.parametrize("answered", [True, False])
async def test_a_message_that_fails_takes_nothing_along_that_another_window_said_below_it(
    folder: Path, clock: SetClock, answered: bool
) -> None:
    async with opened(folder, clock) as one, opened(folder, clock) as other:
        talk = await one.talks.new()
        await say(one, talk, "Name a river", "The Rhine.")
        failing = await one.begin(talk.id, "And a lake?")
        below = await other.begin(talk.id, "And a hill?")
        await one.turns.give_back(failing, "No network")
        if answered:
            below.append(Delta(text="The Brocken."))
            await other.finish(below)
        else:
            await other.turns.give_back(below, "No network")
        said = ["And a hill?", "The Brocken."] if answered else []
        assert await texts(one, talk) == ["Name a river", "The Rhine.", *said]


@pytest.mark.parametrize("answered_first", [True, False])
async def test_a_message_that_fails_here_keeps_the_reply_that_another_window_got_for_it(
    folder: Path, clock: SetClock, answered_first: bool
) -> None:
    async with opened(folder, clock) as one, opened(folder, clock) as other:
        talk = await one.talks.new()
        await say(one, talk, "Name a river", "The Rhine.")
        failing = await one.begin(talk.id, "My boat is called Selma")
        again = await other.turns.again(talk.id)
        again.append(Delta(text="A fine name."))
        if answered_first:
            await other.finish(again)
            assert not await one.turns.give_back(failing, "No network")
        else:
            assert await one.turns.give_back(failing, "No network")
            await other.finish(again)
        assert await texts(one, talk) == ["Name a river", "The Rhine.", "My boat is called Selma", "A fine name."]
        assert (await one.messages(talk.id))[2].status is Status.COMPLETE
        assert "Selma" in await recalled(one, "What is the name of my boat?")


async def test_a_reply_to_a_message_that_failed_elsewhere_stands_beside_what_was_said_since(
    folder: Path, clock: SetClock
) -> None:
    async with opened(folder, clock) as one, opened(folder, clock) as other:
        talk = await one.talks.new()
        await say(one, talk, "Name a river", "The Rhine.")
        failing = await one.begin(talk.id, "And a lake?")
        again = await other.turns.again(talk.id)
        again.append(Delta(text="Lake Constance."))
        await one.turns.give_back(failing, "No network")
        await say(one, talk, "And a hill?", "The Brocken.")
        await other.finish(again)
        assert await texts(one, talk) == ["Name a river", "The Rhine.", "And a hill?", "The Brocken."]
        await one.talks.follow(talk.id, failing.user.id)
        assert await texts(one, talk) == ["Name a river", "The Rhine.", "And a lake?", "Lake Constance."]


async def test_an_edit_that_fails_after_another_windows_message_leaves_both_branches(
    folder: Path, clock: SetClock
) -> None:
    async with opened(folder, clock) as one, opened(folder, clock) as other:
        talk = await one.talks.new()
        first = await say(one, talk, "My boat is called Selma", "A fine name.")
        edit = await one.begin(talk.id, "My boat is called Berta", instead_of=first)
        await say(other, talk, "I keep bees as well", "How nice.")
        await one.turns.give_back(edit, "No network")
        assert await texts(one, talk) == ["My boat is called Selma", "A fine name.", "I keep bees as well", "How nice."]
        assert "Selma" in await recalled(one, "What is the name of my boat?")
