"""What other chat programs export comes in as conversations: dated, branched, once, and nothing of a broken file."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from memory.errors import BadInput
from memory.portable import json_array
from memory.store import branches, documents, messages, signals
from memory.store.tables import Conversation, Message, Session, Signal
from memory.types import Message as Shown
from memory.types import PartKind, PartSource, Role
from tests.memory.portable.elsewhere import (
    START,
    a_chatgpt_talk,
    a_claude_talk,
    archive,
    chatgpt,
    claude,
    claude_message,
    document,
    node,
)
from tests.memory.portable.profiles import Profile, profile


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Profile]:
    async with profile(tmp_path / "here") as opened:
        yield opened


async def path_of(place: Profile, number: int = 1) -> list[Shown]:
    return await place.store.read(lambda: branches.with_siblings(messages.path(number)))


async def counts(place: Profile) -> tuple[int, int, int]:
    def work() -> tuple[int, int, int]:
        return Conversation.select().count(), Message.select().count(), Signal.select().count()

    return await place.store.read(work)


async def test_a_chatgpt_conversation_keeps_its_words_dates_and_branches(here: Profile) -> None:
    came = await here.brought("a.json", document(a_chatgpt_talk()))
    assert (came.program, dict(came.added)) == ("ChatGPT", {"conversation": 1, "message": 4})
    assert dict(came.left_out) == {"picture": 1, "tool call": 1, "tool output": 1}
    question, answer = await path_of(here)
    assert question.text == "What is a heron?"
    assert answer.text == "Let me look.\n\nA wading bird of marshes."
    assert (answer.reasoning, answer.model) == ("They mean the bird.", "gpt-5")
    assert question.created_at == datetime.fromtimestamp(START + 5, UTC)
    other = next(one for one in question.siblings if one != question.id)
    assert (await here.store.read(lambda: messages.get(int(other[1:])))).text == "What is an egret?"
    talk = await here.store.read(lambda: Conversation.get_by_id(1))
    assert (talk.title, talk.created_at) == ("Herons", datetime.fromtimestamp(START, UTC))


async def test_a_claude_conversation_keeps_files_thinking_and_dates(here: Profile) -> None:
    came = await here.brought("a.json", document(a_claude_talk()))
    assert (came.program, came.added["message"]) == ("Claude", 4)
    assert dict(came.left_out) == {"tool call": 1, "tool output": 1}
    first, second, third, _ = await path_of(here)
    (paper, said) = first.parts
    assert (paper.kind, paper.source, paper.name, paper.text) == (
        PartKind.FILE,
        PartSource.FILE,
        "notes.txt",
        "steep it long",
    )
    assert said.source is PartSource.TYPED
    assert (second.text, second.reasoning) == ("Three minutes.", "Green or black?")
    assert third.created_at == datetime(2024, 3, 1, 18, tzinfo=UTC)
    assert await here.store.read(lambda: Session.select().count()) == 2, "nine hours lie between"


async def test_claude_branches_hang_where_they_say(here: Profile) -> None:
    talk = claude(
        claude_message("1", "human", "Tea?", "09:00:00", parent_message_uuid="00000000-0000-4000-8000-000000000000"),
        claude_message("2", "assistant", "Black.", "09:00:01", parent_message_uuid="1"),
        claude_message("3", "assistant", "Green.", "09:00:02", parent_message_uuid="1"),
        current_leaf_message_uuid="2",
    )
    await here.brought("a.json", document(talk))
    assert [message.text for message in await path_of(here)] == ["Tea?", "Black."]
    assert len((await path_of(here))[1].siblings) == 2


async def test_what_is_shown_is_recalled_and_what_is_not_is_only_found(here: Profile) -> None:
    await here.brought("a.json", document(a_chatgpt_talk()))
    shown = await here.store.read(lambda: documents.search_words("marshes", kinds=["turn"]))
    assert shown[0].role == Role.ASSISTANT
    assert await here.store.read(lambda: documents.search_words("egret", kinds=["turn"])) == []
    assert len(await here.store.read(lambda: documents.search_words("egret", kinds=["drawer"]))) == 1


async def test_nothing_is_learnt_from_it_until_asked_for_and_then_the_newest_first(here: Profile) -> None:
    await here.brought("a.json", document(a_chatgpt_talk(), a_claude_talk()))
    assert await here.store.read(signals.waiting) == []
    assert await here.store.read(signals.imported) == 4
    assert await here.store.write(lambda: signals.take_imported(1)) == 1
    (waiting,) = await here.store.read(signals.waiting)
    assert await here.store.read(lambda: Conversation.get_by_id(waiting.conversation).title) == "Tea"
    assert await here.store.read(signals.imported) == 3


async def test_twice_is_as_once_and_what_was_said_since_is_added(here: Profile) -> None:
    first = document(a_chatgpt_talk(), a_claude_talk())
    await here.brought("a.json", first)
    before = await counts(here)
    again = await here.brought("a.json", first)
    assert (await counts(here), dict(again.added)) == (before, {})
    longer = a_claude_talk()
    longer["updated_at"] = "2024-03-02T10:00:00Z"
    longer["chat_messages"].append(claude_message("5", "human", "Thanks!", "19:00:00"))
    came = await here.brought("a.zip", archive(conversations__json=document(longer)))
    assert dict(came.added) == {"message": 1}
    assert [message.text for message in await path_of(here, 2)][-1] == "Thanks!"


async def test_an_export_of_it_comes_back_byte_for_byte(here: Profile, tmp_path: Path) -> None:
    await here.brought("a.json", document(a_chatgpt_talk(), a_claude_talk()))
    written = await here.exported("b.jsonl")
    async with profile(tmp_path / "there") as there:
        await there.brought("b.jsonl", written)
        assert await there.exported("c.jsonl") == written


async def test_an_archive_of_several_files_is_one_import(here: Profile) -> None:
    packed = archive(
        **{
            "data/conversations-000__json": document(a_chatgpt_talk()),
            "data/conversations-001__json": document(
                chatgpt(node("a", None, "user", "Hi", at=1), title="Second", at=9)
            ),
            "user__json": b"{}",
            "chat__html": b"<html>",
        }
    )
    assert (await here.brought("a.zip", packed)).added["conversation"] == 2


async def test_secrets_are_in_no_title_and_in_no_index(here: Profile) -> None:
    secret = "sk-proj-4f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c"
    await here.brought(
        "a.json", document(chatgpt(node("a", None, "user", f"key {secret}", at=1), title=f"On {secret}"))
    )
    assert secret not in (await here.store.read(lambda: Conversation.get_by_id(1))).title
    assert await here.store.read(lambda: documents.search_words(secret)) == []
    assert secret in (await path_of(here))[0].text


async def test_what_was_forgotten_here_stays_so(here: Profile) -> None:
    from tests.memory.portable.test_importing import forgotten

    await here.brought("a.json", document(a_claude_talk()))
    await forgotten(here, "How long does oolong steep?", with_turns=True)
    came = await here.brought("a.json", document(a_claude_talk()))
    assert dict(came.added) == {}
    assert "oolong" not in "".join(message.text for message in await path_of(here))


TALK = document(a_chatgpt_talk())
BROKEN: list[tuple[str, bytes, str]] = [
    ("a.json", b"", "is no list of conversations"),
    ("a.json", b"{}", "is no list of conversations"),
    ("a.json", b"[]", "holds no conversation"),
    ("a.json", b"[1]", "something else"),
    ("a.json", b'[{"x": 1}]', "no export that harken knows"),
    ("a.json", TALK[:-40], "ends in the middle"),
    ("a.json", TALK[:-1], "ends in the middle"),
    ("a.json", TALK[:-1] + b' {"x": 1}]', "a comma"),
    ("a.json", TALK + b"x", "goes on after its end"),
    ("a.json", TALK.replace(b'"mapping"', b"mapping"), "is no JSON"),
    ("a.json", TALK[:-1] + b", nonsense]", "no JSON"),
    ("a.json", TALK[:-1] + b',{"mapping": ' + b"9" * 5000 + b"}]", "a number that is too long"),
    ("a.json", TALK[:-1] + b',{"mapping": ' + b"[" * 100_000, "is nested too deeply"),
    ("a.json", TALK.replace(b"heron", b"h\xffron"), "is not UTF-8"),
    ("a.json", b'[{"mapping": {}}]', "holds no conversation"),
    ("a.zip", b"", "damaged"),
    ("a.zip", b"no archive", "damaged"),
    ("a.zip", archive(conversations__json=TALK)[:-60], "damaged"),
    ("a.zip", archive(users__json=b"[]"), "holds no conversations.json"),
]


@pytest.mark.parametrize(("name", "content", "told"), BROKEN, ids=range(len(BROKEN)))
async def test_a_broken_file_is_refused_with_a_reason_and_leaves_nothing(
    here: Profile, name: str, content: bytes, told: str
) -> None:
    with pytest.raises(BadInput) as refused:
        await here.brought(name, content)
    assert told in refused.value.line and f"in-{name}" in refused.value.line
    assert await counts(here) == (0, 0, 0)


async def test_a_byte_that_fell_over_in_an_archive_is_found_before_anything_is_kept(here: Profile) -> None:
    many = document(*(chatgpt(node("a", None, "user", f"{n} " * 400, at=1), title=str(n), at=n) for n in range(300)))
    packed = bytearray(archive(conversations__json=many))
    packed[len(packed) // 2] ^= 0xFF
    with pytest.raises(BadInput):
        await here.brought("a.zip", bytes(packed))
    assert await counts(here) == (0, 0, 0)


ODD: list[dict[str, Any]] = [
    chatgpt(node("a", "b", "user", "ring", at=1), node("b", "a", "assistant", "ring", at=2)),
    chatgpt(node("a", "gone", "user", "orphan", at=None), shown="gone"),
    chatgpt(node("a", None, "user", "late", at=9e18), node("b", "a", "assistant", "answer", at=1)),
    {**chatgpt(node("a", None, "user", "no dates")), "create_time": None, "update_time": "soon", "title": None},
    {**chatgpt(node("a", None, "user", "too late", at=1)), "create_time": 10**400, "update_time": float("inf")},
    {"mapping": {"a": None, "b": [], "c": {"message": {"author": [], "content": 3, "metadata": "x"}}}},
    chatgpt(node("a", None, "user", None, 3, {"content_type": []}, at=1)),
    chatgpt(node("a", None, "user", "\ud800 lone \x00 \ue000turn", at=1), title="\ud800"),
    {"chat_messages": [None, {"sender": "human", "content": "text", "text": "plain", "created_at": "never"}]},
    claude(claude_message("1", "oracle", "who?", "09:00:00"), {"sender": "human"}),
    {"neither": True},
]


@pytest.mark.parametrize("odd", range(len(ODD)))
async def test_odd_conversations_come_in_as_far_as_they_go_and_the_others_are_whole(here: Profile, odd: int) -> None:
    content = json.dumps([a_claude_talk(), ODD[odd], a_chatgpt_talk()]).encode()
    came = await here.brought("a.json", content)
    assert came.added["conversation"] + came.left_out.get("conversation without a message", 0) == 3
    assert (await path_of(here))[0].text == "How long does oolong steep?"
    before = await counts(here)
    assert dict((await here.brought("a.json", content)).added) == {}
    assert await counts(here) == before


async def test_a_file_is_read_in_pieces_wherever_they_end(here: Profile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_array, "CHUNK", 7)
    talk = chatgpt(node("a", None, "user", 'Grüße 🦊 \\ " end', at=1), title="x" * 50)
    await here.brought("a.json", b"\xef\xbb\xbf \n" + json.dumps([talk, a_claude_talk()], ensure_ascii=False).encode())
    assert (await path_of(here))[0].text == 'Grüße 🦊 \\ " end'
    assert (await counts(here))[0] == 2


async def test_how_far_it_is_is_told(here: Profile) -> None:
    path = here.folder / "a.json"
    path.write_bytes(document(a_chatgpt_talk()))
    shares: list[float] = []
    await here.portable.bring_in(path, told=shares.append)
    assert shares and shares == sorted(shares) and max(shares) <= 1.0


async def test_an_import_that_was_cut_short_is_finished_by_another(here: Profile) -> None:
    talks = [chatgpt(node("a", None, "user", f"n {n} " * 60, at=1), title=str(n), at=n * 10) for n in range(150)]
    with pytest.raises(asyncio.CancelledError):
        await here.brought_for("a.json", document(*talks), 3)
    assert 0 < (await counts(here))[0] < 150
    await here.brought("a.json", document(*talks))
    assert (await counts(here))[:2] == (150, 150)
