"""Facts that give a value to the same thing: the user has one home, name, age, employer. Runs inside the store.

What says all that the new one does, and more, gives way to nothing.
"""

from __future__ import annotations

from memory.store import current
from memory.store.tables import Fact
from memory.text.fuller import keeps_value
from memory.text.stated import claim, displaces
from memory.text.values import Form


def ended_by(row: Fact, partition: int) -> list[Fact]:
    """Those in the partition whose value surely gives way to that of `row`, newest first."""
    return [one for one, form in _of(row, partition) if form is Form.SURE]


def doubted_by(row: Fact, partition: int) -> list[Fact]:
    """Those of which it is open."""
    return [one for one, form in _of(row, partition) if form is Form.OPEN]


def _of(row: Fact, partition: int) -> list[tuple[Fact, Form]]:
    new = claim(row.content, row.category)
    if not new.form:
        return []
    others = [one for one in current.of_slot(new.slot, partition) if one.id != row.id]
    others = [one for one in others if not keeps_value(one.content, row.content)]
    return [(one, displaces(new, claim(one.content, one.category), one.content)) for one in others]
