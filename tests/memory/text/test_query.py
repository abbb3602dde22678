"""A person's words as search terms."""

from __future__ import annotations

import pytest

from memory.text.query import MAX_TERMS, content, parse
from memory.text.stopwords import language_of, without_stop_words


def test_function_words_of_the_language_do_not_search() -> None:
    assert parse("What is the name of my cat?").terms == ('text : "name"', 'text : "cat"')
    assert parse("Wie heißt die Katze von meiner Schwester?").terms == (
        'text : "heißt"',
        'text : "katze"',
        'text : "schwester"',
    )


def test_a_question_of_function_words_alone_still_searches() -> None:
    assert parse("the who").terms == ('text : "the"', 'text : "who"')


def test_phrases_and_prefixes_as_typed() -> None:
    assert parse('"red bicycle"').terms[0] == 'text : "red bicycle"'
    assert 'text : "bicy" *' in parse("bicy*").terms


def test_operators_quotes_and_brackets_are_only_words() -> None:
    assert parse('cat" OR NEAR(text:dog) * -').terms == (
        'text : "cat"',
        'text : "near"',
        'text : "text"',
        'text : "dog"',
    )


def test_what_no_tokenizer_keeps_is_looked_for_as_it_is() -> None:
    assert parse("C++").substrings == ("c++",)
    assert parse("🦊").substrings == ("🦊",)
    assert parse("!?").substrings == ("!?",)
    assert not parse("").terms
    assert not parse("  \n").substrings


@pytest.mark.parametrize(
    "text", ["What is C++?", "C++, then", "(C++)", "why 'C++'", "“C++”!", "C++: fast", "C++ or not"]
)
def test_what_no_tokenizer_keeps_may_stand_beside_a_mark(text: str) -> None:
    assert parse(text).substrings == ("c++",)


@pytest.mark.parametrize(
    "text",
    ["Where is Anna’s dog", "The dog – where is he", "rock & roll", "3 + 4 = 7", "well — no", "rock‑climbing now"],
)
def test_dashes_apostrophes_and_signs_between_words_are_not_looked_for(text: str) -> None:
    assert not parse(text).substrings


def test_a_huge_text_is_searched_by_its_ends() -> None:
    query = parse("alpha " + "filler " * 20_000 + "omega")
    assert len(query.terms) <= MAX_TERMS
    assert {'text : "alpha"', 'text : "omega"'} <= set(query.terms)


def test_content_is_what_a_question_is_about() -> None:
    assert content("What did I tell you about the boiler?") == "tell boiler?"
    assert content("the who") == "the who"


def test_the_language_is_told_by_its_function_words() -> None:
    assert language_of(["wo", "habe", "ich", "das", "gesagt"]) == "de"
    assert language_of(["xyzzy"]) == "en"
    assert without_stop_words(["die", "hard"]) == ["hard"] or without_stop_words(["die", "hard"]) == ["die", "hard"]


def test_content_of_a_huge_text_is_that_of_its_ends() -> None:
    found = content("boiler " * 50_000 + "oleander")
    assert len(found) <= 4001
    assert found.endswith("oleander")
