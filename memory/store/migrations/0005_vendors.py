"""From which message on a conversation went to each vendor, so that a return to one that saw no memory is noticed."""

from __future__ import annotations

from typing import Any


def up(migrator: Any, db: Any) -> None:
    db.execute_sql('ALTER TABLE "conversation" RENAME COLUMN "vendors_told" TO "vendors"')
    db.execute_sql(
        'UPDATE "conversation" SET "vendors" = '
        '(SELECT json_group_array(json_array(value, 0)) FROM json_each("conversation"."vendors"))'
    )
