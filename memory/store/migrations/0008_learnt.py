"""What each run of learning did, one row a thing, so that it can be shown, kept, edited and taken back."""

from __future__ import annotations

from typing import Any


def up(migrator: Any, db: Any) -> None:
    db.execute_sql('ALTER TABLE "activity" ADD COLUMN "dropped" TEXT NOT NULL DEFAULT \'{}\'')
    db.execute_sql(
        'CREATE TABLE "learnt_item" ('
        '"id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, "activity_id" INTEGER NOT NULL, '
        '"action" VARCHAR(255) NOT NULL, "fact_id" INTEGER NOT NULL, "replaced_id" INTEGER, '
        '"messages" TEXT NOT NULL, "left" TEXT NOT NULL, "undone" TEXT NOT NULL, "verdict" VARCHAR(255) NOT NULL, '
        'FOREIGN KEY ("activity_id") REFERENCES "activity" ("id") ON DELETE CASCADE, '
        'FOREIGN KEY ("fact_id") REFERENCES "fact" ("id") ON DELETE CASCADE, '
        'FOREIGN KEY ("replaced_id") REFERENCES "fact" ("id") ON DELETE SET NULL)'
    )
    for column in ("activity_id", "fact_id", "replaced_id"):
        db.execute_sql(f'CREATE INDEX "learnt_item_{column}" ON "learnt_item" ("{column}")')
