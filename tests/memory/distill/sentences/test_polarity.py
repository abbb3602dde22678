"""A "not" counts for the clause it stands in: what is said beside it is kept, and nothing is turned round."""

from __future__ import annotations

import pytest

from tests.memory.distill.believing import believed
from tests.memory.distill.sentences import nots, set_phrases


@pytest.mark.parametrize(("said", "content"), nots.SAID + set_phrases.SAID)
def test_what_is_said_beside_a_not_is_kept(said: str, content: str) -> None:
    assert believed(said, content)


@pytest.mark.parametrize(("said", "content"), nots.NOT_SAID + set_phrases.NOT_SAID)
def test_what_is_said_with_a_not_is_not_turned_round(said: str, content: str) -> None:
    assert not believed(said, content)
