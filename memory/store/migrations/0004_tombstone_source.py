"""The turns that said a forgotten thing in a table of their own, so that learning finds its tombstones by an index."""

from __future__ import annotations

import json
from typing import Any


def up(migrator: Any, db: Any) -> None:
    db.execute_sql(
        'CREATE TABLE "tombstone_source" ('
        '"tombstone_id" INTEGER NOT NULL, "message" INTEGER NOT NULL, '
        'PRIMARY KEY ("tombstone_id", "message"), '
        'FOREIGN KEY ("tombstone_id") REFERENCES "tombstone" ("id") ON DELETE CASCADE)'
    )
    db.execute_sql('CREATE INDEX "tombstone_source_tombstone_id" ON "tombstone_source" ("tombstone_id")')
    db.execute_sql('CREATE INDEX "tombstone_source_message" ON "tombstone_source" ("message")')
    for number, messages in db.execute_sql('SELECT "id", "messages" FROM "tombstone"').fetchall():
        for message in json.loads(messages):
            db.execute_sql('INSERT OR IGNORE INTO "tombstone_source" VALUES (?, ?)', (number, message))
    db.execute_sql('ALTER TABLE "tombstone" DROP COLUMN "messages"')
