"""What `bench startup` starts beside harken: a bare app with two widgets, and harken with a watch on its event loop."""

from __future__ import annotations

import json
import sys
from pathlib import Path


def bare() -> None:
    from textual.app import App, ComposeResult
    from textual.widgets import Markdown, TextArea

    class BareApp(App[None]):
        def compose(self) -> ComposeResult:
            yield Markdown("# Bare\n\nA Markdown and a TextArea.")
            yield TextArea(placeholder="Write here")

        def on_mount(self) -> None:
            self.query_one(TextArea).focus()

    BareApp().run()


def stalls(result: str) -> None:
    """Writes the longest stall from the first frame until memory, model and litellm are all loaded."""
    from tui.app import HarkenApp
    from tui.bench.loop_lag import LoopLag
    from tui.config import load_config
    from tui.opening import Launch
    from tui.paths import find_paths

    class WatchedApp(HarkenApp):
        lag = LoopLag()

        def on_ready(self) -> None:
            self.run_worker(self.lag.__aenter__())
            self.set_interval(0.05, self._look)
            super().on_ready()

        def _look(self) -> None:
            if self.is_settled and _litellm_is_there():
                Path(result).write_text(json.dumps({"max_stall_ms": self.lag.worst_ms}), encoding="utf-8")
                self.exit()

    paths = find_paths()
    WatchedApp(Launch(load_config(paths), paths)).run()


def _litellm_is_there() -> bool:
    bootstrap = sys.modules.get("tui.llm.bootstrap")
    return bootstrap is not None and bootstrap.loaded() is not None


if __name__ == "__main__":
    if sys.argv[1] == "bare":
        bare()
    else:
        stalls(sys.argv[2])
