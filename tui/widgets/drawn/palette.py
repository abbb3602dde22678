"""The colours of a drawn message, taken from the theme."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from pygments.token import Token, _TokenType  # type: ignore[import-untyped]
from rich.style import Style
from textual.color import Color

_SHADES = ("primary", "secondary", "accent", "success", "warning", "error")

_CODE_COLOURS: tuple[tuple[_TokenType, str, str], ...] = (
    (Token.Comment, "muted", "italic"),
    (Token.Keyword, "accent", ""),
    (Token.Keyword.Constant, "warning", ""),
    (Token.Literal.String, "success", ""),
    (Token.Literal.String.Doc, "success", "italic"),
    (Token.Literal.Number, "warning", ""),
    (Token.Literal.Date, "warning", ""),
    (Token.Name.Attribute, "secondary", ""),
    (Token.Name.Builtin, "secondary", ""),
    (Token.Name.Class, "primary", "bold"),
    (Token.Name.Constant, "warning", ""),
    (Token.Name.Decorator, "secondary", ""),
    (Token.Name.Exception, "error", ""),
    (Token.Name.Function, "primary", ""),
    (Token.Name.Namespace, "primary", ""),
    (Token.Name.Tag, "primary", ""),
    (Token.Operator.Word, "accent", ""),
    (Token.Generic.Deleted, "error", ""),
    (Token.Generic.Inserted, "success", ""),
    (Token.Generic.Heading, "primary", "bold"),
    (Token.Generic.Prompt, "muted", ""),
)


_VARIABLES = ("foreground", "background", *(f"text-{name}" for name in _SHADES))


@dataclass(frozen=True, slots=True)
class Palette:
    """Rich styles by what they are for; none sets the ordinary text colour, that is the widget's own."""

    heading: Style
    subheading: Style
    code: Style
    panel: Style
    label: Style
    link: Style
    muted: Style
    quote: Style
    marker: Style
    table_header: Style
    tokens: Mapping[_TokenType, Style]

    def token(self, kind: _TokenType) -> Style:
        """The style of a pygments token: its own, or that of the nearest parent with one."""
        node: _TokenType | None = kind
        while node is not None:
            if node in self.tokens:
                return self.tokens[node]
            node = node.parent
        return self.panel


def palette_for(variables: Mapping[str, str]) -> Palette:
    """The palette for the CSS variables of a Textual theme (`App.theme_variables`)."""
    return _palette(variables["text-muted"], *(variables[name] for name in _VARIABLES))


@lru_cache(maxsize=8)
def _palette(quiet: str, *values: str) -> Palette:
    colours = {name.removeprefix("text-"): Color.parse(value) for name, value in zip(_VARIABLES, values, strict=True)}
    foreground, background = colours["foreground"], colours["background"]
    has_shades = foreground.ansi is None and background.ansi is None
    panel = Style(bgcolor=background.blend(foreground, 0.07).rich_color) if has_shades else Style()
    styles = {name: Style(color=colour.rich_color) for name, colour in colours.items()}
    muted = Style(color=_muted(quiet, foreground, background).rich_color) if has_shades else Style(dim=True)
    styles["muted"] = muted
    return Palette(
        heading=styles["accent"] + Style(bold=True),
        subheading=styles["accent"],
        code=styles["secondary"] + panel,
        panel=panel,
        label=muted + panel,
        link=styles["primary"] + Style(underline=True),
        muted=muted,
        quote=Style(italic=True),
        marker=styles["accent"],
        table_header=Style(bold=True),
        tokens={token: styles[name] + Style.parse(attributes) + panel for token, name, attributes in _CODE_COLOURS},
    )


def _muted(quiet: str, foreground: Color, background: Color) -> Color:
    """The theme's own muted text; where that is "auto", which only Textual can draw, a shade of the foreground."""
    return background.blend(foreground, 0.6) if quiet.startswith("auto") else Color.parse(quiet)
