from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.color import Color
from textual.theme import Theme
from textual.widgets import Button, Input, OptionList

from tui.paths import packaged_themes
from tui.theming import ThemeError, load_themes, parse_theme, watch_themes

MINIMAL = '[colors]\nprimary = "#e3b26a"\n'
PACKAGED = load_themes([packaged_themes()])
COLOURED = sorted((theme for theme in PACKAGED.themes.values() if not theme.ansi), key=lambda theme: theme.name)
ACCENTS = ("primary", "secondary", "accent", "success", "warning", "error")


class Colors:
    """What a theme's names stand for on the screen."""

    def __init__(self, theme: Theme) -> None:
        self._values = theme.to_color_system().generate()

    def __getitem__(self, name: str) -> Color:
        color, _, opacity = self._values[name].partition(" ")
        parsed = Color.parse(color)
        return parsed.with_alpha(int(opacity.rstrip("%")) / 100) if opacity else parsed


@pytest.mark.parametrize(
    "wanted", ["harken-dark", "harken-light", "high-contrast", "ansi", "colour-blind", "nord", "gruvbox-light"]
)
def test_there_is_a_theme_for_each_taste_and_need(wanted: str) -> None:
    assert PACKAGED.problems == ()
    assert wanted in PACKAGED.themes
    assert len(PACKAGED.themes) >= 10


@pytest.mark.parametrize("theme", COLOURED, ids=lambda theme: theme.name)
def test_every_text_of_a_packaged_theme_can_be_read(theme: Theme) -> None:
    """4.5 to 1 is the AA level of WCAG 2 for text, 7 to 1 its AAA level."""
    wanted = 7.0 if theme.name == "high-contrast" else 4.5
    colors = Colors(theme)
    grounds = [colors["background"], colors["surface"], colors["panel"]]
    code = colors["background"].blend(colors["foreground"], 0.07)
    words = ["foreground", "text-muted", "text-disabled", *ACCENTS]
    pairs = {(word, ground.hex): contrast(colors[word], ground) for word in words for ground in grounds}
    pairs |= {(f"text-{role}", "code"): contrast(colors[f"text-{role}"], code) for role in ACCENTS}
    pairs["label of code", "code"] = contrast(colors["text-muted"], code)
    pairs |= {
        (word, on): contrast(colors[word], colors[on])
        for word, on in [
            ("block-cursor-foreground", "block-cursor-background"),
            ("block-cursor-blurred-foreground", "block-cursor-blurred-background"),
            ("text-muted", "block-cursor-background"),
            ("input-cursor-foreground", "input-cursor-background"),
            ("button-color-foreground", "primary"),
            ("button-color-foreground", "error"),
        ]
    }
    selected = colors["background"] + colors["screen-selection-background"]
    pairs["foreground", "selection"] = contrast(colors["foreground"], selected)
    assert {pair: found for pair, found in pairs.items() if found < wanted} == {}


@pytest.mark.parametrize("theme", COLOURED, ids=lambda theme: theme.name)
def test_the_border_of_what_has_the_focus_and_the_highlighted_row_are_seen(theme: Theme) -> None:
    """3 to 1 is the AA level for what is no text. A row is also told by its place, so that a shade is enough."""
    colors = Colors(theme)
    for ground in ("background", "surface", "panel"):
        assert contrast(colors["border"], colors[ground]) >= 3
        assert contrast(colors["block-cursor-background"], colors[ground]) >= 1.25


def test_the_terminals_own_colours_are_left_to_it() -> None:
    colors = Colors(PACKAGED.themes["ansi"])
    drawn = ["background", "surface", "panel", "foreground", "text-muted", "text-disabled", "border", *ACCENTS]
    assert all(colors[name].ansi is not None or colors[name].is_transparent for name in drawn)


async def test_an_ansi_theme_that_names_one_colour_can_be_worn() -> None:
    app: App[None] = App()
    app.register_theme(parse_theme('ansi = true\n[colors]\nprimary = "ansi_blue"', default_name="mine"))
    async with app.run_test() as pilot:
        app.theme = "mine"
        await app.mount(Button(), OptionList("one"), Input())
        await pilot.pause()
        assert app.native_ansi_color


def test_short_names_find_the_packaged_themes() -> None:
    assert PACKAGED.find("dark") == "harken-dark"
    assert PACKAGED.find("high-contrast") == "high-contrast"
    assert PACKAGED.find("nosuch") is None


def test_the_users_file_wins_and_a_broken_one_is_named(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('name = "harken-dark"\n[colors]\nprimary = "#123456"\n', encoding="utf-8")
    (tmp_path / "broken.toml").write_text("colors = [", encoding="utf-8")
    found = load_themes([packaged_themes(), tmp_path])
    assert found.themes["harken-dark"].primary == "#123456"
    assert len(found.problems) == 1
    assert found.problems[0].startswith("broken.toml: not valid TOML")


def test_a_missing_folder_is_no_problem(tmp_path: Path) -> None:
    assert load_themes([tmp_path / "nowhere"]).problems == ()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "colors.primary is missing"),
        ('[colors]\nprimary = "#zz"', "no colour"),
        ('[colors]\nprimary = "red 50%"', "only variables take an opacity"),
        ('[colors]\nprimary = "red"\nprimry = "red"', "colors.primry is not a colour of a theme"),
        ("[colors]\nprimary = 3", "must be a table of texts"),
        ('name = "My Theme"\n' + MINIMAL, "name must be"),
        ('dark = "yes"\n' + MINIMAL, "dark must be"),
        ("ansi = 1\n" + MINIMAL, "ansi must be"),
        (MINIMAL + '[variables]\nborder = "no colour"', "can't stand here"),
        (MINIMAL + '[variables]\nborder = "rgb(1,2"', "no colour"),
        (MINIMAL + '[variables]\nlink-style = "wobbly"', "must be made of"),
        (MINIMAL + '[variables]\n"a b" = "red"', "no name of a colour"),
    ],
)
def test_what_could_not_be_drawn_is_refused_with_its_reason(text: str, reason: str) -> None:
    with pytest.raises(ThemeError, match=re.escape(reason)):
        parse_theme(text, default_name="mine")


@pytest.mark.parametrize("name", [theme.name for theme in COLOURED])
async def test_a_theme_can_be_put_on(name: str) -> None:
    app: App[None] = App()
    app.register_theme(PACKAGED.themes[name])
    async with app.run_test() as pilot:
        app.theme = name
        await pilot.pause()
        assert near(app.screen.styles.background, Color.parse(str(PACKAGED.themes[name].background)))


async def test_a_changed_file_and_a_folder_that_appears_are_noticed(tmp_path: Path) -> None:
    packaged, config = tmp_path / "packaged", tmp_path / "config"
    packaged.mkdir()
    config.mkdir()
    (packaged / "mine.toml").write_text(MINIMAL, encoding="utf-8")
    watching = watch_themes([packaged, config / "themes"])
    try:
        first = asyncio.ensure_future(anext(watching))
        await touch_until(first, packaged / "mine.toml", MINIMAL.replace("e3b26a", "123456"))
        assert (await first).themes["mine"].primary == "#123456"
        second = asyncio.ensure_future(anext(watching))
        (config / "themes").mkdir()
        await touch_until(second, config / "themes" / "mine.toml", MINIMAL.replace("e3b26a", "654321"))
        found = await second
        if found.themes["mine"].primary != "#654321":
            third = asyncio.ensure_future(anext(watching))
            await touch_until(third, config / "themes" / "mine.toml", MINIMAL.replace("e3b26a", "654321"))
            found = await third
        assert found.themes["mine"].primary == "#654321"
    finally:
        await watching.aclose()


async def touch_until(done: asyncio.Future[Any], path: Path, text: str) -> None:
    """Writes until the watcher, which starts when it pleases, has seen it."""
    for _ in range(100):
        path.write_text(text, encoding="utf-8")
        if (await asyncio.wait({done}, timeout=0.2))[0]:
            return
    raise AssertionError("the change was not noticed")


def near(first: Color, second: Color) -> bool:
    """The same but for rounding."""
    return all(abs(one - other) <= 1 for one, other in zip(first.rgb, second.rgb, strict=True))


def contrast(first: Color, second: Color) -> float:
    high, low = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _luminance(color: Color) -> float:
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in color.normalized]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
