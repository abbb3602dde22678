"""Likeness, and what was recalled is not learnt again."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from memory.text.shingles import likeness, strip_injected

BLOCK = "<memory>\n2026-01-01:\nf3 Severe peanut allergy, carries an adrenaline pen\n</memory>"


def test_twins_are_alike_and_others_are_not() -> None:
    assert likeness("Allergic to peanuts.", "allergic to PEANUTS") > 0.8
    assert likeness("Allergic to peanuts", "Plays the violin on Sundays") < 0.1
    assert likeness("", "") == 0.0


def test_a_block_goes_whole() -> None:
    assert strip_injected(f"{BLOCK}\n\nWhat can I eat?", [BLOCK]) == "What can I eat?"


def test_a_line_that_repeats_a_block_goes_even_reworded_a_little() -> None:
    text = "Noted: severe peanut allergy, carries an adrenaline pen!\nHow about soup?"
    assert strip_injected(text, [BLOCK]) == "How about soup?"


def test_what_the_user_says_anew_stays() -> None:
    said = "Yes.\nI moved to Porto in May and my peanut plants died."
    assert strip_injected(said, [BLOCK, "- yes"]) == said


@given(st.text(max_size=200))
@settings(max_examples=80)
def test_without_blocks_nothing_is_lost(text: str) -> None:
    assert strip_injected(text, []) == text.strip()
