from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

HEAVY = ("litellm", "openai", "fastembed", "onnxruntime", "numpy", "usearch", "tokenizers", "xllamacpp")
SLOW = ("peewee", "memory.engine", "pygments", "markdown_it", "watchfiles", "httpx")
LATER = (
    "memory.types.records",
    "tui.chat.events",
    "tui.commands.registry",
    "tui.screens.help",
    "tui.screens.learnt.screen",
)
"""Our own, of many small classes, which take longer to make than to read."""

PROGRAM = """
import asyncio, json, sys
from tui.cli.main import main
import tui.cli.chat
from tui.app import HarkenApp
from tui.opening import Launch
from tui.config import load_config
from tui.paths import find_paths

class Watched(HarkenApp):
    def on_ready(self):
        loaded = [name for name in NAMES if name in sys.modules]
        typing = self.focused is not None and self.focused.id == "editor"
        print(json.dumps({"loaded": loaded, "typing": typing}))
        self.exit()

async def run():
    paths = find_paths()
    async with Watched(Launch(load_config(paths), paths)).run_test():
        pass

asyncio.run(run())
"""


def test_nothing_heavy_is_loaded_before_the_first_frame_that_takes_typing(home: Path) -> None:
    program = f"NAMES = {HEAVY + SLOW + LATER!r}\n{PROGRAM}"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False, env=dict(os.environ)
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1]) == {"loaded": [], "typing": True}
