from __future__ import annotations

import pytest

from memory.text.excerpt import AFTER, BEFORE, excerpt


@pytest.mark.parametrize(
    ("text", "word", "hit"),
    [
        ("The varnish dries.", "varnish", "varnish"),
        ("Near KÖLN it rains.", "koln", "KÖLN"),
        ("Die Straße ist groß.", "gross", ""),
        ("İstanbul ﬁts", "fts", ""),
        ("İstanbul and İzmir", "izmir", "İzmir"),
        ("relatively quick", "relatives", "relatively"),
        ("来月は東京に行きます", "東京", "東京"),
        ("a c++ engine", "c++", "c++"),
    ],
)
def test_what_was_found_is_cut_out_of_the_text_as_it_stands(text: str, word: str, hit: str) -> None:
    found = excerpt(text, [word])
    assert found.hit == hit
    assert f"{found.before}{found.hit}{found.after}" == text


def test_a_long_text_is_cut_around_it_and_lines_become_one() -> None:
    found = excerpt("one\n" * 200 + "here\n" + "two\n" * 200, ["here"])
    assert (found.before[0], found.hit, found.after[-1]) == ("…", "here", "…")
    assert len(found.before) <= BEFORE + 1 and len(found.after) == AFTER + 1
    assert "\n" not in found.before + found.after
