"""The places settings come from, each read into a table of plain values."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, get_type_hints

from memory.settings import MemorySettings, WorkingSettings
from tui.config.lines import line_of, line_of_error
from tui.config.schema import ChatSettings, Problem, Timeouts

COMMAND_LINE = "command line"
NOT_USED = "the settings of this file are not used"
SHORT_VARIABLES = {"HARKEN_MODEL": "chat.model", "HARKEN_MODE": "memory.mode"}
TABLES: Mapping[str, type[Any]] = {
    "chat": ChatSettings,
    "chat.timeouts": Timeouts,
    "memory": MemorySettings,
    "working": WorkingSettings,
}


@dataclass(frozen=True, slots=True)
class Layer:
    """One source of settings; `text` is the file's, for naming lines, None where it is no file."""

    name: str
    table: Mapping[str, Any]
    text: str | None = None

    def problem(self, key: str, problem: str) -> Problem:
        return Problem(self.name, line_of(self.text or "", key), key, problem)


def read_file(path: Path) -> Layer | Problem | None:
    """The settings of a file; a `Problem` when it can't be used as a whole, None when there is none."""
    name = str(path)
    text = ""
    try:
        text = path.read_bytes().decode("utf-8-sig")
        return Layer(name, tomllib.loads(text), text)
    except FileNotFoundError:
        return None
    except OSError as error:
        return Problem(name, None, "", f"can't be read ({error.strerror})", NOT_USED)
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        return Problem(name, line, "", "is not UTF-8 text", NOT_USED)
    except (ValueError, RecursionError) as error:
        line_number = line_of_error(error, text) if isinstance(error, ValueError) else None
        reason = str(error).partition(" (at ")[0]
        return Problem(name, line_number, "", f"is not valid TOML ({reason})", NOT_USED)


def from_environment(env: Mapping[str, str]) -> Iterator[Layer]:
    """One layer for each variable: `HARKEN_` and the key in capitals, dots as underscores; and the short ones."""
    for variable, key in {**_variables(), **SHORT_VARIABLES}.items():
        if raw := env.get(variable):
            yield Layer(variable, nested({key: typed(key, raw)}))


def from_options(options: Mapping[str, object]) -> Layer:
    """The layer of dotted keys given on the command line."""
    return Layer(COMMAND_LINE, nested(options))


def nested(flat: Mapping[str, object]) -> dict[str, Any]:
    """`{"a.b": 1}` as `{"a": {"b": 1}}`."""
    root: dict[str, Any] = {}
    for key, value in flat.items():
        *tables, last = key.split(".")
        table = root
        for name in tables:
            table = table.setdefault(name, {})
        table[last] = value
    return root


def flat(table: Mapping[str, Any], prefix: str = "") -> dict[str, object]:
    """`{"a": {"b": 1}}` as `{"a.b": 1}`."""
    found: dict[str, object] = {}
    for name, value in table.items():
        key = f"{prefix}{name}"
        found.update(flat(value, f"{key}.") if isinstance(value, Mapping) else {key: value})
    return found


def _variables() -> dict[str, str]:
    keys = [f"{prefix}.{spec.name}" for prefix, cls in TABLES.items() for spec in fields(cls)]
    return {f"HARKEN_{key.replace('.', '_')}".upper(): key for key in keys}


def typed(key: str, raw: str) -> object:
    """The text as the type that `key` wants; unchanged where it can't be one."""
    table, _, name = key.rpartition(".")
    if get_type_hints(TABLES[table])[name] not in {int, float, bool}:
        return raw
    try:
        return tomllib.loads(f"value = {raw}")["value"]
    except (ValueError, RecursionError):
        return raw
