"""harken memory export, harken memory import"""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from memory.engine import Memory
from memory.errors import NotFound
from tui.cli.documents import tell
from tui.cli.progress import Progress
from tui.cli.world import World
from tui.commands.importing import Ways, imported_lines
from tui.commands.render import plain_note

_WAYS = Ways("harken memory inbox", "harken memory pin ID", "harken memory sync --imported 20 learns from the newest")


async def export(memory: Memory, args: Namespace, world: World) -> int:
    with Progress("export") as progress:
        written = await memory.portable.export(_path(args), overwrite=args.force, told=progress.told)
    return tell(written, f"Written to {written.file}{plain_note(memory.profile_dir)}", json=args.json)


async def bring_in(memory: Memory, args: Namespace, world: World) -> int:
    with Progress("import") as progress:
        came = await memory.portable.bring_in(_path(args), restore=args.restore, told=progress.told)
    waiting = await memory.unlearnt_imports() if came.program else 0
    return tell(came, imported_lines(came, waiting, _WAYS), json=args.json)


def need_file(args: Namespace) -> None:
    """Before a profile is begun for it."""
    if not _path(args).is_file():
        raise NotFound(f"There is no file {args.file}", hint="Give the path of an export")


def _path(args: Namespace) -> Path:
    return Path(args.file).expanduser()
