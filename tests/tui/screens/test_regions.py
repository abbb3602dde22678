from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tui.screens.world import world
from tui.screens.chat.regions import ROOM_FOR_BOTH, ROOM_FOR_RECALL, ROOM_TO_READ, Shown
from tui.screens.chat.screen import ChatScreen


@pytest.mark.parametrize(
    ("width", "conversations", "recall"),
    [(60, False, False), (99, False, False), (100, False, True), (160, True, True)],
)
def test_the_width_decides_where_nobody_has_wished(width: int, conversations: bool, recall: bool) -> None:
    shown = Shown().at_width(width)
    assert (shown.conversations, shown.recall) == (conversations, recall)


def test_recall_hides_itself_when_the_screen_becomes_narrow() -> None:
    wide = Shown(120, wants_recall=True)
    assert not wide.at_width(80).recall
    assert wide.at_width(80).at_width(120).recall


def test_a_region_hidden_by_hand_stays_hidden() -> None:
    hidden = Shown(120).toggle_recall()
    assert not hidden.at_width(80).at_width(160).recall


def test_on_a_narrow_screen_a_region_can_be_wished_for_and_goes_after_use() -> None:
    over = Shown(80).toggle_conversations()
    assert over.conversations
    assert not over.after_choice().conversations


def test_the_panel_beside_a_narrow_transcript_stays_when_a_conversation_is_chosen() -> None:
    beside = Shown(80).toggle_recall().toggle_conversations()
    assert beside.conversations
    assert beside.after_choice() == Shown(80).toggle_recall()


def test_on_a_wide_screen_a_choice_leaves_the_list_where_it_is() -> None:
    assert Shown(160).after_choice().conversations


steps = st.lists(st.one_of(st.just("c"), st.just("r"), st.integers(40, 200)), max_size=12)


@given(steps)
def test_two_side_regions_never_crowd_a_screen_that_has_no_room_for_both(wishes: list[str | int]) -> None:
    shown = Shown()
    for wish in wishes:
        before = shown
        match wish:
            case "c":
                shown = shown.toggle_conversations()
                assert shown.conversations is not before.conversations
            case "r":
                shown = shown.toggle_recall()
                assert shown.recall is not before.recall
            case int():
                shown = shown.at_width(wish)
        if shown.width < ROOM_FOR_BOTH and not ROOM_TO_READ <= shown.width < ROOM_FOR_RECALL:
            assert not (shown.conversations and shown.recall)


async def test_the_first_frame_already_fits_the_screen(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ChatScreen, "on_resize", lambda screen, event: None)
    async with world(home, size=(80, 24)) as here:
        assert not here.screen.recall.display
        assert not here.screen.conversations.display


async def test_at_80_columns_an_answer_wraps_beside_the_memory_panel(home: Path) -> None:
    async with world(home, size=(80, 24)) as here:
        await here.pilot.press("f3")
        await here.send("/inbox")
        await here.sees("Nothing waits for your word.", "contradict each", "Before each message harken")


async def test_where_the_panel_covers_the_transcript_it_makes_way_for_an_answer(home: Path) -> None:
    async with world(home, size=(60, 18)) as here:
        await here.pilot.press("f3")
        await here.sees("Before each message harken looks")
        await here.send("/inbox")
        await here.sees("Nothing waits for your word.", "contradict")
        assert not here.screen.recall.display
        await here.pilot.press("f3")
        await here.ask("Hello")
        await here.sees("Fine.")
        assert not here.screen.recall.display


@pytest.mark.parametrize("key", ["f2", "f3"])
async def test_what_lies_over_the_transcript_leaves_the_composer_free(home: Path, key: str) -> None:
    async with world(home, size=(60, 18)) as here:
        await here.pilot.press(key)
        await here.sees("Write a message, or / for commands")
