"""harken: the chat."""

from __future__ import annotations

import sys
from argparse import Namespace

from memory.errors import BadInput
from tui.cli.parser import given
from tui.cli.world import find_world, start_log

ABOUT_A_CONVERSATION = frozenset({"resume", "continue_", "project"})


def run(args: Namespace) -> int:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise BadInput("The chat needs a terminal", hint="harken ask TEXT works in a pipe")
    code, profile = _chat(args)
    while profile:
        options = {name: value for name, value in vars(args).items() if name not in ABOUT_A_CONVERSATION}
        code, profile = _chat(Namespace(**{**options, "profile": profile}))
    return code


def _chat(args: Namespace) -> tuple[int, str]:
    """One profile from start to end: the exit code, and the profile the user goes on in."""
    world = find_world(args)
    start_log(world)
    from tui.app import HarkenApp, Launch

    app = HarkenApp(
        Launch(
            config=world.config,
            paths=world.paths,
            profile=world.profile,
            resume=given(args, "resume"),
            continue_last=bool(given(args, "continue_")),
            project=given(args, "project") or "",
            reload=world.reload,
        )
    )
    app.run()
    return app.return_code or 0, app.next_profile
