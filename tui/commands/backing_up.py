"""/backup"""

from __future__ import annotations

import asyncio
from datetime import datetime
from pathlib import Path

from memory.counting import counted
from memory.types import BackedUp, Restored
from tui.commands.command import Command
from tui.commands.context import CommandContext
from tui.commands.outcome import Outcome, Say
from tui.commands.render import moment
from tui.commands.working import working
from tui.config.shared import shared
from tui.safe_text import safe_line

ENDING = ".harken.tgz"
_MB = 1_000_000


async def _backup(rest: str, ctx: CommandContext) -> Outcome:
    await ctx.memory.check_place()
    path = await asyncio.to_thread(
        lambda: _given(rest) if rest else _free(ctx.memory.exports.folder, ctx.memory.profile_dir.name)
    )
    with working("Backing up", ctx) as told:
        return Say(backed_up_text(await ctx.memory.backup.write(path, shared(ctx.paths), told=told)))


def _given(place: str) -> Path:
    return Path(place).expanduser().absolute()


def _free(folder: Path, profile: str) -> Path:
    """A name in the profile's folder of exports that no file has yet."""
    number = 1
    while (path := folder / f"{profile}-{number}{ENDING}").exists():
        number += 1
    return path


def backed_up_text(done: BackedUp) -> str:
    left = f". Left out, because it can't be read: {_listed(done.left_out)}" if done.left_out else ""
    size = f"{done.size / _MB:.1f} MB" if done.size >= _MB else f"{done.size / 1000:.0f} kB"
    return (
        f"Backed up to {safe_line(done.file)} ({counted(done.files, 'file')}, {size}), without the keys of models{left}"
    )


def restored_lines(done: Restored) -> list[str]:
    lines = [f"Restored the profile {done.profile} as it was at {_when(done.made)}"]
    if done.aside:
        lines.append(
            f"The one of before is now the profile {done.aside}; harken profile delete {done.aside} removes it"
        )
    if done.forgotten:
        lines.append(f"{counted(done.forgotten, 'forget')} of after the backup done again in it")
    if done.left:
        lines.append(f"{counted(done.left, 'text')} may still say what was forgotten: harken memory audit --text looks")
    if done.unread:
        lines.append(f"What was forgotten in {', '.join(done.unread)} could not be looked up, and may be back")
    if done.kept:
        lines.append(f"Another one was here already and stayed: {_listed(done.kept)}")
    return lines


def _when(made: str) -> str:
    """As the backup says, which may come from anywhere."""
    try:
        return moment(datetime.fromisoformat(made), None)
    except ValueError:
        return safe_line(made)


def _listed(paths: tuple[str, ...]) -> str:
    return ", ".join(map(safe_line, paths))


COMMANDS = (Command("backup", "/backup [FILE]", "the whole profile in one file, to keep or to move", _backup),)
