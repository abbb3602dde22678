"""harken memory identity ..."""

from __future__ import annotations

from argparse import Namespace

from memory.engine import Memory
from memory.errors import BadInput
from tui.cli.documents import plain
from tui.cli.output import complain, say_json, say_lines
from tui.cli.session import with_memory
from tui.cli.world import World


def run(args: Namespace) -> int:
    return with_memory(args, lambda memory, world: _run(memory, args, world), creates=args.action == "add")


async def _run(memory: Memory, args: Namespace, world: World) -> int:
    await _change(memory, args)
    standing = await memory.standing()
    lines = standing.identity
    for trouble in standing.troubles:
        complain(trouble)
    if args.json:
        say_json(plain(lines))
    else:
        say_lines(f"{line.id}  {line.text}" for line in lines)
    return 0


async def _change(memory: Memory, args: Namespace) -> None:
    words = list(args.words)
    if args.action == "add":
        await memory.identity.add(" ".join(_some(words, "a text")))
    elif args.action == "edit":
        line_id, *text = _some(words, "an id and the new text")
        await memory.identity.edit(line_id, " ".join(_some(text, "the new text")))
    elif args.action == "remove":
        await memory.identity.remove(_some(words, "an id")[0])
    elif words:
        raise BadInput("identity list takes no words", hint="identity add TEXT adds a line")


def _some(words: list[str], what: str) -> list[str]:
    if not words:
        raise BadInput(f"{what} is missing", hint="harken memory identity --help says more")
    return words
