"""Brings in what was learnt: identity, entities, facts, episodes, relations. Runs inside the store."""

from __future__ import annotations

from memory.portable.incoming import Incoming
from memory.portable.room import Room
from memory.portable.shape import Record, read
from memory.store import documents, facts, graph, ids, inbox, partitions
from memory.store.connection import raw
from memory.store.fields import from_millis
from memory.store.statements import one, run
from memory.text.normal import fold
from memory.text.orders import is_order
from memory.text.stated import claimed
from memory.text.twins import twin
from memory.types import Kind, Origin

_LINES = 200
_LINE_CATEGORY = "profile"
_FOLLOWERS = """
WITH RECURSIVE line(id) AS (
    SELECT ?1 UNION SELECT f.superseded_by FROM line JOIN fact f ON f.id = line.id WHERE f.superseded_by IS NOT NULL
) SELECT id FROM line
"""
"""A fact and those that took its place, one after the other: here they may have done so the other way round."""
_MAY_HOLD = ("live", "abandoned")
"""An abandoned fact holds again once its branch is followed."""


class Memories:
    """Takes one record after the other; then `link` until nothing is left.

    What reads like an instruction is quarantined, whatever origin the file gives it, unless the file is `own`: an
    export that was made on this computer. What would always be in context and finds no `room` becomes an ordinary fact.
    """

    def __init__(self, incoming: Incoming, room: Room, *, own: bool) -> None:
        self._incoming = incoming
        self._numbers = incoming.numbers
        self._room = room
        self._own = own
        self._paired: dict[str, set[int]] = {"fact": set(), "episode": set(), "relation": set()}
        self._links: list[tuple[int, int]] = []
        self.lines: list[str] = []
        """Identity lines, for the user's file."""

    def identity(self, record: Record) -> None:
        text = " ".join(self._incoming.without_secrets(record["text"]).split("\n")).strip(" \t\r").lstrip()
        at = record["created_at"] or self._incoming.now
        if not text or self._kept_out(text, at):
            return
        if one("SELECT 1 FROM identity WHERE content = ?", text) is not None:
            self.lines.append(text)
            self._incoming.was_there("identity")
            return
        if self._is_order(text) or not self._room.takes(text):
            self._line_as_fact(text, record["created_at"])
            return
        self.lines.append(text)
        (position,) = one("SELECT coalesce(max(position) + 1, 0) FROM identity") or (0,)
        number = self._numbers.add("identity", record["id"], content=text, position=position, created_at=at)
        self._document(Kind.IDENTITY, number, text, None, at)
        self._incoming.came("identity")

    def _line_as_fact(self, text: str, created_at: int | None) -> None:
        """The user's line as a fact that is not always in context."""
        record = read({"type": "fact", "text": text, "category": _LINE_CATEGORY, "origin": str(Origin.CONFIRMED)})
        record |= {"created_at": created_at, "valid_from": created_at}
        number = self.fact(record)
        if number is not None and not self._is_order(text):
            self._incoming.ordinary.append(ids.show(Kind.FACT, number))

    def _is_order(self, text: str) -> bool:
        return not self._own and is_order(text)

    def entity(self, record: Record) -> None:
        name = " ".join(record["name"].split())
        at = record["created_at"] or self._incoming.now
        if self._kept_out(name, at):
            return
        found = one("SELECT id FROM entity WHERE folded = ?", fold(name))
        if found is not None:
            self._numbers.note("entity", record["id"], found[0])
            self._incoming.was_there("entity")
        else:
            self._numbers.add("entity", record["id"], name=name, folded=fold(name), kind=record["kind"], created_at=at)
            self._incoming.came("entity")
        aliases = [alias for alias in record["aliases"] if self._may(alias, at)]
        graph.entity(name, at=from_millis(at), kind=record["kind"], aliases=aliases)

    def fact(self, record: Record) -> int | None:
        """The number of the fact here that says it, None where it is left out."""
        self._clean_fact(record)
        record["state"] = record["state"] or inbox.state_of(record["origin"], record["text"])
        if record["state"] in _MAY_HOLD and self._is_order(record["text"]):
            record |= {"state": inbox.QUARANTINED, "origin": Origin.IMPORTED, "pinned": False, "touched": False}
        sources = [here for there in record["sources"] if (here := self._numbers.here("message", there)) is not None]
        home = self._incoming.partition(partitions.parse(record["partition"]), self._incoming.now)
        number = self._known_fact(record, sources, home)
        if number is None and (not record["text"].strip() or self._forgotten_fact(record, sources)):
            self._numbers.note("fact", record["id"], None)
            return None
        if number is None:
            beyond = _is_always_there(record) and not self._room.takes(record["text"])
            record["pinned"] = record["pinned"] and not beyond
            number = self._add_fact(record, home)
            self._incoming.ordinary += [ids.show(Kind.FACT, number)] if beyond else []
            self._mention(Kind.FACT, number, record)
            self._incoming.came("fact")
        else:
            self._numbers.note("fact", record["id"], number)
            self._incoming.was_there("fact")
        self._paired["fact"].add(number)
        for message in sources:
            run("INSERT OR IGNORE INTO fact_source (fact_id, message) VALUES (?, ?)", number, message)
        facts.dated(number)
        if record["superseded_by"] is not None:
            self._links.append((number, record["superseded_by"]))
        return number

    def episode(self, record: Record) -> None:
        self._clean_episode(record)
        session = self._numbers.here("session", record["session"])
        number = self._known_episode(record, session)
        if number is not None or not record["text"].strip():
            self._numbers.note("episode", record["id"], number)
            if number is not None:
                self._incoming.was_there("episode")
            self._paired["episode"].add(number or 0)
            return
        conversation = self._numbers.here("conversation", record["conversation"])
        lists = {name: record[name] for name in ("topics", "entities", "decisions", "action_items")}
        columns = ("salience", "method", "started_at", "ended_at", "uses", "last_used")
        number = self._numbers.add(
            "episode",
            record["id"],
            session=session,
            conversation=conversation,
            summary=record["text"],
            **lists,
            **{name: record[name] for name in columns},
            **self._made(record),
            head=self._numbers.here("message", record["head"]),
            abandoned=record["abandoned"],
        )
        if not record["abandoned"]:
            searched = (lists["topics"], lists["decisions"], lists["action_items"])
            text = "\n".join([record["text"], *(", ".join(words) for words in searched if words)])
            self._document(Kind.EPISODE, number, text, conversation, record["ended_at"])
        self._mention(Kind.EPISODE, number, record)
        self._paired["episode"].add(number)
        self._incoming.came("episode")

    def relation(self, record: Record) -> None:
        at = record["created_at"] or self._incoming.now
        text = f"{record['subject']} {record['predicate']} {record['object']}"
        if self._kept_out(text, at) or not (self._may(record["subject"], at) and self._may(record["object"], at)):
            return
        subject = graph.entity(record["subject"], at=from_millis(at))
        target = graph.entity(record["object"], at=from_millis(at))
        number = self._known_relation(record, subject, target)
        if number is None:
            number = self._numbers.add(
                "relation",
                record["id"],
                subject=subject,
                predicate=self._incoming.without_secrets(record["predicate"]),
                object=target,
                message=self._numbers.here("message", record["message"]),
                valid_from=record["valid_from"],
                valid_to=record["valid_to"],
                created_at=at,
            )
            self._incoming.came("relation")
        else:
            self._incoming.was_there("relation")
        self._paired["relation"].add(number)

    def link(self) -> bool:
        """Says of some ended facts which one ended them; False when all are told."""
        part, self._links = self._links[:_LINES], self._links[_LINES:]
        for number, there in part:
            here = self._numbers.here("fact", there)
            if here is not None and here != number:
                sql = (
                    "UPDATE fact SET superseded_by = ?1 WHERE id = ?2 AND superseded_by IS NULL"
                    " AND valid_to IS NOT NULL AND partition = (SELECT partition FROM fact WHERE id = ?1)"
                    f" AND ?2 NOT IN ({_FOLLOWERS})"
                )
                run(sql, here, number)
        return bool(self._links)

    def _clean_fact(self, record: Record) -> None:
        at = record["created_at"] or self._incoming.now
        for name in ("text", "quote"):
            record[name] = self._incoming.without_secrets(record[name])
        record["keywords"] = [self._incoming.without_secrets(word) for word in record["keywords"]]
        if not self._incoming.restore:
            record["quote"] = self._incoming.forgotten.cut(record["quote"], at)
            record["keywords"] = self._incoming.forgotten.kept(record["keywords"], at)

    def _clean_episode(self, record: Record) -> None:
        at, forgotten = record["ended_at"], self._incoming.forgotten
        whole = record["text"] = self._incoming.without_secrets(record["text"])
        for name in ("topics", "entities", "decisions", "action_items"):
            words = [self._incoming.without_secrets(word) for word in record[name]]
            record[name] = words if self._incoming.restore else forgotten.kept(words, at)
        if not self._incoming.restore:
            record["text"] = forgotten.cut(whole, at)
            self._incoming.kept_out += record["text"] != whole

    def _forgotten_fact(self, record: Record, sources: list[int]) -> bool:
        """Whether it was forgotten here, and not said anew since."""
        if self._incoming.restore:
            return False
        at = max([record["created_at"] or self._incoming.now, *map(_time_of, sources)])
        said = f"{record['text']} {record['quote']}"
        forgotten = self._incoming.forgotten
        gone = any(forgotten.says(text, at) for text in (record["text"], said))
        gone = gone or forgotten.rests_on_it(record["text"], sources, at)
        self._incoming.kept_out += gone
        return gone

    def _known_fact(self, record: Record, sources: list[int], home: int) -> int | None:
        """The fact here that says the same of the same time in the same place, that of the same number first."""
        rows = raw().execute(
            "SELECT id, state, valid_from, valid_to FROM fact WHERE twin = ? AND partition = ? ORDER BY id <> ?, id",
            (twin(record["text"]), home, record["id"] or 0),
        )
        for number, state, since, until in rows.fetchall():
            fresh = record["id"] is None or number not in self._paired["fact"]
            settled = state in ("live", record["state"]) or (
                state == inbox.REJECTED and record["state"] in inbox.WAITING
            )
            current = until is None and record["valid_to"] is None and settled
            same_time = since == record["valid_from"] and (record["id"] is not None or until == record["valid_to"])
            if fresh and (current or same_time):
                return int(number)
        return self._moved(record) or self._reworded(record, sources)

    def _moved(self, record: Record) -> int | None:
        """The very row, where the user moved it after the file was written."""
        found = one(
            "SELECT id FROM fact WHERE id = ? AND created_at = ? AND twin = ?",
            record["id"] or 0,
            record["created_at"] or 0,
            twin(record["text"]),
        )
        return None if found is None or found[0] in self._paired["fact"] else int(found[0])

    def _reworded(self, record: Record, sources: list[int]) -> int | None:
        """The very row, where it was reworded here after the file was written."""
        found = one(
            "SELECT id FROM fact WHERE id = ? AND created_at = ? AND updated_at > ?",
            record["id"] or 0,
            record["created_at"] or 0,
            record["updated_at"] or 0,
        )
        if found is None or found[0] in self._paired["fact"]:
            return None
        said = raw().execute("SELECT message FROM fact_source WHERE fact_id = ? ORDER BY message", found)
        return int(found[0]) if sources and [message for (message,) in said] == sorted(sources) else None

    def _add_fact(self, record: Record, home: int) -> int:
        state = record["state"]
        self._incoming.inbox += state == inbox.INBOX
        self._incoming.quarantined += state == inbox.QUARANTINED
        names = ("category", "origin", "method", "salience", "keywords", "quote", "pinned", "touched", "source_count")
        number = self._numbers.add(
            "fact",
            record["id"],
            content=record["text"],
            twin=twin(record["text"]),
            slot=claimed(record["text"], record["category"]),
            state=state,
            partition=home,
            session=self._numbers.here("session", record["session"]),
            **{name: record[name] for name in (*names, "uses", "last_used", "valid_from", "valid_to", "end_known_at")},
            **self._made(record),
        )
        conversation = self._numbers.here("conversation", record["conversation"])
        never_true = record["valid_to"] is not None and record["valid_to"] == record["valid_from"]
        if state == "live" and (not never_true or conversation is not None):
            at = record["created_at"] or self._incoming.now
            self._document(Kind.FACT, number, record["text"], conversation, at)
        return number

    def _known_episode(self, record: Record, session: int | None) -> int | None:
        if session is not None:
            found = one("SELECT id FROM episode WHERE session_id = ?", session)
            return int(found[0]) if found else None
        rows = raw().execute(
            "SELECT id FROM episode WHERE session_id IS NULL AND started_at = ? AND summary = ? ORDER BY id <> ?, id",
            (record["started_at"], record["text"], record["id"] or 0),
        )
        return next((number for (number,) in rows.fetchall() if number not in self._paired["episode"]), None)

    def _known_relation(self, record: Record, subject: int, target: int) -> int | None:
        rows = raw().execute(
            "SELECT id, predicate, valid_from, valid_to FROM relation WHERE subject_id = ? AND object_id = ?"
            " ORDER BY id <> ?, id",
            (subject, target, record["id"] or 0),
        )
        for number, predicate, since, until in rows.fetchall():
            same_time = since == record["valid_from"] or (until is None and record["valid_to"] is None)
            if number not in self._paired["relation"] and fold(predicate) == fold(record["predicate"]) and same_time:
                return int(number)
        return None

    def _mention(self, kind: Kind, number: int, record: Record) -> None:
        at = record["created_at"] or self._incoming.now
        names = [name for name in record["about"] if self._may(name, at)]
        graph.mention([graph.entity(name, at=from_millis(at)) for name in names], kind, number)

    def _made(self, record: Record) -> dict[str, int]:
        made = record["created_at"] if record["created_at"] is not None else self._incoming.now
        changed = record["updated_at"] if record["updated_at"] is not None else made
        return {"created_at": made, "updated_at": changed}

    def _kept_out(self, text: str, at: int) -> bool:
        gone = not self._may(text, at)
        self._incoming.kept_out += gone
        return gone

    def _may(self, text: str, at: int) -> bool:
        return self._incoming.restore or not self._incoming.forgotten.says(text, at)

    def _document(self, kind: Kind, number: int, text: str, conversation: int | None, at: int) -> None:
        content = documents.searchable(text)
        documents.add(kind, number, content, conversation=conversation, created_at=from_millis(at))


def _is_always_there(record: Record) -> bool:
    return bool(record["pinned"]) and record["state"] in _MAY_HOLD and record["valid_to"] is None


def _time_of(message: int) -> int:
    found = one("SELECT created_at FROM message WHERE id = ?", message)
    return found[0] if found else 0
