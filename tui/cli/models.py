"""harken models, and opening models for other commands."""

from __future__ import annotations

import asyncio
import sys
from argparse import Namespace
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from memory.errors import ModelError
from memory.ports import LanguageModel
from tui.cli.documents import plain, tell
from tui.cli.output import complain
from tui.cli.world import World, enter_world
from tui.llm.catalogue import Entry
from tui.llm.models import Models, for_memory

if TYPE_CHECKING:
    from memory.engine import Memory


def run(args: Namespace) -> int:
    world = enter_world(args)
    entries = asyncio.run(_entries(world))
    return tell([{**plain(entry), "usable": entry.usable} for entry in entries], map(_line, entries), json=args.json)


async def _entries(world: World) -> list[Entry]:
    async with open_models(world) as models:
        return await models.catalogue()


def _line(entry: Entry) -> str:
    state = "ready" if entry.usable else f"missing: {entry.missing}"
    about = ", ".join(part for part in (entry.vendor, entry.note) if part)
    return f"{entry.name}  ({about})  {state}"


@asynccontextmanager
async def open_models(world: World) -> AsyncIterator[Models]:
    """The models of one command; what they tell goes to stderr where a person is looking."""

    def notice(text: str) -> None:
        if sys.stderr.isatty():
            complain(text)

    models = Models(world.config, world.paths, notice=notice)
    try:
        yield models
    finally:
        await models.close()


async def chosen_model(models: Models) -> LanguageModel:
    """The model that answers. `ModelError` says what is missing when it can't."""
    entry = await models.choose()
    if not entry.usable:
        raise ModelError(entry.lack, kind="no_model", hint=f"What to do: {entry.missing}")
    return models.open(entry.name)


@asynccontextmanager
async def background_model(memory: Memory, world: World) -> AsyncIterator[None]:
    """Gives memory the models for its own work, where there are any."""
    async with open_models(world) as models:
        entry = await models.choose()
        memory.use_model(*for_memory(models, entry.name if entry.usable else "", world.config.memory))
        yield
