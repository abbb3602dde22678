from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from textual.events import Key, Paste
from textual.message import Message

from tui.pasting import PasteParser

START, END = "\x1b[200~", "\x1b[201~"
TEXT = st.text(st.sampled_from([*"ab;[]0126~nJc\x1b\x07\r\n\x9bé"]), max_size=60).filter(
    lambda text: (text + END).index(END) == len(text)
)


def parsed(*pieces: str) -> list[Message]:
    parser = PasteParser()
    return [event for piece in pieces for event in parser.feed(piece)]


def said(events: list[Message]) -> list[str]:
    keys_and_pastes = [event for event in events if isinstance(event, Key | Paste)]
    return [f"key {event.key}" if isinstance(event, Key) else f"paste {event.text}" for event in keys_and_pastes]


@given(TEXT, TEXT, st.data())
def test_a_paste_is_one_piece_and_no_key_wherever_it_is_cut(first: str, second: str, data: st.DataObject) -> None:
    stream = f"x{START}{first}{END}y{START}{second}{END}z"
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=6)))
    pieces = [stream[start:end] for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True) if start < end]
    assert said(parsed(*pieces)) == ["key x", f"paste {first}", "key y", f"paste {second}", "key z"]


def test_keys_outside_of_a_paste_are_what_they_were() -> None:
    assert said(parsed("a", "\x1b[", "A", "\x07", "\x1b[15~")) == ["key a", "key up", "key ctrl+g", "key f5"]


def test_an_escape_in_a_paste_opens_nothing() -> None:
    assert said(parsed(f"{START}one \x1b[6n\x1bOP\x1b[15~ two{END}")) == ["paste one \x1b[6n\x1bOP\x1b[15~ two"]


def test_the_end_of_the_input_within_a_paste_is_no_error() -> None:
    assert said(parsed(f"{START}half", "")) == []
