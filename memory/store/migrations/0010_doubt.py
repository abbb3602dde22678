"""Pairs of facts that may say the same or contradict each other, and what was decided of them."""

from __future__ import annotations

from typing import Any


def up(migrator: Any, db: Any) -> None:
    db.execute_sql(
        'CREATE TABLE "doubt" ('
        '"id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, "newer_id" INTEGER NOT NULL, "older_id" INTEGER NOT NULL, '
        '"kind" VARCHAR(255) NOT NULL, "state" VARCHAR(255) NOT NULL, "trail" TEXT NOT NULL, '
        '"created_at" INTEGER NOT NULL, '
        'FOREIGN KEY ("newer_id") REFERENCES "fact" ("id") ON DELETE CASCADE, '
        'FOREIGN KEY ("older_id") REFERENCES "fact" ("id") ON DELETE CASCADE)'
    )
    db.execute_sql('CREATE INDEX "doubt_newer_id" ON "doubt" ("newer_id")')
    db.execute_sql('CREATE INDEX "doubt_older_id" ON "doubt" ("older_id")')
    db.execute_sql('CREATE INDEX "doubt_state" ON "doubt" ("state")')
    db.execute_sql('CREATE UNIQUE INDEX "doubt_newer_id_older_id" ON "doubt" ("newer_id", "older_id")')
