"""What crosses the boundary of memory: plain data, frozen. Each name is imported from here."""

from __future__ import annotations

from memory.types.chat import Conversation, Message, Mode, Part, PartKind, PartSource, Role, Status, Usage
from memory.types.erasing import About, Clearing, ForgetPlan, ForgetReport, Forgettable, Masked, RedactPlan, Span, Trace
from memory.types.learning import Action, Activity, Event, LearntItem, LearntRun, News, Verdict
from memory.types.recall import GateDecision, IdentityLine, Injection, Item, Leg, Section, Standing
from memory.types.records import (
    NAME_LETTERS,
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
from memory.types.upkeep import Consolidation, Exported, Imported, Reflection, Stats, Tidied, Undone

__all__ = [
    "NAME_LETTERS",
    "PROFILE_WIDE",
    "About",
    "Action",
    "Activity",
    "Clearing",
    "Consolidation",
    "Conversation",
    "Doubt",
    "Event",
    "Exported",
    "Filter",
    "ForgetPlan",
    "ForgetReport",
    "Forgettable",
    "GateDecision",
    "IdentityLine",
    "Imported",
    "Injection",
    "Item",
    "Kind",
    "LearntItem",
    "LearntRun",
    "Leg",
    "Masked",
    "Message",
    "Mode",
    "News",
    "Origin",
    "Part",
    "PartKind",
    "PartSource",
    "Partition",
    "PartitionKind",
    "PartitionUse",
    "Record",
    "RedactPlan",
    "Reflection",
    "Role",
    "Section",
    "Span",
    "Standing",
    "Stats",
    "Status",
    "Tidied",
    "Trace",
    "Undone",
    "Usage",
    "Verdict",
]
