"""harken profile backup, harken profile restore"""

from __future__ import annotations

import asyncio
from argparse import Namespace
from pathlib import Path

from memory.engine import Memory, restore
from memory.types import Restored
from tui.cli.documents import tell
from tui.cli.logs import log_to_file
from tui.cli.progress import Progress
from tui.cli.session import with_memory
from tui.cli.unlocking import unlock
from tui.cli.world import World
from tui.commands.backing_up import backed_up_text, restored_lines
from tui.config.shared import profiles, shared
from tui.paths import find_paths


def back_up(args: Namespace) -> int:
    args.profile = args.name or args.profile
    return with_memory(args, lambda memory, world: _write(memory, args, world))


async def _write(memory: Memory, args: Namespace, world: World) -> int:
    with Progress("backup") as progress:
        done = await memory.backup.write(_path(args), shared(world.paths), overwrite=args.force, told=progress.told)
    return tell(done, backed_up_text(done), json=args.json)


def bring_back(args: Namespace) -> int:
    paths = find_paths()
    log_to_file(paths.logs)

    async def run() -> Restored:
        with Progress("restore") as progress:
            return await restore(
                _path(args),
                profiles(paths, unlock),
                name=args.name,
                replace=args.replace,
                forgotten=args.restore_forgotten,
                told=progress.told,
            )

    done = asyncio.run(run())
    return tell(done, restored_lines(done), json=args.json)


def _path(args: Namespace) -> Path:
    return Path(args.file).expanduser().absolute()
