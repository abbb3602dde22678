"""What /forget is asked to take, as it is typed."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from memory.engine import Memory
from memory.types import About, Forgettable, Span
from tests.tui.commands.given import context, flat, say
from tui.commands.command import Wrong
from tui.commands.outcome import Confirm, Open, Say
from tui.commands.registry import run
from tui.commands.targets import described, read

VIENNA = ZoneInfo("Europe/Vienna")
MAY_FIRST = datetime(2026, 5, 1, tzinfo=VIENNA)


@pytest.mark.parametrize(
    ("typed", "query"),
    [
        ("f12", "f12"),
        ("since last year I hate tea", "since last year I hate tea"),
        ("what I said about Ana until May", "what I said about Ana until May"),
        ("--sincere words", "--sincere words"),
        ("--entity Ana Maria Silva", About("Ana Maria Silva")),
        ('--entity="Ana Maria"', About("Ana Maria")),
        ("--since 2026-05-01", Span(MAY_FIRST)),
        ("--until 2026-05-01", Span(None, datetime(2026, 5, 2, tzinfo=VIENNA))),
        ("--since=2026-05-01 --until 2026-05-01T09:40", Span(MAY_FIRST, datetime(2026, 5, 1, 9, 40, tzinfo=VIENNA))),
        ("--since 2026-05-01T09:40+00:00", Span(datetime(2026, 5, 1, 9, 40, tzinfo=UTC))),
    ],
)
def test_words_stay_words_and_flags_name_the_rest(typed: str, query: Forgettable) -> None:
    assert read(typed, VIENNA) == (query, False)
    assert read(f"--with-turns {typed}", VIENNA) == (query, True)
    assert read(f"{typed} --with-turns", VIENNA) == (query, True)


@pytest.mark.parametrize(
    "typed",
    [
        *("--entity", "--since", "--since --until 2026-05-01", "--since yesterday", "--until 2026-13-01"),
        *("tea --entity Ana", "--entity Ana --since 2026-05-01", "--since 2026-05-01 tea", "--with-turns", ""),
        *("--since 0001-01-01", "--until 9999-12-31"),
    ],
)
def test_what_names_nothing_or_two_things_is_refused(typed: str) -> None:
    with pytest.raises(Wrong):
        read(typed, VIENNA)


def test_a_span_is_told_in_the_users_time() -> None:
    assert described(read("--since 2026-05-01", None)[0], None) == "the time from 2026-05-01 00:00"
    assert described(Span(datetime(2026, 5, 1, tzinfo=UTC), MAY_FIRST), VIENNA).endswith("to 2026-05-01 00:00")


async def test_a_span_is_previewed_and_forgotten(memory: Memory, talk: str) -> None:
    await say(memory, talk, "I keep bees", "Nice.")
    fact = await memory.remember("My bike is red", conversation=talk)
    plan = await run("/forget --since 2026-01-01 --with-turns", context(memory, talk))
    assert isinstance(plan, Confirm)
    assert any(fact.text in line for line in plan.body_lines)
    assert any("I keep bees" in line for line in plan.body_lines)
    await plan.action()
    assert await memory.search("") == []
    assert [message.text for message in await memory.messages(talk)] == ["[forgotten]", "[forgotten]"]


async def test_when_the_open_conversation_goes_a_new_one_opens(memory: Memory, talk: str) -> None:
    await say(memory, talk, "I keep bees", "Nice.")
    plan = await run(f"/forget {talk} --with-turns", context(memory, talk))
    assert isinstance(plan, Confirm)
    said, opened = flat(await plan.action())
    assert isinstance(said, Say)
    assert isinstance(opened, Open)
    assert opened.conversation_id != talk
    assert await memory.conversations() == []


async def test_many_messages_are_counted_and_not_all_listed(memory: Memory, talk: str) -> None:
    for number in range(14):
        await say(memory, talk, f"Message number {number}", "Fine.")
    plan = await run(f"/forget {talk} --with-turns", context(memory, talk))
    assert isinstance(plan, Confirm)
    assert any("and 4 more of your messages" in line for line in plan.body_lines)
    assert any("your messages (14)" in line for line in plan.body_lines)


@pytest.mark.parametrize("typed", ["--entity Nobody", "c999", "--since 2026-05-02 --until 2026-05-01", "--since soon"])
async def test_what_makes_no_sense_is_said_in_words(memory: Memory, talk: str, typed: str) -> None:
    await memory.remember("My bike is red", conversation=talk)
    said = await run(f"/forget {typed}", context(memory, talk))
    assert isinstance(said, Say)
    assert said.severity in ("error", "warning")
    assert len(await memory.search("")) == 1


async def test_a_span_without_anything_says_so(memory: Memory, talk: str) -> None:
    await memory.remember("My bike is red", conversation=talk)
    said = await run("/forget --until 2001-01-01", context(memory, talk))
    assert isinstance(said, Say)
    assert said.text == "Nothing in memory matches the time to 2001-01-02 00:00"
