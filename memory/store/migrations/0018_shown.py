"""A branch keeps which of its answers was shown last."""

from __future__ import annotations

from typing import Any


def up(migrator: Any, db: Any) -> None:
    db.execute_sql('ALTER TABLE "message" ADD COLUMN "shown" INTEGER')
