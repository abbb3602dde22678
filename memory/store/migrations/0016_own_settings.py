"""A conversation may have a system prompt and parameters of its own."""

from __future__ import annotations

from typing import Any


def up(migrator: Any, db: Any) -> None:
    db.execute_sql('ALTER TABLE "conversation" ADD COLUMN "system" TEXT NOT NULL DEFAULT \'\'')
    db.execute_sql('ALTER TABLE "conversation" ADD COLUMN "parameters" TEXT NOT NULL DEFAULT \'{}\'')
