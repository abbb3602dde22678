"""harken memory inbox ..."""

from __future__ import annotations

from argparse import Namespace

from memory.engine import Memory
from memory.errors import BadInput
from memory.types import Record
from tui.cli.arguments import id_and_text, one_id
from tui.cli.documents import tell
from tui.cli.output import complain
from tui.cli.session import with_memory
from tui.cli.world import World
from tui.commands.inbox import NOTHING, SETTLED, UNDO, settled_line
from tui.commands.render import doubt_lines, waiting_line


def run(args: Namespace) -> int:
    return with_memory(args, lambda memory, world: _run(memory, args, world))


async def _run(memory: Memory, args: Namespace, world: World) -> int:
    if args.action == "list":
        return await _list(memory, args)
    if args.action in (*SETTLED, UNDO):
        return await _settle(memory, args)
    record = await _decide(memory, args)
    done = "Kept as" if record.state == "live" else "Rejected"
    return tell(record, f"{done} {record.id}: {record.text}", json=args.json)


async def _list(memory: Memory, args: Namespace) -> int:
    if args.words:
        raise BadInput("inbox list takes no words", hint="inbox accept ID keeps one")
    found, pairs = await memory.inbox.waiting(), await memory.inbox.doubts()
    if not (found or pairs or args.json):
        complain(NOTHING)
    lines = [*map(waiting_line, found), *(line for pair in pairs for line in doubt_lines(pair))]
    return tell([*found, *pairs], lines, json=args.json)


async def _settle(memory: Memory, args: Namespace) -> int:
    """The user's choice of a pair, or taking it back."""
    memory_id = _one_id(args)
    undo = args.action == UNDO
    pair = await (memory.inbox.reopen(memory_id) if undo else memory.inbox.settle(memory_id, args.action))
    return tell(pair, doubt_lines(pair) if undo else settled_line(pair, args.action), json=args.json)


async def _decide(memory: Memory, args: Namespace) -> Record:
    if args.action == "edit":
        return await memory.inbox.accept(*id_and_text(args.words, "inbox"))
    return await (memory.inbox.accept if args.action == "accept" else memory.inbox.reject)(_one_id(args))


def _one_id(args: Namespace) -> str:
    return one_id(args.words, args.action, "inbox", hint="inbox edit ID TEXT keeps it in your words")
