"""harken: the chat."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from pathlib import Path

from memory.errors import BadInput
from tui.cli.parser import given
from tui.cli.personas import persona_of, with_its_model
from tui.cli.unlocking import Asking, need_no_question, settle, unlock
from tui.cli.world import World, begin, find_world

ABOUT_A_CONVERSATION = frozenset({"resume", "continue_", "project", "persona"})


def run(args: Namespace) -> int:
    if not _has_a_screen():
        raise BadInput(
            "The chat needs a terminal: input, output and errors can not go elsewhere",
            hint="harken ask TEXT works in a pipe",
        )
    code, profile = _chat(args)
    while profile:
        options = {name: value for name, value in vars(args).items() if name not in ABOUT_A_CONVERSATION}
        code, profile = _chat(Namespace(**{**options, "profile": profile}), unlocked=True)
    return code


def _has_a_screen() -> bool:
    """A terminal, or what Textual is told to draw on instead, as by `harken web`. It draws on standard error."""
    return bool(os.environ.get("TEXTUAL_DRIVER")) or all(
        stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)
    )


def _is_the_only_one(world: World) -> bool:
    """The default profile is listed among the names before it is there."""
    others = (world.paths.profile(name) for name in world.paths.profile_names() if name != world.profile)
    return not any(folder.is_dir() for folder in others)


def _unlock_next(profile: Path, asking: Asking) -> None:
    """A profile that can't be opened from here is told while the chat still runs. HarkenError."""
    settle(profile)
    if not sys.stdin.isatty():
        need_no_question(profile)
    unlock(profile, asking=asking)


def _chat(args: Namespace, *, unlocked: bool = False) -> tuple[int, str]:
    """One profile from start to end: the exit code, and the profile the user goes on in."""
    persona = persona_of(args, goes_on=given(args, "resume") is not None or bool(given(args, "continue_")))
    world = find_world(with_its_model(args, persona))
    begin(world, unlocked=unlocked)
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
            persona=given(args, "persona") or "",
            guided=_is_the_only_one(world),
            reload=world.reload,
            unlock_profile=_unlock_next,
        )
    )
    app.run()
    if app.terminal_gone:
        os._exit(0 if app.failure is None else 1)  # all is stored; who reads its keys may never end
    if app.failure is not None:
        raise app.failure
    return app.return_code or 0, app.next_profile
