from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.text import heads

AT = datetime(2024, 3, 9, tzinfo=UTC)


def test_a_text_has_its_day_and_who_says_it() -> None:
    assert heads.tokens("hello there", AT).split() == [heads.HEAD + part for part in ("y2024", "m3", "d9")]
    spoken = heads.tokens("Ana Maria: hello", AT).split()
    assert spoken[:2] == [f"{heads.HEAD}byana", f"{heads.HEAD}bymaria"]


@pytest.mark.parametrize("text", ["note: buy milk", "At 10:30 we met", "https://x.org: no", "", ": x"])
def test_what_is_no_name_before_a_colon_is_no_speaker(text: str) -> None:
    assert f"{heads.HEAD}by" not in heads.tokens(text, AT)


@pytest.mark.parametrize(
    ("word", "part"), [("march", "m3"), ("März", "m3"), ("août", "m8"), ("мая", "m5"), ("2024", "y2024"), ("9", "d9")]
)
def test_months_years_and_days_are_dates(word: str, part: str) -> None:
    assert heads.dated(word) == f'grams : "{heads.HEAD}{part}"'


@pytest.mark.parametrize("word", ["boat", "99", "12345", "0", "²", ""])
def test_other_words_are_none(word: str) -> None:
    assert heads.dated(word) == ""


@given(st.text(max_size=80))
def test_any_text_has_a_day(text: str) -> None:
    assert heads.tokens(text, AT).endswith(f"{heads.HEAD}d9")
