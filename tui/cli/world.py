"""Folders and settings as the command line asked for them. Imports nothing heavy: the chat starts through here."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from dataclasses import dataclass, field

from memory.types import Mode
from tui.cli.logs import log_nowhere, log_to_file
from tui.cli.output import complain
from tui.cli.parser import given
from tui.cli.unlocking import settle, unlock
from tui.config import Config, load_config
from tui.paths import Paths, checked_profile, find_paths

OPTIONS = {"model": "chat.model", "mode": "memory.mode"}


@dataclass(frozen=True, slots=True)
class World:
    """One profile with its settings."""

    paths: Paths
    profile: str
    config: Config
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def incognito(self) -> bool:
        return self.config.memory.mode is Mode.INCOGNITO

    def reload(self) -> Config:
        """The settings as they are now, under the same command line."""
        return load_config(self.paths, self.profile, options=self.options)


def find_world(args: Namespace) -> World:
    """Folders and settings, without a word to the user."""
    profile = checked_profile(args.profile)
    settle(find_paths().profile(profile))
    paths = find_paths().within(profile)
    options = {key: str(value) for name, key in OPTIONS.items() if (value := given(args, name)) is not None}
    return World(paths, profile, load_config(paths, profile, options=options), options)


def enter_world(args: Namespace) -> World:
    """Like `find_world`, unlocked, with the log file open and what is wrong in the settings on stderr."""
    world = find_world(args)
    begin(world)
    for problem in world.config.problems:
        complain(str(problem))
    return world


def begin(world: World, *, unlocked: bool = False) -> None:
    """Unlocks the profile, unless it is, and starts its log; nothing is written in incognito."""
    if not unlocked:
        unlock(world.paths.profile(world.profile))
    if world.incognito:
        log_nowhere()
    else:
        log_to_file(world.paths.logs)
