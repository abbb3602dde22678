"""An app that wears one of harken's themes, and follows their files while it runs."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from textual import work
from textual.app import App

from tui.safe_text import safe_line
from tui.theming import ThemeSet, load_themes, watch_themes

DEFAULT_THEME = "harken-dark"
COLOURLESS = "NO_COLOR"
"""The variable that asks programs for no colours: then only the theme without any ground of its own can be read."""
COLOURLESS_THEME = "ansi"


class ThemedApp(App[None]):
    """Begins with the theme `worn`, of which alone the files are read before the first frame."""

    def __init__(self, folders: Sequence[Path], worn: str) -> None:
        if not os.environ.get(COLOURLESS):
            os.environ.pop(COLOURLESS, None)  # an empty one asks for nothing; Textual would heed it
        super().__init__(ansi_color=True if COLOURLESS in os.environ else None)
        self._theme_folders = folders
        first = load_themes(folders, {worn, f"harken-{worn}", DEFAULT_THEME, COLOURLESS_THEME})
        self._know_themes(replace(first, problems=()))
        self._begin_with(self._worn(worn) or DEFAULT_THEME)

    def load_all_themes(self) -> None:
        self._take_themes(load_themes(self._theme_folders))

    @work(group="themes")
    async def watch_themes(self) -> None:
        async for themes in watch_themes(self._theme_folders):
            self._take_themes(themes)

    def wear(self, name: str) -> None:
        if found := self._worn(name):
            self.theme = found
        else:
            self.report([f"There is no theme {safe_line(name)}; {self.theme} is used"])

    def report(self, problems: Sequence[str]) -> None:
        """Says each to the user."""
        raise NotImplementedError

    def _begin_with(self, theme: str) -> None:
        """Before anything is drawn. A change of `App.theme` would have every style parsed a second time."""
        self.set_reactive(App.theme, theme)
        self.stylesheet.set_variables(self.get_css_variables())
        self.set_class(self.current_theme.dark, "-dark-mode", update=False)
        self.set_class(not self.current_theme.dark, "-light-mode", update=False)

    def _worn(self, name: str) -> str | None:
        """The theme that `name` stands for here, None where there is none."""
        return COLOURLESS_THEME if self.no_color else self.themes.find(name)

    def _take_themes(self, themes: ThemeSet) -> None:
        """Takes the themes that can be used; one whose file broke stays as it was."""
        worn = self.current_theme
        self.report([problem for problem in themes.problems if problem not in self.themes.problems])
        self._know_themes(replace(themes, themes=dict(sorted({**self.themes.themes, **themes.themes}.items()))))
        if self.current_theme != worn:
            self.mutate_reactive(App.theme)

    def _know_themes(self, themes: ThemeSet) -> None:
        self.themes = themes
        for theme in themes.themes.values():
            self.register_theme(theme)
