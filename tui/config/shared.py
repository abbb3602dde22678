"""What all profiles of a computer share, as a backup takes it and brings it back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from memory.engine import Profiles, Shared
from tui.config.own_prompts import OwnPrompts
from tui.paths import Paths


def shared(paths: Paths) -> Shared:
    places = {
        "config.toml": paths.config_file,
        "personas": paths.personas,
        "themes": paths.user_themes,
        "prompts": paths.prompts,
    }
    return Shared(places, keyless)


def profiles(paths: Paths, unlock: Callable[[Path, str], object]) -> Profiles:
    return Profiles(paths.profiles, paths.profile, shared(paths), _prompts, unlock)


def _prompts(unpacked: Path) -> OwnPrompts:
    own, common = unpacked / "profile", unpacked / "shared"
    return OwnPrompts(
        {common / "config.toml": "config.toml", own / "config.toml": "config.toml of the profile"}, common / "personas"
    )


def keyless(text: str) -> str:
    """A `config.toml` without the keys of models: no secret leaves with it, and no command comes in by it.

    ValueError where it is no TOML.
    """
    import tomlkit

    document = tomlkit.parse(text)
    models = document.get("models")
    for model in models.values() if isinstance(models, dict) else ():
        if isinstance(model, dict):
            model.pop("key", None)
    return tomlkit.dumps(document)
