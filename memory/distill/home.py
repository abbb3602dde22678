"""Where what is learnt from a conversation belongs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from memory.distill.candidates import Fact
from memory.settings import Category
from memory.store.partitions import EVERYWHERE
from memory.text.stated import slot


@dataclass(frozen=True, slots=True)
class Home:
    """`own` is the number of the conversation's project or persona."""

    own: int = EVERYWHERE
    categories: Mapping[str, Category] = field(default_factory=dict)

    @property
    def seen(self) -> tuple[int, ...]:
        """What a conversation of this home may know of."""
        return tuple(dict.fromkeys((EVERYWHERE, self.own)))

    def of(self, fact: Fact) -> int:
        """By its category; the user's name, home, age and employer are the same everywhere."""
        of_profile = self.categories.get(fact.category, Category()).partition == "profile"
        return EVERYWHERE if of_profile or slot(fact.content, fact.category) else self.own

    def category(self, fact: Fact) -> str:
        """The fact's category, "" where the user's settings have no such one."""
        return fact.category if fact.category in self.categories else ""
