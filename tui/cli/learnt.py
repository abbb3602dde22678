"""harken memory learnt ..."""

from __future__ import annotations

from argparse import Namespace

from memory.engine import Memory
from memory.errors import BadInput
from memory.types import Record
from tui.cli.arguments import id_and_text, one_id
from tui.cli.documents import plain, tell
from tui.cli.output import complain, say, say_json
from tui.cli.session import with_memory
from tui.cli.world import World
from tui.commands.learnt import NOTHING, judged_line, learnt_sections
from tui.commands.render import as_text, zone_of


def run(args: Namespace) -> int:
    return with_memory(args, lambda memory, world: _run(memory, args, world))


async def _run(memory: Memory, args: Namespace, world: World) -> int:
    if args.action == "list":
        return await _list(memory, args, world)
    record = await _judge(memory, args)
    return tell(record, judged_line(args.action, record), json=args.json)


async def _list(memory: Memory, args: Namespace, world: World) -> int:
    if args.words:
        raise BadInput("learnt list takes no words", hint="learnt keep ID keeps one")
    runs = await memory.learnt.runs(limit=args.limit, conversation=args.conversation)
    if args.json:
        say_json(plain(runs))
    elif runs:
        say(as_text(learnt_sections(runs, zone_of(world.config))))
    else:
        complain(f"{NOTHING}. harken memory sync learns from what waits")
    return 0


async def _judge(memory: Memory, args: Namespace) -> Record:
    learnt = memory.learnt
    if args.action == "edit":
        return await learnt.edit(*id_and_text(args.words, "learnt"))
    item = one_id(args.words, args.action, "learnt", hint="learnt edit ID TEXT says it in your words")
    return await {"keep": learnt.keep, "undo": learnt.undo, "redo": learnt.redo}[args.action](item)
