"""How drawn lines are kept."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.segment import Segment
from rich.style import Style

from tui import collector
from tui.widgets.drawn.lines import Lines

STYLES = (None, Style(bold=True), Style(color="red"), Style(meta={"@click": "open_link('https://a.example')"}))
LINES = st.lists(st.lists(st.builds(Segment, st.text(max_size=6), st.sampled_from(STYLES)), max_size=6), max_size=8)


def characters(line: list[Segment]) -> list[tuple[str, Style | None]]:
    return [(character, style) for text, style, _ in line for character in text]


@given(LINES, st.integers(0, 8), LINES)
def test_lines_come_back_as_they_were_put_in(first: list[list[Segment]], cut: int, more: list[list[Segment]]) -> None:
    lines = Lines(first)
    lines.cut(cut)
    lines.extend(more)
    wanted = first[:cut] + more
    assert list(map(characters, lines)) == list(map(characters, wanted))
    assert list(map(characters, lines[1:3])) == list(map(characters, wanted[1:3]))


@pytest.fixture
def collected_as_for_a_user() -> Iterator[None]:
    before = gc.get_threshold()
    gc.set_threshold(*collector.THRESHOLDS)
    yield
    gc.set_threshold(*before)


@pytest.mark.usefixtures("collected_as_for_a_user")
def test_what_is_shown_costs_the_collector_nothing() -> None:
    lines = Lines()
    gc.collect()
    before = len(gc.get_objects())
    lines.extend([Segment(f"word {number}"), Segment(" bold", STYLES[1])] for number in range(5_000))
    gc.collect()
    assert len(lines) == 5_000
    assert len(gc.get_objects()) - before < 500


def test_the_collector_pauses_until_the_last_pause_ends() -> None:
    begun, end = threading.Event(), threading.Event()

    def other() -> None:
        with collector.paused():
            begun.set()
            end.wait(10)

    thread = threading.Thread(target=other)
    with collector.paused():
        thread.start()
        assert begun.wait(10)
    assert not gc.isenabled()
    end.set()
    thread.join(10)
    assert gc.isenabled()


def test_what_was_loaded_is_walked_no_more() -> None:
    before = gc.get_threshold()
    loaded = [object()]
    try:
        collector.settle()
        assert not any(one is loaded for one in gc.get_objects())
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)
