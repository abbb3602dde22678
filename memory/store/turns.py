"""One turn in the transcript: the user's message committed, the reply journalled as it grows, both kept for good."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from memory import types, wishes
from memory.errors import BadInput, NotFound
from memory.ports import Clock, Delta
from memory.store import activity, branches, conversations, ids, journal, messages, signals, titles, version
from memory.store.faults import reason
from memory.store.store import Store
from memory.store.tables import Message
from memory.store.tombstones import GONE
from memory.types import Mode, Part, PartKind, PartSource, Role, Status, Usage

log = logging.getLogger(__name__)
LACKS = "; a piece of it is damaged and missing"


class Turn:
    """One user message and the reply that grows.

    `user` is committed. `half` is the reply that is continued, None for a new one, and `prefix` its text. `before` is
    the message at which the conversation stood. `trouble` says why the reply is not journalled, "" while it is. `over`
    is the version of the store just before it got the message, None where it had that already or more has changed.
    `cut` says that something was forgotten while it grew, and is taken out of it.
    With `aside` the reply is one to compare with: what stands stays, and nothing is learnt from it.
    """

    def __init__(
        self,
        user: types.Message,
        mode: Mode,
        model: str,
        writer: journal.Journal | None = None,
        half: types.Message | None = None,
        before: str | None = None,
        *,
        aside: bool = False,
    ) -> None:
        self.over: int | None = None
        self.aside = aside
        self.conversation = user.conversation
        self.user = user
        self.mode = mode
        self.model = model
        self.half = half
        self.before = before
        self.trouble = ""
        self.cut = False
        self._journal = writer
        self._text = [self.prefix] if self.prefix else []
        self._reasoning: list[str] = []

    @property
    def prefix(self) -> str:
        return self.half.text if self.half else ""

    @property
    def text(self) -> str:
        """The visible reply so far, the prefix included."""
        return "".join(self._text)

    @property
    def reasoning(self) -> str:
        return "".join(self._reasoning)

    @property
    def learns(self) -> bool:
        return self.mode.learns and not self.aside

    def append(self, delta: Delta) -> None:
        """Adds a piece of the reply and journals it; never touches the database, never raises for a full disk."""
        if not delta.text and not delta.reasoning:
            return
        self._text.append(delta.text)
        self._reasoning.append(delta.reasoning)
        if self._journal is None or self.trouble:
            return
        try:
            self._journal.append(delta.text, delta.reasoning)
        except OSError as error:
            self.trouble = _not_journalled(error)
            log.warning("journal of %s failed: %s", self.user.id, error)

    @property
    def wish(self) -> tuple[str, ...]:
        """What was to be forgotten in the reply while it grew."""
        wish = wishes.left(self._journal.path) if self._journal is not None else None
        return wish.needles if wish else ()

    def rewrite(self, change: Callable[[str], str]) -> None:
        self._text, self._reasoning = [change(self.text)], [change(self.reasoning)]
        self.cut = True

    def leave_journal(self) -> bool:
        """Leaves the journal to the next start, which recovers the reply; returns whether the whole of it is there."""
        if self._journal is not None:
            self._journal.close()
        return self._journal is not None and self._journal.path.exists() and not self.trouble

    def drop_journal(self) -> None:
        if self._journal is not None:
            self._journal.drop()
            self._journal = None


def _as_it_is(turn: Turn) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Recovered:
    """A reply that a killed process was writing; where nothing `came`, its question stands without a reply."""

    conversation: str
    came: bool


class Transcript:
    """The turns of one store; `journals` None keeps growing replies in memory alone."""

    def __init__(self, store: Store, journals: Path | None, clock: Clock) -> None:
        self.store = store
        self._journals = journals
        self._clock = clock

    async def begin(
        self, conversation: str, parts: Sequence[Part], mode: Mode, model: str, *, instead_of: str | None = None
    ) -> Turn:
        """Commits the user's message, safe from a power cut as well. BadInput for a message without content.

        With `instead_of` it begins a branch in the place of that earlier message of the user.
        """
        if all(part.blank for part in parts):
            raise BadInput("The message is empty", hint="Type something first")
        number = ids.number(conversation, "conversation")
        at = self._clock.now()

        content = await asyncio.to_thread(messages.compose, parts)

        def work() -> tuple[types.Message, int, int | None, int]:
            over = version.current()
            head, _, _ = conversations.end(number)
            parent = head if instead_of is None else _parent_of(instead_of, number)
            if instead_of is not None and parent is None:
                titles.let_go(number)
            user = messages.add(number, Role.USER, content, parent=parent, at=at, learn=mode.learns)
            return branches.with_siblings([user])[0], messages.newest_number(), head, over

        user, newest, head, over = await self.store.write(work, durable=True)
        turn = self._turn(user, newest, mode, model, before=None if head is None else ids.show("message", head))
        turn.over = over if instead_of is None else None
        return turn

    async def again(self, conversation: str, mode: Mode, model: str) -> Turn:
        """Answers the last user message once more; the reply becomes a new branch."""
        number = ids.number(conversation, "conversation")
        user, newest = await self.store.read(lambda: (_last_user(messages.path(number)), messages.newest_number()))
        return self._turn(user, newest, mode, model)

    async def beside(self, conversation: str, message: str, mode: Mode, model: str) -> Turn:
        """Answers a message of the user once more, to compare; the reply that stands stays."""
        number, asked = ids.number(conversation, "conversation"), ids.number(message, "message")

        def work() -> tuple[types.Message, int]:
            user = next((one for one in messages.path(number) if one.id == ids.show("message", asked)), None)
            if user is None or user.role is not Role.USER:
                raise NotFound(f"There is no message {message} of yours here", hint="/compare takes the last one")
            return user, messages.newest_number()

        user, newest = await self.store.read(work)
        return self._turn(user, newest, mode, model, aside=True)

    async def resume(self, conversation: str, mode: Mode, model: str) -> Turn:
        """Continues the reply at the head. BadInput where the head is no reply or a whole one.

        A complete reply with a note was cut short by the model's side: it can be continued.
        """

        number = ids.number(conversation, "conversation")

        def work() -> tuple[types.Message, int, types.Message]:
            path = messages.path(number)
            user, head = _last_user(path), path[-1]
            if head.role is not Role.ASSISTANT or (head.status is Status.COMPLETE and not head.note):
                raise BadInput("There is nothing to continue", hint="/regenerate answers again")
            return user, messages.newest_number(), head

        user, newest, half = await self.store.read(work)
        return self._turn(user, newest, mode, model, half)

    def _turn(
        self,
        user: types.Message,
        newest: int,
        mode: Mode,
        model: str,
        half: types.Message | None = None,
        before: str | None = None,
        *,
        aside: bool = False,
    ) -> Turn:
        if self._journals is None:
            return Turn(user, mode, model, None, half, before, aside=aside)
        conversation, number = ids.number(user.conversation, "conversation"), ids.number(user.id, "message")
        prefix, grows = (half.text, ids.number(half.id, "message")) if half else ("", None)
        learns = mode.learns and not aside
        header = journal.Header(conversation, number, model, learns, newest, prefix, grows, aside)
        try:
            return Turn(user, mode, model, journal.Journal(self._journals, header), half, before, aside=aside)
        except OSError as error:
            turn = Turn(user, mode, model, None, half, before, aside=aside)
            turn.trouble = _not_journalled(error)
            return turn

    async def is_answering(self, message: str) -> bool:
        """Whether a reply to this message is being written, here or in another window."""
        if self._journals is None:
            return False
        number, growing = ids.number(message, "message"), await asyncio.to_thread(journal.growing, self._journals)
        return any(one.header.user == number for one in growing)

    async def finish(
        self, turn: Turn, status: Status, usage: Usage | None, note: str, heed: Callable[[Turn], bool] = _as_it_is
    ) -> types.Message:
        """Reply and signal in one transaction; then the journal goes.

        `heed` takes out of the reply what was forgotten while it grew, and returns whether there was anything.
        """
        user = ids.number(turn.user.id, "message")
        at = self._clock.now()

        content = await asyncio.to_thread(messages.compose, reply_parts(turn.text, turn.reasoning))
        grows = ids.number(turn.half.id, "message") if turn.half else None

        def work() -> types.Message:
            kept = messages.compose(reply_parts(turn.text, turn.reasoning)) if heed(turn) else content
            conversation = ids.number(turn.conversation, "conversation")
            purpose = "compare" if turn.aside else "chat"
            activity.book_call(purpose, turn.model, usage, at=at, conversation=conversation)
            reply = _commit_reply(
                user,
                kept,
                turn.model,
                turn.learns,
                at,
                status=status,
                usage=usage,
                note=note,
                grows=grows,
                aside=turn.aside,
            )
            return branches.with_siblings([reply])[0]

        try:
            message = await self.store.write(work)
        except NotFound:  # its conversation is gone for good: nobody will ask for the reply
            turn.drop_journal()
            raise
        turn.drop_journal()
        return message

    async def give_back(self, turn: Turn, note: str) -> bool:
        """The message was never answered; False where another window had it answered, so that it stays."""
        number = ids.number(turn.user.id, "message")
        head = None if turn.before is None else ids.number(turn.before, "message")
        given_back = await self.store.write(lambda: messages.give_back(number, note, head))
        turn.drop_journal()
        return given_back

    async def recover(self) -> list[Recovered]:
        """Commits the half replies of processes that are gone."""
        if self._journals is None:
            return []
        recovered: list[Recovered] = []
        for orphan in await asyncio.to_thread(lambda folder: list(journal.orphans(folder)), self._journals):
            if await self.store.write(lambda found=orphan: self._recover(found)):  # type: ignore[misc]
                conversation = ids.show("conversation", orphan.header.conversation)
                recovered.append(Recovered(conversation, came=bool(orphan.text or orphan.reasoning)))
            orphan.path.unlink(missing_ok=True)
        return recovered

    def _recover(self, orphan: journal.Orphan) -> bool:
        """Commits what came of it; where nothing came, the question that waits gets an empty reply to go on from."""
        header = orphan.header
        if not Message.select().where(Message.id == header.user).exists():
            return False
        if messages.answered_after(header.user, header.after):
            return False
        came = orphan.text or orphan.reasoning
        if header.grows is not None and (not came or messages.visible(header.grows) != header.prefix):
            return False  # the half reply is as it was, or holds what came already
        if not came and (header.aside or conversations.get(header.conversation).head != header.user):
            return False  # a reply that was to be written anew: the one before it stays
        _commit_reply(
            header.user,
            messages.compose(reply_parts(header.prefix + orphan.text, orphan.reasoning)),
            header.model,
            header.learn,
            self._clock.now(),
            status=Status.PARTIAL,
            usage=None,
            note=f"harken ended{LACKS if orphan.lacks else ''}",
            grows=header.grows,
            aside=header.aside,
        )
        return True


def _last_user(path: Sequence[types.Message]) -> types.Message:
    user = next((message for message in reversed(path) if message.role is Role.USER), None)
    if user is None:
        raise NotFound("There is no message to answer yet", hint="Write one first")
    return user


def _parent_of(message: str, conversation: int) -> int | None:
    """What the user's earlier message stands under."""
    earlier = messages.get(ids.number(message, "message"))
    if earlier.role is not Role.USER or earlier.conversation != ids.show("conversation", conversation):
        raise BadInput(
            f"{message} is no message of yours in this conversation", hint="/edit without an id takes the last"
        )
    return None if earlier.parent is None else ids.number(earlier.parent, "message")


def reply_parts(text: str, reasoning: str) -> tuple[Part, ...]:
    said = Part(text, PartKind.TEXT, PartSource.MODEL)
    return (Part(reasoning, PartKind.REASONING, PartSource.MODEL), said) if reasoning else (said,)


def _not_journalled(error: OSError) -> str:
    return f"The reply is not saved while it grows: {reason(error)}"


def _commit_reply(
    user: int,
    content: messages.Content,
    model: str,
    learn: bool,
    at: datetime,
    *,
    status: Status,
    usage: Usage | None,
    note: str,
    grows: int | None,
    aside: bool,
) -> types.Message:
    """The answer to a message that was forgotten meanwhile is not kept. `grows` is the half reply that goes on.

    Where another window has gone on meanwhile, what was said there stands: the reply takes its place above that, or
    beside the branch that is followed now.
    """
    session, conversation = messages.home(user)
    if messages.is_forgotten(user):
        content, learn = messages.compose([Part(GONE, PartKind.TEXT, PartSource.MODEL)]), False
    if grows is not None:
        messages.grow(grows, content, learn=learn, status=status, model=model, usage=usage, note=note)
        return messages.get(grows)
    if messages.was_given_back(user):
        gone_on = not messages.take_again(user, learn=learn)
    else:
        gone_on = messages.last_asked(conversation) != user
    reply = messages.add(
        conversation,
        Role.ASSISTANT,
        content,
        parent=user,
        at=at,
        learn=learn,
        status=status,
        model=model,
        usage=usage,
        note=note,
        aside=aside or gone_on,
    )
    if gone_on and not aside:
        messages.put_between(user, ids.number(reply.id, "message"), conversation)
    if learn and session is not None:
        signals.leave(user, session, conversation, at)
    return reply
