from __future__ import annotations

from tui.widgets.composer.burst import BURST_SECONDS, Burst


def test_keys_of_one_read_are_a_burst_and_keys_of_a_hand_are_not() -> None:
    burst = Burst()
    assert not burst.key(10.0)
    assert burst.key(10.0001)
    assert burst.key(10.0002)
    assert not burst.key(10.0002 + BURST_SECONDS + 0.02)


def test_the_first_key_ever_is_pressed_by_hand() -> None:
    assert not Burst().key(0.0)
