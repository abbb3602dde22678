"""harken memory inbox ..."""

from __future__ import annotations

from argparse import Namespace
from typing import NoReturn

from memory.engine import Memory
from memory.errors import BadInput
from memory.types import Record
from tui.cli.documents import plain
from tui.cli.output import complain, say, say_json, say_lines
from tui.cli.session import with_memory
from tui.cli.world import World
from tui.commands.inbox import NOTHING
from tui.commands.render import waiting_line


def run(args: Namespace) -> int:
    return with_memory(args, lambda memory, world: _run(memory, args, world))


async def _run(memory: Memory, args: Namespace, world: World) -> int:
    if args.action == "list":
        return await _list(memory, args)
    record = await _decide(memory, args)
    if args.json:
        say_json(plain(record))
    else:
        say(f"Kept as {record.id}: {record.text}" if record.state == "live" else f"Rejected {record.id}: {record.text}")
    return 0


async def _list(memory: Memory, args: Namespace) -> int:
    if args.words:
        raise BadInput("inbox list takes no words", hint="inbox accept ID keeps one")
    found = await memory.inbox.waiting()
    if args.json:
        say_json(plain(found))
    else:
        say_lines(waiting_line(record) for record in found)
        if not found:
            complain(NOTHING)
    return 0


async def _decide(memory: Memory, args: Namespace) -> Record:
    memory_id, *words = args.words or _missing("an id")
    text = " ".join(words).strip()
    if args.action == "edit":
        return await memory.inbox.accept(memory_id, text or _missing("the text"))
    if words:
        raise BadInput(f"inbox {args.action} takes one id", hint="inbox edit ID TEXT keeps it in your words")
    return await (memory.inbox.accept if args.action == "accept" else memory.inbox.reject)(memory_id)


def _missing(what: str) -> NoReturn:
    raise BadInput(f"{what} is missing", hint="harken memory inbox --help says more")
