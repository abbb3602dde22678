"""What Markdown looks like as lines, and that growing text ends up like finished text."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.segment import Segment
from textual.theme import BUILTIN_THEMES

from tui.safe_text import safe
from tui.widgets.drawn.draw import Canvas, draw_markdown, draw_plain
from tui.widgets.drawn.live import LiveDrawing, PlainDrawing
from tui.widgets.drawn.palette import palette_for
from tui.widgets.drawn.wrap import Line, line_width, plain, wrap

PALETTE = palette_for(BUILTIN_THEMES["textual-dark"].to_color_system().generate())


def text_of(lines: Iterable[Line]) -> list[str]:
    return [plain(line).rstrip() for line in lines]


def drawn(source: str, width: int = 40) -> list[str]:
    return text_of(draw_markdown(source, Canvas(width, PALETTE)).lines)


def grown(source: str, width: int = 40, step: int = 4) -> LiveDrawing:
    live = LiveDrawing(Canvas(width, PALETTE))
    for at in range(0, len(source), step):
        live.feed(source[at : at + step])
    return live


def test_a_reply_reads_well() -> None:
    source = (
        "# Plan\n\nDig **well**, then `sow()`.\n\n- one\n- two\n  1. deep\n\n> quoted\n\n"
        "```py\nx = 1\n```\n\n| a | n |\n|---|--:|\n| 漢字 | 5 |\n"
    )

    assert drawn(source) == [
        "Plan",
        "Dig well, then sow().",
        "",
        " • one",
        " • two",
        "    1. deep",
        "",
        "▎ quoted",
        "",
        " py",
        " x = 1",
        "",
        "a    │ n",
        "─────┼──",
        "漢字 │ 5",
    ]


def test_the_target_of_a_link_stays_in_sight_and_only_web_links_can_be_clicked() -> None:
    lines = draw_markdown("[a](https://b.example) [c](file:///etc/passwd) https://d.example", Canvas(90, PALETTE)).lines
    actions = [segment.style.meta.get("@click") for segment in lines[0] if segment.style]

    assert text_of(lines) == ["a (https://b.example) [c](file:///etc/passwd) https://d.example"]
    assert [action for action in actions if action] == [
        ("open_link", ("https://b.example",)),
        ("open_link", ("https://d.example",)),
    ]


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("<think>[red]</think>", "<think>[red]</think>"),
        ("a<br>b", "a\nb"),
        ("```\nnever closed", " never closed"),
        ("", ""),
        ("   \n\n", ""),
        ("- [ ] todo\n-", " • [ ] todo\n •"),
        ("![a cat](https://x.example/c.png)", "[image: a cat]\n(https://x.example/c.png)"),
        ("1) a\n1) b", " 1. a\n 2. b"),
        ("***", "─" * 30),
    ],
)
def test_odd_markdown(source: str, shown: str) -> None:
    assert "\n".join(drawn(source, 30)) == shown


def test_text_deeper_than_the_parser_goes_is_shown_as_it_came() -> None:
    assert "deep" in "".join(drawn(">" * 200 + " deep", 40))
    assert "deep" in "".join(drawn("- " * 200 + "deep", 40))


def test_a_table_too_wide_for_the_screen_becomes_records() -> None:
    head = "|".join("abcdefgh")
    source = f"|{head}|\n|{'---|' * 8}\n|{'word|' * 8}"

    assert drawn(source, 30) == [f"{name}: word" for name in "abcdefgh"]


def test_columns_align_whatever_is_in_them() -> None:
    source = "| a | b |\n|---|---|\n| ✂️ 👩‍👩‍👧‍👦 🇫🇷 漢字 é | x |\n| plain | y |\n| " + "long " * 20 + "| z |"
    lines = draw_markdown(source, Canvas(40, PALETTE)).lines

    assert len({line_width(line) for line in lines}) == 1


def test_code_fills_its_panel_and_long_lines_are_folded() -> None:
    lines = draw_markdown("```py\n" + "x = 'aaaa 漢字' " * 20 + "\n```", Canvas(40, PALETTE)).lines

    assert {line_width(line) for line in lines} == {40}
    assert "".join(plain(line)[1:-1] for line in lines[1:]).replace(" ", "") == "x='aaaa漢字'" * 20


blocks = st.sampled_from(
    [
        "A paragraph with **weight**, `code` and enough words to need a second line on this narrow screen.",
        "Two\nlines",
        "# Heading",
        "Setext\n---",
        "***",
        "- one\n- two\n  - nested\n- three",
        "1. one\n2. two\n\n   more of two\n3. three",
        "- item with code\n\n  ```sh\n  ls\n  ```",
        "> quote\n> - with a list",
        "```py\ndef f():\n\n    return 1\n```",
        "~~~\nplain\n~~~",
        "| a | b |\n|---|:-:|\n| 1 | **2** |\n| 3 | 漢字 |",
        "Intro:\n- a\n- b",
        "漢字" * 30,
        "[named](https://example.org) and <b>html</b>",
    ]
)


@settings(max_examples=150)
@given(st.lists(blocks, min_size=1, max_size=6), st.integers(1, 50))
def test_grown_text_looks_like_finished_text(parts: list[str], step: int) -> None:
    source = "\n\n".join([*parts, "# End\n"])
    live = grown(source, step=step)
    final = draw_markdown(source, Canvas(40, PALETTE))

    assert text_of(live.lines) == text_of(final.lines)


@settings(max_examples=100)
@given(st.lists(blocks, min_size=1, max_size=5), st.integers(1, 30))
def test_a_feed_says_which_lines_it_changed(parts: list[str], step: int) -> None:
    source = "\n\n".join(parts)
    live = LiveDrawing(Canvas(40, PALETTE))
    shown: list[str] = []
    for at in range(0, len(source), step):
        changed = live.feed(source[at : at + step])
        now = text_of(live.lines)
        assert now[:changed] == shown[:changed]
        shown = now


@settings(max_examples=100)
@given(st.text(st.sampled_from("ab -*_`#>|[]()!1.\n\\<~"), max_size=120), st.integers(5, 40))
def test_no_markdown_is_too_odd(source: str, width: int) -> None:
    grown(source, width, step=3)
    draw_markdown(source, Canvas(width, PALETTE))


@given(st.text(st.sampled_from("ab 漢é👩‍🚀\n"), max_size=80), st.integers(4, 20))
def test_wrapped_rows_fit_and_lose_nothing_but_spaces(text: str, width: int) -> None:
    text = safe(text)
    rows = wrap([Segment(text)], width)

    assert all(line_width(row) <= width for row in rows)
    assert "".join(map(plain, rows)).replace(" ", "") == text.replace("\n", "").replace(" ", "")


def test_blocks_know_where_they_come_from() -> None:
    source = "# H\n\n```py\nx\n```\n\n- a\n- b\n\n***\n"
    for found in (draw_markdown(source, Canvas(40, PALETTE)), grown(source)):
        assert [(block.kind, source[block.start : block.end].strip()) for block in found.blocks] == [
            ("heading", "# H"),
            ("fence", "```py\nx\n```"),
            ("item", "- a"),
            ("item", "- b"),
            ("rule", "***"),
        ]
        assert [text_of(found.lines[block.top : block.bottom]) for block in found.blocks][1:-1] == [
            [" py", " x"],
            [" • a"],
            [" • b"],
        ]


def test_a_table_that_keeps_growing_stays_whole() -> None:
    rows = [f"| {number} | {'word ' * (number % 7)} |" for number in range(200)]
    live = grown("\n".join(["| n | words |", "|---|---|", *rows]), step=11)

    numbers = [line.split("│")[0].strip() for line in text_of(live.lines)[2:]]
    assert [number for number in numbers if number] == list(map(str, range(200)))


def test_endless_lines_and_long_lists_are_drawn() -> None:
    line = grown("word " * 20_000, width=80, step=4_000)
    items = draw_markdown("- item\n" * 20_000, Canvas(80, PALETTE))

    assert sum(text.count("word") for text in text_of(line.lines)) == 20_000
    assert len(items.lines) == 20_000


def test_plain_text_keeps_its_lines() -> None:
    source = "# no heading\n\n  *as it came*\n" + "long " * 20
    live = PlainDrawing(Canvas(20, PALETTE))
    for at in range(0, len(source), 3):
        live.feed(source[at : at + 3])

    assert text_of(live.lines) == text_of(draw_plain(source, 20))
    assert text_of(live.lines)[:3] == ["# no heading", "", "  *as it came*"]


@pytest.mark.parametrize("width", [40, 77, 250])
def test_a_long_paragraph_is_cut_between_its_rows_while_it_grows(width: int) -> None:
    source = " ".join(f"This is sentence number {number} - slowly written." for number in range(200))
    rows = text_of(draw_markdown(source, Canvas(width, PALETTE)).lines)
    live = LiveDrawing(Canvas(width, PALETTE))
    thought = PlainDrawing(Canvas(width, PALETTE))
    for at in range(0, len(source), 17):
        live.feed(source[at : at + 17])
        thought.feed(source[at : at + 17])
        assert text_of(live.lines)[:-1] == rows[: len(live.lines) - 1]
    assert text_of(live.lines) == text_of(thought.lines) == rows
