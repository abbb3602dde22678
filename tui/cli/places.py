"""harken paths, harken profile ..."""

from __future__ import annotations

import shutil
import sys
from argparse import Namespace
from pathlib import Path

from memory.errors import BadInput, NotFound, StoreFull
from memory.sealing import is_sealed
from tui.cli.documents import tell
from tui.cli.output import asked, complain
from tui.cli.unlocking import kept_in_keyring
from tui.paths import find_paths, log_file


def paths(args: Namespace) -> int:
    found = find_paths().within(args.profile)
    places = {
        "config": found.config_file,
        "profile": found.profile(args.profile),
        "profile_config": found.profile_config(args.profile),
        "themes": found.user_themes,
        "prompts": found.prompts,
        "models": found.models_dir,
        "log": log_file(found.logs),
        "cache": found.cache,
    }
    return tell(places, (f"{name}: {place}" for name, place in places.items()), json=args.json)


def list_profiles(args: Namespace) -> int:
    found = find_paths()
    folders = {name: found.profile(name) for name in found.profile_names()}
    rows = [{"name": name, "path": str(at), "encrypted": is_sealed(at)} for name, at in folders.items()]
    lines = (f"{row['name']}  {row['path']}{'  (encrypted)' if row['encrypted'] else ''}" for row in rows)
    return tell(rows, lines, json=args.json)


def create_profile(args: Namespace) -> int:
    folder = find_paths().profile(args.name)
    if folder.exists():
        raise BadInput(f"There is already a profile {args.name}", hint=f"harken --profile {args.name} opens it")
    try:
        folder.mkdir(parents=True, mode=0o700)
    except OSError as error:
        raise StoreFull(f"{folder} can't be made ({error.strerror})", hint="Check its permissions") from error
    return tell(
        {"name": args.name, "path": str(folder)},
        f"Made {folder}. harken --profile {args.name} opens it",
        json=args.json,
    )


def delete_profile(args: Namespace) -> int:
    folder = find_paths().profile(args.name)
    _end_restores(folder)
    if not folder.is_dir():
        raise NotFound(f"There is no profile {args.name}", hint="harken profile list shows them")
    if not args.yes and not (sys.stdin.isatty() and asked(f"Delete {folder} with all conversations and memory?")):
        complain(f"nothing was deleted. Add --yes to delete {folder} with all it holds")
        return 1
    kept = kept_in_keyring(folder)
    _remove(folder)
    if kept:
        complain(kept)
    return tell({"name": args.name, "deleted": True}, f"Deleted {folder}", json=args.json)


def _end_restores(folder: Path) -> None:
    """A killed one may have put the profile aside, or have left a copy of it."""
    if folder.parent.is_dir():
        from memory.engine.restoring import settle

        settle(folder)


def _remove(folder: Path) -> None:
    try:
        if folder.is_symlink():
            folder.unlink()
        else:
            shutil.rmtree(folder)
    except OSError as error:
        raise StoreFull(f"{folder} can't be deleted ({error.strerror})", hint="Check its permissions") from error
