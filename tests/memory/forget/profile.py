"""A profile in which one thing was said, learnt and used in every place a memory goes."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from memory import sealing
from memory.drafts import DraftFile
from memory.forget.exports import Exports
from memory.forget.files import Backups, Drafts, Journals, Lending, UserFile
from memory.forget.forgetting import Forgetting
from memory.ports import Erasable
from memory.store import (
    activity,
    conversations,
    episodes,
    facts,
    graph,
    identity,
    ids,
    ledger,
    messages,
    signals,
    vectors,
)
from memory.store.identity_file import IdentityFile, WatchedText
from memory.store.migrate import backup
from memory.store.store import Store
from memory.store.tables import Conversation, Document, Message
from memory.types import (
    Forgettable,
    GateDecision,
    Injection,
    Item,
    Kind,
    Mode,
    Part,
    PartKind,
    PartSource,
    Role,
    Section,
)
from tests.scripted import SetClock


@dataclass
class Profile:
    """A store with its files; `folder` holds everything that a forget must reach."""

    folder: Path
    store: Store
    clock: SetClock
    identity: IdentityFile
    forgetting: Forgetting
    exports: Exports

    async def said(self, conversation: int, text: str, reply: str) -> int:
        """One turn; returns the number of the user's message."""
        return await self.store.write(lambda: turn(conversation, text, reply, self.clock))

    async def conversation(self) -> int:
        row = await self.store.write(lambda: conversations.create(mode=None, model="", at=self.clock.now()))
        return int(row.id)

    async def fact(self, content: str, *sources: int, quote: str = "") -> str:
        number = await self.store.write(
            lambda: facts.add(content, at=self.clock.now(), sources=sources, quote=quote, keywords=content.split())
        )
        return ids.show(Kind.FACT, number)

    async def forget(self, query: Forgettable, *, with_turns: bool = False) -> None:
        """Forgets `query`, whole and at once."""
        report = await self.forgetting.forget(await self.forgetting.plan(query, with_turns=with_turns))
        assert not report.pending
        assert not [trace for trace in report.erased if trace.what == "still found"]

    async def texts(self) -> list[str]:
        """The visible texts of all messages, oldest first."""
        rows = Message.select().order_by(Message.id)
        return await self.store.read(lambda: [messages.get(row.id).text for row in rows])


def open_profile(folder: Path, store: Store, clock: SetClock) -> Profile:
    identity_file = IdentityFile(folder / "identity.md")
    soul = WatchedText(folder / "soul.md")
    files: list[Erasable] = [UserFile(identity_file), UserFile(soul), Journals(folder / "journal")]
    files += [Drafts(folder / "drafts", patience=0), Lending(folder / "editing", patience=0), Backups(folder)]
    exports = Exports(store, clock, folder / "exports")
    forgetting = Forgetting(store, clock, folder=folder, files=files, exports=exports)
    return Profile(folder, store, clock, identity_file, forgetting, exports)


def turn(conversation: int, text: str, reply: str, clock: SetClock) -> int:
    at = clock.now()
    head = Conversation.get_by_id(conversation).head
    user = messages.add(conversation, Role.USER, messages.compose([Part(text)]), parent=head, at=at, learn=True)
    number = ids.number(user.id, "message")
    parts = [
        Part(f"The user says: {text}", PartKind.REASONING, PartSource.MODEL),
        Part(reply, PartKind.TEXT, PartSource.MODEL),
    ]
    messages.add(conversation, Role.ASSISTANT, messages.compose(parts), parent=number, at=at, learn=True)
    session = Message.get_by_id(number).session_id
    assert session is not None
    signals.leave(number, session, conversation, at)
    return number


async def everywhere(profile: Profile, word: str, *, by_the_user: bool = True) -> str:
    """Says `word` in a turn and puts it wherever harken would; returns the id of the fact learnt from it.

    `by_the_user`: the user's own files say it as well, for reasons of their own.
    """
    conversation = await profile.conversation()
    statement = f"My locker code is {word}."
    reply = f"Noted: your locker code is {word}. Tea is good."
    said = await profile.said(conversation, f"{statement} I like tea.", reply)
    fact = await profile.fact(f"The user's locker code is {word}", said, quote=statement)
    asked = await profile.said(conversation, "What is my locker code?", f"It is {word}.")
    if by_the_user:
        profile.identity.add(f"Calls the locker {word}")
        put(profile.folder / "soul.md", f"Be brief. Never say {word}.\n")
    await profile.store.write(lambda: _learnt(profile, conversation, word, fact, said, asked))
    _files(profile, conversation, said, word)
    return fact


def put(path: Path, text: str) -> None:
    """Writes a file as the profile it lies in does."""
    path.write_bytes(sealing.of(path).seal(text.encode()))


def _learnt(profile: Profile, conversation: int, word: str, fact: str, said: int, asked: int) -> None:
    at = profile.clock.now()
    number = ids.number(fact, Kind.FACT)
    session = Message.get_by_id(said).session_id
    assert session is not None
    summary = f"The user told the locker code {word}. They like tea."
    episode = episodes.upsert(session, summary, at=at, topics=[f"locker {word}", "tea"], entities=[word])
    entity = graph.entity(word, at=at, aliases=[f"{word} the code"])
    graph.mention([entity], Kind.FACT, number)
    graph.mention([entity], Kind.EPISODE, episode)
    graph.entity("Key", at=at, kind=f"key of {word}")
    graph.relate(entity, f"opens {word}", graph.entity("Locker", at=at, aliases=[f"{word} box"]), at=at, message=said)
    identity.sync(profile.identity.lines, at)
    item = Item(fact, Kind.FACT, f"The user's locker code is {word}", 0.9, 12, reason=f"said {word}")
    injection = Injection(
        GateDecision(Section.PINNED, f"known name {word}"),
        items=(item,),
        block=f"Locker code: {word}",
        query=f"locker code {word}",
        mode=Mode.READ_WRITE,
        at=at,
    )
    ledger.write(injection, message=asked, conversation=conversation)
    activity.log_run("distil", "error", at=at, detail=f"could not parse {word}")
    system = f"Be brief. The user's locker code is {word}."
    Conversation.update(title=f"About {word}", system=system).where(Conversation.id == conversation).execute()
    hashes = [row.hash for row in Document.select(Document.hash)]
    vectors.save("test", dict.fromkeys(hashes, b"\0\0"))


def _files(profile: Profile, conversation: int, said: int, word: str) -> None:
    journal = profile.folder / "journal" / "m999-1.jsonl"
    journal.parent.mkdir()
    header = {"conversation": conversation, "user": 999, "model": "", "learn": True, "after": said, "prefix": ""}
    pieces = [header, {"t": f"Your code is {word[:3]}", "r": ""}, {"t": f"{word[3:]}. And more.", "r": word}]
    journal.write_bytes(b"".join(sealing.of(journal).line(f"{json.dumps(piece)}\n".encode()) for piece in pieces))
    draft = DraftFile(profile.folder / "drafts", ids.show("conversation", conversation))
    draft.write([Part(f"Is {word} safe? Shall I change it?"), Part(f"code: {word}", source=PartSource.PASTED)])
    draft.close()


async def back_up(profile: Profile) -> Path:
    path = profile.folder / "memory.sqlite"
    return await profile.store.outside_transaction(lambda: backup(path, 0))


def where(folder: Path, word: str) -> list[str]:
    """The files under `folder` whose bytes hold `word`, whatever its case; text in UTF-8 or UTF-16."""
    forms = [word.lower().encode(), word.lower().encode("utf-16-le")]
    return [
        path.name
        for path in sorted(folder.rglob("*"))
        if path.is_file() and any(form in path.read_bytes().lower() for form in forms)
    ]
