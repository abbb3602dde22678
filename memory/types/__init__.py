"""What crosses the boundary of memory: plain data, frozen. Each name is imported from here.

A module of the package is loaded with the first of its names: the first frame needs few of them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from memory.types.chat import (
        Asked,
        Conversation,
        Excerpt,
        Found,
        Message,
        Mode,
        Part,
        PartKind,
        PartSource,
        Role,
        Stand,
        Status,
        Usage,
    )
    from memory.types.erasing import (
        About,
        Clearing,
        ForgetPlan,
        ForgetReport,
        Forgettable,
        Masked,
        RedactPlan,
        Span,
        Trace,
    )
    from memory.types.learning import Action, Activity, Event, LearntItem, LearntRun, News, Verdict
    from memory.types.recall import (
        NO_PICKS,
        GateDecision,
        IdentityLine,
        Injection,
        Item,
        Judgement,
        Leaning,
        Leg,
        Picks,
        Section,
        Standing,
        Worth,
    )
    from memory.types.records import (
        PROFILE_WIDE,
        Doubt,
        Filter,
        Kind,
        Origin,
        Partition,
        PartitionKind,
        PartitionUse,
        Record,
    )
    from memory.types.upkeep import (
        BackedUp,
        Books,
        Consolidation,
        Exported,
        Imported,
        Offered,
        Period,
        Rebuilt,
        Reflection,
        Restored,
        Spent,
        Stats,
        Tidied,
        Undone,
    )

__all__ = [
    "NO_PICKS",
    "PROFILE_WIDE",
    "About",
    "Action",
    "Activity",
    "Asked",
    "BackedUp",
    "Books",
    "Clearing",
    "Consolidation",
    "Conversation",
    "Doubt",
    "Event",
    "Excerpt",
    "Exported",
    "Filter",
    "ForgetPlan",
    "ForgetReport",
    "Forgettable",
    "Found",
    "GateDecision",
    "IdentityLine",
    "Imported",
    "Injection",
    "Item",
    "Judgement",
    "Kind",
    "Leaning",
    "LearntItem",
    "LearntRun",
    "Leg",
    "Masked",
    "Message",
    "Mode",
    "News",
    "Offered",
    "Origin",
    "Part",
    "PartKind",
    "PartSource",
    "Partition",
    "PartitionKind",
    "PartitionUse",
    "Period",
    "Picks",
    "Rebuilt",
    "Record",
    "RedactPlan",
    "Reflection",
    "Restored",
    "Role",
    "Section",
    "Span",
    "Spent",
    "Stand",
    "Standing",
    "Stats",
    "Status",
    "Tidied",
    "Trace",
    "Undone",
    "Usage",
    "Verdict",
    "Worth",
]

_MODULES = ("chat", "records", "recall", "learning", "erasing", "upkeep")
"""The most wanted first; each builds on those before it only."""

if not TYPE_CHECKING:  # a type checker must see that a name is not there

    def __getattr__(name: str) -> Any:
        for module in _MODULES if name in __all__ else ():
            loaded = import_module(f"{__name__}.{module}")
            if hasattr(loaded, name):
                return globals().setdefault(name, getattr(loaded, name))
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
