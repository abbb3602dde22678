"""Facts: the thing they give a value to (name, home, age), and when their end was learnt. Runs: what they cost."""

from __future__ import annotations

from typing import Any

from memory.text.stated import claimed


def up(migrator: Any, db: Any) -> None:
    db.execute_sql('ALTER TABLE "fact" ADD COLUMN "slot" VARCHAR(255) NOT NULL DEFAULT \'\'')
    db.execute_sql('ALTER TABLE "fact" ADD COLUMN "end_known_at" INTEGER')
    for number, content in db.execute_sql('SELECT "id", "content" FROM "fact"').fetchall():
        if mine := claimed(content):
            db.execute_sql('UPDATE "fact" SET "slot" = ? WHERE "id" = ?', (mine, number))
    db.execute_sql('UPDATE "fact" SET "end_known_at" = "updated_at" WHERE "valid_to" IS NOT NULL')
    db.execute_sql('ALTER TABLE "activity" ADD COLUMN "prompt_tokens" INTEGER NOT NULL DEFAULT 0')
    db.execute_sql('ALTER TABLE "activity" ADD COLUMN "completion_tokens" INTEGER NOT NULL DEFAULT 0')
    db.execute_sql('ALTER TABLE "activity" ADD COLUMN "cost" REAL')
    db.execute_sql('CREATE INDEX "fact_slot_valid_to" ON "fact" ("slot", "valid_to")')
