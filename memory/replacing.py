"""Files that are replaced as a whole: a reader, or a crash in between, finds the old content or the new one."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def replacement(path: Path, content: str | bytes) -> Iterator[Callable[[], None]]:
    """Writes `content` beside `path`, with the rights of the old file, and gives the step that puts it in its place.

    A link stays a link: the file it points to is replaced. Without that step the old file stays. Raises OSError.
    """
    target = path.resolve()
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    written = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content.encode("utf-8") if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            written.chmod(target.stat().st_mode & 0o777)
        yield lambda: os.replace(written, target)
    finally:
        written.unlink(missing_ok=True)
