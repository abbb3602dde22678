"""The profile's memory, open for one command."""

from __future__ import annotations

import asyncio
from argparse import Namespace
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from memory.engine import Memory
from memory.errors import BadInput
from tui.cli.world import World, enter_world, find_world
from tui.config.own_prompts import OwnPrompts
from tui.paths import DEFAULT_PROFILE

EMBEDDER_SECONDS = 3.0
"""How long a one-shot command waits for the embedding model; after that, words alone must do."""


@asynccontextmanager
async def open_memory(world: World, *, warm: bool = False) -> AsyncIterator[Memory]:
    """The memory; `warm` waits a little for the embedding model."""
    opening = Memory.open(
        world.paths.profile(world.profile),
        settings=world.config.settings,
        models_dir=world.paths.models_dir,
        prompts_dir=world.paths.prompts,
        incognito=world.incognito,
        background=False,
    )
    async with opening as memory:
        memory.register(OwnPrompts.of(world.paths, world.profile))
        await memory.erasing.finish_left()
        if warm:
            await warmed(memory)
        yield memory


async def warmed(memory: Memory) -> None:
    """Returns when the embedding model is ready and has done what waits, or when the user has waited long enough."""
    task = asyncio.ensure_future(memory.warm())
    await asyncio.wait({task}, timeout=EMBEDDER_SECONDS)
    if task.done():
        task.result()
    await memory.embed_waiting(EMBEDDER_SECONDS)


def with_memory(
    args: Namespace, work: Callable[[Memory, World], Awaitable[int]], *, warm: bool = False, creates: bool = False
) -> int:
    """Runs `work` in an event loop with the memory open; its exit code. Only what `creates` may begin a profile."""
    if not creates:
        _need_profile(find_world(args))
    world = enter_world(args)

    async def run() -> int:
        async with open_memory(world, warm=warm) as memory:
            return await work(memory, world)

    return asyncio.run(run())


def _need_profile(world: World) -> None:
    if world.profile != DEFAULT_PROFILE and not world.paths.profile(world.profile).is_dir():
        raise BadInput(f"There is no profile {world.profile}", hint=f"harken profile create {world.profile} makes it")
