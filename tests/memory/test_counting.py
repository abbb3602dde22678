from __future__ import annotations

import pytest

from memory.counting import counted


@pytest.mark.parametrize(
    ("number", "several", "told"),
    [
        (0, "", "0 facts"),
        (1, "", "1 fact"),
        (2, "", "2 facts"),
        (1200, "", "1,200 facts"),
        (2, "memories", "2 memories"),
    ],
)
def test_one_is_told_as_one(number: int, several: str, told: str) -> None:
    assert counted(number, "fact", several) == told
