"""harken why"""

from __future__ import annotations

from argparse import Namespace

from memory.engine import Memory
from memory.errors import NotFound
from tui.cli.documents import plain
from tui.cli.output import say, say_json
from tui.cli.session import with_memory
from tui.cli.world import World
from tui.commands.render import as_text, injection_sections, zone_of
from tui.commands.words import why_legend


def run(args: Namespace) -> int:
    return with_memory(args, lambda memory, world: _run(memory, args, world))


async def _run(memory: Memory, args: Namespace, world: World) -> int:
    injection = await memory.why(args.message)
    if injection is None:
        what = f"There is no turn {args.message}" if args.message else "There was no turn yet"
        raise NotFound(what, hint="harken ask TEXT makes one; harken memory list --kind turn shows ids")
    if args.json:
        say_json(plain(injection))
    else:
        sections = injection_sections(injection, zone_of(world.config), await memory.identity.standing())
        say(as_text([*sections, why_legend()]))
    return 0
