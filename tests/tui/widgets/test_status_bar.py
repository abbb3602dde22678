from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.types import Mode
from tui.widgets.status_bar import Status, status_line

STATUS = Status(model="openai/gpt-4o", profile="work", mode="read-write", context=0.426, news="learned 2 facts")


def test_a_wide_line_says_everything() -> None:
    line = status_line(STATUS, 100).plain
    for words in ("openai/gpt-4o", "memory read-write", "context 43%", "work", "learned 2 facts"):
        assert words in line
    assert line.endswith("learned 2 facts") and len(line) == 100


def test_a_narrow_line_keeps_the_model_and_the_mode_and_cuts_the_news() -> None:
    line = status_line(STATUS, 48).plain
    assert line.startswith("openai/gpt-4o   memory read-write") and "learned" in line
    assert "work" not in line and "context" not in line


def test_where_room_is_lost_profile_and_context_give_way_to_the_note_before_that_is_cut() -> None:
    status = replace(STATUS, news="learned 2 facts about the house")
    no_profile = status_line(status, 84).plain
    assert "work" not in no_profile and "context 43%" in no_profile and no_profile.endswith(status.news)
    no_context = status_line(status, 70).plain
    assert "context" not in no_context and no_context.endswith(status.news)
    cut = status_line(status, 62).plain
    assert cut.startswith("openai/gpt-4o   memory read-write") and cut.endswith("learned 2 facts about the…")


def test_beside_the_turns_that_wait_the_context_is_seen_at_80_columns() -> None:
    status = Status(model="local", profile="default", mode="read-write", context=0.1, news="20 turns to learn from")
    line = status_line(status, 72).plain
    assert "context 10%" in line and line.endswith("20 turns to learn from")


def test_a_context_that_is_nearly_full_is_told_beside_a_cut_note() -> None:
    status = replace(STATUS, news="learned 2 facts about the house and the garden", context=0.85)
    line = status_line(status, 80).plain
    assert "context 85%" in line and "learned 2 facts" in line


@pytest.mark.parametrize("width", range(52, 100))
def test_a_note_ends_in_a_word(width: int) -> None:
    note = "Memory tidied: 1 text about you told anew"
    line = status_line(replace(STATUS, news=note), width).plain
    shown = line[line.index("Memory tidied") :].rstrip("…")
    assert note == shown or note.startswith((f"{shown} ", f"{shown}: "))


def test_the_project_stands_longer_than_the_profile() -> None:
    status = replace(STATUS, project="Zephyr")
    assert "project Zephyr" in status_line(status, 100).plain
    narrow = status_line(status, 68).plain
    assert "project Zephyr" in narrow and "work" not in narrow and "learned" in narrow


def test_the_persona_stands_longest_of_what_is_of_the_conversation() -> None:
    status = replace(STATUS, project="Zephyr", persona="Coach")
    assert "persona Coach   project Zephyr" in status_line(status, 110).plain
    narrow = status_line(status, 70).plain
    assert "persona Coach" in narrow and "Zephyr" not in narrow and "learned" in narrow


@given(st.sampled_from([*Mode]), st.text(max_size=80), st.text(max_size=80), st.integers(24, 120), st.booleans())
def test_the_mode_is_always_readable(mode: Mode, model: str, note: str, width: int, bad: bool) -> None:
    status = Status(model=model, profile=model, mode=mode, context=0.5, news=note, trouble=note if bad else "")
    assert f"memory {mode}" in status_line(status, width).plain


def test_trouble_stands_before_news() -> None:
    line = status_line(Status(model="m", news="distilling", trouble="the disk is full"), 80).plain
    assert "the disk is full" in line and "distilling" not in line


@given(st.text(max_size=80), st.text(max_size=80), st.integers(20, 200))
def test_it_is_one_line_that_fits_whatever_it_is_told(model: str, news: str, width: int) -> None:
    line = status_line(Status(model=model, mode="off", context=0.5, profile=model, news=news), width)
    assert "\n" not in line.plain and "\x1b" not in line.plain
    assert line.cell_length <= max(width, 24)
