"""Embeddings as float16 bytes, one for each text and embedder. All functions run inside the store."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from memory.store.connection import raw
from memory.store.hits import Scope
from memory.store.tables import Document

if TYPE_CHECKING:
    from memory.store.catalogue import Numbers


def missing(fingerprint: str, limit: int) -> list[tuple[str, str]]:
    """Hash and text of documents that wait for a vector of this embedder, newest first, each text once."""
    rows = raw().execute(
        "SELECT hash, text FROM document WHERE embedded <> ? ORDER BY id DESC LIMIT ?", (fingerprint, limit)
    )
    return list(dict(rows).items())


def missing_of(fingerprint: str, kind: str, limit: int) -> list[tuple[str, str]]:
    """The same of one kind."""
    rows = raw().execute(
        "SELECT hash, text FROM document WHERE kind = ? AND embedded <> ? ORDER BY id DESC LIMIT ?",
        (str(kind), fingerprint, limit),
    )
    return list(dict(rows).items())


def waiting(fingerprint: str) -> int:
    """How many documents wait."""
    return int(Document.select().where(Document.embedded != fingerprint).count())


def by_embedder() -> dict[str, int]:
    """How many vectors there are of each embedder, by fingerprint."""
    return dict(raw().execute("SELECT fingerprint, count(*) FROM vector GROUP BY 1").fetchall())


def texts_by_embedder() -> dict[str, int]:
    """How many documents have a vector of each embedder; "" is for those without."""
    return dict(raw().execute("SELECT embedded, count(*) FROM document GROUP BY 1").fetchall())


def save(fingerprint: str, vectors: Mapping[str, bytes]) -> None:
    """Keeps vectors by content hash and marks their documents; a text already known is not stored twice.

    A text that was forgotten while it was embedded gets none.
    """
    raw().executemany(
        'INSERT INTO vector (hash, fingerprint, "values") SELECT :hash, :by, :values'
        " WHERE EXISTS (SELECT 1 FROM document WHERE hash = :hash) ON CONFLICT DO NOTHING",
        [{"hash": digest, "by": fingerprint, "values": values} for digest, values in vectors.items()],
    )
    raw().executemany("UPDATE document SET embedded = ? WHERE hash = ?", [(fingerprint, digest) for digest in vectors])


def adopt(fingerprint: str) -> int:
    """Marks documents whose text already has a vector of this embedder; returns how many."""
    cursor = raw().execute(
        "UPDATE document SET embedded = :now WHERE embedded <> :now"
        " AND hash IN (SELECT hash FROM vector WHERE fingerprint = :now)",
        {"now": fingerprint},
    )
    return cursor.rowcount


def load_since(fingerprint: str, mark: int, limit: int = 20_000) -> list[tuple[int, bytes]]:
    """Id and bytes of the vectors above `mark`, ascending; `mark` 0 begins at the first."""
    rows = raw().execute(
        'SELECT id, "values" FROM vector WHERE fingerprint = ? AND id > ? ORDER BY id LIMIT ?',
        (fingerprint, mark, limit),
    )
    return [(number, bytes(values)) for number, values in rows]


def load_all(fingerprint: str) -> list[tuple[int, bytes]]:
    """Id and bytes of every vector of this embedder."""
    return load_since(fingerprint, 0, limit=-1)


def ids(fingerprint: str) -> Numbers:
    """The ids of all vectors of this embedder, read as one value: each row would wait for the GIL."""
    import numpy as np

    row = raw().execute("SELECT group_concat(id) FROM vector WHERE fingerprint = ?", (fingerprint,)).fetchone()
    return np.fromstring(row[0] or "", "i8", sep=",")


def count_up_to(fingerprint: str, mark: int) -> int:
    """How many vectors of this embedder there are with ids up to `mark`."""
    row = raw().execute("SELECT count(*) FROM vector WHERE fingerprint = ? AND id <= ?", (fingerprint, mark))
    return int(row.fetchone()[0])


class Seen(NamedTuple):
    """The newest document and vector that somebody knows of."""

    document: int = 0
    vector: int = 0


def newer(fingerprint: str, scope: Scope, seen: Seen) -> tuple[Seen, bool]:
    """The newest there are, and whether any since `seen` is of the kinds and partitions of `scope`.

    Only those since then are looked at, for every recall asks.
    """
    where, values = _of(scope, "+")
    row = raw().execute(
        "SELECT (SELECT coalesce(max(id), 0) FROM document), (SELECT coalesce(max(id), 0) FROM vector),"
        f" EXISTS (SELECT 1 FROM document d WHERE d.id > ? AND {where})"
        " OR EXISTS (SELECT 1 FROM vector v CROSS JOIN document d ON d.hash = v.hash"
        f" WHERE v.id > ? AND +v.fingerprint = ? AND {where})",
        [seen.document, *values, seen.vector, fingerprint, *values],
    )
    document, vector, changed = row.fetchone()
    return Seen(document, vector), bool(changed)


def of_documents(fingerprint: str, documents: Iterable[int]) -> dict[int, int]:
    """The vector ids of these documents' texts, by document; those without one are left out."""
    rows = raw().execute(
        "SELECT d.id, v.id FROM document d CROSS JOIN vector v ON v.hash = d.hash AND v.fingerprint = ?"
        " WHERE d.id IN (SELECT value FROM json_each(?))",
        (fingerprint, json.dumps(list(documents))),
    )
    return dict(rows.fetchall())


def documents_of(vectors: Iterable[int]) -> list[int]:
    """The documents whose texts have these vectors."""
    sql = (
        "SELECT d.id FROM vector v CROSS JOIN document d ON d.hash = v.hash"
        " WHERE v.id IN (SELECT value FROM json_each(?))"
    )
    return [number for (number,) in raw().execute(sql, (json.dumps(list(vectors)),))]


def of_kinds(fingerprint: str, scope: Scope, limit: int) -> list[int]:
    """Vector ids of the newest documents of the kinds and partitions of `scope`."""
    where, values = _of(scope)
    rows = raw().execute(
        "SELECT DISTINCT v.id FROM document one CROSS JOIN vector v ON v.hash = one.hash AND v.fingerprint = ?"
        f" WHERE one.id IN (SELECT d.id FROM document d WHERE {where} ORDER BY d.id DESC LIMIT ?)",
        [fingerprint, *values, limit],
    )
    return [row[0] for row in rows]


def _of(scope: Scope, plus: str = "") -> tuple[str, list[object]]:
    """Conditions that an index answers; with a `plus` none is asked."""
    where, values = f"{plus}d.kind IN ({', '.join('?' * len(scope.kinds))})", list[object](scope.kinds)
    if not scope.partitions:
        return where, values
    marks = ", ".join("?" * len(scope.partitions))
    return f"{where} AND {plus}d.partition IN ({marks})", [*values, *scope.partitions]


def drop(numbers: Iterable[int]) -> None:
    """Removes these vectors, by id."""
    raw().executemany("DELETE FROM vector WHERE id = ?", [(number,) for number in numbers])


def drop_unused_of(hashes: Iterable[str]) -> None:
    """Removes the vectors of these texts where no document needs them any more."""
    raw().executemany(
        "DELETE FROM vector WHERE hash = ? AND NOT EXISTS (SELECT 1 FROM document d WHERE d.hash = vector.hash)",
        [(digest,) for digest in hashes],
    )


def drop_unused() -> int:
    """Removes vectors that no document needs; returns how many. The index file learns of it by `Neighbours.prune`."""
    cursor = raw().execute("DELETE FROM vector WHERE hash NOT IN (SELECT hash FROM document)")
    return cursor.rowcount
