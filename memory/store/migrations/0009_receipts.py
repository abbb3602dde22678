"""Receipts of what was forgotten, without its text, and where exports were written to."""

from __future__ import annotations

from typing import Any


def up(migrator: Any, db: Any) -> None:
    db.execute_sql(
        'CREATE TABLE "receipt" ('
        '"id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, "how" VARCHAR(255) NOT NULL, "targets" TEXT NOT NULL, '
        '"with_turns" INTEGER NOT NULL, "state" VARCHAR(255) NOT NULL, "prints" TEXT NOT NULL, "texts" TEXT NOT NULL, '
        '"newest" INTEGER NOT NULL, "before" TEXT NOT NULL, "after" TEXT, '
        '"created_at" INTEGER NOT NULL, "finished_at" INTEGER)'
    )
    db.execute_sql('CREATE INDEX "receipt_state" ON "receipt" ("state")')
    db.execute_sql('CREATE TABLE "exported_file" ("path" TEXT NOT NULL PRIMARY KEY, "created_at" INTEGER NOT NULL)')
