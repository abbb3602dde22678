"""Text as it is kept and compared."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.text.normal import clean, fold, search_text


def test_what_can_not_be_stored_is_replaced_on_entry() -> None:
    assert clean("a\ud800b\0c\r\nd\re") == "a\ufffdbc\nd\ne"


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Ålesund", "alesund"),
        ("İstanbul", "istanbul"),
        ("STRASSE", "straße"),
        ("ﬁne", "Fine"),
        ("ｃａｔ", "Cat"),
        ("a \t\n b", "A B"),
        ("co\u00adop\u200berate", "cooperate"),
        ("cafe\u0301", "café"),
    ],
)
def test_spelling_makes_no_difference(left: str, right: str) -> None:
    assert fold(left) == fold(right)


@pytest.mark.parametrize(("left", "right"), [("की", "क"), ("が", "か"), ("서울", "소울"), ("東京", "京都")])
def test_letters_of_other_scripts_stay_apart(left: str, right: str) -> None:
    assert fold(left) != fold(right)


def test_the_search_text_holds_no_secret() -> None:
    assert "sk-proj-abcdefgh12345678" not in search_text("key: sk-proj-abcdefgh12345678")


@given(st.text())
@settings(max_examples=150)
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)
    clean(text).encode()
