from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import split_graphemes

from memory.text.graphemes import first, last

SEEN = ["a", "\u6f22", "\U0001f469\u200d\U0001f469\u200d\U0001f467", "e\u0301\u0302", "\U0001f1eb\U0001f1f7", " "]
SEEN += ["\U0001f44d\U0001f3fd", "\u0915\u0902", "\u2764\ufe0f", "\u05e9\u05b8", "1\ufe0f\u20e3"]
TEXTS = st.lists(st.sampled_from(SEEN), max_size=20).map("".join)


def places(text: str) -> set[int]:
    return {0, *(stop for _, stop, _ in split_graphemes(text)[0])}


@given(TEXTS, st.integers(-1, 60))
def test_no_end_splits_what_a_reader_sees(text: str, most: int) -> None:
    head, tail = first(text, most), last(text, most)
    assert text.startswith(head) and text.endswith(tail)
    assert max(len(head), len(tail)) <= max(most, 0)
    assert {len(head), len(text) - len(tail)} <= places(text)
    assert most < len(text) or head == tail == text
