"""Other names of entities in a table of their own, so that a name is looked up by an index."""

from __future__ import annotations

import json
from typing import Any

from memory.text.normal import fold


def up(migrator: Any, db: Any) -> None:
    db.execute_sql(
        'CREATE TABLE "alias" ('
        '"entity_id" INTEGER NOT NULL, "folded" TEXT NOT NULL, "name" TEXT NOT NULL, '
        'PRIMARY KEY ("entity_id", "folded"), '
        'FOREIGN KEY ("entity_id") REFERENCES "entity" ("id") ON DELETE CASCADE)'
    )
    db.execute_sql('CREATE INDEX "alias_entity_id" ON "alias" ("entity_id")')
    db.execute_sql('CREATE INDEX "alias_folded" ON "alias" ("folded")')
    for number, aliases in db.execute_sql('SELECT "id", "aliases" FROM "entity" ORDER BY "id"').fetchall():
        for name in json.loads(aliases):
            db.execute_sql('INSERT OR IGNORE INTO "alias" VALUES (?, ?, ?)', (number, fold(name), name))
    db.execute_sql('ALTER TABLE "entity" DROP COLUMN "aliases"')
