"""The memory as the program sees it: a turn from begin to ledger, the modes, and what a new start finds."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from memory.drafts import DraftFile
from memory.engine import Memory
from memory.errors import BadInput, NotFound
from memory.ports import Delta, ModelTraits
from memory.store.conversations import TITLE_LENGTH
from memory.types import Conversation, Kind, Mode, Part, PartSource, Role, Section, Status
from tests.memory.distill.talk import reply, scripted
from tests.memory.engine.opening import opened, say
from tests.scripted import ScriptedModel, SetClock


async def test_what_is_remembered_is_injected_into_the_next_turn_and_in_the_ledger(memory: Memory) -> None:
    fact = await memory.remember("My dentist is Dr. Amsel in Bonn")
    conversation = await memory.new_conversation()
    turn = await memory.begin(conversation.id, "What is the name of my dentist?")
    injection = await memory.recall(turn)
    assert fact.id in [item.id for item in injection.items]
    assert "Amsel" in injection.block
    assert injection.tokens <= 800
    assert turn.user.text == "What is the name of my dentist?"
    assert await memory.why(turn.user.id) == await memory.why()
    booked = await memory.why(turn.user.id)
    assert booked is not None
    assert (booked.items, booked.block) == (injection.items, injection.block)


class Words:
    """A model whose tokens are words."""

    def count(self, text: str) -> int:
        return len(text.split())


async def test_the_block_is_counted_as_its_model_counts(memory: Memory) -> None:
    await memory.remember("My dentist is Dr. Amsel in Bonn")
    conversation = await memory.new_conversation()
    turn = await memory.begin(conversation.id, "What is the name of my dentist?")
    estimated = await memory.recall(turn)
    bound = Words().count(estimated.block)
    counted = await memory.recall(turn, model=ModelTraits("words", "nobody", block_tokens=bound, counter=Words()))
    assert (counted.block, counted.tokens) == (estimated.block, bound)
    assert (await memory.recall(turn, model=ModelTraits("words", "nobody", block_tokens=bound))).block == ""


async def test_an_unrelated_question_gets_nothing(memory: Memory) -> None:
    await memory.remember("My dentist is Dr. Amsel in Bonn")
    conversation = await memory.new_conversation()
    turn = await memory.begin(conversation.id, "What is the boiling point of water?")
    injection = await memory.recall(turn)
    assert (injection.items, injection.block, injection.tokens) == ((), "", 0)
    assert injection.gate.section is Section.NONE


async def test_a_turn_that_is_not_distilled_is_found_in_another_conversation(memory: Memory) -> None:
    first = await memory.new_conversation()
    said = await say(memory, first, "My sister Paula keeps bees in Trier.")
    second = await memory.new_conversation()
    turn = await memory.begin(second.id, "Where does my sister Paula keep her bees?")
    assert said in [item.id for item in (await memory.recall(turn)).items]


async def test_what_is_learnt_now_waits_for_the_reply_that_is_being_written(folder: Path, clock: SetClock) -> None:
    model = scripted(reply())
    async with opened(folder, clock, llm=model) as memory:
        talk = await memory.new_conversation()
        await say(memory, talk, "Hi", "Hello!")
        turn = await memory.begin(talk.id, "My sister Paula keeps bees in Trier.")
        turn.append(Delta(text="That sounds lovely. How many hives does she look after by now?"))
        learning = asyncio.create_task(memory.sync())
        told = await anext(memory.events())
        assert (told.kind, told.text, learning.done()) == ("working", "Learning after the reply", False)
        await memory.finish(turn)
        assert [run.outcome for run in await learning] == ["distilled"]
        assert "My sister Paula keeps bees in Trier." in str(model.requests[-1].messages[-1].content)
        assert (await memory.stats()).waiting_turns == 0


@pytest.mark.parametrize("mode", [Mode.READ_ONLY, Mode.INCOGNITO])
async def test_learning_waits_for_no_reply_that_is_not_learnt_from(memory: Memory, mode: Mode) -> None:
    await memory.begin((await memory.new_conversation(mode=mode)).id, "Tell me a long story")
    assert await memory.sync() == []


async def test_a_new_start_knows_what_was_said(folder: Path, clock: SetClock) -> None:
    async with opened(folder, clock) as memory:
        await memory.remember("I play the viola in a quartet")
    clock.move(days=1)
    async with opened(folder, clock) as memory:
        conversation = await memory.new_conversation()
        turn = await memory.begin(conversation.id, "Which instrument do I play in my quartet?")
        assert "viola" in (await memory.recall(turn)).block


@pytest.mark.parametrize(
    ("mode", "injects", "learns"),
    [
        (Mode.READ_WRITE, True, True),
        (Mode.READ_ONLY, True, False),
        (Mode.WRITE_ONLY, False, True),
        (Mode.OFF, False, False),
    ],
)
async def test_the_modes_do_what_their_table_says(memory: Memory, mode: Mode, injects: bool, learns: bool) -> None:
    await memory.remember("My dentist is Dr. Amsel in Bonn")
    conversation = await memory.new_conversation(mode=mode)
    turn = await memory.begin(conversation.id, "What is the name of my dentist?")
    assert bool((await memory.recall(turn)).block) is injects
    turn.append(Delta(text="It is on file."))
    await memory.finish(turn)
    assert (await memory.stats()).waiting_turns == int(learns)
    assert [message.role for message in await memory.messages(conversation.id)] == [Role.USER, Role.ASSISTANT]
    assert await memory.why(turn.user.id) is not None


async def test_what_the_log_of_the_database_holds_counts_as_its_size(memory: Memory) -> None:
    before = (await memory.stats()).database_bytes
    await memory.remember("The word for it is " + "very " * 2_000 + "long")
    assert (await memory.stats()).database_bytes > before + 10_000


def contents(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path): path.read_bytes() for path in files if not path.name.endswith(("-wal", "-shm"))}


async def test_incognito_changes_no_file(folder: Path, clock: SetClock) -> None:
    async with opened(folder, clock) as memory:
        await memory.remember("My dentist is Dr. Amsel in Bonn")
        await say(memory, await memory.new_conversation(), "Good morning to you")
    before = contents(folder)
    async with opened(folder, clock, incognito=True) as memory:
        conversation = await memory.new_conversation()
        turn = await memory.begin(conversation.id, "Who is my dentist? Xylophage")
        assert "Amsel" in (await memory.recall(turn)).block
        turn.append(Delta(text="Yes"))
        await memory.finish(turn)
        assert [message.text for message in await memory.messages(conversation.id)][1] == "Yes"
        assert (await memory.why()) is not None
        with pytest.raises(BadInput):
            await memory.remember("xylophage")
    assert contents(folder) == before


async def test_incognito_on_a_new_home_leaves_nothing_behind(home: Path, folder: Path, clock: SetClock) -> None:
    async with opened(folder, clock, incognito=True) as memory:
        await memory.warm()
        conversation = await memory.new_conversation()
        turn = await memory.begin(conversation.id, "Who is my dentist?")
        assert (await memory.recall(turn)).block == ""
    assert not home.exists()


async def test_an_incognito_conversation_in_a_normal_window_leaves_no_trace(folder: Path, clock: SetClock) -> None:
    async with opened(folder, clock) as memory:
        conversation = await memory.new_conversation(mode=Mode.INCOGNITO)
        assert conversation.incognito
        await say(memory, conversation, "The xylophage is mine")
        assert len(await memory.messages(conversation.id)) == 2
        with pytest.raises(BadInput):
            await memory.talks.set_mode(conversation.id, Mode.READ_WRITE)
    assert not [path for path in folder.rglob("*") if path.is_file() and b"xylophage" in path.read_bytes()]


async def test_a_failed_send_is_not_recalled_and_not_in_the_path(memory: Memory) -> None:
    conversation = await memory.new_conversation()
    turn = await memory.begin(conversation.id, "My parrot is called Quartz")
    await memory.turns.give_back(turn, "No network")
    assert await memory.messages(conversation.id) == []
    assert not (await memory.preview("What is my parrot called?")).items


async def test_the_window_ends_before_the_newest_message(memory: Memory) -> None:
    conversation = await memory.new_conversation()
    await say(memory, conversation, "one", "first")
    turn = await memory.begin(conversation.id, "two")
    assert [message.text for message in await memory.turns.window(turn, budget_tokens=1000)] == ["one", "first"]


async def test_pasted_text_stays_marked_as_pasted(memory: Memory) -> None:
    conversation = await memory.new_conversation()
    parts = [Part("Read this:"), Part("I am allergic to nuts", source=PartSource.PASTED)]
    turn = await memory.begin(conversation.id, parts)
    assert [part.source for part in turn.user.parts] == [PartSource.TYPED, PartSource.PASTED]


@pytest.mark.parametrize(
    "text",
    [
        "Log line with nothing new. " * 40_000,
        "x" * 1_000_000,
        "\u05d0\u05d1 \u0645\u0631\u062d\u0628\u0627",
        "Hi \U0001f469\u200d\U0001f52c \U0001f1e9\U0001f1ea",
    ],
    ids=["a megabyte of words", "a megabyte in one word", "right to left", "emoji sequences"],
)
async def test_a_message_of_any_size_and_script_is_answered_kept_as_written_and_shown_again(
    memory: Memory, text: str
) -> None:
    conversation = await memory.new_conversation()
    await say(memory, conversation, text)
    sent, reply = await memory.messages(conversation.id)
    assert (sent.text == text, reply.text) == (True, "Fine.")
    (listed,) = await memory.conversations()
    assert 0 < len(listed.title) <= TITLE_LENGTH


async def test_delete_hides_from_list_and_recall_until_restored(memory: Memory) -> None:
    conversation = await memory.new_conversation()
    await say(memory, conversation, "My sister Paula keeps bees in Trier.")
    await memory.talks.delete(conversation.id)
    assert await memory.conversations() == []
    assert not (await memory.preview("Where does my sister Paula keep her bees?")).items
    await memory.talks.restore(conversation.id)
    assert [found.id for found in await memory.conversations()] == [conversation.id]
    assert (await memory.preview("Where does my sister Paula keep her bees?")).items


async def test_a_deleted_conversation_is_dropped_after_a_week(folder: Path, clock: SetClock) -> None:
    async with opened(folder, clock) as memory:
        conversation = await memory.new_conversation()
        await say(memory, conversation, "My sister Paula keeps bees in Trier.")
        await memory.talks.delete(conversation.id)
    clock.move(days=8)
    async with opened(folder, clock) as memory:
        with pytest.raises(NotFound):
            await memory.conversation(conversation.id)
        assert await memory.search("Paula bees", kinds=[Kind.TURN]) == []


async def test_a_message_brings_back_the_conversation_that_another_window_deleted(
    folder: Path, clock: SetClock
) -> None:
    async with opened(folder, clock) as memory, opened(folder, clock) as other:
        conversation = await memory.new_conversation()
        await say(memory, conversation, "My sister Paula keeps bees in Trier.")
        answering = await memory.begin(conversation.id, "Are you there?")
        await other.talks.delete(conversation.id)
        answering.append(Delta(text="Yes."))
        await memory.finish(answering)
        assert await memory.conversations() == []
        await say(memory, conversation, "And honey in Bonn.")
        assert [found.id for found in await memory.conversations()] == [conversation.id]
    clock.move(days=8)
    async with opened(folder, clock) as memory:
        assert "And honey in Bonn." in [message.text for message in await memory.messages(conversation.id)]


async def test_the_draft_of_a_dropped_conversation_goes_when_its_window_does(folder: Path, clock: SetClock) -> None:
    window = DraftFile(folder / "drafts", "c1")
    async with opened(folder, clock) as memory:
        conversation = await memory.new_conversation()
        await say(memory, conversation, "My sister Paula keeps bees in Trier.")
        window.write([Part("And honey")])
        DraftFile(folder / "drafts", "new").write([Part("Something else")])
        await memory.talks.delete(conversation.id)
    clock.move(days=8)
    async with opened(folder, clock):
        assert len(list((folder / "drafts").iterdir())) == 2
    window.close()
    async with opened(folder, clock):
        assert [path.name[:4] for path in (folder / "drafts").iterdir()] == ["new-"]


async def test_identity_lines_stand_in_every_turn_as_the_file_says(memory: Memory, folder: Path) -> None:
    await memory.identity.add("I live in Porto.")
    assert "Porto" in (await memory.standing()).text
    path = folder / "identity.md"
    path.write_text(path.read_text("utf-8").replace("Porto", "Lisbon"), "utf-8")
    assert "Lisbon" in (await memory.standing()).text
    (line,) = (await memory.standing()).identity
    await memory.identity.remove(line.id)
    assert (await memory.standing()).text == ""


async def test_remembering_another_home_ends_the_first_and_keeps_it_for_its_time(memory: Memory) -> None:
    first = await memory.remember("I live in Hamburg")
    await memory.remember("My sister lives in Hamburg")
    second = await memory.remember("I live in Lisbon")
    held = {record.text: record for record in await memory.search("")}
    assert set(held) == {"I live in Lisbon", "My sister lives in Hamburg"}
    ended = await memory.show(first.id)
    assert ended.valid_to == held[second.text].valid_from


async def test_what_another_home_would_take_along_is_asked_about(memory: Memory) -> None:
    first = await memory.remember("I live in Hamburg and work at Equinor")
    second = await memory.remember("I live in Lisbon")
    assert {record.id for record in await memory.search("")} == {first.id, second.id}
    (doubt,) = await memory.inbox.doubts()
    assert (doubt.newer.id, doubt.older.id) == (second.id, first.id)


async def test_forgetting_takes_what_was_remembered(memory: Memory) -> None:
    fact = await memory.remember("My dentist is Dr. Amsel in Bonn")
    plan = await memory.plan_forget(fact.id)
    assert [target.id for target in plan.targets] == [fact.id]
    await memory.forget(plan)
    with pytest.raises(NotFound):
        await memory.show(fact.id)
    assert not (await memory.preview("What is the name of my dentist?")).items


async def test_sync_distils_the_waiting_turns_with_the_model(folder: Path, clock: SetClock) -> None:
    def reply(request: object) -> str:
        return "not json at all"

    model = ScriptedModel([reply])
    async with opened(folder, clock, llm=model) as memory:
        conversation = await memory.new_conversation()
        await say(memory, conversation, "I moved to Ghent in March and work as a luthier there now.")
        runs = await memory.sync()
        assert [run.outcome for run in runs] == ["error"]
        assert (await memory.stats()).waiting_turns == 1


async def announced(memory: Memory, conversation: Conversation, vendor: str, text: str) -> bool:
    """Whether a turn that goes to `vendor` tells the user that memory goes there."""
    turn = await memory.begin(conversation.id, text)
    await memory.recall(turn)
    first = await memory.talks.first_time_to(conversation.id, vendor)
    turn.append(Delta(text="Fine."))
    await memory.finish(turn)
    return first


DENTIST = "What is the name of my dentist?"


async def test_another_vendor_is_announced_once_when_memory_was_there(memory: Memory) -> None:
    await memory.remember("My dentist is Dr. Amsel in Bonn")
    conversation = await memory.new_conversation()
    assert not await announced(memory, conversation, "this computer", DENTIST)
    assert await announced(memory, conversation, "OpenAI", "Thank you")
    assert not await announced(memory, conversation, "OpenAI", DENTIST)
    assert not await announced(memory, conversation, "this computer", "Thank you")


async def test_a_vendor_of_before_memory_is_announced_when_the_talk_comes_back_to_it(memory: Memory) -> None:
    conversation = await memory.new_conversation()
    assert not await announced(memory, conversation, "this computer", "What is the capital of France?")
    await memory.remember("My dentist is Dr. Amsel in Bonn")
    assert await announced(memory, conversation, "OpenAI", DENTIST)
    assert await announced(memory, conversation, "this computer", "Thank you")
    assert not await announced(memory, conversation, "OpenAI", "Thank you")


async def test_a_cut_reply_keeps_its_status(memory: Memory) -> None:
    conversation = await memory.new_conversation()
    turn = await memory.begin(conversation.id, "count")
    turn.append(Delta(text="one two"))
    await memory.finish(turn, Status.CANCELLED)
    resumed = await memory.turns.resume(conversation.id)
    resumed.append(Delta(text=" three"))
    message = await memory.finish(resumed)
    assert message.text == "one two three"
    assert len(await memory.messages(conversation.id)) == 2


async def test_a_search_in_other_words_finds_what_was_just_remembered(folder: Path, clock: SetClock) -> None:
    async with opened(folder, clock) as memory:
        await memory.remember("I keep bees on the roof of my house")
    async with opened(folder, clock) as memory:
        await memory.warm()
        await memory.embed_waiting(60)
        assert [found.text for found in await memory.search("honey insects")] == ["I keep bees on the roof of my house"]


@pytest.mark.parametrize("asked", ["C++", "what did I say about C++?", "bicy*"])
async def test_a_search_finds_symbols_and_beginnings(folder: Path, clock: SetClock, asked: str) -> None:
    async with opened(folder, clock) as memory:
        await memory.remember("I ride a bicycle")
        said = "I ride a bicycle to where I write C++ for trains and other engines that stop and go"
        await memory.remember(said)
        await memory.remember("My garden has oleander")
        assert said in [found.text for found in await memory.search(asked)]
        assert "My garden has oleander" not in [found.text for found in await memory.search(asked)]


async def test_what_is_forgotten_while_a_reply_says_it_is_not_stored_with_it(folder: Path, clock: SetClock) -> None:
    async with opened(folder, clock) as memory, opened(folder, clock) as other:
        turn = await memory.begin((await memory.new_conversation()).id, "What is my code?")
        turn.append(Delta(reasoning="They want zanzi"))
        turn.append(Delta(reasoning="bar.", text="It is zanzibar. Tea is good."))
        plan = await other.plan_forget("zanzibar")
        assert [trace.what for trace in plan.traces] == ["replies that are being written"]
        assert (await other.forget(plan)).pending
        turn.append(Delta(text=" Zanzibar it is. Bye."))
        reply = await memory.finish(turn)
        assert (reply.text, reply.reasoning) == ("Tea is good. Bye.", "[forgotten]")
        assert list((folder / "journal").iterdir()) == []
        [receipt] = await memory.audits.receipts()
        assert receipt.state == "done"


async def test_what_was_forgotten_in_a_reply_of_a_killed_window_does_not_come_back(
    folder: Path, clock: SetClock
) -> None:
    async with opened(folder, clock) as memory:
        turn = await memory.begin((await memory.new_conversation()).id, "What is my code?")
        turn.append(Delta(text="It is zanzibar. Tea is good."))
        async with opened(folder, clock) as other:
            await other.forget(await other.plan_forget("zanzibar"))
        turn.leave_journal()
        async with opened(folder, clock) as after:
            assert [message.text for message in await after.messages("c1")] == ["What is my code?", "Tea is good."]
            assert list((folder / "journal").iterdir()) == []


async def test_what_is_forgotten_between_recall_and_ledger_does_not_come_back_with_it(
    memory: Memory, folder: Path
) -> None:
    fact = await memory.remember("My sister Ana is allergic to peanuts")
    turn = await memory.begin((await memory.new_conversation()).id, "What is my sister Ana allergic to?")
    with closing(sqlite3.connect(folder / "memory.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        injection = await memory.recall(turn)
        other.execute("DELETE FROM fact")
        other.execute("COMMIT")
    assert [item.id for item in injection.items] == [fact.id]
    entry = await memory.why(turn.user.id)
    assert entry is not None
    assert entry.forgotten
    assert entry.block == ""
    assert [item.text for item in entry.items] == [""]


@pytest.mark.parametrize(
    "text",
    ["What is my AKIAIOSFODNN7EXAMPLE for?", f"{'word ' * 398}my key AKIAIOSFODNN7EXAMPLE", "my password=hunter22?"],
)
async def test_no_part_of_a_secret_stands_in_the_ledger(memory: Memory, text: str) -> None:
    await say(memory, await memory.new_conversation(), text)
    entry = await memory.why()
    assert entry is not None
    assert not any(piece in f"{entry.query} {entry.gate.rule}".lower() for piece in ("akia", "hunter"))


async def test_the_state_says_which_index_serves_and_how_many_texts_wait(memory: Memory) -> None:
    stats = await memory.stats()
    assert (stats.index, stats.waiting_vectors) == ("none", 0)
    await memory.remember("Ana likes tea")
    stats = await memory.stats()
    assert (stats.index, stats.waiting_vectors) == ("words", 1)
    await memory.embed_waiting(60)
    stats = await memory.stats()
    assert (stats.index, stats.waiting_vectors) == ("exact", 0)


STRANGE = ('NEAR("', "\0 cat \0", "\ud800 cat", "🙂", "?!", "cat " * 25_000, "cat* ^mango AND (")


@pytest.mark.parametrize("text", STRANGE, ids=range(len(STRANGE)))
async def test_whatever_is_said_is_kept_recalled_and_searched(folder: Path, clock: SetClock, text: str) -> None:
    async with opened(folder, clock) as memory:
        await memory.remember("My cat is called Mango")
        talk = await memory.new_conversation()
        message = await say(memory, talk, text)
        injection = await memory.why(message)
        assert injection is not None
        assert {leg.name: leg.note for leg in injection.legs} == {"words": "", "vectors": ""}
        assert [one.role for one in await memory.messages(talk.id)] == ["user", "assistant"]
        await memory.preview(text, conversation=talk.id)
        await memory.search(text)


async def test_a_clock_that_jumps_keeps_the_order_and_the_memories(memory: Memory, clock: SetClock) -> None:
    talk = await memory.new_conversation()
    for years, text in ((0, "first"), (-40, "second"), (150, "third"), (0, "fourth")):
        clock.time = SetClock().now() + timedelta(days=365 * years)
        await say(memory, talk, text)
        await memory.remember(f"The {text} thing")
    said = [one.text for one in await memory.messages(talk.id) if one.role == "user"]
    assert said == ["first", "second", "third", "fourth"]
    assert len(await memory.search("")) >= 4
    assert (await memory.preview("What do you know about me?")).items
    await memory.consolidate()
    assert (await memory.stats()).facts == 4
