"""A keymap of one's own: what of it can be used, and what is said of the rest."""

from __future__ import annotations

import pytest

from tui import keys
from tui.keys import EVERY


def usable_keymap(wanted: dict[str, str]) -> tuple[dict[str, str], list[str]]:
    return keys.usable_keymap(wanted, lambda key: f"where {key} is set")


@pytest.mark.parametrize("name", [key.id for key in EVERY])
def test_every_key_can_be_another(name: str) -> None:
    assert usable_keymap({name: "Ctrl+B, f9"}) == ({name: "ctrl+b,f9"}, [])


def test_two_keys_can_change_places() -> None:
    swapped = {"chat.recall": "f4", "chat.learnt": "f3"}
    assert usable_keymap(swapped) == (swapped, [])


@pytest.mark.parametrize(
    ("name", "wanted", "said"),
    [
        ("chat.nwe", "f9", "there is no key named chat.nwe; did you mean chat.new?"),
        ("chat.new", "f2", "f2 is the key of chat.conversations"),
        ("chat.new", "ctrl+k", "ctrl+k edits the message (delete to line end)"),
        ("chat.new", "x", "x is typed into the message; add ctrl or alt"),
        ("chat.new", "enter", "enter sends the message"),
        ("chat.new", "strg+n", "strg+n is no key"),
        ("chat.new", "f99", "f99 is no key"),
        ("chat.new", "", "nothing is no key"),
        ("learnt.keep", "escape", "escape is there to stop what runs there, or close it"),
        ("compare.useful", "tab", "tab is there to go to the other side"),
    ],
)
def test_what_can_not_be_used_is_said_and_the_usual_key_stays(name: str, wanted: str, said: str) -> None:
    usable, problems = usable_keymap({name: wanted})
    assert usable == {}
    assert len(problems) == 1
    assert said in problems[0] and problems[0].startswith(f"where chat.keymap.{name} is set: chat.keymap: ")


def test_the_preview_has_keys_of_its_own_and_takes_letters() -> None:
    assert usable_keymap({"draft.pin": "x"}) == ({"draft.pin": "x"}, [])
    assert "space is the key of draft.tick" in usable_keymap({"draft.pin": "space"})[1][0]


def test_two_wishes_for_one_key_are_told() -> None:
    usable, problems = usable_keymap({"chat.new": "f9", "chat.recall": "f9"})
    assert usable == {"chat.new": "f9"}
    assert "f9 is the key of chat.new" in problems[0]


def test_an_entry_that_needs_the_key_of_a_refused_one_is_refused_too() -> None:
    usable, problems = usable_keymap({"chat.new": "f3", "chat.recall": "enter"})
    assert usable == {}
    assert len(problems) == 2
