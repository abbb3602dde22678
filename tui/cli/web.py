"""harken web"""

from __future__ import annotations

import asyncio
import sys
import webbrowser
from argparse import Namespace
from collections.abc import Iterator
from importlib.util import find_spec

from memory.errors import HarkenError
from tui.cli.output import complain, flush, say
from tui.cli.parser import given
from tui.cli.unlocking import need_no_question
from tui.cli.world import enter_world, find_world
from tui.doctor import WEB_HINT

PACKAGE = "textual_serve"


def run(args: Namespace) -> int:
    if find_spec(PACKAGE) is None:
        raise HarkenError("harken web needs a package that is not installed", hint=WEB_HINT)
    from tui.doors.web.address import listen, loopback, url

    host = loopback(args.host)
    world = find_world(args)
    need_no_question(world.paths.profile(world.profile))
    enter_world(args)
    from tui.doors.web.guard import Guard
    from tui.doors.web.server import Door, serve

    guard = Guard()
    with listen(host, args.port) as listening:
        address = url(listening)

        def ready() -> None:
            say(f"harken is at {address}?token={guard.token}")
            say("Whoever has this address reads and writes as you do. Ctrl+C ends it.")
            flush()
            if args.open:
                asyncio.get_running_loop().run_in_executor(None, _open, f"{address}?token={guard.ticket()}")

        asyncio.run(serve(Door([*_program(), *_chat_words(args)], guard), listening, ready))
    return 0


def _program() -> list[str]:
    return [sys.executable, "-P", "-m", "tui", "chat"]


def _chat_words(args: Namespace) -> Iterator[str]:
    """The options of the chat as they were given, for each window."""
    yield f"--profile={args.profile}"
    for name in ("model", "mode", "persona"):
        if (value := given(args, name)) is not None:
            yield f"--{name}={value}"
    if (project := given(args, "project")) is not None:
        yield f"--project={project or 'none'}"
    if (conversation := given(args, "resume")) is not None:
        yield f"--resume={conversation}" if conversation else "--resume"
    if given(args, "continue_"):
        yield "--continue"


def _open(address: str) -> None:
    if not webbrowser.open(address):
        complain("no browser could be opened: open the address yourself")
