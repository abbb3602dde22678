from __future__ import annotations

from datetime import UTC, datetime

from memory.store import conversations, signals
from memory.store.store import Store
from memory.store.tables import Signal

AT = datetime(2026, 5, 18, 9, 40, tzinfo=UTC)


async def leave(store: Store, *messages: int) -> tuple[int, int]:
    """A conversation whose turns left these signals; its number and its session's."""

    def work() -> tuple[int, int]:
        place = conversations.create(mode=None, model="", at=AT).id
        session = conversations.session_at(place, AT)
        for message in messages:
            signals.leave(message, session, place, AT)
        return place, session

    return await store.write(work)


async def test_a_turn_leaves_one_signal_however_often_it_is_answered(store: Store) -> None:
    place, session = await leave(store, 1, 3, 3)
    [waiting] = await store.read(signals.waiting)
    assert (waiting.conversation, waiting.session, waiting.turns) == (place, session, 2)
    assert await store.read(signals.count) == 2


async def test_marks_touch_only_what_still_waits(store: Store) -> None:
    _, session = await leave(store, 1, 3)
    numbers = [signal.id for signal in await store.read(lambda: signals.of_session(session))]
    assert await store.write(lambda: signals.mark(numbers[:1], "done")) == 1
    assert await store.write(lambda: signals.mark(numbers, "done")) == 1


async def test_gated_turns_wait_without_being_pressing(store: Store) -> None:
    _, session = await leave(store, 1)
    await store.write(lambda: signals.mark([Signal.get().id], "gated"))
    assert await store.read(signals.waiting) == []
    assert len(await store.read(lambda: signals.of_session(session))) == 1


async def test_three_failures_and_a_revival(store: Store) -> None:
    await leave(store, 1)
    number = await store.read(lambda: Signal.get().id)
    assert [await store.write(lambda: signals.fail([number], 3)) for _ in range(3)] == [False, False, True]
    assert await store.read(signals.count) == 0
    assert await store.write(signals.revive) == 1
    assert await store.read(signals.count) == 1


async def test_a_deleted_conversation_asks_for_nothing(store: Store) -> None:
    place, _ = await leave(store, 1)
    await store.write(lambda: conversations.delete(place, AT))
    assert await store.read(signals.waiting) == []
