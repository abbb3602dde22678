"""What is looked through while others write and delete in it."""

from __future__ import annotations

import shutil
from pathlib import Path

from memory.forget.walk import walk


def test_what_goes_while_it_is_looked_through_is_no_trouble(tmp_path: Path) -> None:
    for name in ("a", "b", "folder/c"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("text")
    skipped: list[str] = []
    found = walk([tmp_path, tmp_path / "never"], skipped)
    assert next(found) == (tmp_path, tmp_path / "a")
    (tmp_path / "b").unlink()
    shutil.rmtree(tmp_path / "folder")
    assert list(found) == []
    assert skipped == []
