"""The scrolling benchmark measures what it says."""

from __future__ import annotations

from memory.types import Role
from tui.bench.scroll import conversation, run


def test_it_reports_every_length_and_what_the_longest_costs_more() -> None:
    result = run(turns=(2, 40), rounds=1, pages=2)
    assert [one["turns"] for one in result["runs"]] == [2, 40]
    assert all(one[name] > 0 for one in result["runs"] for name in ("first_input_ms", "one_more_ms", "resize_ms"))
    assert all(one["mounted"] > 0 for one in result["runs"])
    assert set(result["growth"]) == {"first_input_ms", "one_more_ms", "resize_ms", "page_up_ms"}


def test_a_conversation_has_a_question_and_a_reply_for_each_turn() -> None:
    roles = [message.role for message in conversation(3)]
    assert roles == [Role.USER, Role.ASSISTANT] * 3
