"""harken cost"""

from __future__ import annotations

from argparse import Namespace

from memory.engine import Memory
from memory.types import Period
from tui.cli.documents import tell
from tui.cli.session import with_memory
from tui.cli.world import World
from tui.commands.costs import as_columns
from tui.commands.render import zone_of


def run(args: Namespace) -> int:
    return with_memory(args, lambda memory, world: _run(memory, args, world))


async def _run(memory: Memory, args: Namespace, world: World) -> int:
    zone = zone_of(world.config)
    books = await memory.books(zone, period=Period(args.period), conversation=args.conversation)
    return tell(books, as_columns(books), json=args.json)
