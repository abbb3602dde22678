"""Colour themes: one TOML file each, the packaged folder first, then the user's, whose files win.

A file has `name`, `dark`, `ansi` (the terminal's own colours are used as they are), a table `colors` (the colours of a
Textual theme) and a table `variables` (its variables).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import AsyncGenerator, Container, Iterable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from pathlib import Path

from textual.color import Color, ColorParseError
from textual.theme import Theme

from tui.watching import edits

COLORS = frozenset({
    "primary", "secondary", "accent", "foreground", "background", "surface", "panel", "boost", "success", "warning",
    "error",
})  # fmt: skip
_NAME = re.compile(r"[a-z][a-z0-9-]*")
_STYLES = frozenset({"none", "bold", "dim", "italic", "underline", "reverse", "strike", "not"})
_ALPHA = re.compile(r"(100|[0-9]{1,2})%")


class ThemeError(ValueError):
    """What is wrong with a theme file, in one plain line."""


@dataclass(frozen=True, slots=True)
class ThemeSet:
    """The themes that can be used, and a line for each file that can't."""

    themes: Mapping[str, Theme]
    problems: tuple[str, ...] = ()

    def find(self, name: str) -> str | None:
        """The full name of the theme `name`; "dark" finds "harken-dark"."""
        return next((full for full in (name, f"harken-{name}") if full in self.themes), None)


def load_themes(folders: Iterable[Path], only: Container[str] | None = None) -> ThemeSet:
    """The themes of `folders`; a later file replaces an earlier theme of the same name.

    `only` are names of files: the first frame does not wait for themes that it does not wear.
    """
    themes: dict[str, Theme] = {}
    problems: list[str] = []
    for path in (path for folder in folders for path in sorted(folder.glob("*.toml"))):
        if only is not None and path.stem not in only:
            continue
        try:
            theme = parse_theme(path.read_bytes().decode("utf-8-sig"), default_name=path.stem)
            themes[theme.name] = theme
        except OSError as error:
            problems.append(f"{path.name} can't be read ({error.strerror})")
        except (ThemeError, UnicodeDecodeError) as error:
            problems.append(f"{path.name}: {error}")
    return ThemeSet(themes, tuple(problems))


def parse_theme(text: str, *, default_name: str) -> Theme:
    """The theme a file describes. Raises `ThemeError` for anything that can't be drawn later."""
    try:
        table = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ThemeError(f"not valid TOML ({error})") from error
    name, dark, ansi = table.get("name", default_name), table.get("dark", True), table.get("ansi", False)
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise ThemeError("name must be small letters, digits and hyphens")
    if not isinstance(dark, bool):
        raise ThemeError("dark must be true or false")
    if not isinstance(ansi, bool):
        raise ThemeError("ansi must be true or false")
    colors = {key: _color(f"colors.{key}", value, alpha=False) for key, value in _texts(table, "colors").items()}
    if unknown := sorted(colors.keys() - COLORS):
        raise ThemeError(f"colors.{unknown[0]} is not a colour of a theme; known: {', '.join(sorted(COLORS))}")
    if "primary" not in colors:
        raise ThemeError("colors.primary is missing")
    variables = {key: _variable(key, value) for key, value in _texts(table, "variables").items()}
    theme = Theme(name=name, dark=dark, ansi=ansi, variables=variables, **colors)  # type: ignore[arg-type]
    return _completed(theme) if ansi else theme


def _completed(theme: Theme) -> Theme:
    """With every variable that Textual's own styles use: it leaves some of an ansi theme undefined, which ends it."""
    wanted = replace(theme, ansi=False).to_color_system().generate().keys()
    missing = wanted - theme.to_color_system().generate().keys()
    return replace(theme, variables={**dict.fromkeys(missing, "ansi_default"), **theme.variables})


async def watch_themes(folders: Sequence[Path]) -> AsyncGenerator[ThemeSet, None]:
    """All themes again, each time a file of theirs changes. The user's folder may appear later."""
    async with aclosing(edits(folders, lambda path: path.suffix == ".toml")) as changes:
        async for _ in changes:
            yield load_themes(folders)


def _texts(table: Mapping[str, object], key: str) -> dict[str, str]:
    values = table.get(key, {})
    if not isinstance(values, dict) or not all(isinstance(value, str) for value in values.values()):
        raise ThemeError(f"{key} must be a table of texts")
    if bad := next((name for name in values if not _NAME.fullmatch(name)), None):
        raise ThemeError(f"{key}: {bad!r} is no name of a colour")
    return values


def _variable(key: str, value: str) -> str:
    if key.endswith("-style"):
        if value.split() and _STYLES.issuperset(value.split()):
            return value
        raise ThemeError(f"variables.{key} must be made of {', '.join(sorted(_STYLES))}, not {value!r}")
    return _color(f"variables.{key}", value)


def _color(key: str, value: str, *, alpha: bool = True) -> str:
    color, _, opacity = value.strip().partition(" ")
    if opacity and not (alpha and _ALPHA.fullmatch(opacity)):
        raise ThemeError(f"{key}: {opacity!r} can't stand here; only variables take an opacity, like 40%")
    try:
        Color.parse(color)
    except ColorParseError as error:
        raise ThemeError(f"{key}: {color!r} is no colour; write it like #e3b26a") from error
    return value.strip()
