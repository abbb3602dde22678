"""Another answer to compare with: it lies beside the one that stands, and nothing rests on it until it is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory.engine import Memory
from memory.errors import BadInput, NotFound
from memory.ports import Delta
from memory.store import judgements
from memory.types import NO_PICKS, Conversation, Injection, Leaning, Message, Mode, Picks, Status, Worth
from tests.memory.engine.opening import opened, say
from tests.memory.engine.test_branches import texts
from tests.scripted import SetClock

CAT = "My cat is called Mango"
QUESTION = "What is my cat called?"
WITHOUT = Picks(nothing=True)


async def beside(
    memory: Memory,
    talk: Conversation,
    message: str,
    reply: str,
    picks: Picks = WITHOUT,
    status: Status = Status.COMPLETE,
) -> tuple[Message, Injection]:
    turn = await memory.turns.beside(talk.id, message)
    given = await memory.recall(turn, picks=picks)
    turn.append(Delta(text=reply))
    return await memory.finish(turn, status), given


async def asked_about_the_cat(memory: Memory) -> tuple[Conversation, str]:
    await memory.remember(CAT)
    talk = await memory.talks.new()
    return talk, await say(memory, talk, QUESTION, "Your cat is Mango.")


async def given_to(memory: Memory, message: str) -> list[str]:
    found = await memory.why(message)
    assert found is not None
    return [item.text for item in found.items]


async def test_the_reply_that_stands_stays_and_so_does_what_the_ledger_tells_of_it(memory: Memory) -> None:
    talk, message = await asked_about_the_cat(memory)
    other, given = await beside(memory, talk, message, "I can't know.")
    assert (given.block, given.standing) == ("", ())
    assert await texts(memory, talk) == [QUESTION, "Your cat is Mango."]
    assert (await memory.messages(talk.id))[-1].siblings[-1] == other.id
    assert await given_to(memory, message) == [CAT]


async def test_the_one_that_is_kept_stands_and_the_ledger_tells_what_it_got(memory: Memory) -> None:
    talk, message = await asked_about_the_cat(memory)
    other, given = await beside(memory, talk, message, "I can't know.")
    await memory.comparing.keep(talk.id, other.id, given)
    assert await texts(memory, talk) == [QUESTION, "I can't know."]
    assert await given_to(memory, message) == []
    first = (await memory.messages(talk.id))[-1].siblings[0]
    await memory.talks.follow(talk.id, first)
    assert await texts(memory, talk) == [QUESTION, "Your cat is Mango."]


async def test_an_answer_with_other_memories_gets_those(memory: Memory) -> None:
    talk, message = await asked_about_the_cat(memory)
    other = await memory.remember("The neighbour's dog is called Plum")
    found = await memory.why(message)
    assert found is not None
    picks = Picks((other.id,), frozenset(item.id for item in found.items))
    _, given = await beside(memory, talk, message, "Plum.", picks)
    assert [item.text for item in given.items] == [other.text]
    dry = await memory.preview(QUESTION, conversation=talk.id, picks=picks, message=(await memory.messages(talk.id))[0])
    assert [item.text for item in dry.items] == [other.text]


async def test_it_is_not_recalled_until_it_is_kept(memory: Memory) -> None:
    async def towns() -> list[str]:
        found = (await memory.preview("What did you tell me word for word about the bees of Paula?")).items
        return [town for town in ("Ulm", "Mainz") if any(town in item.text for item in found)]

    talk = await memory.talks.new()
    message = await say(memory, talk, "Where does Paula keep her bees?", "Paula keeps her bees in Ulm.")
    other, given = await beside(memory, talk, message, "Paula keeps her bees in Mainz.")
    assert await towns() == ["Ulm"]
    await memory.comparing.keep(talk.id, other.id, given)
    assert await towns() == ["Mainz"]


async def test_an_earlier_message_can_be_answered_again_and_what_follows_stays(memory: Memory) -> None:
    talk = await memory.talks.new()
    first = await say(memory, talk, "Name a river", "The Rhine.")
    await say(memory, talk, "Another", "The Oder.")
    turn = await memory.turns.beside(talk.id, first)
    assert await memory.turns.window(turn, budget_tokens=1000) == []
    turn.append(Delta(text="The Elbe."))
    other = await memory.finish(turn)
    assert await texts(memory, talk) == ["Name a river", "The Rhine.", "Another", "The Oder."]
    await memory.talks.follow(talk.id, other.id)
    assert await texts(memory, talk) == ["Name a river", "The Elbe."]


async def test_what_is_no_message_of_the_user_here_is_refused(memory: Memory) -> None:
    talk = await memory.talks.new()
    await say(memory, talk, "Name a river")
    elsewhere = await say(memory, await memory.talks.new(), "Name a sea")
    for message in (elsewhere, (await memory.messages(talk.id))[-1].id, "m99"):
        with pytest.raises(NotFound, match="no message"):
            await memory.turns.beside(talk.id, message)


async def test_one_that_was_cut_off_by_a_crash_comes_back_beside_the_one_that_stands(
    folder: Path, clock: SetClock
) -> None:
    async with opened(folder, clock) as memory:
        talk = await memory.talks.new()
        message = await say(memory, talk, "Name a river", "The Rhine.")
        turn = await memory.turns.beside(talk.id, message)
        turn.append(Delta(text="The El"))
        assert turn.leave_journal()
    async with opened(folder, clock) as memory:
        assert await texts(memory, talk) == ["Name a river", "The Rhine."]
        versions = await memory.talks.versions((await memory.messages(talk.id))[-1])
        assert [(one.text, one.status) for one in versions][1] == ("The El", Status.PARTIAL)


async def test_in_incognito_it_lives_in_memory_alone(memory: Memory) -> None:
    talk = await memory.talks.new(mode=Mode.INCOGNITO)
    message = await say(memory, talk, "Name a river", "The Rhine.")
    other, given = await beside(memory, talk, message, "The Elbe.", NO_PICKS)
    await memory.comparing.keep(talk.id, other.id, given)
    assert await texts(memory, talk) == ["Name a river", "The Elbe."]
    assert not await memory.search("Elbe")


async def test_what_the_user_says_of_turns_moves_the_gate_within_bounds_and_can_be_taken_back(memory: Memory) -> None:
    await memory.remember(CAT)
    replies = []
    for _ in range(7):
        talk = await memory.talks.new()
        await say(memory, talk, QUESTION, "Mango.")
        replies.append((await memory.messages(talk.id))[-1])
    for reply in replies:
        await memory.comparing.judge(reply, Worth.WRONG)
    leaning = await memory.comparing.leaning()
    assert (leaning.shift, leaning.against, leaning.favour) == (0.1, 7, 0)
    for reply in replies[3:]:
        await memory.comparing.judge(reply, Worth.USEFUL)
    leaning = await memory.comparing.leaning()
    assert (leaning.shift, leaning.against, leaning.favour) == (-0.02, 3, 4)
    await memory.comparing.take_back(replies[6])
    assert (await memory.comparing.leaning()).shift == 0.0
    await memory.comparing.take_all_back()
    assert await memory.comparing.leaning() == Leaning()


async def test_a_word_that_was_changed_takes_the_place_of_no_other(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judgements, "NEWEST", 2)
    home, _ = await asked_about_the_cat(memory)
    talk = await memory.talks.new()
    await say(memory, talk, QUESTION, "Mango.")
    await memory.comparing.judge((await memory.messages(talk.id))[-1], Worth.USEFUL)
    reply = (await memory.messages(home.id))[-1]
    for worth in (Worth.USEFUL, Worth.STALE, Worth.WRONG):
        await memory.comparing.judge(reply, worth)
    leaning = await memory.comparing.leaning()
    assert (leaning.against, leaning.favour) == (1, 1)


async def test_a_word_on_a_reply_without_memory_counts_beside_another_alone(memory: Memory) -> None:
    talk, message = await asked_about_the_cat(memory)
    other, given = await beside(memory, talk, message, "I can't know.")
    await memory.comparing.judge(other, Worth.USEFUL, given=given)
    assert (await memory.comparing.leaning()).shift == 0.0
    await memory.comparing.judge(other, Worth.USEFUL, given=given, compared=True)
    assert (await memory.comparing.leaning()).against == 1


async def test_one_memory_of_a_turn_can_be_judged_and_a_turn_counts_once(memory: Memory) -> None:
    talk, message = await asked_about_the_cat(memory)
    reply = (await memory.messages(talk.id))[-1]
    (item,) = [found.id for found in (await memory.preview(QUESTION)).items if found.text == CAT]
    await memory.comparing.judge(reply, Worth.STALE, memory=item)
    await memory.comparing.judge(reply, Worth.WRONG)
    assert (await memory.comparing.leaning()).against == 1
    said = await memory.comparing.said(message)
    assert {(one.memory, one.worth) for one in said} == {(item, Worth.STALE), ("", Worth.WRONG)}
    with pytest.raises(BadInput, match="got no memory"):
        await memory.comparing.judge(reply, Worth.WRONG, memory="f99")
    with pytest.raises(NotFound, match="Nothing was said"):
        await memory.comparing.take_back(reply, memory="f99")


async def test_words_go_with_the_conversation_they_are_about(memory: Memory, clock: SetClock, folder: Path) -> None:
    talk, _ = await asked_about_the_cat(memory)
    await memory.comparing.judge((await memory.messages(talk.id))[-1], Worth.WRONG)
    await memory.talks.delete(talk.id)
    clock.move(days=8)
    async with opened(folder, clock) as later:
        assert await later.comparing.said() == []
