from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from memory.engine import Memory
from memory.types import Restored
from tests.tui.commands.given import context
from tui.commands.backing_up import restored_lines
from tui.commands.outcome import Say
from tui.commands.registry import run


async def test_a_backup_goes_where_it_is_told_or_beside_the_exports(tmp_path: Path) -> None:
    async with Memory.open(tmp_path / "default", background=False) as memory:
        ctx = context(memory)
        for line, path in (
            (f"/backup {tmp_path / 'all.tgz'}", tmp_path / "all.tgz"),
            ("/backup", memory.exports.folder / "default-1.harken.tgz"),
            ("/backup", memory.exports.folder / "default-2.harken.tgz"),
        ):
            said = await run(line, ctx)
            assert isinstance(said, Say) and str(path) in said.text
            assert path.is_file()


def test_all_that_is_not_as_it_was_is_told() -> None:
    made = datetime(2026, 5, 18, 9, 40).astimezone(UTC)
    done = Restored("work", made.isoformat(), 3, "work.before-2026-05-20", ("/x/config.toml",), 2, 1, ("other",))
    lines = "\n".join(restored_lines(done))
    assert lines.startswith("Restored the profile work as it was at 2026-05-18 09:40\n")
    for told in ("work.before-2026-05-20", "/x/config.toml", "2 forgets", "1 text may", "What was forgotten in other"):
        assert told in lines
