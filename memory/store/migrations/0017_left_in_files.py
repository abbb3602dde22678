"""A receipt names the files of the user that could not be written."""

from __future__ import annotations

from typing import Any


def up(migrator: Any, db: Any) -> None:
    db.execute_sql('ALTER TABLE "receipt" ADD COLUMN "left" TEXT NOT NULL DEFAULT \'[]\'')
