"""Both settings files, followed while the program runs."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import aclosing
from dataclasses import replace

from memory.types import Mode
from tui.config.schema import Config, Problem
from tui.paths import Paths
from tui.watching import edits

STILL_USED = "its last good settings stay in use"
UNTIL_BACK = "its last settings stay in use until it is back"


async def watch_config(
    paths: Paths, profile: str, reload: Callable[[], Config], config: Config
) -> AsyncGenerator[tuple[Config, list[Problem]], None]:
    """The settings each time they differ from those before, with the problems that are new."""
    files = (paths.config_file, paths.profile_config(profile))
    told = set(config.problems)
    async with aclosing(edits([file.parent for file in files], lambda path: path in files)) as changes:
        async for _ in changes:
            found = followed(reload(), config)
            fresh = [problem for problem in found.problems if problem not in told]
            told = set(found.problems)
            if fresh or found != config:
                config = found
                yield config, fresh


def followed(found: Config, before: Config) -> Config:
    """What of the settings `found` can take effect while the program runs.

    A file that can't be used as a whole, as one half written or moved for a moment, changes nothing: what the rest says
    may lead to another vendor. What keeps no trace can't begin to keep one, nor the other way: then the mode stays
    until the next start.
    """
    if held := [*map(_still_used(before), found.held), *_gone(found, before)]:
        return replace(before, problems=tuple(held))
    if _traceless(found) != _traceless(before):
        return replace(found, memory=replace(found.memory, mode=before.memory.mode))
    return found


def _still_used(before: Config) -> Callable[[Problem], Problem]:
    def told(problem: Problem) -> Problem:
        return replace(problem, effect=STILL_USED) if problem.source in before.texts else problem

    return told


def _gone(found: Config, before: Config) -> Iterator[Problem]:
    told = {problem.source for problem in found.held}
    for name in before.texts:
        if name not in found.texts and name not in told:
            yield Problem(name, None, "", "is gone", UNTIL_BACK)


def _traceless(config: Config) -> bool:
    return config.memory.mode is Mode.INCOGNITO
