"""The names of a profile's files."""

from __future__ import annotations

from pathlib import Path

from memory import damaged, drafts

DATABASE_NAME = "memory.sqlite"
CONFIG_NAME = "config.toml"
IDENTITY_NAME = "identity.md"
SOUL_NAME = "soul.md"
JOURNAL_FOLDER = "journal"
EXPORTS_FOLDER = "exports"
EXPORTED_NAME = "exported.sha256"
"""Beside the profiles: which files were exported on this computer."""


def set_aside(profile: Path) -> list[Path]:
    """The drafts and half replies that can't be read."""
    return [path for name in (drafts.FOLDER, JOURNAL_FOLDER) for path in damaged.within(profile / name)]
