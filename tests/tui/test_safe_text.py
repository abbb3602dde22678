"""What foreign text may still contain after the sanitiser."""

from __future__ import annotations

import unicodedata
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len, split_graphemes

from memory.types import Conversation
from tui.safe_text import SafeStream, beginning, safe, safe_line
from tui.widgets.composer.completion import hint as completion
from tui.widgets.conversations.list import WIDTH, row
from tui.widgets.status_bar import Status, status_line

FORBIDDEN = {
    *map(chr, [*range(0x09), *range(0x0B, 0x20), *range(0x7F, 0xA0)]),
    *map(chr, range(0xD800, 0xE000)),
    *map(chr, [*range(0x202A, 0x202F), *range(0x2060, 0x2070), 0x200B, 0x200E, 0x200F, 0x061C, 0xFEFF, 0x00AD, 0x180E]),
    *map(chr, [0x2028, 0x2029, 0xE0001]),
}
TRICKY = (
    "\x1b\x9b\x9d[]();:0123456789mJ\x07\\\r\n\tab\u200d\u200c\ufe0f\ufe0e\u202e\u2066\u200b\u200f"
    "\U000e0041\U000e007f\U000e0100\ud800\udc00🏴👩❤1بक漢"
)
INVISIBLE_LETTERS_AND_MARKS = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0" + "".join(
    map(chr, [*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)])
)
printable = st.characters(categories=("L", "N", "P", "S", "Zs", "M"), exclude_characters=INVISIBLE_LETTERS_AND_MARKS)
hostile = st.text(st.sampled_from(TRICKY), max_size=40) | st.text(st.characters(exclude_categories=()), max_size=40)


@settings(max_examples=300)
@given(hostile)
def test_nothing_forbidden_is_left_and_a_second_pass_changes_nothing(text: str) -> None:
    cleaned = safe(text)

    assert not FORBIDDEN & set(cleaned)
    assert safe(cleaned) == cleaned


@settings(max_examples=300)
@given(st.lists(hostile, max_size=6))
def test_pieces_are_cleaned_like_the_whole(chunks: list[str]) -> None:
    stream = SafeStream()

    assert "".join([*map(stream.feed, chunks), stream.close()]) == safe("".join(chunks))


@settings(max_examples=200)
@given(
    st.text(
        st.characters(categories=("L", "N", "P", "S", "Zs", "M"), exclude_characters=INVISIBLE_LETTERS_AND_MARKS),
        max_size=60,
    )
)
def test_printable_text_is_unchanged(text: str) -> None:
    assert safe(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "👩‍👩‍👧‍👦 family, 🏳️‍🌈 flag, ❤️‍🔥 heart, 👩🏽‍🚀 astronaut, 1️⃣ key, ✂️ cut, 🇫🇷",
        "🏴󠁧󠁢󠁥󠁮󠁧󠁿 England",
        "می‌خواهم بروم",
        "क्‍ष और क्‌ष",
        "שלום עולם, مرحبا بالعالم",
        "葛\U000e0100飾区",
        "a\tb\nc",
    ],
)
def test_writing_that_needs_invisible_characters_stays(text: str) -> None:
    assert safe(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b]52;c;aGk=\x07", "␛]52;c;aGk=␇"),
        ("\x1b]0;title\x1b\\", "␛]0;title␛\\"),
        ("\x1b[2Jx\x1b[6n", "␛[2Jx␛[6n"),
        ("\x9b2J", "⟨U+009B⟩2J"),
        ("\x1bP1$q\x1b_a\x1b^b\x1bXc", "␛P1$q␛_a␛^b␛Xc"),
        ("\x1b]8;;never ends", "␛]8;;never ends"),
        ("\x1b[1;31mred\x1b[0m", "red"),
        ("\x1b\x1b[0m[2J", "␛[2J"),
        ("abc\u202edef", "abc⟨U+202E⟩def"),
        ("pay\u200bpal", "pay⟨U+200B⟩pal"),
        ("hi\U000e0041\U000e0042", "hi⟨U+E0041⟩⟨U+E0042⟩"),
        ("🏴\U000e0061\U000e007f", "🏴⟨U+E0061⟩⟨U+E007F⟩"),
        ("a\u200db", "a⟨U+200D⟩b"),
        ("1\u200d2", "1⟨U+200D⟩2"),
        ("x\ufe01\ufe02", "x⟨U+FE01⟩⟨U+FE02⟩"),
        ("nul\0del\x7f", "nul␀del␡"),
        ("half \ud83d", "half \ufffd"),
        ("a\r\nb\rc\u2028d", "a\nb\nc\nd"),
        ("\ufeffstart", "start"),
    ],
)
def test_hostile_characters_are_made_visible(text: str, shown: str) -> None:
    assert safe(text) == shown


def test_a_line_has_no_breaks_and_fits() -> None:
    assert safe_line("one\ttwo\n\n three ") == "one two three"
    assert safe_line("short", 5) == "short"
    assert safe_line("longer", 5) == "long…"
    assert safe_line("漢字漢字", 5) == "漢字…"
    assert safe_line("anything", 0) == ""


@given(st.text(st.sampled_from("ab 漢👩\u200d🚀é\u0301🇫🇷"), max_size=30), st.integers(1, 12))
def test_a_cut_line_never_splits_a_character(text: str, width: int) -> None:
    cut = safe_line(text, width)

    assert cell_len(cut) <= width
    assert not cut.endswith("\u200d…")
    rest = safe_line(text)[len(cut.removesuffix("…")) :]
    assert not cut.endswith("…") or not rest or not unicodedata.combining(rest[0])


SEEN = ["a", "\u6f22", "\U0001f469\u200d\U0001f469\u200d\U0001f467", "e\u0301\u0302", "\U0001f44d\U0001f3fd", " "]
SEEN += ["\u0915\u0902", "\u2764\ufe0f", "\u05e9\u05b8\u05dc", "\u0645\u0631"]
EVERY_SCRIPT = st.lists(st.sampled_from(SEEN), max_size=40).map("".join)


@given(EVERY_SCRIPT, st.integers(0, 90))
def test_a_beginning_never_splits_a_character(text: str, characters: int) -> None:
    cut = beginning(text, characters)

    assert text.startswith(cut)
    assert len(cut) <= characters
    assert len(cut) in {0, *(stop for _, stop, _ in split_graphemes(text)[0])}


@given(EVERY_SCRIPT, EVERY_SCRIPT, st.integers(20, 80))
def test_lines_of_every_script_are_as_wide_as_they_should_be(text: str, other: str, width: int) -> None:
    now = datetime(2026, 5, 18, tzinfo=UTC)
    listed = row(Conversation("c1", text, now, now, 2), current=True, now=now)
    status = status_line(Status(model=text, profile=other, mode="read-write", project=other, news=other), width)
    completions = [completion(one, "help", 40) for one in (text, other) if cell_len(safe_line(one)) <= 40]

    assert listed.cell_length == WIDTH
    assert status.cell_length == width
    assert {line.cell_length for hint in completions for line in hint.lines(80)} <= {46}
