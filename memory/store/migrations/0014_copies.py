"""Messages: which one this is a copy of. Digests: up to which message they tell, and whether that is still followed.

Copies that forks made before are told by their text, their speaker and their time.
"""

from __future__ import annotations

from typing import Any

_SAME_TEXT = """
SELECT min(o."id") FROM "message" o
JOIN "document" there ON there."item" = o."id" AND there."kind" IN ('turn', 'drawer')
WHERE o."created_at" = "message"."created_at" AND o."role" = "message"."role" AND o."id" < "message"."id"
    AND o."conversation_id" <> "message"."conversation_id"
    AND there."hash" = (SELECT d."hash" FROM "document" d WHERE d."item" = "message"."id" AND d."kind" = 'drawer')
"""
_READ = """
SELECT max(s."message") FROM "signal" s
WHERE s."session_id" = "episode"."session_id" AND s."state" IN ('done', 'extracted')
"""


def up(migrator: Any, db: Any) -> None:
    db.execute_sql('ALTER TABLE "message" ADD COLUMN "copied_from" INTEGER')
    db.execute_sql(f'UPDATE "message" SET "copied_from" = ({_SAME_TEXT})')
    db.execute_sql('CREATE INDEX "message_copied_from" ON "message" ("copied_from")')
    db.execute_sql('ALTER TABLE "episode" ADD COLUMN "head" INTEGER')
    db.execute_sql('ALTER TABLE "episode" ADD COLUMN "abandoned" INTEGER NOT NULL DEFAULT 0')
    (trigger,) = db.execute_sql("SELECT sql FROM sqlite_master WHERE name = 'episode_version'").fetchone()
    db.execute_sql('DROP TRIGGER "episode_version"')  # the digests stay the same for whoever decided by their versions
    db.execute_sql(f'UPDATE "episode" SET "head" = ({_READ})')
    db.execute_sql(trigger)
    db.execute_sql('CREATE INDEX "episode_head" ON "episode" ("head")')
