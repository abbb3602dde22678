"""What one statement gives a value to."""

from __future__ import annotations

from memory.text.stated import slot


def test_a_statement_gives_one_value_and_a_long_text_is_no_statement() -> None:
    assert slot("I live in Ghent") == "home"
    assert slot("I live in Ghent. " * 10_000) == ""


def test_where_somebody_else_lives_is_no_home_of_the_user() -> None:
    assert slot("東京に住んでいます") == "home"
    assert slot("彼は東京に住んでいます") == ""
