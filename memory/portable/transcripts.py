"""Brings conversations in: new ones whole, known ones by what they lack. Runs inside the store."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from memory import names
from memory.portable.incoming import Incoming
from memory.portable.shape import Record
from memory.store import branches, conversations, documents, originals
from memory.store.connection import raw
from memory.store.fields import from_millis
from memory.store.statements import Insert, one, run
from memory.store.tables import Part, Signal, to_json
from memory.store.tombstones import GONE
from memory.types import PartitionKind, PartKind, PartSource, Role

_LINKS = 200
_INSERT_PART = Insert(Part)
_INSERT_SIGNAL = Insert(Signal, ignore=True)

Place = tuple[int, str, int]
"""What makes a message of a conversation the same one: its `seq`, which is never used again, who spoke and when."""


@dataclass
class _Home:
    """The conversation that comes in now; `known` are the messages it has here already."""

    record: Record
    number: int
    made: bool
    next_seq: int
    known: dict[Place, int] = field(default_factory=dict)
    seqs: set[int] = field(default_factory=set)


def prepare(record: Record) -> None:
    """Does what takes a time in proportion to the text, before the transaction."""
    record["found_by"] = documents.searchable(visible(record["parts"])) if record["found_as"] else None


def visible(parts: list[Record]) -> str:
    return "".join(part["text"] for part in parts if part["kind"] == PartKind.TEXT)


class Transcripts:
    """Takes conversations and their messages in the order of the file; `close` after the last."""

    def __init__(self, incoming: Incoming) -> None:
        self._incoming = incoming
        self._numbers = incoming.numbers
        self._waiting: Record | None = None
        self._home: _Home | None = None
        self._copies: list[tuple[int, int]] = []
        self._here: dict[int, list[int]] = defaultdict(list)
        """The conversations that no other of the file is yet, by the time they began."""
        for number, at in raw().execute("SELECT id, created_at FROM conversation"):
            self._here[at].append(number)

    def conversation(self, record: Record) -> None:
        self.close()
        self._waiting = record

    def message(self, record: Record) -> None:
        if self._waiting is not None:
            self._home = self._open(self._waiting, record)
            self._waiting = None
        assert self._home is not None
        known = self._home.known.get((record["seq"], record["role"], record["created_at"]))
        if known is None:
            self._add(self._home, record)
            return
        self._numbers.note("message", record["id"], known)
        if record["copied_from"] is not None:
            self._copies.append((known, record["copied_from"]))
        restored = self._incoming.restore and self._restore(known, record)
        self._incoming.is_back("message") if restored else self._incoming.was_there("message")

    def link(self) -> bool:
        """Says of some messages which one they are a copy of, and finds which stands for all; False when all are told.

        Here another one may stand for them than in the file.
        """
        part, self._copies = self._copies[:_LINKS], self._copies[_LINKS:]
        for number, there in part:
            original = self._numbers.here("message", there)
            if original is not None and (original := originals.behind([original]).get(original, original)) != number:
                run("UPDATE message SET copied_from = ? WHERE id = ?", original, number)
        originals.settle(number for number, _ in part)
        return bool(self._copies)

    def close(self) -> None:
        """The last message of a conversation came: its head, and how far it was learnt from."""
        home, self._home = self._home, None
        if home is None:
            return
        self._close_sessions(home.record)
        record = home.record
        head, updated = one("SELECT head, updated_at FROM conversation WHERE id = ?", home.number) or (None, 0)
        run("UPDATE conversation SET next_seq = max(next_seq, ?) WHERE id = ?", home.next_seq, home.number)
        if home.made or head is None or record["updated_at"] > updated:
            vendors = [
                [stint["name"], self._numbers.here("message", stint["since"]) or 0] for stint in record["vendors"]
            ]
            shown = self._numbers.here("message", record["head"])
            run(
                "UPDATE conversation SET head = ?, vendors = ?, updated_at = ? WHERE id = ?",
                shown,
                to_json(vendors),
                record["updated_at"],
                home.number,
            )
            if not home.made and shown != head:
                branches.moved(head, shown)

    def _close_sessions(self, record: Record) -> None:
        for session in record["sessions"]:
            to = self._numbers.here("message", session["distilled_to"]) or 0
            number = self._numbers.here("session", session["id"])
            run("UPDATE session SET distilled_to = max(distilled_to, ?) WHERE id = ?", to, number)

    def _open(self, record: Record, first: Record) -> _Home:
        number = self._same(record, first)
        made = number is None
        if number is None:
            number = self._make(record)
            self._incoming.came("conversation")
        else:
            self._numbers.note("conversation", record["id"], number)
            self._here[record["created_at"]].remove(number)
            restored = self._incoming.restore and conversations.bring_back(number)
            self._incoming.is_back("conversation") if restored else self._incoming.was_there("conversation")
        self._sessions(number, record)
        rows = raw().execute("SELECT id, seq, role, created_at FROM message WHERE conversation_id = ?", (number,))
        known = {(seq, role, at): message for message, seq, role, at in rows}
        (next_seq,) = one("SELECT next_seq FROM conversation WHERE id = ?", number) or (1,)
        seqs = {seq for seq, _, _ in known}
        return _Home(record, number, made, max(next_seq, record["next_seq"]), known, seqs)

    def _same(self, record: Record, first: Record) -> int | None:
        """The conversation here that began at the same time with the same message, forgotten or not."""
        forgotten = None
        for number in sorted(self._here[record["created_at"]], key=lambda here: here != record["id"]):
            text = _text_at(number, first)
            if text == visible(first["parts"]):
                return number
            if text == GONE:
                forgotten = number
        return forgotten

    def _make(self, record: Record) -> int:
        title, system = record["title"], record["system"]
        if not self._incoming.restore:
            title, system = (self._incoming.forgotten.cut(text, record["updated_at"]) for text in (title, system))
        return self._numbers.add(
            "conversation",
            record["id"],
            title=title,
            title_by=record["title_by"],
            mode=record["mode"],
            model=record["model"],
            pinned=record["pinned"],
            system=system,
            parameters=record["parameters"],
            **{
                kind: self._incoming.partition(names.partition(kind, record[kind]), record["updated_at"])
                for kind in PartitionKind
                if record[kind]
            },
            created_at=record["created_at"],
            updated_at=record["updated_at"],
        )

    def _sessions(self, number: int, record: Record) -> None:
        rows = raw().execute("SELECT started_at, id FROM session WHERE conversation_id = ?", (number,))
        known: dict[int, int] = dict(rows)
        for session in record["sessions"]:
            here = known.get(session["started_at"])
            if here is None:
                times = {name: session[name] for name in ("started_at", "last_at")}
                self._numbers.add("session", session["id"], conversation=number, **times)
                continue
            self._numbers.note("session", session["id"], here)
            run("UPDATE session SET last_at = max(last_at, ?) WHERE id = ?", session["last_at"], here)

    def _add(self, home: _Home, record: Record) -> None:
        seq = record["seq"] if record["seq"] not in home.seqs else home.next_seq
        home.next_seq = max(home.next_seq, seq + 1)
        home.seqs.add(seq)
        if not self._incoming.restore and self._say_forgotten(record):
            self._incoming.kept_out += 1
        session = self._numbers.here("session", record["session"])
        columns = (
            "role",
            "status",
            "model",
            "note",
            "tokens",
            "prompt_tokens",
            "completion_tokens",
            "cost",
            "created_at",
            "shown",
        )
        number = self._numbers.add(
            "message",
            record["id"],
            conversation=home.number,
            session=session,
            parent=self._numbers.here("message", record["parent"]),
            seq=seq,
            **{name: record[name] for name in columns},
        )
        if record["copied_from"] is not None:
            self._copies.append((number, record["copied_from"]))
        self._content(number, home.number, record)
        if record["learning"] and session is not None:
            _INSERT_SIGNAL(
                message=number,
                session=session,
                conversation=home.number,
                state=record["learning"],
                attempts=record["attempts"],
                created_at=record["created_at"],
            )
        self._incoming.came("message")

    def _content(self, number: int, conversation: int, record: Record) -> None:
        for position, part in enumerate(record["parts"]):
            _INSERT_PART(message=number, position=position, **part)
        if record["found_by"] is not None:
            at = from_millis(record["created_at"])
            documents.add(record["found_as"], number, record["found_by"], conversation=conversation, created_at=at)

    def _say_forgotten(self, record: Record) -> bool:
        """Takes out of a message what was forgotten here; True where there was some.

        A turn of the user goes whole with its attachments, of others the sentences, as forgetting does it.
        """
        forgotten, at = self._incoming.forgotten, record["created_at"]
        texts = [(forgotten.cut(part["text"], at), forgotten.cut(part["name"], at)) for part in record["parts"]]
        if texts == [(part["text"], part["name"]) for part in record["parts"]]:
            return False
        if record["role"] == Role.USER:
            record["parts"] = [_gone(PartSource.TYPED)]
            record.update(note="", learning=None, found_by=None)
            return True
        for part, (text, name) in zip(record["parts"], texts, strict=True):
            part.update(text=text or (GONE if part["text"] else ""), name=name)
        left = visible(record["parts"])
        record["found_by"] = documents.searchable(left) if record["found_as"] and left != GONE else None
        return True

    def _restore(self, number: int, record: Record) -> bool:
        """The message says again what it says in the file; False where it does."""
        rows = raw().execute("SELECT kind, text, name FROM part WHERE message_id = ? ORDER BY position", (number,))
        if [(part["kind"], part["text"], part["name"]) for part in record["parts"]] == rows.fetchall():
            return False
        found = one("SELECT conversation_id FROM message WHERE id = ?", number)
        assert found is not None
        run("DELETE FROM part WHERE message_id = ?", number)
        documents.drop("turn", [number])
        documents.drop("drawer", [number])
        self._content(number, found[0], record)
        return True


def _text_at(conversation: int, first: Record) -> str | None:
    """What the message here says that stands where `first` does in the file."""
    found = one(
        "SELECT id FROM message WHERE conversation_id = ? AND seq = ? AND role = ? AND created_at = ?",
        conversation,
        first["seq"],
        first["role"],
        first["created_at"],
    )
    if found is None:
        return None
    texts = raw().execute("SELECT text FROM part WHERE message_id = ? AND kind = 'text' ORDER BY position", found)
    return "".join(text for (text,) in texts)


def _gone(source: PartSource) -> Record:
    return {"kind": str(PartKind.TEXT), "source": str(source), "text": GONE, "name": "", "meta": {}, "data": None}
