from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tui.widgets.transcript.window import MOST, PAGE, Window


def test_a_long_conversation_opens_at_its_newest_page() -> None:
    assert Window.newest(2000) == Window(2000, 2000 - PAGE, 2000)
    assert Window.newest(3) == Window(3, 0, 3)


def test_reading_back_reaches_the_first_message_and_reading_on_the_last() -> None:
    window = Window.newest(1000)
    while window.start:
        window = window.older()
    assert window.stop == MOST
    while not window.at_end:
        window = window.newer()
    assert window == Window(1000, 1000 - MOST, 1000)


@given(st.integers(0, 500), st.lists(st.sampled_from(["older", "newer", "grown", "shorter", "around"]), max_size=40))
def test_the_window_is_bounded_gapless_and_inside(total: int, steps: list[str]) -> None:
    window = Window.newest(total)
    for step in steps:
        before = window
        if step == "grown":
            window = Window.newest(before.total).grown() if not before.at_end else before.grown()
        elif step == "shorter":
            window = before.shorter(max(0, before.total - 2))
        elif step == "around":
            window = before.around(before.total // 3)
        else:
            window = getattr(window, step)()
            assert before.total == 0 or (window.start < before.stop and before.start < window.stop)
        assert 0 <= window.start <= window.stop <= window.total
        assert window.stop - window.start <= MOST
