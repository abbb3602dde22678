"""harken bench"""

from __future__ import annotations

import asyncio
import sys
from argparse import Namespace
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from memory.errors import BadInput
from tui.cli import longmemeval
from tui.cli.documents import tell
from tui.cli.figures import report_lines
from tui.cli.progress import bar
from tui.cli.world import begin, find_world


def run(args: Namespace) -> int:
    world = find_world(args)
    begin(world)
    result = RUNNERS[args.bench](args, world.paths.models_dir)
    return tell(result, report_lines(result), json=args.json)


def _locomo(args: Namespace, models_dir: Path) -> Mapping[str, Any]:
    from memory.bench import locomo

    model = args.embedding_model
    return asyncio.run(locomo.run(_readable(args.data), models_dir, embedding_model=model, progress=_progress))


def _gate(args: Namespace, models_dir: Path) -> Mapping[str, Any]:
    from memory.bench import gate
    from memory.bench.training import train

    model = args.embedding_model
    if args.train is not None:
        return asyncio.run(train.run(Path(args.train), models_dir, embedding_model=model, progress=_progress))
    return asyncio.run(gate.run(_readable(args.data), models_dir, embedding_model=model, progress=_progress))


def _latency(args: Namespace, models_dir: Path) -> Mapping[str, Any]:
    from memory.bench import latency

    return asyncio.run(latency.run(args.memories, models_dir, progress=_progress))


def _longmemeval(args: Namespace, models_dir: Path) -> Mapping[str, Any]:
    return longmemeval.run(args, _readable(args.data), _progress)


def _startup(args: Namespace, models_dir: Path) -> Mapping[str, Any]:
    from tui.bench import startup

    return startup.run()


def _stream(args: Namespace, models_dir: Path) -> Mapping[str, Any]:
    from tui.bench import stream

    return stream.run()


def _scroll(args: Namespace, models_dir: Path) -> Mapping[str, Any]:
    from tui.bench import scroll

    return scroll.run()


RUNNERS: Mapping[str, Callable[[Namespace, Path], Mapping[str, Any]]] = {
    "locomo": _locomo,
    "gate": _gate,
    "latency": _latency,
    "longmemeval": _longmemeval,
    "startup": _startup,
    "stream": _stream,
    "scroll": _scroll,
}


def _readable(data: str) -> Path:
    path = Path(data)
    if not path.exists():
        raise BadInput(f"There is no {path}", hint="--data names the file or folder to measure with")
    return path


def _progress(what: str, done: int, total: int) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{what} {bar(done / total)} {done} of {total}" if done < total else "\r\x1b[K")
        sys.stderr.flush()
