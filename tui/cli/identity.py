"""harken memory identity ..., harken memory soul"""

from __future__ import annotations

import asyncio
import sys
from argparse import Namespace
from pathlib import Path

from memory.engine import Memory
from memory.errors import BadInput
from tui.cli.arguments import id_and_text, needed, one_id
from tui.cli.documents import plain, tell
from tui.cli.output import complain, say, say_json, say_lines
from tui.cli.session import with_memory
from tui.cli.world import World
from tui.commands.render import GATHERED, gathered_line, standing_lines, standing_sum


def run(args: Namespace) -> int:
    return with_memory(args, lambda memory, world: _run(memory, args, world), creates=args.action == "add")


def soul(args: Namespace) -> int:
    return with_memory(args, lambda memory, world: _soul(memory, args), creates=bool(args.file))


async def _soul(memory: Memory, args: Namespace) -> int:
    if args.file:
        await memory.identity.write_soul(await asyncio.to_thread(_text, args.file))
    standing = await memory.identity.standing()
    return tell({"soul": standing.soul}, standing.soul.rstrip("\n").split("\n"), json=args.json)


def _text(file: str) -> str:
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).expanduser().read_bytes()
        return data.decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(
            f"{file} can't be read as text ({error})", hint="Give a UTF-8 file, or - for standard input"
        ) from error


async def _run(memory: Memory, args: Namespace, world: World) -> int:
    done = await _change(memory, args)
    standing = await memory.identity.standing()
    for trouble in standing.troubles:
        complain(trouble)
    if args.json:
        say_json([{**plain(line), "tokens": standing.costs[line.id]} for line in standing.identity])
        return 0
    if done:
        say(done)
    say_lines(standing_lines(standing.identity, standing))
    say_lines(f"{line}  (pinned)" for line in standing_lines(standing.pinned, standing))
    say(standing_sum(standing))
    if gathered := await memory.identity.gathered():
        say(f"\n{GATHERED}; identity accept ID makes one a line of your own")
        say_lines(map(gathered_line, gathered))
    return 0


async def _change(memory: Memory, args: Namespace) -> str:
    """Does what is asked, and says what the list that follows does not show."""
    if args.action == "add":
        await memory.identity.add(" ".join(needed(args.words, "a text", "identity")))
    elif args.action == "edit":
        await memory.identity.edit(*id_and_text(args.words, "identity"))
    elif args.action == "remove":
        await memory.identity.remove(_one_id(args))
    elif args.action == "accept":
        return f"In identity.md now: {await memory.identity.accept(_one_id(args))}"
    elif args.action == "demote":
        fact = await memory.identity.demote(_one_id(args))
        return f"An ordinary fact now, as {fact.id}: {fact.text}"
    elif args.words:
        raise BadInput("identity list takes no words", hint="identity add TEXT adds a line")
    return ""


def _one_id(args: Namespace) -> str:
    return one_id(args.words, args.action, "identity", hint="harken memory identity lists them")
