"""harken bench longmemeval"""

from __future__ import annotations

import asyncio
from argparse import Namespace
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memory.errors import ModelError
from tui.cli.parser import given
from tui.cli.world import World, find_world

if TYPE_CHECKING:
    from memory.bench.longmemeval.run import Models
    from memory.ports import LanguageModel
    from tui.llm.models import Models as Opened


def run(args: Namespace, data: Path, progress: Callable[[str, int, int], None]) -> Mapping[str, Any]:
    from memory.bench.longmemeval.run import run as measure

    world = find_world(args)
    own = world.paths.state / "bench" / data.stem
    out = Path(args.out).expanduser() if args.out else own

    async def work() -> Mapping[str, Any]:
        async with _models(args, world) as models:
            return await measure(
                data,
                out,
                world.paths.models_dir,
                stage=args.stage,
                limit=args.limit,
                embedding_model=world.config.memory.embedding_model,
                budget=args.budget,
                models=models,
                progress=progress,
            )

    return asyncio.run(work())


@asynccontextmanager
async def _models(args: Namespace, world: World) -> AsyncIterator[Models]:
    """Those that were named: nobody pays for a model because it is set for the chat."""
    from memory.bench.longmemeval.run import Models
    from tui.cli.models import open_models

    answers = given(args, "model")
    async with open_models(world) as models:
        yield Models(await _opened(models, answers), await _opened(models, args.judge_model or answers))


async def _opened(models: Opened, name: str | None) -> LanguageModel | None:
    if not name:
        return None
    entry = await models.choose(name)
    if not entry.usable:
        raise ModelError(entry.lack, kind="no_model", hint=f"What to do: {entry.missing}")
    return models.open(entry.name)
