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
    assert await store.read(lambda: activity.calls_since(AT)) == 1
