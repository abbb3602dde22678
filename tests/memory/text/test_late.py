"""Expressions that are compiled when they are first used."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import cast

import pytest

from memory.text.languages import KNOWN
from memory.text.late import late


def test_it_does_what_a_compiled_one_does() -> None:
    pattern = late(r"(?P<first>B)(e)", re.IGNORECASE)
    assert pattern.pattern == r"(?P<first>B)(e)"
    found = pattern.search("The bees be")
    assert found is not None
    assert found["first"] == "b"
    assert pattern.match("The bees") is None
    assert pattern.fullmatch("be") is not None
    assert pattern.sub("wa", "bees be") == "waes wa"
    assert pattern.split("a be c") == ["a ", "b", "e", " c"]
    assert [one.start() for one in pattern.finditer("bees be")] == [0, 5]
    assert pattern.groups == 2


def test_a_wrong_one_is_an_error_once_it_is_used() -> None:
    pattern = late("(")
    with pytest.raises(re.error):
        pattern.search("")


@pytest.mark.parametrize("code", KNOWN)
def test_all_of_a_language_are_right(code: str) -> None:
    found = list(patterns(KNOWN[code]))
    assert len(found) > 30
    for pattern in found:
        re.compile(pattern.pattern)
        pattern.search("")


def patterns(value: object) -> Iterator[re.Pattern[str]]:
    """All there are in `value`, however deep."""
    if isinstance(value, tuple):
        for one in value:
            yield from patterns(one)
    elif is_dataclass(value):
        for field in fields(value):
            yield from patterns(getattr(value, field.name))
    elif hasattr(value, "fullmatch"):
        yield cast("re.Pattern[str]", value)
