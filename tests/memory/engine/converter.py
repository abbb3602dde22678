"""A process that converts a profile and is killed at a step of it, for its arguments: folder, what to do, which step.

A step is a call that changes the disk. Its exit code is 0 where it came to its end before.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from memory import sealing
from memory.engine import encrypting
from tests.encrypted import Known

left = 0


def counted(work: Callable[..., Any]) -> Callable[..., Any]:
    def counts(*args: Any, **options: Any) -> Any:
        global left
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        left -= 1
        return work(*args, **options)

    return counts


def main(folder: Path, what: str, step: int) -> None:
    global left
    if sealing.is_sealed(folder):
        sealing.opened(folder, sealing.KeyFile.read(folder).key(Known()))
    left = step
    for module, name in ((os, "fsync"), (os, "replace"), (os, "unlink"), (os, "rmdir"), (shutil, "rmtree")):
        setattr(module, name, counted(getattr(module, name)))
    for name in ("unlink", "write_bytes", "write_text", "mkdir"):
        setattr(Path, name, counted(getattr(Path, name)))
    if what == "encrypt":
        encrypting.encrypt(folder, Known())
    else:
        encrypting.decrypt(folder)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
