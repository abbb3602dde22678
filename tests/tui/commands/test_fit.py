from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tui.commands.fit import fit

SCORES = st.floats(-20, 20)


def share(score: float) -> int:
    return int(fit(score).removeprefix("fit ").removesuffix("%"))


@given(SCORES, SCORES)
def test_it_is_a_share_and_what_fits_better_never_shows_less(one: float, other: float) -> None:
    less, more = sorted((one, other))
    assert 0 <= share(less) <= share(more) <= 100


def test_what_is_told_apart_by_a_tenth_looks_different() -> None:
    shares = [share(tenth / 10) for tenth in range(-3, 16)]
    assert shares == sorted(set(shares))
