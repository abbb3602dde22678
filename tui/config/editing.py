"""Every setting as a row that can be looked at and changed, from the declarations alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, fields
from pathlib import Path
from typing import Any

from memory.errors import BadInput
from memory.settings import load_table
from tui.config.layers import COMMAND_LINE, TABLES, Layer, read_file, typed
from tui.config.load import zone_problem
from tui.config.save import drop_value, save_value
from tui.config.schema import DEFAULT, Config
from tui.paths import Paths

OVERRIDES = (COMMAND_LINE, "environment")
"""Where a value comes from that no file can change while harken runs."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One row. `origin` is one of default, global, profile, environment and command line; `source` names it in full."""

    key: str
    value: str
    default: str
    origin: str
    source: str
    doc: str
    allowed: str


def settings_of(config: Config, paths: Paths, profile: str) -> Iterator[Setting]:
    origins = {
        DEFAULT: "default",
        COMMAND_LINE: COMMAND_LINE,
        str(paths.config_file): "global",
        str(paths.profile_config(profile)): "profile",
    }
    rows = {row.key: row for row in config.rows()}
    for table, declared in TABLES.items():
        for spec in fields(declared):
            if row := rows.get(f"{table}.{spec.name}"):
                yield Setting(
                    row.key,
                    written(row.value),
                    written(default_of(spec)),
                    origins.get(row.source, "environment"),
                    row.source,
                    row.doc,
                    allowed(spec),
                )


def problem_of(key: str, text: str) -> str:
    """Why `text` can't be the value of `key`; empty where it can."""
    table, _, name = key.rpartition(".")
    _, complaints = load_table(TABLES[table], {name: typed(key, text)}, prefix=table)
    if complaints:
        return complaints[0].problem
    return zone_problem(text) if key == "chat.time_zone" else ""


def change(paths: Paths, profile: str, key: str, text: str) -> Path:
    """Writes the value into the file that sets it, else into the global one, which is returned."""
    if problem := problem_of(key, text):
        raise BadInput(f"{key} {problem}")
    file = _file_of(paths, profile, key)
    value = typed(key, text)
    assert isinstance(value, str | int | float | bool)
    save_value(file, key, value)
    return file


def reset(paths: Paths, profile: str, key: str) -> None:
    """Takes the value out of the file that sets it: what stands below it holds again."""
    drop_value(_file_of(paths, profile, key), key)


def _file_of(paths: Paths, profile: str, key: str) -> Path:
    own = paths.profile_config(profile)
    found = read_file(own)
    return own if isinstance(found, Layer) and _has(found.table, key) else paths.config_file


def _has(table: Mapping[str, Any], key: str) -> bool:
    name, _, rest = key.partition(".")
    return name in table and (not rest or (isinstance(table[name], Mapping) and _has(table[name], rest)))


def allowed(spec: Field[Any]) -> str:
    """What a value may be, in a few words; empty for any text."""
    if choices := spec.metadata.get("choices"):
        return ", ".join(map(str, choices))
    if isinstance(default_of(spec), bool):
        return "true, false"
    low, high = spec.metadata.get("low"), spec.metadata.get("high")
    return "" if low is None else f"{low:,.15g} to {high:,.15g}"


def default_of(spec: Field[Any]) -> Any:
    return spec.default if spec.default_factory is MISSING else spec.default_factory()


def written(value: object) -> str:
    """A value as one types it; nothing for one that is not set."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:.15g}" if isinstance(value, float) else str(value)
