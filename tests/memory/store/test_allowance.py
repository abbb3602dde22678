from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

from memory.settings import MemorySettings
from memory.store import activity, allowance
from memory.store.store import Store
from memory.store.tables import Call
from memory.types import Usage

AT = datetime(2026, 5, 18, 9, 40, tzinfo=UTC)
ONE = MemorySettings(daily_call_cap=1)


async def test_two_that_want_the_last_call_of_the_day_do_not_both_get_it(store: Store) -> None:
    asked = (allowance.take(store, ONE, AT, purpose, "m") for purpose in ("distil", "reconcile"))
    refused = sorted(ticket.refused for ticket in await asyncio.gather(*asked))
    assert refused == ["", "today's background calls (1) are used up"]


async def test_a_call_that_is_broken_off_counts_and_one_that_got_no_answer_does_not(store: Store) -> None:
    ticket = await allowance.take(store, ONE, AT, "distil", "m")
    assert await allowance.used_up(store, ONE, AT)
    await ticket.give_back()
    assert not await allowance.used_up(store, ONE, AT)
    assert not (await allowance.take(store, ONE, AT, "distil", "m")).refused


async def test_a_new_day_has_calls_again(store: Store) -> None:
    await allowance.take(store, ONE, AT, "distil", "m")
    tomorrow = AT + allowance.renewed(AT)
    assert (await allowance.take(store, ONE, tomorrow - timedelta(seconds=1), "distil", "m")).refused
    assert not (await allowance.take(store, ONE, tomorrow, "distil", "m")).refused


async def test_what_a_call_took_is_booked(store: Store) -> None:
    ticket = await allowance.take(store, ONE, AT, "distil", "m", conversation=3)
    await ticket.spend(Usage(100, 20, 0.25))
    (row,) = await store.read(lambda: list(Call.select()))
    assert (row.purpose, row.conversation, row.prompt_tokens, row.completion_tokens) == ("distil", 3, 100, 20)
    assert row.cost == 0.25
    assert await store.read(lambda: activity.spent_since(AT).calls) == 1


async def spend(store: Store, settings: MemorySettings, cost: float | None, at: datetime = AT) -> str:
    """Makes a call where one may be made; why not, else ""."""
    ticket = await allowance.take(store, settings, at, "distil", "far/model")
    if not ticket.refused:
        await ticket.spend(Usage(100, 20, cost))
    return ticket.refused


async def test_the_money_of_a_day_is_kept_to_and_renewed_with_the_next(store: Store) -> None:
    dollar = MemorySettings(daily_cost_cap=1.0)
    assert [await spend(store, dollar, 0.6) for _ in range(3)] == [
        "",
        "",
        "today's money for background calls ($1) is used up",
    ]
    assert await allowance.used_up(store, dollar, AT)
    assert await spend(store, MemorySettings(), 0.6) == ""
    assert await spend(store, dollar, 0.6, AT + allowance.renewed(AT)) == ""


async def test_where_a_price_is_not_known_that_is_said_and_one_call_a_day_is_made(store: Store) -> None:
    dollar = MemorySettings(daily_cost_cap=1.0)
    assert await spend(store, dollar, None) == ""
    refused = await spend(store, dollar, None)
    assert "the price of far/model is not known" in refused and "price_in" in refused
    assert await spend(store, MemorySettings(), None) == ""
    assert await spend(store, dollar, 0.0, AT + allowance.renewed(AT)) == ""


async def test_a_free_model_and_what_the_user_asked_for_cost_nothing_of_it(store: Store) -> None:
    cent = MemorySettings(daily_cost_cap=0.01)
    await store.write(lambda: activity.book_call("chat", "far/model", Usage(9, 9, 5.0), at=AT))
    assert [await spend(store, cent, 0.0) for _ in range(3)] == ["", "", ""]
