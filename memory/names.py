"""Names that a user types, of projects, personas and conversations: kept as they are seen."""

from __future__ import annotations

from unicodedata import category

from memory.errors import BadInput
from memory.text.secrets import redact
from memory.types import Partition, PartitionKind

LONGEST = 60
_JOINERS = "\u200c\u200d"
"""Persian, Hindi and emoji need them between their characters."""
_SHAPELESS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Letters and marks that nothing is drawn for."""
_HIDDEN = ("Cc", "Cf", "Cs")


def as_seen(name: str) -> str:
    """`name` without what nobody sees in it, as marks that turn the reading order, and with single spaces.

    Two names that look the same would else be two, and one could look like another.
    """
    kept = (char for at, char in enumerate(name) if char.isspace() or _is_seen(name, at))
    return " ".join("".join(kept).split())


def _is_seen(name: str, at: int) -> bool:
    if name[at] in _JOINERS:
        return at > 0 and not name[at - 1].isascii()
    return category(name[at]) not in _HIDDEN and name[at] not in _SHAPELESS


def partition(kind: PartitionKind, name: str) -> Partition:
    """The project or persona `name`. BadInput for what can't be a name."""
    seen = as_seen(name)
    if not 1 <= len(seen) <= LONGEST:
        hint = "Write a shorter one" if seen else "Write a name"
        raise BadInput(f"The name of a {kind} has 1 to {LONGEST} letters that can be seen", hint=hint)
    return Partition(kind, seen)


def refuse_secret(named: Partition) -> None:
    """BadInput where the name of a new project or persona would hold one: it stands in lists, exports and prompts."""
    if kinds := redact(named.name)[1]:
        held = ", ".join(kinds)
        raise BadInput(f"The name of a {named.kind} can't hold a secret ({held})", hint="Write another name")
