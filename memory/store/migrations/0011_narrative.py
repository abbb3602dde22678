"""The narrative: which facts it is told from, in which order. Its text is read from them and kept nowhere else."""

from __future__ import annotations

from typing import Any


def up(migrator: Any, db: Any) -> None:
    db.execute_sql(
        'CREATE TABLE "narrative" ("fact_id" INTEGER NOT NULL PRIMARY KEY, "position" INTEGER NOT NULL, '
        'FOREIGN KEY ("fact_id") REFERENCES "fact" ("id") ON DELETE CASCADE)'
    )
