"""Facts stand under the day on which they were said; before, it was that on which harken learnt them."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

from memory.text import heads

_DATE = re.compile(rf" {heads.HEAD}y\d+ {heads.HEAD}m\d+ {heads.HEAD}d\d+(?= |$)")
_SAID = """
SELECT d."id", d."grams", (
    SELECT m."created_at" FROM "fact_source" s
    JOIN "fact" f ON f."id" = s."fact_id" JOIN "message" m ON m."id" = s."message" WHERE s."fact_id" = d."item"
    ORDER BY EXISTS (SELECT 1 FROM "part" p WHERE p."message_id" = m."id" AND instr(p."text", f."quote")) DESC,
        m."created_at" DESC LIMIT 1) AS "said"
FROM "document" d WHERE d."kind" = 'fact' AND "said" <> d."created_at"
"""


def up(migrator: Any, db: Any) -> None:
    for number, grams, said in db.execute_sql(_SAID).fetchall():
        date = f" {heads.tokens('', datetime.fromtimestamp(said / 1000, UTC))}"
        db.execute_sql(
            'UPDATE "document" SET "grams" = ?, "created_at" = ? WHERE "id" = ?',
            (_DATE.sub(date, grams, count=1), said, number),
        )
