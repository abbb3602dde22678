"""harken doctor"""

from __future__ import annotations

import asyncio
from argparse import Namespace

from memory.errors import HarkenError
from tui.cli.documents import plain
from tui.cli.output import complain, say, say_json
from tui.cli.unlocking import unlock
from tui.cli.world import World, find_world
from tui.doctor import Check, diagnose, healthy
from tui.paths import log_file
from tui.safe_text import safe_line


def run(args: Namespace) -> int:
    world = find_world(args)
    _unlock(world)
    place = log_file(world.paths.logs)
    checks = asyncio.run(diagnose(world.paths, world.profile, world.config, log_file=place))
    if args.json:
        say_json({"ok": healthy(checks), "checks": plain(checks), "settings": plain(list(world.config.rows()))})
    else:
        for check in checks:
            say(_line(check))
    return 0 if healthy(checks) else 1


def _unlock(world: World) -> None:
    """A profile that stays locked is looked at as far as that goes."""
    try:
        unlock(world.paths.profile(world.profile))
    except HarkenError as error:
        complain(error.line)


def _line(check: Check) -> str:
    """Two at most: a setting that is quoted may hold line ends."""
    hint = f"\n{'':6}{safe_line(check.hint)}" if check.hint else ""
    return f"{check.level:<4}  {check.area}: {safe_line(check.what)}{hint}"
