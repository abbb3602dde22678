"""Multinomial logistic regression with a penalty on large weights: the same examples give the same weights."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any

from memory.bench.training.examples import Example
from memory.recall.learned import SECTIONS
from memory.recall.signs import Signs

if TYPE_CHECKING:
    from numpy import float32, float64
    from numpy.typing import NDArray

VECTOR_SCALE, PHRASE_SCALE = 6.0, 2.0
VECTOR_PENALTY, VALUE_PENALTY, PHRASE_PENALTY, BASE_PENALTY = 8.0, 20.0, 1.2, 0.001
"""Chosen by leaving out one person after the other; twice or half of each makes no difference that counts."""
MOST_STEPS, MEMORY, ENOUGH = 200, 8, 1e-6
LEAST_SPREAD = 0.1
LEAST_PHRASE = 3
"""A phrase counts if it stands in so many messages."""

Loss = Callable[["NDArray[float64]"], tuple[float, "NDArray[float64]"]]


@dataclass(frozen=True, slots=True)
class Columns:
    """What the columns of the table are, and how its numbers are scaled."""

    values: tuple[str, ...]
    means: NDArray[float32]
    spreads: NDArray[float32]
    phrases: tuple[str, ...]

    @staticmethod
    def of(chosen: Sequence[Example]) -> Columns:
        import numpy as np

        names = tuple(sorted({name for one in chosen for name in one.signs.values}))
        table = _table([one.signs.values for one in chosen], names)
        seen = Counter(
            phrase for signs in {id(one.message): one.signs for one in chosen}.values() for phrase in signs.phrases
        )
        kept = tuple(sorted(phrase for phrase, count in seen.items() if count >= LEAST_PHRASE))
        return Columns(names, table.mean(0), np.maximum(table.std(0), LEAST_SPREAD), kept)

    def table(self, chosen: Sequence[Example]) -> NDArray[float32]:
        import numpy as np

        vectors = np.stack([one.vector for one in chosen]) * VECTOR_SCALE
        values = (_table([one.signs.values for one in chosen], self.values) - self.means) / self.spreads
        phrases = _phrases([one.signs for one in chosen], self.phrases)
        return np.concatenate([vectors, values, phrases, np.ones((len(chosen), 1), np.float32)], 1, dtype=np.float32)

    def penalties(self, dimension: int) -> NDArray[float32]:
        import numpy as np

        counts = (dimension, len(self.values), len(self.phrases), 1)
        return np.repeat(np.array([VECTOR_PENALTY, VALUE_PENALTY, PHRASE_PENALTY, BASE_PENALTY], np.float32), counts)


def _table(rows: Iterable[Mapping[str, float]], names: Sequence[str]) -> NDArray[float32]:
    import numpy as np

    return np.array([[row.get(name, 0.0) for name in names] for row in rows], np.float32)


def _phrases(rows: Sequence[Signs], known: Sequence[str]) -> NDArray[float32]:
    import numpy as np

    place = {phrase: number for number, phrase in enumerate(known)}
    table = np.zeros((len(rows), len(known)), np.float32)
    for row, signs in enumerate(rows):
        at = [place[phrase] for phrase in signs.phrases if phrase in place]
        table[row, at] = PHRASE_SCALE / sqrt(len(at) or 1)
    return table


def fit(chosen: Sequence[Example], model: str) -> dict[str, Any]:
    """The weights that explain `chosen` best, as `memory.recall.learned` reads them."""
    import numpy as np

    columns = Columns.of(chosen)
    table = columns.table(chosen)
    wanted = np.zeros((len(chosen), len(SECTIONS)), np.float32)
    wanted[np.arange(len(chosen)), [SECTIONS.index(one.message.expect) for one in chosen]] = 1
    shares = np.array([[one.share] for one in chosen], np.float32)
    dimension = len(chosen[0].vector)
    weights = _least(_loss(table, wanted, shares, columns.penalties(dimension)), table.shape[1] * len(SECTIONS))
    return _written(weights.reshape(-1, len(SECTIONS)), columns, dimension, model)


def _loss(
    table: NDArray[float32], wanted: NDArray[float32], shares: NDArray[float32], penalties: NDArray[float32]
) -> Loss:
    import numpy as np

    def loss(flat: NDArray[float64]) -> tuple[float, NDArray[float64]]:
        weights = flat.reshape(table.shape[1], -1).astype(np.float32)
        scores = table @ weights
        scores -= scores.max(1, keepdims=True)
        odds = np.exp(scores)
        total = odds.sum(1, keepdims=True)
        held = penalties[:, None] * weights
        cost = (shares * (np.log(total) - (scores * wanted).sum(1, keepdims=True))).sum() + 0.5 * (held * weights).sum()
        slope = table.T @ (shares * (odds / total - wanted)) + held
        return float(cost), slope.ravel().astype(np.float64)

    return loss


def _least(loss: Loss, size: int) -> NDArray[float64]:
    """Where `loss` is least, by L-BFGS (Liu and Nocedal 1989)."""
    import numpy as np

    point = np.zeros(size)
    cost, slope = loss(point)
    moves: list[tuple[NDArray[float64], NDArray[float64]]] = []
    for _ in range(MOST_STEPS):
        direction = _direction(slope, moves)
        step, gain = 1.0, float(slope @ direction)
        while (found := loss(point - step * direction))[0] > cost - 1e-4 * step * gain and step > ENOUGH:
            step /= 2
        move, change, before = -step * direction, found[1] - slope, cost
        point, (cost, slope) = point + move, found
        if move @ change > 0:
            moves = [*moves[1 - MEMORY :], (move, change)]
        if before - cost < ENOUGH * max(1.0, abs(before)):
            break
    return point


def _direction(slope: NDArray[float64], moves: Sequence[tuple[NDArray[float64], NDArray[float64]]]) -> NDArray[float64]:
    import numpy as np

    direction = slope.copy()
    shares = []
    for move, change in reversed(moves):
        shares.append((move @ direction) / (change @ move))
        direction -= shares[-1] * change
    if moves:
        move, change = moves[-1]
        direction *= (move @ change) / (change @ change)
    else:
        direction /= np.linalg.norm(direction) or 1.0
    for (move, change), share in zip(moves, reversed(shares), strict=True):
        direction += move * (share - (change @ direction) / (change @ move))
    return direction


def _written(weights: NDArray[float64], columns: Columns, dimension: int, model: str) -> dict[str, Any]:
    """The scaling is taken into the weights, so that who uses them needs none."""
    vector, values, phrases, base = (
        weights[:dimension] * VECTOR_SCALE,
        weights[dimension : dimension + len(columns.values)] / columns.spreads[:, None],
        weights[dimension + len(columns.values) : -1] * PHRASE_SCALE,
        weights[-1],
    )
    base = base - columns.means @ values
    return {
        "model": model,
        "base": _rounded(base),
        "vector": [_rounded(row) for row in vector],
        "values": {name: _rounded(row) for name, row in zip(columns.values, values, strict=True)},
        "phrases": {name: _rounded(row) for name, row in zip(columns.phrases, phrases, strict=True)},
    }


def _rounded(row: NDArray[float64]) -> list[float]:
    return [round(float(number), 3) for number in row]
