from __future__ import annotations

import pytest

from memory.types import Usage
from tui.chat.comparing import difference, usage_line


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        (Usage(1200, 80, 0.004), Usage(900, 100, 0.0031), "300 tokens fewer in, 20 tokens more out, $0.0009 less"),
        (Usage(900, 80, 0.001), Usage(900, 80, 0.001), "as many tokens in, as many tokens out, the same price"),
        (Usage(900, 80, 0.001), Usage(899, 80, 0.001), "1 token fewer in, as many tokens out, the same price"),
        (Usage(900, 80, None), Usage(950, 80, 0.001), "50 tokens more in, as many tokens out"),
    ],
)
def test_how_far_two_answers_lie_apart(first: Usage, second: Usage, said: str) -> None:
    assert difference(first, second) == f"The second: {said}"


def test_what_is_not_known_is_said_and_never_zero() -> None:
    assert usage_line(None) == "tokens not counted"
    assert usage_line(Usage(10, 5)) == "10 tokens in, 5 out, price not known"
    assert usage_line(Usage(10, 5, 0.0)) == "10 tokens in, 5 out, $0"
    assert usage_line(Usage(10, 5, 0.00003)) == "10 tokens in, 5 out, under $0.0001"
    assert difference(None, Usage(10, 5)) == ""
