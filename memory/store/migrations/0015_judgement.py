"""The user's word on a reply, or on a memory that it got."""

from __future__ import annotations

from typing import Any


def up(migrator: Any, db: Any) -> None:
    db.execute_sql(
        'CREATE TABLE "judgement" ('
        '"id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, "reply_id" INTEGER NOT NULL, "turn" INTEGER NOT NULL, '
        '"kind" VARCHAR(255) NOT NULL, "item" INTEGER NOT NULL, "worth" VARCHAR(255) NOT NULL, '
        '"remembered" INTEGER NOT NULL, "compared" INTEGER NOT NULL, "created_at" INTEGER NOT NULL, '
        'FOREIGN KEY ("reply_id") REFERENCES "message" ("id") ON DELETE CASCADE)'
    )
    db.execute_sql('CREATE INDEX "judgement_reply_id" ON "judgement" ("reply_id")')
    db.execute_sql('CREATE INDEX "judgement_turn" ON "judgement" ("turn")')
    db.execute_sql('CREATE UNIQUE INDEX "judgement_reply_id_kind_item" ON "judgement" ("reply_id", "kind", "item")')
