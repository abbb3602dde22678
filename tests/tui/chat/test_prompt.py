from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.ports import ModelTraits
from memory.types import Message, Mode, Part, PartKind, PartSource, Role, Standing
from tui.chat import pictures, prompt

AT = datetime(2026, 5, 18, 9, 40, tzinfo=UTC)
STANDING = Standing(soul="Be brief.", text="Be brief.\n\nThe user is Ana.")


def message(text: str, role: Role = Role.USER, *parts: Part) -> Message:
    return Message("m1", "c1", None, 1, role, (*([Part(text)] if text else []), *parts), AT)


def test_the_order_is_system_earlier_messages_then_the_block_before_the_newest_message() -> None:
    window = [message("Hello"), message("Hi Ana", Role.ASSISTANT)]
    newest = prompt.newest_text(message("What can I eat?"), "<memory>no peanuts</memory>")
    system = prompt.system_text("You are helpful.", STANDING, Mode.READ_WRITE)
    sent = prompt.assemble(system=system, window=window, newest=newest)
    assert [(one.role, one.content) for one in sent] == [
        ("system", "You are helpful.\n\nBe brief.\n\nThe user is Ana."),
        ("user", "Hello"),
        ("assistant", "Hi Ana"),
        ("user", "<memory>no peanuts</memory>\n\nWhat can I eat?"),
    ]


def test_without_a_block_the_newest_message_is_sent_as_it_was_written() -> None:
    assert prompt.newest_text(message("  two  spaces "), "") == "  two  spaces "


@pytest.mark.parametrize("mode", [Mode.OFF, Mode.WRITE_ONLY])
def test_where_nothing_is_injected_the_soul_stays_and_the_user_stays_unknown(mode: Mode) -> None:
    assert prompt.system_text("Help.", STANDING, mode) == "Help.\n\nBe brief."


def test_no_system_message_when_there_is_nothing_to_say() -> None:
    assert prompt.system_text(" ", Standing(), Mode.READ_WRITE) == ""
    assert prompt.assemble(system="", window=[], newest="Hi")[0].role == "user"


def test_a_half_reply_is_handed_back_with_the_wish_to_go_on() -> None:
    sent = prompt.assemble(system="", window=[], newest="Count to ten", prefix="One, two,")
    assert [one.role for one in sent] == ["user", "assistant", "user"]
    assert sent[1].content == "One, two,"
    assert "where it stopped" in str(sent[2].content)


def test_reasoning_and_tools_are_left_out_and_attachments_are_named() -> None:
    parts = (
        Part("hm", PartKind.REASONING, PartSource.MODEL),
        Part("", PartKind.IMAGE, PartSource.FILE, "cat.png", b"\x89PNG"),
        Part("{}", PartKind.TOOL_CALL, PartSource.MODEL),
        Part("a,b", PartKind.FILE, PartSource.FILE, "t.csv"),
    )
    assert prompt.message_text(message("Look", Role.USER, *parts)) == "Look\n\n[image: cat.png]\n\n[file: t.csv]\na,b"


def test_an_empty_earlier_reply_is_not_sent() -> None:
    sent = prompt.assemble(system="", window=[message("Hello"), message("", Role.ASSISTANT)], newest="Hi")
    assert [one.content for one in sent] == ["Hello", "Hi"]


def test_a_model_with_a_bound_of_its_own_gets_a_small_block() -> None:
    assert ModelTraits("small", "this computer", context_tokens=2048, block_tokens=300).most_block_tokens == 300
    assert ModelTraits("big", "Vendor", context_tokens=32_000).most_block_tokens == 3200


@given(
    system=st.text(max_size=300),
    newest=st.text(max_size=300),
    prefix=st.text(max_size=100),
    limit=st.integers(200, 10_000),
)
def test_everything_together_never_exceeds_the_context(system: str, newest: str, prefix: str, limit: int) -> None:
    traits = ModelTraits("m", "v", context_tokens=2048, reply_reserve=512)
    left = prompt.window_budget(traits, limit, len, system=system, newest=newest, prefix=prefix)
    taken = sum(len(text) for text in (system, newest, prefix))
    assert 0 <= left <= limit
    assert left == 0 or left + taken + traits.reply_reserve <= traits.context_tokens


def test_only_the_newest_pictures_go_along_and_are_reckoned() -> None:
    png = Part("", PartKind.IMAGE, PartSource.FILE, "p.png", b"\x89PNG\r\n\x1a\n")
    window = [replace(message("Look", Role.USER, png), id=f"m{number}") for number in range(10)]
    sent = prompt.assemble(system="", window=window, newest="Now", seen=[png])
    seen = [len(one.content) - 1 if isinstance(one.content, tuple) else 0 for one in sent]
    assert seen == [0, 0, 0, *[1] * 7, 1]
    assert prompt.tokens(sent[-1], len) == 3 + pictures.TOKENS + prompt.MESSAGE_OVERHEAD
