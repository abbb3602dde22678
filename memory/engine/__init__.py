"""The memory's front: the one door through which the program comes in."""

from __future__ import annotations

from memory.engine.inspect import Finding, inspect
from memory.engine.memory import Memory
from memory.engine.restoring import Profiles, restore
from memory.forget.matching import cut, says
from memory.forget.proof import Audit, Count, Receipt
from memory.portable.belongings import Shared
from memory.store.turns import Turn
from memory.text.secrets import redact, secrets

__all__ = [
    "Audit",
    "Count",
    "Finding",
    "Memory",
    "Profiles",
    "Receipt",
    "Shared",
    "Turn",
    "cut",
    "inspect",
    "redact",
    "restore",
    "says",
    "secrets",
]
