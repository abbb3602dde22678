from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.types import PartSource
from tui.widgets.composer.drafts import Draft, mended

TYPED, PASTED = PartSource.TYPED, PartSource.PASTED


def pasted(draft: Draft, raw: str) -> Draft:
    """The draft with `raw` pasted at its end, as the editor does it."""
    known, shown = draft.with_paste(raw)
    return Draft(draft.text + shown, known.folded, known.short)


def spans(draft: Draft) -> list[tuple[str, PartSource]]:
    return [(part.text, part.source) for part in draft.parts()]


def test_a_large_paste_is_folded_and_sent_whole() -> None:
    report = "\n".join(f"line {number}" for number in range(500))
    draft = pasted(Draft("Summarise this: "), report)
    assert draft.text == f"Summarise this: [paste 1: {len(report):,} characters]"
    assert spans(draft) == [("Summarise this: ", TYPED), (report, PASTED)]


def test_two_large_pastes_keep_their_order_and_what_is_typed_between() -> None:
    draft = pasted(Draft("old: "), "a" * 900)
    draft = pasted(Draft(draft.text + " new: ", draft.folded, draft.short), "b" * 900)
    assert spans(draft) == [("old: ", TYPED), ("a" * 900, PASTED), (" new: ", TYPED), ("b" * 900, PASTED)]


def test_a_pasted_sentence_is_not_the_users_own_statement() -> None:
    draft = pasted(Draft("What does this mean? "), "I am allergic to peanuts.")
    assert draft.text == "What does this mean? I am allergic to peanuts."
    assert spans(draft) == [("What does this mean? ", TYPED), ("I am allergic to peanuts.", PASTED)]


def test_a_pasted_sentence_that_was_edited_counts_as_typed() -> None:
    draft = pasted(Draft(), "I am allergic to peanuts.")
    assert spans(Draft("I am allergic to walnuts.", draft.folded, draft.short)) == [
        ("I am allergic to walnuts.", TYPED)
    ]


@pytest.mark.parametrize("words", ["Ada Lovelace", "I am vegan", "我对花生过敏。", "ナッツアレルギー"])
def test_a_short_paste_inside_a_line_is_a_span_and_the_line_stays_whole(words: str) -> None:
    draft = pasted(Draft("Who says: "), words)
    parts = Draft(draft.text + "?", draft.folded, draft.short).parts()
    assert [(part.text, part.source) for part in parts] == [("Who says: ", TYPED), (words, PASTED), ("?", TYPED)]
    assert "".join(part.text for part in parts) == f"Who says: {words}?"


def test_a_placeholder_typed_by_hand_is_only_text() -> None:
    assert spans(Draft("[paste 1: 9 characters]")) == [("[paste 1: 9 characters]", TYPED)]


def test_what_a_short_paste_hides_becomes_visible_in_the_editor() -> None:
    _, shown = Draft().with_paste("ls \x1b]52;c;AAAA\x07")
    assert "\x1b" not in shown and "\x07" not in shown


def test_a_draft_made_of_its_spans_is_the_same_message() -> None:
    draft = pasted(pasted(Draft("What is "), "Ada Lovelace"), "a" * 900)
    draft = Draft(draft.text + "\n", draft.folded, draft.short)
    again = Draft.of(draft.spans)
    assert (again.text, again.spans) == (draft.text, draft.spans)


@pytest.mark.parametrize("text", ["", "   ", "\n\t \n", "\x00\x07", "\u200b \u2060"])
def test_nothing_to_read_is_blank(text: str) -> None:
    assert Draft(text).blank


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("/help", "/help"),
        ("/remember I like tea ", "/remember I like tea"),
        ("\n  /forget my pin", "/forget my pin"),
        ("/usr/bin is full", ""),
        ("/ what", ""),
        ("see /help", ""),
        ("//", ""),
    ],
)
def test_a_command_begins_with_a_slash_and_a_word(text: str, command: str) -> None:
    assert Draft(text).command == command


def test_a_command_takes_a_folded_paste_whole() -> None:
    draft = pasted(Draft("/remember "), "x " * 500)
    assert draft.command == f"/remember {'x ' * 500}".strip()


def test_surrogates_are_mended_or_replaced() -> None:
    assert mended("\ud83d\ude00") == "😀"
    assert mended("a\udc00b") == "a\ufffdb"
    assert mended("a\r\nb\rc") == "a\nb\nc"


pieces = st.lists(st.tuples(st.booleans(), st.text(alphabet="ab \n\ud800", max_size=30)), max_size=6)


@given(pieces)
def test_no_character_is_lost_between_editor_and_parts(parts: list[tuple[bool, str]]) -> None:
    draft = Draft()
    for is_paste, text in parts:
        draft = pasted(draft, text) if is_paste else Draft(draft.text + text, draft.folded, draft.short)
    assert Draft.of(draft.spans).whole == draft.whole
    sent = "".join(part.text for part in draft.parts())
    whole = "".join(text for _, text in parts)
    assert re.sub(r"\s", "", sent) == re.sub(r"\s", "", mended(whole))
    for part in draft.parts():
        part.text.encode()
