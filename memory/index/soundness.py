"""Which stored vectors can be what their embedder made."""

from __future__ import annotations

from collections.abc import Sequence


def unsound(rows: Sequence[tuple[int, bytes]], dimension: int) -> list[int]:
    """The ids of those of another length and of those without a direction: zero, or with a value that is no number."""
    import numpy as np

    whole = [(key, values) for key, values in rows if len(values) == 2 * dimension]
    found = [key for key, values in rows if len(values) != 2 * dimension]
    if whole:
        matrix = np.frombuffer(b"".join(values for _, values in whole), dtype="<f2").reshape(-1, dimension)
        good = np.isfinite(matrix).all(axis=1) & matrix.any(axis=1)
        found += [key for (key, _), fine in zip(whole, good, strict=True) if not fine]
    return sorted(found)
