"""Both settings files, followed while the program runs."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import replace

from memory.types import Mode
from tui.config.schema import Config, Problem
from tui.paths import Paths
from tui.watching import edits


async def watch_config(
    paths: Paths, profile: str, reload: Callable[[], Config], config: Config
) -> AsyncGenerator[tuple[Config, list[Problem]], None]:
    """The settings each time they differ from those before, with the problems that are new."""
    files = (paths.config_file, paths.profile_config(profile))
    told = set(config.problems)
    async with aclosing(edits([file.parent for file in files], lambda path: path in files)) as changes:
        async for _ in changes:
            found = reload()
            fresh = [problem for problem in found.problems if problem not in told]
            told = set(found.problems)
            found = followed(found, config)
            if fresh or found != config:
                config = found
                yield config, fresh


def followed(found: Config, before: Config) -> Config:
    """What of the settings `found` can take effect while the program runs.

    A file that can't be used as a whole, as one half written, changes nothing. What keeps no trace can't begin to keep
    one, nor the other way: the mode then stays until the next start.
    """
    if any(not problem.key for problem in found.problems):
        return before
    if _traceless(found) != _traceless(before):
        return replace(found, memory=replace(found.memory, mode=before.memory.mode))
    return found


def _traceless(config: Config) -> bool:
    return config.memory.mode is Mode.INCOGNITO
