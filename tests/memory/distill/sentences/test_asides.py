"""An if about saying, knowing or believing supposes nothing: "if you can believe it", "si je me souviens bien"."""

from __future__ import annotations

import pytest

from tests.memory.distill.believing import believed
from tests.memory.distill.sentences.asides import NOT_SAID, SAID


@pytest.mark.parametrize(("said", "content"), SAID)
def test_what_is_said_with_such_an_if_is_kept(said: str, content: str) -> None:
    assert believed(said, content)


@pytest.mark.parametrize(("said", "content"), NOT_SAID)
def test_what_hangs_on_something_in_the_world_is_not(said: str, content: str) -> None:
    assert not believed(said, content)
