"""Facts are found by what they say, by the fact that ended them and by category; mentions by the memory."""

from __future__ import annotations

from typing import Any

from memory.text.twins import twin


def up(migrator: Any, db: Any) -> None:
    db.execute_sql('ALTER TABLE "fact" ADD COLUMN "twin" VARCHAR(255) NOT NULL DEFAULT \'\'')
    for number, content in db.execute_sql('SELECT "id", "content" FROM "fact"').fetchall():
        db.execute_sql('UPDATE "fact" SET "twin" = ? WHERE "id" = ?', (twin(content), number))
    db.execute_sql('CREATE INDEX "fact_twin" ON "fact" ("twin")')
    db.execute_sql('CREATE INDEX "fact_superseded_by" ON "fact" ("superseded_by")')
    db.execute_sql('CREATE INDEX "fact_state_category_valid_to" ON "fact" ("state", "category", "valid_to")')
    db.execute_sql('CREATE INDEX "mention_kind_item" ON "mention" ("kind", "item")')
