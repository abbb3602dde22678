"""Settings in effect: command line over environment over the profile's file over the global one over the defaults."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from memory.settings import Complaint, load_table
from tui.config.layers import TABLES, Layer, flat, from_environment, from_options, read_file
from tui.config.schema import DEFAULT, Config, ModelSettings, Problem
from tui.paths import DEFAULT_PROFILE, Paths

SECTIONS = ("chat", "models", "memory", "working")


def load_config(
    paths: Paths,
    profile: str = DEFAULT_PROFILE,
    *,
    env: Mapping[str, str] | None = None,
    options: Mapping[str, object] | None = None,
) -> Config:
    """The settings of a profile. Never raises for what a file or variable says: see `Config.problems`.

    `options` are dotted keys from the command line. Raises `BadInput` for an impossible profile name.
    """
    config = Config()
    for path in (paths.config_file, paths.profile_config(profile)):
        found = read_file(path)
        if isinstance(found, Problem):
            config = replace(config, problems=(*config.problems, found))
        elif found is not None:
            config = apply(config, found)
    for layer in (*from_environment(os.environ if env is None else env), from_options(options or {})):
        config = apply(config, layer)
    return config


def apply(config: Config, layer: Layer) -> Config:
    """`config` with the usable values of `layer` over its own."""
    complaints = [
        Complaint(name, f"is not a table of settings; known: {', '.join(SECTIONS)}")
        if name not in SECTIONS
        else Complaint(name, "must be a table")
        for name, table in layer.table.items()
        if name not in SECTIONS or not isinstance(table, Mapping)
    ]
    bad = {complaint.key for complaint in complaints}
    tables = {name: table for name, table in layer.table.items() if name not in bad}
    merged = replace(
        config,
        chat=_chat(config, tables.get("chat", {}), complaints),
        models=_models(config, tables.get("models", {}), complaints),
        memory=_section(config, "memory", tables.get("memory", {}), complaints),
        working=_section(config, "working", tables.get("working", {}), complaints),
    )
    refused = {complaint.key for complaint in complaints}
    set_here = {key: layer.name for key in flat(tables) if key not in refused}
    texts = config.texts if layer.text is None else {**config.texts, layer.name: layer.text}
    merged = replace(merged, sources=MappingProxyType({**config.sources, **set_here}), texts=MappingProxyType(texts))
    return replace(merged, problems=(*config.problems, *_problems(merged, layer, complaints)))


def _section(config: Config, name: str, table: Mapping[str, Any], complaints: list[Complaint]) -> Any:
    loaded, found = load_table(TABLES[name], table, prefix=name, base=getattr(config, name))
    complaints.extend(found)
    return loaded


def _chat(config: Config, table: Mapping[str, Any], complaints: list[Complaint]) -> Any:
    rest = {name: value for name, value in table.items() if name not in ("timeouts", "keymap")}
    chat = _section(config, "chat", rest, complaints)
    chat = replace(chat, keymap=_keymap(config, table.get("keymap", {}), complaints))
    if problem := zone_problem(chat.time_zone):
        complaints.append(Complaint("chat.time_zone", problem))
        chat = replace(chat, time_zone=config.chat.time_zone)
    waits = table.get("timeouts", {})
    if not isinstance(waits, Mapping):
        complaints.append(Complaint("chat.timeouts", "must be a table"))
        return chat
    timeouts, found = load_table(TABLES["chat.timeouts"], waits, prefix="chat.timeouts", base=config.chat.timeouts)
    complaints.extend(found)
    return replace(chat, timeouts=timeouts)


def _keymap(config: Config, table: object, complaints: list[Complaint]) -> Mapping[str, str]:
    """Keys by name. A name may stand without quotes, where its dots are those of TOML."""
    if not isinstance(table, Mapping):
        complaints.append(Complaint("chat.keymap", "must be a table"))
        return config.chat.keymap
    keys = dict(config.chat.keymap)
    for name, value in flat(table).items():
        if isinstance(value, str):
            keys[name] = value
        else:
            complaints.append(Complaint(f"chat.keymap.{name}", "must be a text, like ctrl+b"))
    return MappingProxyType(keys)


def _models(config: Config, table: Mapping[str, Any], complaints: list[Complaint]) -> Mapping[str, ModelSettings]:
    models = dict(config.models)
    for name, row in table.items():
        key = f"models.{name}"
        if not isinstance(row, Mapping):
            complaints.append(Complaint(key, "must be a table"))
            continue
        models[name], found = load_table(ModelSettings, row, prefix=key, base=models.get(name))
        complaints.extend(found)
    return MappingProxyType(models)


def zone_problem(name: str) -> str:
    """Why `name` is no time zone; empty where it is one, and for none."""
    if not name:
        return ""
    from zoneinfo import ZoneInfo

    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return f"is no known time zone: {name!r}"
    return ""


def _problems(config: Config, layer: Layer, complaints: list[Complaint]) -> Iterator[Problem]:
    in_effect = {row.key: row for row in config.rows()} if complaints else {}
    for complaint in complaints:
        effect = ""
        if row := in_effect.get(complaint.key):
            origin = "the default" if row.source == DEFAULT else f"{row.source}:"
            effect = f"; {origin} {row.value} is used" if row.value not in (None, "") else f"; {origin} is used"
        elif not complaint.problem.startswith("is not a"):
            effect = "; it is ignored"
        yield layer.problem(complaint.key, complaint.problem + effect)
