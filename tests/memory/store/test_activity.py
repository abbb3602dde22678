from __future__ import annotations

from datetime import UTC, datetime, timedelta

from memory.store import activity
from memory.store.store import Store
from memory.store.tables import Call
from memory.types import Usage

AT = datetime(2026, 5, 18, 9, 40, tzinfo=UTC)


async def test_runs_are_listed_newest_first(store: Store) -> None:
    await store.write(lambda: activity.log_run("distil", "empty", at=AT))
    await store.write(lambda: activity.log_run("distil", "distilled", at=AT, learned=(3, 4), conversation=2))
    newest, older = await store.read(activity.listing)
    assert (newest.learned, newest.conversation, older.outcome) == (("f3", "f4"), "c2", "empty")


async def test_a_run_is_listed_with_what_it_took(store: Store) -> None:
    await store.write(
        lambda: activity.log_run("distil", "empty", at=AT, model="m", ms=1500, usage=Usage(100, 20, 0.25))
    )
    [run] = await store.read(activity.listing)
    assert (run.model, run.ms, run.usage) == ("m", 1500, Usage(100, 20, 0.25))


async def test_only_background_calls_of_the_day_count(store: Store) -> None:
    def work() -> None:
        for purpose in ("chat", "distil", "reflect", "summary"):
            activity.book_call(purpose, "m", Usage(10, 5, 0.25), at=AT)
        activity.book_call("distil", "m", None, at=AT - timedelta(days=1))

    await store.write(work)
    midnight = AT.replace(hour=0, minute=0)
    assert await store.read(lambda: activity.spent_since(midnight).calls) == 2


async def test_a_call_of_a_model_whose_name_is_no_text_is_booked(store: Store) -> None:
    await store.write(lambda: activity.book_call("chat", "odd \ud800 name", Usage(1, 1, 0.0), at=AT))
    assert await store.read(lambda: [row.model for row in Call.select()]) == ["odd \ufffd name"]
