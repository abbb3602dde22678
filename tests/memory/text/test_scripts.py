"""Words and bigrams of any script."""

from __future__ import annotations

import pytest

from memory.text.content import content_words
from memory.text.scripts import grams, query_grams, words


def test_words_are_those_of_the_tokenizer() -> None:
    assert words("Don't panic: v2.0, मेरी बिल्ली, naïve") == ["Don", "t", "panic", "v2", "0", "मेरी", "बिल्ली", "naïve"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("東京都", "東京 京都 都"),
        ("ひらがな", "ひら らが がな な"),
        ("서울에", "서울 울에 에"),
        ("Python で書く", "で書 書く く"),
        ("猫", "猫"),
        ("", ""),
    ],
)
def test_scripts_without_spaces_become_bigrams(text: str, expected: str) -> None:
    assert grams(text) == expected


def test_marks_stay_with_their_letter() -> None:
    assert grams("กี่คน") == "กี่ค คน น"


def test_a_query_looks_for_pairs_and_for_single_characters_only_where_there_is_no_pair() -> None:
    assert query_grams("東京都 猫") == ["東京", "京都", "猫"]


@pytest.mark.parametrize("piece", ["a", "漢"])
def test_a_word_of_any_length_is_read_once(piece: str) -> None:
    """With a word that is put together letter by letter this takes longer than the limit of the tests."""
    assert len(content_words(piece * 2_000_000)) == 1
