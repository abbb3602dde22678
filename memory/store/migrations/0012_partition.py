"""Projects and personas: what belongs to one. Facts: the session they come from."""

from __future__ import annotations

from typing import Any

_SAID_IN = (
    'SELECT m."session_id" FROM "fact_source" s JOIN "message" m ON m."id" = s."message"'
    ' WHERE s."fact_id" = "fact"."id" ORDER BY m."id" LIMIT 1'
)
_COLUMNS = (("conversation", "persona"), ("conversation", "project"), ("fact", "partition"), ("document", "partition"))


def up(migrator: Any, db: Any) -> None:
    db.execute_sql(
        'CREATE TABLE "partition" ("id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, '
        '"kind" VARCHAR(255) NOT NULL, "name" TEXT NOT NULL, "folded" TEXT NOT NULL)'
    )
    db.execute_sql('CREATE UNIQUE INDEX "partition_kind_folded" ON "partition" ("kind", "folded")')
    for table, column in (*_COLUMNS, ("injection_item", "partition")):
        db.execute_sql(f'ALTER TABLE "{table}" ADD COLUMN "{column}" INTEGER NOT NULL DEFAULT 0')
    db.execute_sql('ALTER TABLE "fact" ADD COLUMN "session" INTEGER')
    (trigger,) = db.execute_sql("SELECT sql FROM sqlite_master WHERE name = 'fact_version'").fetchone()
    db.execute_sql('DROP TRIGGER "fact_version"')  # the facts stay the same for whoever decided by their versions
    db.execute_sql(f'UPDATE "fact" SET "session" = ({_SAID_IN})')
    db.execute_sql(trigger)
    db.execute_sql('CREATE INDEX "fact_partition" ON "fact" ("partition")')
    db.execute_sql('CREATE INDEX "document_kind_partition" ON "document" ("kind", "partition")')
