"""What a pass over the memory needs: versions of the rows it may change, and the journal that takes it back."""

from __future__ import annotations

from typing import Any

VERSIONED = ("fact", "episode")


def up(migrator: Any, db: Any) -> None:
    for table in VERSIONED:
        db.execute_sql(f'ALTER TABLE "{table}" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 0')
        # No writer can forget it: a pass that decided by an older version leaves the row alone.
        db.execute_sql(
            f'CREATE TRIGGER "{table}_version" AFTER UPDATE ON "{table}" WHEN new."version" = old."version" BEGIN '
            f'UPDATE "{table}" SET "version" = old."version" + 1 WHERE "id" = new."id"; END'
        )
    db.execute_sql('ALTER TABLE "fact" ADD COLUMN "promoted" INTEGER NOT NULL DEFAULT 0')
    db.execute_sql(
        'CREATE TABLE "consolidation" ("id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, "created_at" INTEGER NOT NULL)'
    )
    db.execute_sql('CREATE INDEX "consolidation_created_at" ON "consolidation" ("created_at")')
    db.execute_sql(
        'CREATE TABLE "consolidation_step" ('
        '"id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, "consolidation_id" INTEGER NOT NULL, '
        '"action" VARCHAR(255) NOT NULL, "kind" VARCHAR(255) NOT NULL, "item" INTEGER NOT NULL, '
        '"conversation" INTEGER, "before" TEXT NOT NULL, "after" TEXT NOT NULL, "taken_back" INTEGER NOT NULL, '
        'FOREIGN KEY ("consolidation_id") REFERENCES "consolidation" ("id") ON DELETE CASCADE)'
    )
    for column in ("consolidation_id", "conversation", "taken_back"):
        db.execute_sql(f'CREATE INDEX "consolidation_step_{column}" ON "consolidation_step" ("{column}")')
