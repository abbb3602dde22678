"""What one statement gives a value to."""

from __future__ import annotations

import pytest

from memory.text.languages import ENGLISH
from memory.text.stated import loses, opens, slot


def test_a_statement_gives_one_value_and_a_long_text_is_no_statement() -> None:
    assert slot("I live in Ghent") == "home"
    assert slot("I live in Ghent. " * 10_000) == ""


def test_a_long_text_opens_with_no_statement_of_its_own() -> None:
    assert opens("I live in Ghent, with a dog", ENGLISH)
    assert not opens("I live in Ghent" + ", with a dog" * 1_000, ENGLISH)


@pytest.mark.parametrize(
    "said",
    [
        "No I live in York now.",
        "I quit and I moved to Oslo.",
        "No regrets I moved to Oslo.",
        "Nein ich wohne in Wien.",
        "No, vivo en Cádiz.",
        "Non so come, ma abito a Genova.",
    ],
)
def test_a_no_to_something_else_leaves_the_home(said: str) -> None:
    assert slot(said) == "home"


@pytest.mark.parametrize("said", ["Ya no vivo en Sevilla.", "Non ci vivo in Italia.", "Eu já não moro em Recife."])
def test_a_no_right_before_the_verb_gives_no_home(said: str) -> None:
    assert slot(said) == ""


def test_where_somebody_else_lives_is_no_home_of_the_user() -> None:
    assert slot("東京に住んでいます") == "home"
    assert slot("彼は東京に住んでいます") == ""


@pytest.mark.parametrize(
    ("new", "old", "lost"),
    [
        ("I live in Ghent", "I live in Bergen, Norway.", False),
        ("I live in Ghent", "My wife and I live in Bergen", False),
        ("I live in Ghent", "I live in Bergen and work at Equinor", True),
        ("I live in Ghent and work at Equinor", "I live in Bergen and work at Equinor", False),
        ("I live in Ghent", "I'm Greta and I live in Bergen", True),
        ("Ich heiße Jürgen Klein", "Ich heiße Jürgen und wohne seit 2015 in Köln", True),
    ],
)
def test_news_about_one_thing_would_lose_what_else_is_said(new: str, old: str, lost: bool) -> None:
    assert loses(new, old) is lost
