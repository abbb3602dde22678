"""The transcript: what is committed when, and what a crash leaves."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from memory import types
from memory.bench.writing import statements
from memory.errors import BadInput
from memory.ports import Delta
from memory.store import conversations, documents, facts, ids, messages
from memory.store.store import Store
from memory.store.tables import TABLES, Message, Signal
from memory.store.turns import Recovered, Transcript, Turn
from memory.types import Mode, Part, PartKind, PartSource, Role, Status, Usage
from tests.scripted import SetClock


@pytest.fixture
def transcript(store: Store, tmp_path: Path, clock: SetClock) -> Transcript:
    return Transcript(store, tmp_path / "journal", clock)


async def new_conversation(store: Store, clock: SetClock) -> str:
    row = await store.write(lambda: conversations.create(mode=None, model="", at=clock.now()))
    return ids.show("conversation", row.id)


async def said(transcript: Transcript, conversation: str, text: str, mode: Mode = Mode.READ_WRITE) -> Turn:
    return await transcript.begin(conversation, [Part(text)], mode, "scripted/test")


async def turn(transcript: Transcript, conversation: str, text: str, reply: str) -> types.Message:
    begun = await said(transcript, conversation, text)
    begun.append(Delta(text=reply))
    return await transcript.finish(begun, Status.COMPLETE, None, "")


def leave(begun: Turn) -> None:
    """The process ends without a word: the system lets go of the journal."""
    assert begun._journal is not None
    os.close(begun._journal._file)


async def path(store: Store, conversation: str) -> list[types.Message]:
    return await store.read(lambda: messages.path(ids.number(conversation, "conversation")))


async def test_the_users_message_is_there_before_any_reply(
    store: Store, transcript: Transcript, clock: SetClock
) -> None:
    conversation = await new_conversation(store, clock)
    await said(transcript, conversation, "My cat is called Juno.")
    assert [message.text for message in await path(store, conversation)] == ["My cat is called Juno."]
    hits = await store.read(lambda: documents.search_words("cat Juno", kinds=("turn",), limit=5))
    assert len(hits) == 1


async def test_reply_and_signal_come_together(store: Store, transcript: Transcript, clock: SetClock) -> None:
    conversation = await new_conversation(store, clock)
    begun = await said(transcript, conversation, "Hello there")
    begun.append(Delta(reasoning="They greet me."))
    begun.append(Delta(text="Good "))
    begun.append(Delta(text="morning."))
    reply = await transcript.finish(begun, Status.COMPLETE, Usage(12, 3, 0.01), "")
    assert (reply.text, reply.reasoning, reply.usage) == ("Good morning.", "They greet me.", Usage(12, 3, 0.01))
    assert await store.read(lambda: [row.state for row in Signal.select()]) == ["pending"]
    assert not list(transcript_folder(transcript).glob("*"))


def transcript_folder(transcript: Transcript) -> Path:
    assert transcript._journals is not None
    return transcript._journals


@pytest.mark.parametrize("memories", [0, 300])
async def test_a_turn_writes_the_same_few_rows_however_much_is_known_and_learning_is_one_of_them(
    store: Store, transcript: Transcript, clock: SetClock, memories: int
) -> None:
    conversation = await new_conversation(store, clock)
    await turn(transcript, conversation, "Hello", "Hello.")
    known = [f"The user has met number {number}" for number in range(memories)]
    await store.write(lambda: [facts.add(text, at=clock.now()) for text in known])
    sizes = await store.read(rows)
    learning = await statements(transcript, conversation, "My cat is called Juno.", Mode.READ_WRITE)
    grown = {
        table: number - sizes[table] for table, number in (await store.read(rows)).items() if number > sizes[table]
    }
    assert grown == {"message": 2, "part": 2, "document": 2, "signal": 1, "call": 1}
    assert {what: count for what, count in learning.items() if what.startswith("INSERT")} == {
        f"INSERT {table}": count for table, count in grown.items()
    }
    plain = await statements(transcript, conversation, "My cat is called Juno.", Mode.OFF)
    assert learning - plain == {"INSERT signal": 1}
    assert sum(plain.values()) == sum(learning.values()) - 1


def rows() -> dict[str, int]:
    return {table._meta.table_name: table.select().count() for table in TABLES}


async def test_a_mode_that_does_not_learn_leaves_no_signal_and_no_turn_to_recall(
    store: Store, transcript: Transcript, clock: SetClock
) -> None:
    conversation = await new_conversation(store, clock)
    begun = await said(transcript, conversation, "A secret about rhubarb", Mode.READ_ONLY)
    begun.append(Delta(text="Noted."))
    await transcript.finish(begun, Status.COMPLETE, None, "")
    assert await store.read(lambda: Signal.select().count()) == 0
    assert not await store.read(lambda: documents.search_words("rhubarb", kinds=("turn",), limit=5))
    assert await store.read(lambda: documents.search_words("rhubarb", kinds=("drawer",), limit=5))


@pytest.mark.parametrize("text", ["", "   \n\t  ", "\x00\x01\x1b", "\u200b \ufeff"])
async def test_an_empty_message_is_refused(store: Store, transcript: Transcript, clock: SetClock, text: str) -> None:
    conversation = await new_conversation(store, clock)
    with pytest.raises(BadInput):
        await said(transcript, conversation, text)
    assert await path(store, conversation) == []


async def test_a_failed_send_leaves_the_active_path_and_recall(
    store: Store, transcript: Transcript, clock: SetClock
) -> None:
    conversation = await new_conversation(store, clock)
    await turn(transcript, conversation, "first", "one")
    begun = await said(transcript, conversation, "the zebra question")
    await transcript.give_back(begun, "No network")
    assert [message.text for message in await path(store, conversation)] == ["first", "one"]
    assert not await store.read(lambda: documents.search_words("zebra", kinds=("turn",), limit=5))
    kept = await store.read(lambda: messages.get(ids.number(begun.user.id, "message")))
    assert (kept.status, kept.note, kept.text) == (Status.FAILED, "No network", "the zebra question")


async def test_regenerate_makes_a_branch_and_keeps_the_old_reply(
    store: Store, transcript: Transcript, clock: SetClock
) -> None:
    conversation = await new_conversation(store, clock)
    old = await turn(transcript, conversation, "Tell me a joke", "A bad one")
    begun = await transcript.again(conversation, Mode.READ_WRITE, "other/model")
    begun.append(Delta(text="A good one"))
    await transcript.finish(begun, Status.COMPLETE, None, "")
    assert [message.text for message in await path(store, conversation)] == ["Tell me a joke", "A good one"]
    assert (await store.read(lambda: messages.get(ids.number(old.id, "message")))).text == "A bad one"


async def test_a_branchy_tool_using_pasted_chinese_conversation_survives_the_schema(
    store: Store, transcript: Transcript, clock: SetClock
) -> None:
    conversation = await new_conversation(store, clock)
    number = ids.number(conversation, "conversation")
    parts = [
        Part("我住在東京。Please read this:"),
        Part("I am allergic to nuts", source=PartSource.PASTED),
        Part("", PartKind.IMAGE, PartSource.FILE, name="cat.png", data=b"\x89PNG"),
    ]
    begun = await transcript.begin(conversation, parts, Mode.READ_WRITE, "m")
    call = Part("weather(東京)", PartKind.TOOL_CALL, PartSource.MODEL, name="weather", meta={"call": "1"})
    result = Part("sunny", PartKind.TOOL_RESULT, PartSource.TOOL, name="weather", meta={"call": "1"})
    user = ids.number(begun.user.id, "message")

    def tools() -> None:
        asked = messages.add(number, Role.ASSISTANT, messages.compose([call]), parent=user, at=clock.now(), learn=True)
        messages.add(
            number,
            Role.TOOL,
            messages.compose([result]),
            parent=ids.number(asked.id, "message"),
            at=clock.now(),
            learn=True,
        )

    await store.write(tools)
    begun.append(Delta(text="晴れです"))
    await transcript.finish(begun, Status.COMPLETE, None, "")
    first = await path(store, conversation)
    assert [message.role for message in first] == [Role.USER, Role.ASSISTANT]
    assert first[0].parts == tuple(parts)
    assert [message.seq for message in first] == [1, 4]
    hits = await store.read(lambda: documents.search_words("東京", kinds=("turn",), limit=5))
    assert hits[0].item == user


async def test_lone_surrogates_are_replaced_on_entry(store: Store, transcript: Transcript, clock: SetClock) -> None:
    conversation = await new_conversation(store, clock)
    await turn(transcript, conversation, "broken \ud800 half", "also \udfff here")
    assert [message.text for message in await path(store, conversation)] == [
        "broken \ufffd half",
        "also \ufffd here",
    ]


async def test_six_quiet_hours_end_the_session(store: Store, transcript: Transcript, clock: SetClock) -> None:
    conversation = await new_conversation(store, clock)
    await turn(transcript, conversation, "morning", "hello")
    clock.move(hours=5, minutes=59)
    await turn(transcript, conversation, "still here", "yes")
    clock.move(hours=6)
    await turn(transcript, conversation, "evening", "hello again")
    rows = await store.read(lambda: [row.session_id for row in Message.select().order_by(Message.id)])
    assert [rows[0] == session for session in rows] == [True] * 4 + [False] * 2


def left_behind(transcript: Transcript, question: types.Message, after: int) -> None:
    """The journal of a process that was killed before the first word of its reply."""
    conversation, user = ids.number(question.conversation, "conversation"), ids.number(question.id, "message")
    header = {"conversation": conversation, "user": user, "model": "m", "learn": True, "after": after}
    (transcript_folder(transcript) / "m-gone.jsonl").write_text(json.dumps(header) + "\n", encoding="ascii")


async def test_a_question_that_was_never_answered_can_be_asked_for_again(
    store: Store, transcript: Transcript, clock: SetClock
) -> None:
    conversation = await new_conversation(store, clock)
    begun = await said(transcript, conversation, "What is a heron?")
    begun.drop_journal()
    left_behind(transcript, begun.user, after=1)
    assert await transcript.recover() == [Recovered(conversation, came=False)]
    question, reply = await path(store, conversation)
    assert (question.text, reply.text, reply.status) == ("What is a heron?", "", Status.PARTIAL)
    assert (await transcript.resume(conversation, Mode.READ_WRITE, "m")).prefix == ""


async def test_a_second_answer_that_never_began_leaves_the_first(
    store: Store, transcript: Transcript, clock: SetClock
) -> None:
    conversation = await new_conversation(store, clock)
    await turn(transcript, conversation, "What is a heron?", "A bird.")
    left_behind(transcript, (await path(store, conversation))[0], after=2)
    assert await transcript.recover() == []
    assert [message.text for message in await path(store, conversation)] == ["What is a heron?", "A bird."]
    assert not list(transcript_folder(transcript).glob("*"))


async def test_a_question_killed_before_the_first_word_can_be_answered_again(
    store: Store, transcript: Transcript, tmp_path: Path, clock: SetClock
) -> None:
    conversation = await new_conversation(store, clock)
    begun = await said(transcript, conversation, "What is a heron?")
    leave(begun)
    assert await Transcript(store, tmp_path / "journal", clock).recover() == [Recovered(conversation, came=False)]
    question, reply = await path(store, conversation)
    assert (question.text, reply.text, reply.status) == ("What is a heron?", "", Status.PARTIAL)


async def test_an_answer_killed_before_its_first_word_leaves_the_one_before(
    store: Store, transcript: Transcript, tmp_path: Path, clock: SetClock
) -> None:
    conversation = await new_conversation(store, clock)
    await turn(transcript, conversation, "What is a heron?", "A bird.")
    leave(await transcript.again(conversation, Mode.READ_WRITE, "m"))
    assert await Transcript(store, tmp_path / "journal", clock).recover() == []
    assert [message.text for message in await path(store, conversation)] == ["What is a heron?", "A bird."]


async def test_a_running_turn_of_another_window_is_left_alone(
    store: Store, transcript: Transcript, tmp_path: Path, clock: SetClock
) -> None:
    conversation = await new_conversation(store, clock)
    begun = await said(transcript, conversation, "go on")
    begun.append(Delta(text="half"))
    assert await Transcript(store, tmp_path / "journal", clock).recover() == []
    reply = await transcript.finish(begun, Status.COMPLETE, None, "")
    assert reply.text == "half"


async def test_of_a_half_reply_with_a_damaged_piece_the_others_come_back_and_it_says_so(
    store: Store, transcript: Transcript, tmp_path: Path, clock: SetClock
) -> None:
    conversation = await new_conversation(store, clock)
    begun = await said(transcript, conversation, "What is a heron?")
    for piece in ("A bird", " with long", " legs."):
        begun.append(Delta(text=piece))
    leave(begun)
    (journal,) = transcript_folder(transcript).iterdir()
    lines = journal.read_bytes().splitlines(keepends=True)
    lines[2] = bytes([lines[2][0] ^ 1]) + lines[2][1:]
    journal.write_bytes(b"".join(lines))
    assert await Transcript(store, tmp_path / "journal", clock).recover() == [Recovered(conversation, came=True)]
    _, reply = await path(store, conversation)
    assert reply.text == "A bird legs."
    assert "a piece of it is damaged" in reply.note


@pytest.mark.parametrize("first", ["[]", '{"more": 1}', "3", "?", '?\n{"t": "Herons", "r": ""}'])
async def test_a_damaged_journal_is_set_aside(transcript: Transcript, first: str) -> None:
    folder = transcript_folder(transcript)
    folder.mkdir()
    (folder / "m1-1.jsonl").write_text(f"{first}\n", encoding="ascii")
    assert await transcript.recover() == []
    assert [path.name for path in folder.iterdir()] == ["m1-1.jsonl.damaged"]


async def test_only_a_reply_that_is_not_whole_can_be_continued(
    store: Store, transcript: Transcript, clock: SetClock
) -> None:
    conversation = await new_conversation(store, clock)
    await turn(transcript, conversation, "Tell me a joke", "A whole one")
    with pytest.raises(BadInput):
        await transcript.resume(conversation, Mode.READ_WRITE, "m")
    begun = await said(transcript, conversation, "A long one")
    begun.append(Delta(text="Once upon"))
    await transcript.finish(begun, Status.COMPLETE, None, "The reply reached the model's limit")
    assert (await transcript.resume(conversation, Mode.READ_WRITE, "m")).prefix == "Once upon"


async def test_the_list_counts_messages_and_leaves_out_what_was_never_sent(
    store: Store, transcript: Transcript, clock: SetClock
) -> None:
    full, failed = await new_conversation(store, clock), await new_conversation(store, clock)
    await turn(transcript, full, "first", "one")
    for conversation in (full, failed):
        await transcript.give_back(await said(transcript, conversation, "second"), "No network")
    listed = await store.read(conversations.listing)
    assert [(one.id, one.messages) for one in listed] == [(full, 2)]
