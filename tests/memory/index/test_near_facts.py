"""To which of two kinds of texts another one leans."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from memory.index.near_facts import NearFacts
from memory.index.neighbours import Neighbours
from memory.store.store import Store
from tests.memory.embed.fakes import bag_embedder

FOXES, WHALES = ("red fox", "grey fox"), ("blue whale", "grey whale")


async def test_a_text_leans_to_what_it_resembles_and_the_two_kinds_are_embedded_once(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = bag_embedder()
    near = NearFacts(store, model, Neighbours(store, model, tmp_path / "vectors"))
    embedded: list[str] = []
    embed = model.embed

    async def watched(texts: Sequence[str]) -> Any:
        embedded.extend(texts)
        return await embed(texts)

    monkeypatch.setattr(model, "embed", watched)
    for text, side in (("an old fox", 1), ("a young whale", -1), ("fox", 1)):
        [leaning] = await near.leanings([text], FOXES, WHALES)
        assert leaning * side > 0
    assert all(embedded.count(text) == 1 for text in (*FOXES, *WHALES))
