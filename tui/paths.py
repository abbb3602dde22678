"""Where harken keeps its files. No other module knows a folder; nothing here creates one."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from memory.errors import BadInput
from memory.sealing import LOG_FOLDER, is_sealed

HOME_VARIABLE = "HARKEN_HOME"
DEFAULT_PROFILE = "default"
LONGEST_NAME = 64
PACKAGE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Paths:
    """The four base folders; under `HARKEN_HOME` all of them are inside it."""

    config: Path
    data: Path
    state: Path
    cache: Path
    own_logs: Path | None = None
    """Of the profile in use, where that is encrypted."""

    @property
    def roots(self) -> tuple[Path, ...]:
        """The base folders, each once."""
        return tuple(dict.fromkeys((self.config, self.data, self.state, self.cache)))

    @property
    def config_file(self) -> Path:
        return self.config / "config.toml"

    @property
    def prompts(self) -> Path:
        """A file here replaces the packaged prompt of the same name."""
        return self.config / "prompts"

    @property
    def personas(self) -> Path:
        return self.config / "personas"

    @property
    def profiles(self) -> Path:
        return self.data / "profiles"

    @property
    def models_dir(self) -> Path:
        """Unpacked embedding models."""
        return self.data / "models"

    @property
    def logs(self) -> Path:
        return self.own_logs or self.state / "logs"

    def within(self, profile: str) -> Paths:
        """The same, as they are while `profile` is in use."""
        folder = self.profile(profile)
        return replace(self, own_logs=folder / LOG_FOLDER if is_sealed(folder) else None)

    @property
    def user_themes(self) -> Path:
        return self.config / "themes"

    @property
    def themes(self) -> tuple[Path, ...]:
        """Folders of colour themes: the packaged one, then the user's, whose files win."""
        return (packaged_themes(), self.user_themes)

    def profile(self, name: str) -> Path:
        """The folder of a profile. Raises `BadInput` for a name that could leave the profiles' folder."""
        return self.profiles / checked_profile(name)

    def profile_names(self) -> list[str]:
        """The default profile first, whether it is there yet or not."""
        there = sorted(entry.name for entry in self.profiles.glob("*") if entry.is_dir())
        return [DEFAULT_PROFILE, *(name for name in there if name != DEFAULT_PROFILE and _usable(name))]

    def profile_config(self, name: str) -> Path:
        return self.profile(name) / "config.toml"


def log_file(folder: Path) -> Path:
    """The program's log in the folder of logs; once it is full it goes on anew, and the old one lies beside it."""
    return folder / "harken.log"


def find_paths(env: Mapping[str, str] | None = None) -> Paths:
    """The folders of this computer and user, or of `HARKEN_HOME` where that is set."""
    variables = os.environ if env is None else env
    if home := variables.get(HOME_VARIABLE):
        root = Path(home).expanduser().absolute()
        return Paths(config=root, data=root, state=root, cache=root / "cache")
    from platformdirs import PlatformDirs

    dirs = PlatformDirs("harken", appauthor=False)
    return Paths(dirs.user_config_path, dirs.user_data_path, dirs.user_state_path, dirs.user_cache_path)


def checked_profile(name: str) -> str:
    """`name` as its folder is called: letters, digits, `-`, `_` and inner dots."""
    folder = unicodedata.normalize("NFC", name)
    inner = folder.replace("-", "").replace("_", "").replace(".", "")
    if not inner.isalnum() or not folder[0].isalnum() or folder.endswith(".") or len(folder) > LONGEST_NAME:
        raise BadInput(
            f"{name!r} can't be the name of a profile",
            hint=f"Use letters, digits, - and _, starting with a letter or digit, at most {LONGEST_NAME}",
        )
    return folder


def _usable(name: str) -> bool:
    try:
        return checked_profile(name) == name
    except BadInput:
        return False


def packaged_themes() -> Path:
    """Inside the package in an installation, beside it in a checkout."""
    inside = PACKAGE / "themes"
    return inside if inside.is_dir() else PACKAGE.parent / "themes"
