"""Which sentences say a thing, and that cutting them leaves the others as they were."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.forget.matching import Matcher, sentences


@given(st.text(alphabet="ab .!?。\n\"'”", max_size=60))
def test_sentences_joined_are_the_text(text: str) -> None:
    assert "".join(sentences(text)) == text


@pytest.mark.parametrize(
    ("needle", "text", "left"),
    [
        ("peanuts", "No Peanut here. Tea is fine.", "Tea is fine."),
        ("ana", "Ana called. A banana is yellow.", "A banana is yellow."),
        ("C++", "You like C++. You like C.", "You like C."),
        ("the user likes red wine", "They like red wine. They like white wine.", "They like white wine."),
        ("lives in porto", "She lives now in Porto.\n\nShe has a dog.", "She has a dog."),
        ("Café Müller", "At cafe muller we met. It rained.", "It rained."),
        ("zyx", "Mail zyx@example.com today. Or call.", "Or call."),
        ("里斯本", "你住在里斯本。天气很好。", "天气很好。"),
        ("one. two. three.", "Zero. One. Two. Three. Four.", "Zero. Four."),
        ("paula likes green bees", "Tea. Paula likes. Paula likes green bees. Green bees.", "Tea."),
    ],
)
def test_a_sentence_that_says_it_is_cut(needle: str, text: str, left: str) -> None:
    assert Matcher([needle]).cut(text) == left


@pytest.mark.parametrize(
    ("needle", "text"),
    [
        ("the user's sister Ana lives in Porto", "The user's brother Tom lives in Porto."),
        ("the user likes tea", "The user likes coffee."),
        ("vegan", "She moved to Las Vegas."),
    ],
)
def test_what_is_only_alike_stays(needle: str, text: str) -> None:
    matcher = Matcher([needle])
    assert not matcher.says(text)
    assert matcher.cut(text) == text


def test_nothing_to_look_for_finds_nothing() -> None:
    assert not Matcher(["", "  "]).says("anything")


TEXTS = (
    "The user likes green tea.",
    "Lockers are blue. The codes too!",
    "Él vive en São Paulo, don't ask",
    "我住在里斯本。今天天气很好。",
    "C++ and .net at acme inc.",
    "हिन्दी भाषा",
    "a b c",
    "O'Brien's boats",
)


@pytest.mark.parametrize("text", TEXTS)
def test_among_many_needles_each_is_found_as_if_it_were_alone(text: str) -> None:
    needles = [
        *(
            "user likes tea",
            "locker",
            "code",
            "sao paulo",
            "don't ask",
            "里斯本",
            "住在里斯本",
            "c++",
            ".net",
            "acme inc",
        ),
        *(
            "acme inc",
            "हिन्दी",
            "b",
            "o'brien",
            "boats",
            "green",
            "blue lockers",
            "vive paulo",
            "the user",
            "ask me",
            "天气",
        ),
    ]
    alone = {needle for needle in needles if Matcher([needle]).says(text)}
    assert alone
    assert Matcher(needles).said_by(text) == alone
    assert Matcher(needles).says(text)
