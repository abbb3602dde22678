"""The learned gate: how likely a message needs each section, by weights made from messages about made-up people.

`memory/bench/training` makes the weights (`harken bench gate --train FILE`) and holds all they were made from.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import sqrt
from typing import TYPE_CHECKING, Any

from memory.recall.signs import Signs
from memory.types import Section

if TYPE_CHECKING:
    from numpy import float32
    from numpy.typing import NDArray

WEIGHTS = ("weights.json", "weights-multilingual.json")
"""One file for each embedder that comes with the program."""
SECTIONS = (Section.NONE, Section.IDENTITY, Section.PINNED, Section.EPISODE, Section.TRANSCRIPT)


@dataclass(frozen=True, slots=True)
class Rows:
    """Weights by name: one row for each, one column for each section."""

    place: Mapping[str, int]
    numbers: NDArray[float32]

    @staticmethod
    def of(table: Mapping[str, Sequence[float]]) -> Rows:
        import numpy as np

        numbers = np.array(list(table.values()), np.float32).reshape(-1, len(SECTIONS))
        return Rows({name: row for row, name in enumerate(table)}, numbers)


@dataclass(frozen=True, slots=True)
class Learned:
    """Weights of a multinomial logistic regression, one for each section.

    `model` is the embedder whose vectors they belong to. The phrases of a message count together as much as the root
    of their number, so that a long message has no louder voice.
    """

    model: str
    base: NDArray[float32]
    vector: NDArray[float32]
    values: Rows
    phrases: Rows

    def chances(self, vector: NDArray[float32], signs: Signs) -> dict[Section, float]:
        """The chance of each section; they sum to one."""
        import numpy as np

        seen = {self.values.place[name]: value for name, value in signs.values.items() if name in self.values.place}
        said = [self.phrases.place[phrase] for phrase in signs.phrases if phrase in self.phrases.place]
        total = self.base + vector @ self.vector
        if seen:
            total = total + np.array(list(seen.values()), np.float32) @ self.values.numbers[list(seen)]
        if said:
            total = total + self.phrases.numbers[said].sum(0) / sqrt(len(said))
        odds = np.exp(total - total.max())
        return dict(zip(SECTIONS, map(float, odds / odds.sum()), strict=True))


def learned(model: str) -> Learned | None:
    """The weights for the vectors of an embedder, by its fingerprint; None where there are none."""
    return _by_model().get(model)


@cache
def _by_model() -> dict[str, Learned]:
    """Loaded on first use."""
    here = files(__package__)
    found = (parsed(json.loads(here.joinpath(name).read_text(encoding="utf-8"))) for name in WEIGHTS)
    return {one.model: one for one in found}


def parsed(raw: Mapping[str, Any]) -> Learned:
    """The weights as the file has them."""
    import numpy as np

    base, vector = np.array(raw["base"], np.float32), np.array(raw["vector"], np.float32)
    return Learned(raw["model"], base, vector, Rows.of(raw["values"]), Rows.of(raw["phrases"]))
