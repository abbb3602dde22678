"""The report of a bench for a person: numbers, shares as bars, groups as a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tui.cli.progress import bar

_GROUPS = "by_"
_NO_SHARES = ("_ms", "_s", "ratio")
Groups = Mapping[str, Mapping[str, Any]]


def report_lines(report: Mapping[str, Any]) -> Iterator[str]:
    """One line for each figure, a bar beside those that are shares; then a table for each grouping."""
    tables = {name: value for name, value in report.items() if _is_table(name, value)}
    figures = {name: value for name, value in report.items() if name not in tables}
    shares = {name for name, value in figures.items() if _is_share(name, value)}
    width = max((len(name) for name in shares), default=0)
    for name, value in figures.items():
        if name in shares:
            yield f"{name.ljust(width)}  {bar(value)}  {value:.4f}"
        else:
            yield from _lines(value, name)
    for name, groups in tables.items():
        yield ""
        yield from _table(name.removeprefix(_GROUPS).replace("_", " "), groups)


def _is_share(name: str, value: Any) -> bool:
    return isinstance(value, float) and 0 <= value <= 1 and not name.endswith(_NO_SHARES)


def _is_table(name: str, value: Any) -> bool:
    named = name.startswith(_GROUPS) and isinstance(value, Mapping) and bool(value)
    return named and all(isinstance(group, Mapping) for group in value.values())


def _table(what: str, groups: Groups) -> Iterator[str]:
    """A row for each group, a column for each of its figures."""
    columns = list(dict.fromkeys(name for group in groups.values() for name in group))
    rows = [[name, *(_shown(group.get(column)) for column in columns)] for name, group in groups.items()]
    table = [[what, *columns], *rows]
    widths = [max(len(row[place]) for row in table) for place in range(len(columns) + 1)]
    for row in table:
        first, *others = zip(row, widths, strict=True)
        yield "  ".join([first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in others)])


def _shown(value: Any) -> str:
    if value is None:
        return "-"
    return f"{value:.3f}" if isinstance(value, float) else str(value)


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
