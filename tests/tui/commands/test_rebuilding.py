from __future__ import annotations

from dataclasses import replace

from memory.types import Rebuilt
from tui.commands.rebuilding import rebuilt_lines

SOUND = Rebuilt(documents=220, mended=0, strays=0, unsound=0, embedded=0, waiting_vectors=0, index="exact")


def test_nothing_was_wrong_only_where_nothing_was_made() -> None:
    assert list(rebuilt_lines(SOUND))[1] == "Nothing was wrong"
    made = list(rebuilt_lines(replace(SOUND, embedded=220)))
    assert made[1:3] == ["Put right: 220 without a vector", "220 texts got a vector"]
    both = list(rebuilt_lines(replace(SOUND, unsound=20, embedded=220)))
    assert both[1] == "Put right: 20 with a damaged vector, 200 without a vector"


def test_what_still_waits_for_a_vector_is_not_called_sound() -> None:
    told = list(rebuilt_lines(replace(SOUND, waiting_vectors=3, trouble="No model")))
    assert "Nothing was wrong" not in told
    assert "waiting to be found by meaning: 3 texts; words find them meanwhile" in told
