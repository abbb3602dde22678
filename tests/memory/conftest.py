from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest

from memory.embed.embedder import Embedder
from memory.embed.models import embedder
from memory.index.near_facts import NearFacts
from memory.index.neighbours import Neighbours
from memory.store.store import Store
from tests.memory.distill.talk import Talk
from tests.scripted import SetClock


@pytest.fixture(scope="module")
def minilm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Embedder]:
    """The packaged embedder."""
    model = embedder("minilm", tmp_path_factory.mktemp("models"))
    yield model
    model.close()


@pytest.fixture
async def near(store: Store, clock: SetClock, minilm: Embedder) -> AsyncIterator[Talk]:
    """Conversations whose facts are compared by vectors too."""
    neighbours = Neighbours(store, minilm, None)
    yield Talk(store, clock, nearby=NearFacts(store, minilm, neighbours))
    await neighbours.close()
