"""What never changes of a document, kept in memory: its kind, its place, its length, the turns around it.

A text that changes or belongs elsewhere becomes a new document with a new number, so what is known of a number stays
true, and each look takes in only what is new. Fields of numbers instead of queries: a question touches thousands of
documents, and a row of SQLite costs ten times what all of this takes. Of a turn that was removed the length stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from memory.store.connection import raw
from memory.types import Kind

if TYPE_CHECKING:
    from numpy import bool_, int64
    from numpy.typing import NDArray

    Numbers = NDArray[int64]

CHUNK = 20_000
ENOUGH = 40_000
"""More documents make a word hardly rarer; they are not counted."""
_CODES = {str(kind): code for code, kind in enumerate(Kind, start=1)}
_TURN = _CODES[Kind.TURN]
_DOCUMENT = [("kind", "i1"), ("partition", "i4"), ("length", "i4"), ("item", "i4"), ("parent", "i4"), ("sibling", "i4")]
_MESSAGE = [("document", "i4"), ("child", "i4")]
_CASES = " ".join(f"WHEN '{kind}' THEN {code}" for kind, code in _CODES.items())
_LOAD = f"""
SELECT group_concat(d.id), group_concat(CASE d.kind {_CASES} ELSE 0 END), group_concat(d.partition),
    group_concat(length(d.text) + length(d.grams)), group_concat(coalesce(m.id, 0)), group_concat(coalesce(p.id, 0))
FROM document d
LEFT JOIN message m ON d.kind = 'turn' AND m.id = d.item
LEFT JOIN message p ON p.id = m.parent AND p.session_id IS m.session_id
WHERE d.id > ? AND d.id <= ?
"""


class Catalogue:
    """The documents of one connection; `connection.kept` has it. Arrays by the number of a document, 0 for none."""

    def __init__(self) -> None:
        import numpy as np

        self._documents: Any = np.zeros(1, _DOCUMENT)
        self._messages: Any = np.zeros(1, _MESSAGE)
        self._newest = 0
        self._state: tuple[int, int] = (-1, -1)
        self._sizes: dict[tuple[str, ...], int] = {}

    def refresh(self) -> None:
        """Takes in what is new."""
        while self.step():
            pass

    def step(self) -> bool:
        """Takes in some of what is new, and says whether there may be more."""
        state = (raw().execute("PRAGMA data_version").fetchone()[0], raw().total_changes)
        if state == self._state:
            return False
        newest = int(raw().execute("SELECT coalesce(max(id), 0) FROM document").fetchone()[0])
        upto = min(newest, self._newest + CHUNK)
        if upto > self._newest:
            self._take(upto)
        if upto >= newest:
            self._state = state
            self._sizes.clear()
        return upto < newest

    def size(self, kinds: Sequence[str]) -> int:
        """How many documents there are of `kinds`, () are all, as far as it matters for rarity."""
        key = tuple(kinds)
        if key not in self._sizes:
            condition = f"WHERE kind IN ({', '.join('?' * len(key))})" if key else ""
            row = raw().execute(f"SELECT count(*) FROM (SELECT 1 FROM document {condition} LIMIT {ENOUGH})", key)
            self._sizes[key] = int(row.fetchone()[0])
        return self._sizes[key]

    def within(self, numbers: Numbers, kinds: Sequence[str], partitions: Sequence[int]) -> Numbers:
        """Those of `numbers` that are of `kinds` and belong to `partitions`; () are all."""
        import numpy as np

        known = numbers[numbers < len(self._documents)]
        codes = self._documents["kind"][known]
        wanted = np.zeros(len(_CODES) + 1, dtype=bool)
        wanted[[_CODES[str(kind)] for kind in kinds or _CODES]] = True
        seen: NDArray[bool_] = wanted[codes]
        if partitions:
            seen &= np.isin(self._documents["partition"][known], list(partitions))
        return known[seen]

    def lengths(self, numbers: Numbers) -> Numbers:
        """The characters of each, those of its marks and bigrams with them."""
        found: Numbers = self._documents["length"][numbers].astype("i8")
        return found

    def previous(self, numbers: Numbers) -> Numbers:
        """The turn before each in its session, 0 where there is none."""
        found: Numbers = self._messages["document"][self._documents["parent"][numbers]].astype("i8")
        return found

    def following(self, numbers: Numbers) -> tuple[Numbers, Numbers]:
        """The turns after each, several where the talk branched: places in `numbers`, and their documents."""
        import numpy as np

        places = np.arange(len(numbers))
        after = self._messages["child"][self._documents["item"][numbers]]
        found: list[tuple[Any, Any]] = []
        while (there := after > 0).any():
            places, after = places[there], after[there]
            newest = self._messages["document"][self._documents["item"][after]] == after
            found.append((places[newest], after[newest]))
            after = self._documents["sibling"][after]
        if not found:
            return np.zeros(0, "i8"), np.zeros(0, "i8")
        return np.concatenate([one for one, _ in found]), np.concatenate([one for _, one in found]).astype("i8")

    def _take(self, upto: int) -> None:
        """Takes in the documents after the newest known one. One row of long texts: each row would wait for the GIL."""
        import numpy as np

        columns = raw().execute(_LOAD, (self._newest, upto)).fetchone()
        self._newest = upto
        if columns[0] is None:
            return
        numbers, kinds, partitions, lengths, items, parents = (np.fromstring(one, "i8", sep=",") for one in columns)
        self._documents = _room(self._documents, int(numbers[-1]))
        self._messages = _room(self._messages, int(max(items.max(), parents.max())))
        known = {"kind": kinds, "partition": partitions, "length": lengths, "item": items, "parent": parents}
        for name, values in known.items():
            self._documents[name][numbers] = values
        self._messages["document"][items[kinds == _TURN]] = numbers[kinds == _TURN]
        self._link(numbers[parents > 0], parents[parents > 0])

    def _link(self, numbers: Numbers, parents: Numbers) -> None:
        """Chains the documents of each parent before those it has."""
        import numpy as np

        order = np.argsort(parents, kind="stable")
        numbers, parents = numbers[order], parents[order]
        ends = np.append(parents[1:] != parents[:-1], True)[: len(parents)]
        starts = np.append(True, parents[1:] != parents[:-1])[: len(parents)]
        siblings = np.append(numbers[1:], 0)[: len(numbers)]
        siblings[ends] = self._messages["child"][parents[ends]]
        self._documents["sibling"][numbers] = siblings
        self._messages["child"][parents[starts]] = numbers[starts]


def _room(array: Any, highest: int) -> Any:
    """`array` with a place for `highest`; it grows by half, so that a new turn rarely copies all."""
    import numpy as np

    if highest < len(array):
        return array
    larger = np.zeros(highest + 1 + len(array) // 2, array.dtype)
    larger[: len(array)] = array
    return larger
