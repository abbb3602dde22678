"""Profiles to export from and import into, and stores made up by hypothesis."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta, tzinfo
from itertools import pairwise
from pathlib import Path
from typing import Any
from unittest import mock

from hypothesis import strategies as st

from memory import names
from memory.portable.own import OwnExports
from memory.portable.portable import Portable
from memory.progress import silent
from memory.store import (
    conversations,
    episodes,
    facts,
    forks,
    graph,
    history,
    identity,
    ids,
    messages,
    partitions,
    signals,
)
from memory.store.identity_file import IdentityFile
from memory.store.store import Store
from memory.store.tables import Conversation, Fact, Message, Signal
from memory.text.normal import clean
from memory.types import Kind, Origin, Part, PartitionKind, PartKind, PartSource, Role, Status, Usage
from tests.memory.forget.profile import turn as said_in
from tests.scripted import SetClock

BOUND = 400
START = datetime(2026, 5, 18, 9, 40, tzinfo=UTC)


class Profile:
    """A store with its identity file."""

    def __init__(self, folder: Path, zone: tzinfo = UTC) -> None:
        self.folder = folder
        self.clock = SetClock()
        self.store = Store(folder / "memory.sqlite")
        self.identity = IdentityFile(folder / "identity.md")
        self.wrote = mock.AsyncMock()
        outside = {"mirror": mock.AsyncMock(), "added": mock.Mock(), "wrote": self.wrote}
        made_here = OwnExports(folder.parent / "exported.sha256")
        self.portable = Portable(
            self.store,
            self.identity,
            self.clock,
            made_here=made_here,
            bound=lambda: BOUND,
            zone=lambda: zone,
            **outside,
        )

    async def exported(self, name: str) -> bytes:
        path = self.folder / name
        await self.portable.export(path, overwrite=True, told=silent)
        return path.read_bytes()

    async def brought(self, name: str, content: bytes | str, *, restore: bool = False) -> Any:
        path = self.folder / f"in-{name}"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return await self.portable.bring_in(path, restore=restore, told=silent)

    async def brought_for(self, name: str, content: bytes, steps: int) -> Any:
        """An import that is cut short after so many transactions."""
        write, left = self.store.write, steps

        async def counting(work: Any, **more: Any) -> Any:
            nonlocal left
            if left == 0:
                raise asyncio.CancelledError
            left -= 1
            return await write(work, **more)

        with mock.patch.object(self.store, "write", counting):
            return await self.brought(name, content)

    async def facts(self) -> list[tuple[str, str, str]]:
        rows = Fact.select().order_by(Fact.id)
        return await self.store.read(lambda: [(row.content, row.origin, row.state) for row in rows])

    async def texts(self) -> list[str]:
        rows = Message.select(Message.id).order_by(Message.id)
        return await self.store.read(lambda: [messages.get(row.id).text for row in rows])


@asynccontextmanager
async def profile(folder: Path, zone: tzinfo = UTC) -> AsyncIterator[Profile]:
    folder.mkdir(parents=True, exist_ok=True)
    opened = Profile(folder, zone)
    await opened.store.open()
    try:
        yield opened
    finally:
        await opened.store.close()


text = st.one_of(
    st.sampled_from(
        [
            "I keep bees.", "我住在东京。", "<!-- fact {} -->", "- a\n  b\n\n> c", "&lt;!-- x &amp;lt;!--", "a\n",
            "\n\n b ",            "# h <!-- message {} -->", "&#x1b; \x1b[31m\u202e", "| a | b |", "é e\u0301 👩‍👩‍👧",
            "```\n<!-- part {} -->\n```",
        ]
    ),
    st.text(max_size=20).map(clean),
)  # fmt: skip
sayable = text.filter(lambda said: not Part(said).blank)
seconds = st.integers(0, 4)
part = st.builds(
    Part,
    text,
    st.sampled_from(PartKind),
    st.sampled_from(PartSource),
    text,
    st.one_of(st.none(), st.binary(max_size=5)),
    st.dictionaries(text, text, max_size=2),
)
turn = st.tuples(
    st.lists(part, min_size=1, max_size=3),
    sayable,
    st.integers(0, 3),
    st.sampled_from(Status),
    st.booleans(),
    st.integers(0, 20_000),
)
fact = st.fixed_dictionaries(
    {
        "content": sayable,
        "category": st.sampled_from(["", "profile", "my own # kind"]),
        "origin": st.sampled_from(Origin),
        "state": st.sampled_from(["live", "live", "inbox", "quarantined", "rejected", "abandoned"]),
        "quote": text,
        "keywords": st.lists(text, max_size=2),
        "sources": st.lists(st.integers(1, 30), max_size=3),
        "salience": st.floats(0, 1),
        "partition": st.integers(0, 2),
        "valid_from": st.one_of(st.none(), seconds.map(lambda at: START + timedelta(seconds=at))),
    }
)
world = st.fixed_dictionaries(
    {
        "chats": st.lists(st.lists(turn, min_size=1, max_size=4), max_size=3),
        "facts": st.lists(fact, max_size=5),
        "ends": st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4), st.booleans()), max_size=3),
        "entities": st.lists(st.tuples(sayable, st.lists(sayable, max_size=2)), max_size=3),
        "digests": st.lists(st.tuples(sayable, st.lists(text, max_size=2), st.booleans()), max_size=3),
        "forks": st.lists(st.integers(1, 4), max_size=2),
        "identity": st.lists(
            st.from_regex(r"[^\s\x00-\x1f\ufeff][a-z ]{0,8}[^\s\x00-\x1f]", fullmatch=True)
            .map(clean)
            .filter(lambda said: not Part(said).blank),
            unique=True,
            max_size=2,
        ),
    }
)


def fill(made: dict[str, Any]) -> None:
    """Puts a made-up world into the store, as the program would. Runs inside the store."""
    for kind, name in ((PartitionKind.PROJECT, "Zephyr <b>"), (PartitionKind.PERSONA, "a: coach")):
        partitions.number(names.partition(kind, name))
    sessions = [session for at, chat in enumerate(made["chats"]) for session in _chat(chat, project=at % 2)]
    for session, (summary, words, followed) in zip(dict.fromkeys(sessions), made["digests"], strict=False):
        number = episodes.upsert(session, summary, at=START, topics=words, decisions=words, head=1)
        episodes.follow(episodes.get(number), followed=followed)
    _fork(made["forks"])
    numbers = [facts.add(at=START, **one) for one in made["facts"]]
    known = [graph.entity(name, at=START, aliases=aliases) for name, aliases in made["entities"]]
    for one, other in pairwise(known):
        graph.relate(one, "knows", other, at=START, message=1, valid_from=START)
    for number in numbers[: len(known)]:
        graph.mention(known, Kind.FACT, number)
    fresh = set(numbers)
    for old, new, corrects in made["ends"]:
        if max(old, new) >= len(numbers) or made["facts"][old]["partition"] != made["facts"][new]["partition"]:
            continue
        if old != new and numbers[new] in fresh:
            fresh -= {numbers[old], numbers[new]}
            at, learnt = START + timedelta(seconds=2), START + timedelta(seconds=3)
            if corrects:
                history.correct(numbers[old], numbers[new], learnt)
            else:
                history.supersede(numbers[old], numbers[new], at, learnt)
    identity.sync(made["identity"], START)


def _fork(conversations_: list[int]) -> None:
    for number in conversations_:
        if path := messages.path(number):
            forks.make(number, [(one, messages.compose(one.parts)) for one in path], START)


def _chat(turns: list[Any], project: int) -> list[int]:
    at = START
    conversation = conversations.create(mode=None, model="m", at=at, project=project).id
    for parts, reply, replies, status, learn, gap in turns:
        at += timedelta(seconds=gap)
        head = Conversation.get_by_id(conversation).head
        content = messages.compose(parts)
        said = messages.add(conversation, Role.USER, content, parent=head, at=at, learn=learn)
        user = ids.number(said.id, "message")
        answer = messages.compose(
            [Part("hm", PartKind.REASONING, PartSource.MODEL), Part(reply, source=PartSource.MODEL)]
        )
        for _ in range(replies):
            usage = Usage(3, 4, 0.1)
            messages.add(
                conversation,
                Role.ASSISTANT,
                answer,
                parent=user,
                at=at,
                learn=learn,
                status=status,
                model="x",
                usage=usage,
            )
        if not replies:
            messages.give_back(user, "the send failed", None)
        elif learn:
            signals.leave(user, messages.home(user)[0] or 0, conversation, at)
            Signal.update(state="done").where(Signal.message == user - user % 2).execute()
    conversations.goes_to(conversation, "Vendor")
    conversations.set_system(conversation, clean(turns[0][1]))
    conversations.set_parameters(conversation, {"temperature": 0.2, "seed": 7} if project else {})
    return [row.session_id or 0 for row in Message.select().where(Message.conversation == conversation)]


async def learnt(place: Profile, said: str, fact: str) -> tuple[int, int]:
    """A conversation of one turn, and the fact learnt from it: the numbers of the user's message and the fact."""

    def work() -> tuple[int, int]:
        at = place.clock.now()
        conversation = Conversation.create(created_at=at, updated_at=at).id
        number = said_in(conversation, said, f"Noted: {said}. Tea is good.", place.clock)
        made = facts.add(fact, at=at, sources=[number], quote=said, valid_from=at)
        graph.mention([graph.entity("Ana", at=at)], Kind.FACT, made)
        return number, made

    place.clock.move(minutes=1)
    return await place.store.write(work)
