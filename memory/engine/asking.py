"""What a turn, or its dry run, asks of recall: one place, so that both ask the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from memory.index.backfill import Backfill
from memory.ports import ModelTraits, TokenCounter
from memory.recall.recall import Recaller, RecallRequest
from memory.settings import Settings
from memory.store import ids
from memory.types import NO_PICKS, GateDecision, Injection, Message, Mode, Picks, Role, Section
from memory.working.window import choose

RECENT_TEXTS = 3


class Asking:
    """Asks `recaller`; what embeds in the background waits meanwhile."""

    def __init__(
        self, recaller: Recaller, backfill: Backfill, counter: TokenCounter, settings: Callable[[], Settings]
    ) -> None:
        self._recaller = recaller
        self._backfill = backfill
        self._counter = counter
        self._settings = settings

    async def ask(
        self,
        text: str,
        mode: Mode,
        path: Sequence[Message],
        message: Message | None,
        model: ModelTraits | None,
        within: tuple[int, ...],
        over: int | None = None,
        picks: Picks = NO_PICKS,
        calls: bool = True,
    ) -> Injection:
        """What memory has for `text` at the end of `path`; `message` is the stored one, None in a dry run.

        What is answered again stands there with its answer. `model` is what the block is for, None: any.
        `within` are the partitions that the conversation sees, `over` is the store's version before the message.
        """
        settings = self._settings()
        earlier = before(path, message.id) if message else path
        window = choose(earlier, self._counter, settings.working, settings.working.budget_tokens)
        users = [one.text for one in earlier if one.role is Role.USER]
        budget = settings.memory.budget_tokens
        asked = RecallRequest(
            text=text,
            conversation=ids.number(earlier[-1].conversation, "conversation") if earlier else None,
            held=frozenset(ids.number(one.id, "message") for one in (*window, *path[len(earlier) + 1 :]) if one.id),
            recent=tuple(users[-RECENT_TEXTS:]),
            mode=mode,
            budget_tokens=min(budget, model.most_block_tokens) if model else budget,
            counter=model.counter if model else None,
            deadline_ms=settings.memory.recall_deadline_ms,
            message=ids.number(message.id, "message") if message else None,
            partitions=within,
            over=over,
            calls=calls,
            picks=picks,
        )
        with self._backfill.paused():
            return await self._recaller.recall(asked)


def silent(mode: Mode) -> Injection:
    """What a mode that injects nothing gives."""
    return Injection(GateDecision(Section.NONE, f"memory is {mode} in this conversation"), mode=mode)


def before(path: Sequence[Message], message_id: str) -> list[Message]:
    """The messages of the path that come before `message_id`; all of them where it does not stand there."""
    at = next((index for index, one in enumerate(path) if one.id == message_id), len(path))
    return list(path[:at])
