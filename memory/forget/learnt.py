"""What was learnt from a conversation, or from what was said in a span of time. Runs inside the store.

A fact rests on the turns that say it; what was put in without a turn, by /remember or from a file, rests on that act.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from memory.errors import BadInput
from memory.store import conversations, messages, originals
from memory.store import facts as stored
from memory.store.connection import raw
from memory.store.fields import to_millis
from memory.store.hits import chunked
from memory.store.tables import Fact
from memory.text.content import content_words
from memory.types import Kind, Span

_STEM = 6
_SAID_IN = """
(m.conversation_id = ? OR m.copied_from IN (SELECT id FROM message WHERE conversation_id = ?))
"""


@dataclass(frozen=True, slots=True)
class Learnt:
    """`turns` are the user's among the `messages`, `sessions` those that lie in them as a whole.

    `facts`, `episodes` and `relations` rest on nothing else, or the facts have words from nowhere else: of these
    `elsewhere` are the other messages behind them, and `before` the facts they took the place of, which hold again. The
    facts in `shared` stay and lose these messages.
    """

    messages: frozenset[int]
    turns: tuple[int, ...]
    sessions: frozenset[int]
    facts: tuple[int, ...]
    shared: Mapping[int, frozenset[int]]
    episodes: tuple[int, ...]
    relations: tuple[int, ...]
    conversation: int | None = None
    before: Mapping[int, int] = field(default_factory=dict)
    elsewhere: frozenset[int] = frozenset()


def of_message(number: int) -> Learnt:
    """The message and all that say the same: its copies, and what it is a copy of."""
    known = sorted(originals.same([number]))
    return _Search(f"m.id IN ({', '.join('?' * len(known))})", tuple(known)).found()


def of_conversation(number: int) -> Learnt:
    """The conversation's own messages with their copies elsewhere; copies in it as well, not what they are copies of.

    NotFound where there is none.
    """
    conversations.get(number)
    return _Search(_SAID_IN, (number, number), conversation=number).found()


def of_span(span: Span) -> Learnt:
    """What was said and learnt from `since` on and before `until`. BadInput for a span that has no time in it."""
    if span.since is not None and span.until is not None and span.since >= span.until:
        raise BadInput("That span of time is empty", hint="The first date must be before the second")
    ends = [(">=", span.since), ("<", span.until)]
    bounds = [(f"{{}} {sign} ?", to_millis(end)) for sign, end in ends if end is not None]
    if not bounds:
        raise BadInput("A span of time needs a beginning or an end", hint="Name a date like 2026-05-18")
    time = " AND ".join(bound for bound, _ in bounds)
    values = tuple(value for _, value in bounds)
    return _Search(_timed(time, "m.created_at"), values, time=time).found()


def _timed(time: str, column: str) -> str:
    return time.replace("{}", column)


class _Search:
    """`within` is a condition on a message `m` with its values; `time` that on any column, "" for a conversation."""

    def __init__(
        self, within: str, values: tuple[int, ...], *, time: str = "", conversation: int | None = None
    ) -> None:
        self._within = within
        self._values = values
        self._time = time
        self._conversation = conversation

    def found(self) -> Learnt:
        facts, shared = self._facts()
        before = {fact: older for fact in facts if (older := self._before(fact)) is not None}
        return Learnt(
            messages=self._messages,
            turns=tuple(self._numbers("SELECT m.id FROM message m WHERE {within} AND m.role = 'user' ORDER BY m.id")),
            sessions=self._sessions,
            facts=facts,
            shared=shared,
            episodes=tuple(sorted(self._episodes())),
            relations=tuple(sorted(self._relations())),
            conversation=self._conversation,
            before=before,
            elsewhere=self._standing({message for fact in facts for message in stored.sources(fact)}),
        )

    def _numbers(self, sql: str) -> list[int]:
        return [row[0] for row in raw().execute(sql.replace("{within}", self._within), self._values)]

    def _dated(self, sql: str, column: str) -> list[int]:
        return [row[0] for row in raw().execute(sql + _timed(self._time, column), self._values)] if self._time else []

    @cached_property
    def _messages(self) -> frozenset[int]:
        return frozenset(self._numbers("SELECT m.id FROM message m WHERE {within}"))

    @cached_property
    def _sessions(self) -> frozenset[int]:
        touched = self._numbers(
            "SELECT DISTINCT m.session_id FROM message m WHERE {within} AND m.session_id IS NOT NULL"
        )
        said = _pairs("SELECT session_id, id FROM message WHERE role = 'user' AND session_id IN ({})", touched)
        return frozenset(touched) - {session for session, message in said if message not in self._messages}

    def _episodes(self) -> set[int]:
        whole = {number for number, _ in _pairs("SELECT id, 0 FROM episode WHERE session_id IN ({})", self._sessions)}
        if self._conversation is not None:
            return whole.union(self._of_conversation("SELECT id FROM episode WHERE conversation = ?"))
        loose = "SELECT id FROM episode WHERE session_id IS NULL AND "
        return whole.union(set(self._dated(loose, "started_at")) & set(self._dated(loose, "ended_at")))

    def _relations(self) -> set[int]:
        said = self._numbers("SELECT r.id FROM message m JOIN relation r ON r.message = m.id WHERE {within}")
        loose = "SELECT r.id FROM relation r LEFT JOIN message m ON m.id = r.message WHERE m.id IS NULL AND "
        return {*said, *self._dated(loose, "r.created_at")}

    def _facts(self) -> tuple[tuple[int, ...], dict[int, frozenset[int]]]:
        saying = set(
            self._numbers("SELECT s.fact_id FROM message m JOIN fact_source s ON s.message = m.id WHERE {within}")
        )
        put_in = self._put_in()
        sources: dict[int, set[int]] = {}
        for fact, message in _pairs("SELECT fact_id, message FROM fact_source WHERE fact_id IN ({})", saying | put_in):
            sources.setdefault(fact, set()).add(message)
        gone = self._gone({message for said in sources.values() for message in said})
        by_hand = _by_hand(saying | put_in, sources)
        alone, shared = [], {}
        for fact in sorted(saying | put_in):
            said = sources.get(fact, set())
            # What a turn said that is gone itself is dated by the fact it left.
            here = self._messages | gone if self._time and fact in put_in else self._messages
            lost = said & self._messages
            whole = said <= here and (fact in put_in or fact not in by_hand)
            if whole or (lost and self._worded_here(fact, said)):
                alone.append(fact)
            elif lost:
                shared[fact] = frozenset(lost)
        return tuple(alone), shared

    def _worded_here(self, fact: int, said: Collection[int]) -> bool:
        """Whether a word of the fact comes from these messages, and from no other that says it."""
        row = Fact.get_by_id(fact)
        if row.method in ("remembered", "edited"):
            return False
        here, elsewhere = (
            _stems(" ".join(message.text for message in messages.records(list(some))))
            for some in (self._messages.intersection(said), set(said) - self._messages)
        )
        return not _stems(row.content).isdisjoint(here - elsewhere)

    def _before(self, fact: int) -> int | None:
        """The newest fact that this one took the place of, with all that said it, and that others say too."""
        known = set(stored.sources(fact))
        empty = Fact.valid_to <= Fact.valid_from
        for older in Fact.select().where(Fact.superseded_by == fact, empty).order_by(Fact.id.desc()):
            said = set(stored.sources(older.id))
            if not said or not said <= known:
                continue
            if not said <= self._messages and not self._worded_here(older.id, said):
                return int(older.id)
            if (further := self._before(older.id)) is not None:
                return further
        return None

    def _put_in(self) -> set[int]:
        """The facts that were made here, whoever says them."""
        if self._conversation is None:
            return set(self._dated("SELECT id FROM fact WHERE ", "created_at"))
        return set(self._of_conversation(f"SELECT item FROM document WHERE kind = '{Kind.FACT}' AND conversation = ?"))

    def _of_conversation(self, sql: str) -> list[int]:
        return [row[0] for row in raw().execute(sql, (self._conversation,))]

    def _gone(self, messages: Iterable[int]) -> frozenset[int]:
        """Those of the messages that exist no more."""
        outside = set(messages) - self._messages
        return frozenset(outside - self._standing(outside))

    def _standing(self, messages: Iterable[int]) -> frozenset[int]:
        """Those of the messages that exist and are none of these."""
        there = _pairs("SELECT id, 0 FROM message WHERE id IN ({})", set(messages) - self._messages)
        return frozenset(number for number, _ in there)


def _stems(text: str) -> frozenset[str]:
    return frozenset(word[:_STEM] for word in content_words(text))


def _by_hand(numbers: Iterable[int], sources: Mapping[int, set[int]]) -> set[int]:
    """The facts that were put in as they are: by /remember, or from a file with no turn behind them."""
    rows = [row for piece in chunked(sorted(numbers)) for row in Fact.select().where(Fact.id.in_(piece))]
    return {
        row.id for row in rows if not sources.get(row.id) or (row.method == "remembered" and row.quote == row.content)
    }


def _pairs(sql: str, numbers: Iterable[int]) -> list[tuple[int, int]]:
    """The rows of `sql`, which asks for two columns of those `numbers`."""
    return [
        (first, second)
        for piece in chunked(sorted(numbers))
        for first, second in raw().execute(sql.format(", ".join("?" * len(piece))), list(piece))
    ]
