"""Taking secrets out of all that is kept, and nothing else: the text around them stays as it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import NamedTuple

from memory import types
from memory.errors import BadInput
from memory.forget.memories import Graph, IdentityMirror, PartitionNames
from memory.forget.place import Change, RowPlace, Scope
from memory.forget.sought import UNKNOWN, Sought, Wanted, out_of_spans
from memory.forget.traces import Undo
from memory.forget.transcript import with_replies
from memory.ports import Erasable
from memory.store import documents, free_text, ids, messages
from memory.store.tables import Document, Fact, Message, Part
from memory.text.secrets import secrets
from memory.text.stated import claimed
from memory.text.twins import twin
from memory.types import Kind, PartKind, Role

LEAST_BYTES = 4
"""Shorter texts stand in too many words."""
_AROUND = "\"'`“”‘’«»()[]<>,;:!?."
BEGINNING = "*"
"""Ends the beginning of a secret that the user would rather not write whole."""


def in_message(number: int) -> Sought:
    """The secrets that the recogniser knows in a message. NotFound."""
    return Sought(_in(messages.get(number)), _around([number]))


def in_all() -> Sought:
    """The secrets that the recogniser knows in any message."""
    wanted, holders = [], []
    for message, spans in _parts():
        if known := list(_known([(one.kind, one.text) for one in spans])):
            wanted += known
            holders.append(message)
    return Sought(wanted, _around(holders))


def named(number: int, text: str) -> Sought:
    """What the user calls a secret, or, with `*`, what begins so; of one that is known, the whole.

    NotFound, BadInput where the message has it not.
    """
    said = messages.get(number)
    whole = "\n".join(["".join(part.text for part in said.parts), *(part.text for part in said.parts)])
    if text.endswith(BEGINNING):
        beginning = text.removesuffix(BEGINNING)
        match = re.search(rf"(?<!\w){re.escape(beginning)}\S+", whole) if beginning else None
        text = match[0].rstrip(".,;\"'`)") if match else ""
    if len(text.encode()) < LEAST_BYTES or text not in whole:
        raise BadInput(
            f"{ids.show('message', number)} does not hold that",
            hint=f"Give at least {LEAST_BYTES} letters as they stand there, or the first ones and {BEGINNING}",
        )
    known = next((one for one in _in(said) if text in one.value), Wanted(UNKNOWN, text, named=True))
    return Sought([known], _around([number]))


def saying(says: Callable[[str], bool]) -> Sought:
    """What `says` knows, of the secrets that the recogniser knows in any message and of single words."""
    wanted, holders = [], []
    for message, spans in _parts():
        text = "".join(one.text for one in spans if one.kind == PartKind.TEXT)
        if says(text):
            known = _known([(one.kind, one.text) for one in spans])
            words = (Wanted(UNKNOWN, word.strip(_AROUND), named=True) for word in text.split())
            wanted += [one for one in (*words, *known) if len(one.value.encode()) >= LEAST_BYTES and says(one.value)]
            holders.append(message)
    return Sought(wanted, _around(holders))


def newest_in(conversation: int) -> int | None:
    """The newest message of the active path that holds a secret; before a reply what it answers, if that does too."""
    holders = [said for said in messages.path(conversation) if any(_in(said))]
    if not holders:
        return None
    newest = holders[-1]
    asked = [said for said in holders if said.role is Role.USER and said.id == newest.parent]
    return ids.number((*asked, newest)[0].id, "message")


def rows(sought: Sought) -> tuple[Erasable, ...]:
    """The places of the database; what hangs on a name is taken whole."""
    own = (Texts(sought), Attachments(sought), Statements(sought), Columns(sought), Searched(sought))
    return (*own, IdentityMirror(), Graph(), PartitionNames(), Undo())


def _in(message: types.Message) -> Iterator[Wanted]:
    return _known([(part.kind, part.text) for part in message.parts])


def _known(parts: Sequence[tuple[str, str]]) -> Iterator[Wanted]:
    """The secrets of a message by the kinds and texts of its parts: those of its visible text, and of each part."""
    visible = "".join(text for kind, text in parts if kind == PartKind.TEXT)
    for text in (visible, *(text for kind, text in parts if kind != PartKind.TEXT)):
        for found in secrets(text):
            yield Wanted(found.kind, text[found.start : found.end])


def _around(numbers: Iterable[int]) -> set[int]:
    return {row.id for number in numbers for row in with_replies(number)}


class _Span(NamedTuple):
    part: int
    kind: str
    text: str
    role: str


def _parts() -> Iterator[tuple[int, list[_Span]]]:
    """The parts of each message."""
    columns = Part.select(Part.message, Part.id, Part.kind, Part.text, Message.role).join(Message)
    found = columns.order_by(Part.message, Part.position).tuples().iterator()
    for message, group in groupby(found, key=lambda row: row[0]):
        yield message, [_Span(*row[1:]) for row in group]


class _Place(RowPlace):
    def __init__(self, sought: Sought) -> None:
        self._sought = sought


class Texts(_Place):
    """What was said, by anyone. A secret may begin in one span of a message and end in another."""

    name = "messages"

    def changes(self, scope: Scope) -> Iterator[Change]:
        for message, spans in _parts():
            kept = self._kept(spans, near=message in self._sought.near)
            changed = {one.part: text for one, text in zip(spans, kept, strict=True) if text != one.text}
            if changed:
                what = "your messages" if spans[0].role == Role.USER else "replies that repeat it"
                yield Change(what, partial(_write, changed))

    def _kept(self, spans: Sequence[_Span], *, near: bool) -> list[str]:
        visible = [one.text for one in spans if one.kind == PartKind.TEXT]
        left = iter(out_of_spans(visible, self._sought.spans("".join(visible), near=near)))
        return [next(left) if one.kind == PartKind.TEXT else self._sought.out_of(one.text, near=near) for one in spans]


def _write(texts: dict[int, str]) -> None:
    for part, text in texts.items():
        Part.update(text=text).where(Part.id == part).execute()


class Attachments(_Place):
    """The bytes of images and files."""

    name = "attachments"

    def changes(self, scope: Scope) -> Iterator[Change]:
        for part in Part.select(Part.id, Part.data).where(Part.data.is_null(False)).iterator():
            kept = self._sought.out_of_bytes(bytes(part.data))
            if kept != part.data:
                yield Change("attachments", Part.update(data=kept).where(Part.id == part.id).execute)


class Statements(_Place):
    """Facts: what they are compared by follows their words."""

    name = "facts"

    def changes(self, scope: Scope) -> Iterator[Change]:
        for number, content, category in Fact.select(Fact.id, Fact.content, Fact.category).tuples().iterator():
            kept = self._sought.out_of(content)
            if kept != content:
                compared = {"twin": twin(kept), "slot": claimed(kept, category)}
                restated = Fact.update(content=kept, **compared).where(Fact.id == number)
                yield Change("facts", restated.execute)


class Columns(_Place):
    """The rest of what is written, column by column."""

    name = "records"

    def changes(self, scope: Scope) -> Iterator[Change]:
        return (Change(what, write) for what, write in free_text.changes(self._sought.out_of))


class Searched(_Place):
    """What the search has of it; a new text gets a new vector."""

    name = "search"

    def changes(self, scope: Scope) -> Iterator[Change]:
        for row in Document.select().iterator():
            near = row.kind in (Kind.TURN, Kind.DRAWER) and row.item in self._sought.near
            kept = self._sought.out_of(row.text, near=near)
            if kept != row.text:
                renew = partial(
                    documents.put, row.kind, row.item, kept, conversation=row.conversation, created_at=row.created_at
                )
                yield Change("entries of the search", renew)
