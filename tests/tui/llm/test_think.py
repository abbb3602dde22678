from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.ports import Delta
from tui.llm.think import ThinkSplitter

PIECES = st.lists(st.sampled_from(["<think>", "</think>", "<th", "ink>", "</", "a", "\n", " ", "<", "漢"]), max_size=8)


def split(pieces: list[str]) -> tuple[str, str]:
    splitter = ThinkSplitter()
    deltas: list[Delta] = [*map(splitter.feed, pieces), splitter.end()]
    return "".join(delta.reasoning for delta in deltas), "".join(delta.text for delta in deltas)


@pytest.mark.parametrize(
    ("reply", "reasoning", "text"),
    [
        ("plain", "", "plain"),
        ("", "", ""),
        ("<think>hm</think>\n\nyes", "hm", "yes"),
        ("\n <think>\nhm\n</think>yes", "hm\n", "yes"),
        ("<think>never closed", "never closed", ""),
        ("The tag <think> opens it", "", "The tag <think> opens it"),
        ("<thing>", "", "<thing>"),
        ("<thi", "", "<thi"),
        ("<think>a</thi", "a</thi", ""),
        ("<think></think>x </think>", "", "x </think>"),
    ],
)
def test_only_a_tag_at_the_beginning_opens_reasoning(reply: str, reasoning: str, text: str) -> None:
    assert split([reply]) == (reasoning, text)


@settings(max_examples=150)
@given(pieces=PIECES)
def test_how_a_reply_is_cut_into_pieces_does_not_matter(pieces: list[str]) -> None:
    whole = "".join(pieces)
    assert split(pieces) == split([whole]) == split(list(whole))
