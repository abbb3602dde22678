"""Where words are found: whole, and a long one in its longer forms."""

from __future__ import annotations

import pytest

from memory.text.phrase import Phrase


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("apple", "two apples"),
        ("apples", "an apple tree"),
        ("room 149", "in room 149, upstairs"),
        ("object149", "object149's lid"),
        ("mia", "mia called"),
    ],
)
def test_words_are_found_in_their_forms(words: str, text: str) -> None:
    assert Phrase(words).found_in(text)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("room 149", "in room 1490"),
        ("object149", "object1490"),
        ("apple", "pineapple"),
        ("mia", "miami"),
    ],
)
def test_other_words_are_not(words: str, text: str) -> None:
    assert not Phrase(words).found_in(text)
