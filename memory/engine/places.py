"""The names of a profile's files."""

from __future__ import annotations

DATABASE_NAME = "memory.sqlite"
CONFIG_NAME = "config.toml"
IDENTITY_NAME = "identity.md"
SOUL_NAME = "soul.md"
JOURNAL_FOLDER = "journal"
EXPORTS_FOLDER = "exports"
EXPORTED_NAME = "exported.sha256"
"""Beside the profiles: which files were exported on this computer."""
