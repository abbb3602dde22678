"""A statement follows from what is said: with its condition, from a yes and more, from how somebody is named."""

from __future__ import annotations

import pytest

from tests.memory.distill.believing import believed
from tests.memory.distill.everyday import NOT_SAID, SAID


@pytest.mark.parametrize(("said", "content"), SAID)
def test_what_a_sentence_says_or_implies_is_kept(said: str, content: str) -> None:
    assert believed(said, content)


@pytest.mark.parametrize(("said", "content"), NOT_SAID)
def test_what_it_does_not_say_is_not(said: str, content: str) -> None:
    assert not believed(said, content)
