"""The files that belong to a profile beside its database, and those that all profiles of a computer share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from memory import archive, drafts
from memory.archive import PROFILE, SHARED
from memory.sealing import KEY_FILE

CONFIG = "config.toml"
_OWN = (CONFIG, KEY_FILE, "identity.md", "soul.md")
_FOLDERS = {"personas": "*.toml", "themes": "*.toml", "prompts": "*.md"}

Keyless = Callable[[str], str]
"""A settings file without the keys of models; ValueError for what is none."""


@dataclass(frozen=True, slots=True)
class Shared:
    """Where the program has what all profiles share: `config.toml` and the folders personas, themes and prompts."""

    places: Mapping[str, Path]
    keyless: Keyless

    def files(self) -> Iterator[tuple[str, Path]]:
        yield f"{SHARED}/{CONFIG}", self.places[CONFIG]
        for folder, pattern in _FOLDERS.items():
            for path in sorted(self.places[folder].glob(pattern)):
                yield f"{SHARED}/{folder}/{path.name}", path

    def place(self, name: str) -> Path:
        """Where the file `name` of a backup belongs here."""
        first, *rest = Path(name).relative_to(SHARED).parts
        return self.places[first].joinpath(*rest)


def gather(profile: Path, journals: str, shared: Shared) -> tuple[dict[str, bytes], list[str]]:
    """The small files by their places, and the paths of those that could not be taken. Half replies come first: what
    is stored meanwhile stands in the database."""
    taken, left = {}, []
    for name, path in (*_own(profile, journals), *shared.files()):
        try:
            data = path.read_bytes()
            if path.name == CONFIG:
                data = shared.keyless(data.decode("utf-8-sig")).encode()
        except FileNotFoundError:
            continue
        except (OSError, ValueError):
            left.append(str(path))
            continue
        if archive.may_hold(name):
            taken[name] = data
        else:
            left.append(str(path))
    return taken, left


def _own(profile: Path, journals: str) -> Iterator[tuple[str, Path]]:
    for folder, name, pattern in ((journals, "journal", "m*.jsonl"), (drafts.FOLDER, "drafts", "*.json")):
        for path in sorted((profile / folder).glob(pattern)):
            yield f"{PROFILE}/{name}/{path.name}", path
    for name in _OWN:
        yield f"{PROFILE}/{name}", profile / name
