"""Prompts: the user's own file if there is one, else the one in the package."""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path


def prompt(package: str, name: str, own: Path | None) -> str:
    """The text of the prompt `name`: from the folder `own`, else from the folder `prompts` of `package`."""
    file = own / f"{name}.md" if own is not None else None
    return file.read_text(encoding="utf-8") if file is not None and file.is_file() else _packaged(package, name)


@cache
def _packaged(package: str, name: str) -> str:
    return resources.files(package).joinpath("prompts", f"{name}.md").read_text(encoding="utf-8")
