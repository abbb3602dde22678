"""harken log"""

from __future__ import annotations

import asyncio
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from memory.counting import counted
from memory.errors import BadInput
from tui.cli.documents import tell
from tui.cli.output import complain, flush, say
from tui.cli.unlocking import unlock
from tui.cli.world import find_world
from tui.commands.log_lines import LogLine, filtered, read
from tui.paths import log_file
from tui.watching import edits


def run(args: Namespace) -> int:
    if args.follow and args.json:
        raise BadInput("log --follow has no end, so it is no JSON document", hint="Leave one of the two out")
    world = find_world(args)
    unlock(world.paths.profile(world.profile))
    path = log_file(world.paths.logs)
    lines = read(path)
    shown = filtered(lines, args.level, args.find)[-args.limit :]
    if not (shown or args.json):
        complain(
            f"nothing fits. {path} has {counted(len(lines), 'line')}" if lines else f"nothing was logged yet in {path}"
        )
    tell(shown, (line.whole for line in shown), json=args.json)
    if args.follow:
        flush()
        asyncio.run(_follow(path, lines, args))
    return 0


async def _follow(path: Path, known: Sequence[LogLine], args: Namespace) -> None:
    """Says what comes, until it is stopped. A line is new where it stands behind the last one known."""
    async for _ in edits((path.parent,), lambda changed: changed == path):
        lines = await asyncio.to_thread(read, path)
        for line in filtered(news(lines, known), args.level, args.find):
            say(line.whole)
        flush()
        known = lines


def news(lines: Sequence[LogLine], known: Sequence[LogLine]) -> Sequence[LogLine]:
    """Those behind the last known one; all where that has gone since."""
    last = known[-1] if known else None
    at = next((place for place in range(len(lines) - 1, -1, -1) if lines[place] == last), -1)
    return lines[at + 1 :]
