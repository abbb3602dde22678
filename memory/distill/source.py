"""What a distillation reads: the waiting turns of a session, as the user sees them, and what is known around them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from memory import types
from memory.distill.sentences import speech
from memory.distill.sentences.speech import Sentence
from memory.distill.sentences.wording import sentences
from memory.store import conversations, episodes, ids, ledger, messages, signals
from memory.store.partitions import EVERYWHERE
from memory.text.languages import ENGLISH, Language, detect
from memory.text.secrets import redact
from memory.text.shingles import strip_injected
from memory.types import Origin, PartKind, PartSource, Role, Status

INPUT_CHARS = 8_000
"""The most characters of new turns in one call, after flowcraft's extraction window."""
CONTEXT_CHARS = 2_400
"""30 % of the input for the turns before."""
WINDOW_TURNS = 10
LONG_SESSION = 50
"""Beyond so many turns a session is read in windows of ten."""
TYPED_CHARS = 12_000
"""The most of one message that the rules and checks read."""
_USER_CHARS = 3_000
_REPLY_CHARS = 600
_ATTACHED_CHARS = 400
_CONTEXT_TURNS = 4
_BLOCKS = 50
_CODE = re.compile(r"^ *```.*?(?:^ *```|\Z)", re.S | re.M)
"""What stands between fences is no sentence of the user."""


@dataclass(frozen=True, slots=True)
class Line:
    """One message as the distiller sees it. `typed` is the user's own statement, `text` all that was said.

    `fresh` lines may be evidence, the others are context; `sentences` are those of `typed`, with what speaks against
    each; `others` are texts in a user's message that are not the user's own.
    """

    number: int
    role: Role
    at: datetime
    text: str
    typed: str = ""
    fresh: bool = True
    sentences: tuple[Sentence, ...] = ()
    others: tuple[tuple[Origin, str], ...] = ()
    cancelled: bool = False
    language: Language = ENGLISH

    @property
    def evidence(self) -> bool:
        return self.role is Role.USER and self.fresh and bool(self.typed)


@dataclass(frozen=True, slots=True)
class Batch:
    """One window of a session: `signals` are those of its turns, `abandoned` those off the active path.

    `more` says that further turns of the session wait behind this window; `distilled` that a model read it before;
    `partition` is that of the conversation.
    """

    session: int
    conversation: int
    lines: tuple[Line, ...]
    signals: tuple[int, ...]
    abandoned: tuple[int, ...]
    more: bool
    distilled: bool
    title: str
    title_by: str
    partition: int = EVERYWHERE

    @property
    def users(self) -> list[Line]:
        return [line for line in self.lines if line.evidence]

    @property
    def said(self) -> str:
        """All text of the new turns, both sides."""
        return "\n".join(line.text for line in self.lines if line.fresh)

    @property
    def language(self) -> Language:
        return detect(" ".join(line.typed for line in self.users))

    @property
    def last(self) -> int:
        return max((line.number for line in self.lines if line.fresh), default=0)

    @property
    def ended(self) -> datetime:
        return max(line.at for line in self.lines)


def load(session: int, *, whole: bool = False) -> Batch | None:
    """The first window of the session's waiting turns, or all, or None where nothing waits. Runs in the store."""
    waiting = {signal.message: signal.id for signal in signals.of_session(session)}
    home = conversations.session(session)
    if not waiting or home is None:
        return None
    conversation = home.conversation
    turns = list(_turns(messages.path(conversation.id)))
    fresh = [turn for turn in turns if _number(turn[0]) in waiting]
    window = fresh if whole else _window(fresh)
    on_path = {_number(turn[0]) for turn in turns}
    begun = (
        [turn for turn in turns[: turns.index(window[0])] if turn[0].created_at >= home.started_at] if window else []
    )
    digest = episodes.of_session(session)
    learnt = signals.learnt(conversation.id)
    if digest is not None and digest.abandoned:
        context = [turn for turn in begun if _number(turn[0]) in learnt]
    else:
        context = _context(turns, window, learnt)
    blocks = ledger.blocks(conversation.id, _BLOCKS)
    tongue = detect(_said(window), detect(_said(context)) if context else None)
    lines = [*_lines(context, blocks, tongue, fresh=False), *_lines(window, blocks, tongue, fresh=True)]
    return Batch(
        session=session,
        conversation=conversation.id,
        lines=tuple(_within_limits(_heard(lines, _lines(begun, blocks, tongue, fresh=False)))),
        signals=tuple(waiting[_number(turn[0])] for turn in window),
        abandoned=tuple(number for message, number in waiting.items() if message not in on_path),
        more=len(window) < len(fresh),
        distilled=home.distilled_to > 0,
        title=conversation.title,
        title_by=conversation.title_by,
        partition=conversation.project or conversation.persona,
    )


def right_before(line: Line, lines: Sequence[Line]) -> Line | None:
    at = next(at for at, one in enumerate(lines) if one.number == line.number)
    return lines[at - 1] if at else None


def typed_before(line: Line, lines: Sequence[Line]) -> str:
    """What the user last wrote before."""
    at = next(at for at, one in enumerate(lines) if one.number == line.number)
    return next((one.typed for one in reversed(lines[:at]) if one.role is Role.USER and one.typed), "")


def _said(turns: Sequence[Sequence[types.Message]]) -> str:
    return " ".join(message.text for turn in turns for message in turn if message.role is Role.USER)


def _number(message: types.Message) -> int:
    return ids.number(message.id, "message")


def _turns(path: Sequence[types.Message]) -> Iterator[list[types.Message]]:
    """The path cut into turns: a user's message and all that follows it."""
    turn: list[types.Message] = []
    for message in path:
        if message.role is Role.USER:
            if turn:
                yield turn
            turn = [message]
        elif turn:
            turn.append(message)
    if turn:
        yield turn


def _window(fresh: list[list[types.Message]]) -> list[list[types.Message]]:
    """As many of the first turns as one call takes; always at least one."""
    most = WINDOW_TURNS if len(fresh) > LONG_SESSION else LONG_SESSION
    size, count = 0, 0
    for turn in fresh[:most]:
        size += sum(min(len(message.text), _limit(message.role)) for message in turn)
        if count and size > INPUT_CHARS:
            break
        count += 1
    return fresh[:count]


def _limit(role: Role) -> int:
    return _USER_CHARS if role is Role.USER else _REPLY_CHARS


def _context(
    turns: list[list[types.Message]], window: list[list[types.Message]], learnt: Collection[int]
) -> list[list[types.Message]]:
    """The learnt turns right before the window; turns of a mode that does not learn are never shown."""
    if not window:
        return []
    before = turns[: turns.index(window[0])]
    return [turn for turn in before if _number(turn[0]) in learnt][-_CONTEXT_TURNS:]


def _lines(turns: list[list[types.Message]], blocks: list[str], tongue: Language, *, fresh: bool) -> Iterator[Line]:
    for turn in turns:
        for message in turn:
            if message.role in (Role.USER, Role.ASSISTANT):
                yield _line(message, blocks, tongue, fresh)


def _line(message: types.Message, blocks: list[str], tongue: Language, fresh: bool) -> Line:
    typed = "\n".join(
        _own_words(_CODE.sub("\n", part.text), blocks)
        for part in message.parts
        if message.role is Role.USER and _typed(part)
    ).strip()
    shown = "\n".join(piece for piece in (_shown(part, blocks) for part in message.parts) if piece)
    return Line(
        number=_number(message),
        role=message.role,
        at=message.created_at,
        text=_secretless(shown),
        typed=_bounded(_secretless(typed)),
        others=tuple(_others(message, blocks)),
        fresh=fresh,
        cancelled=message.status is not Status.COMPLETE,
        language=detect(typed or shown, tongue),
    )


def _others(message: types.Message, blocks: list[str]) -> Iterator[tuple[Origin, str]]:
    if message.role is not Role.USER:
        return
    for part in message.parts:
        if part.kind is PartKind.TEXT and not _typed(part):
            origin = Origin.TOOL if part.source is PartSource.TOOL else Origin.PASTED
            yield origin, _bounded(_secretless(strip_injected(part.text, blocks)))


def _typed(part: types.Part) -> bool:
    return part.kind is PartKind.TEXT and part.source is PartSource.TYPED


def _own_words(text: str, blocks: list[str]) -> str:
    """What the user says here: a memory block that came back with the text goes.

    One line alone that repeats a memory stays: so the user says it again, and that confirms the memory.
    """
    whole = strip_injected(text, blocks)
    lone = text.strip()
    return lone if not whole and "\n" not in lone and not lone.startswith(("-", "*", "•", "[", "<")) else whole


def _shown(part: types.Part, blocks: list[str]) -> str:
    if part.kind is not PartKind.TEXT:
        return f"[{part.kind} {part.name}]".replace(" ]", "]") if part.kind in (PartKind.IMAGE, PartKind.FILE) else ""
    if part.source is PartSource.TYPED:
        return _own_words(part.text, blocks)
    text = strip_injected(part.text, blocks)
    if part.source is PartSource.MODEL:
        return text
    return f"[{part.source} text, not the user's own words: {clipped(text, _ATTACHED_CHARS)}]"


def _secretless(text: str) -> str:
    return redact(text)[0]


def _bounded(typed: str) -> str:
    """Head and tail of a very long text, without the sentences that the cuts go through."""
    if len(typed) <= TYPED_CHARS:
        return typed
    head, tail = typed[: TYPED_CHARS * 2 // 3], typed[-TYPED_CHARS // 3 :]
    return "\n".join([*sentences(head)[:-1], *sentences(tail)[1:]])


def _heard(lines: list[Line], begun: Iterable[Line]) -> list[Line]:
    """The lines with what speaks against each sentence; `begun` is what came before in the session."""
    playing, found = False, list[Line]()
    for line in begun:
        if line.role is Role.USER:
            playing = speech.heard(line.typed, line.language, playing)[1]
    for line in lines:
        if line.role is Role.USER and line.fresh:
            if speech.takes_back(line.typed, line.language):
                _take_back_last(found)
            said, playing = speech.heard(line.typed, line.language, playing, attached=bool(line.others))
            found.append(replace(line, sentences=said))
        else:
            found.append(line)
    return found


def _take_back_last(lines: list[Line]) -> None:
    at = next((at for at in reversed(range(len(lines))) if lines[at].role is Role.USER), None)
    if at is not None:
        lines[at] = replace(lines[at], sentences=speech.unsaid(lines[at].sentences))


def _within_limits(lines: Iterable[Line]) -> Iterator[Line]:
    budget = CONTEXT_CHARS
    for line in lines:
        if line.fresh:
            yield replace(line, text=clipped(line.text, _limit(line.role)))
            continue
        text = clipped(line.text, min(_REPLY_CHARS, budget))
        budget = max(0, budget - len(text))
        if text:
            yield replace(line, text=text)


def clipped(text: str, most: int) -> str:
    """Head and tail of a long text with a visible mark between; never longer than `most` and the mark."""
    if len(text) <= most:
        return text
    head, tail = most * 2 // 3, most - most * 2 // 3
    return f"{text[:head]} [… {len(text) - most} characters left out …] {text[-tail:] if tail else ''}" if most else ""
