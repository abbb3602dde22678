"""A process that restores a backup over a profile and is killed at a step of it; its arguments: file, which step.

A step is a folder that is renamed or removed. Its exit code is 0 where it came to its end before.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from tests.memory.engine import converter
from tui.cli import main

if __name__ == "__main__":
    converter.left = int(sys.argv[2])
    setattr(Path, "rename", converter.counted(Path.rename))  # noqa: B010
    setattr(shutil, "rmtree", converter.counted(shutil.rmtree))  # noqa: B010
    sys.exit(main(["profile", "restore", sys.argv[1], "--replace"]))
