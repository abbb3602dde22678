"""What is typed in haste counts: small letters, left out apostrophes, a name and an age alone."""

from __future__ import annotations

import pytest

from tests.memory.distill.believing import believed
from tests.memory.distill.sentences.hasty import NOT_SAID, SAID


@pytest.mark.parametrize(("said", "content"), SAID)
def test_what_is_typed_in_haste_is_kept(said: str, content: str) -> None:
    assert believed(said, content)


@pytest.mark.parametrize(("said", "content"), NOT_SAID)
def test_what_is_typed_in_haste_is_not_turned_round(said: str, content: str) -> None:
    assert not believed(said, content)
