"""harken: the chat."""

from __future__ import annotations

import os
import sys
from argparse import Namespace

from memory.errors import BadInput
from tui.cli.parser import given
from tui.cli.world import World, find_world, start_log

ABOUT_A_CONVERSATION = frozenset({"resume", "continue_", "project", "persona"})


def run(args: Namespace) -> int:
    if not _has_a_screen():
        raise BadInput("The chat needs a terminal", hint="harken ask TEXT works in a pipe")
    code, profile = _chat(args)
    while profile:
        options = {name: value for name, value in vars(args).items() if name not in ABOUT_A_CONVERSATION}
        code, profile = _chat(Namespace(**{**options, "profile": profile}))
    return code


def _has_a_screen() -> bool:
    """A terminal, or what Textual is told to draw on instead, as by `harken web`."""
    return bool(os.environ.get("TEXTUAL_DRIVER")) or (sys.stdin.isatty() and sys.stdout.isatty())


def _chat(args: Namespace) -> tuple[int, str]:
    """One profile from start to end: the exit code, and the profile the user goes on in."""
    persona = given(args, "persona") or ""
    if persona and (given(args, "resume") is not None or given(args, "continue_")):
        raise BadInput("--persona begins a new conversation", hint="/persona NAME changes who answers in one")
    world = _with_model_of(persona, find_world(args), args)
    start_log(world)
    from tui.app import HarkenApp
    from tui.opening import Launch

    app = HarkenApp(
        Launch(
            config=world.config,
            paths=world.paths,
            profile=world.profile,
            resume=given(args, "resume"),
            continue_last=bool(given(args, "continue_")),
            project=given(args, "project") or "",
            persona=persona,
            guided=True,
            reload=world.reload,
        )
    )
    app.run()
    if app.failure is not None:
        raise app.failure
    return app.return_code or 0, app.next_profile


def _with_model_of(persona: str, world: World, args: Namespace) -> World:
    """The persona's model answers, unless the command line names one. BadInput where there is no such persona."""
    if not persona:
        return world
    from tui.commands.personas import named

    model = named(world.paths.personas, persona).model
    return find_world(Namespace(**{**vars(args), "model": model})) if model and not given(args, "model") else world
