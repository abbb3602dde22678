"""Whether a text shares a word with a question."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from memory.recall.touch import _stems, subject, touches
from memory.text.normal import fold

LETTERS = st.sampled_from(
    ["cat", "con", "cats", "catalogue", "é", "猫", "犬", "कि", "ा", "\u0301", " ", " ", ".", "_", "'", "7", "x"]
)
TEXTS = st.lists(LETTERS, max_size=12).map("".join)


@settings(max_examples=500)
@given(TEXTS, TEXTS)
@example("concat concat cat", "cat")
@example("猫cat犬", "cat")
@example("catalogue", "catalonia")
def test_only_the_places_that_could_be_are_looked_at_and_nothing_is_missed(text: str, question: str) -> None:
    asked, folded = subject(question), fold(text)
    by_all_words = bool(asked.stems & _stems(folded)) or any(len(gram) == 2 and gram in folded for gram in asked.stems)
    assert touches(text, asked, None) is (by_all_words or any(piece in folded for piece in asked.pieces))


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What did I say about C++?", "I write C++ in my spare time"),
        ("bicy*", "Rides a red bicycle"),
        ("🦊", "Signed with 🦊"),
    ],
)
def test_what_is_no_word_touches_where_it_stands(question: str, text: str) -> None:
    assert touches(text, subject(question), None)
    assert not touches("My cats are called Mango", subject(question), None)


def test_a_text_near_in_meaning_touches_whatever_its_words() -> None:
    assert touches("Mango", subject("my cat"), 0.5)
    assert not touches("Mango", subject("my cat"), 0.1)
    assert touches("My cats are called Mango", subject("the cats"), 0.1)
