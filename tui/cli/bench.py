"""harken bench"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from tui.cli.output import say_json, say_lines
from tui.cli.world import find_world, start_log

RUNNERS: Mapping[str, tuple[str, Callable[[Namespace], Mapping[str, Any]]]] = {
    "locomo": ("memory.bench.locomo", lambda args: {"data": Path(args.data)}),
    "gate": ("memory.bench.gate", lambda args: {"data": Path(args.data)}),
    "latency": ("memory.bench.latency", lambda args: {"memories": args.memories}),
    "startup": ("tui.bench.startup", lambda args: {}),
    "stream": ("tui.bench.stream", lambda args: {}),
}


def run(args: Namespace) -> int:
    start_log(find_world(args))
    module, arguments = RUNNERS[args.bench]
    result = import_module(module).run(**arguments(args))
    if args.json:
        say_json(result)
    else:
        say_lines(_lines(result))
    return 0


def _lines(value: Any, name: str = "") -> Iterator[str]:
    """One line for each number, named by its path; one line for each run of a list."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from _lines(item, f"{name}.{key}" if name else str(key))
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for item in value:
            yield f"{name}: " + ", ".join(_lines(item)) if isinstance(item, Mapping) else f"{name}: {item}"
    else:
        yield f"{name}: {value:.4g}" if isinstance(value, float) else f"{name}: {value}"
