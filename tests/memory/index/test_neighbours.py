"""The index follows SQLite, survives damage and forgets bytes."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memory.embed.embedder import Embedder, to_bytes
from memory.errors import EmbeddingUnavailable
from memory.index import files
from memory.index.backfill import Backfill
from memory.index.neighbours import Neighbours
from memory.store import documents, vectors
from memory.store.hits import Scope, of_vectors
from memory.store.store import Store
from tests.full_disk import no_file_grows
from tests.memory.embed.fakes import bag_embedder

NOW = datetime(2026, 5, 1, tzinfo=UTC)
TEXTS = ("red fox", "blue whale", "grey wolf", "red panda")


@pytest.fixture
def model() -> Embedder:
    return bag_embedder()


@pytest.fixture
async def filled(store: Store, model: Embedder, tmp_path: Path) -> AsyncIterator[Neighbours]:
    """An open index over four embedded texts."""
    index = Neighbours(store, model, tmp_path / "vectors")
    await add(store, *TEXTS)
    await Backfill(store, model, index).drain()
    yield index
    await index.close()
    model.close()


async def add(store: Store, *texts: str, start: int = 1) -> None:
    def work() -> None:
        for number, text in enumerate(texts, start=start):
            documents.put("turn", number, text, conversation=None, created_at=NOW)

    await store.write(work)


@asynccontextmanager
async def new_start(store: Store, model: Embedder, tmp_path: Path) -> AsyncIterator[Neighbours]:
    """What another start makes of the index file."""
    index = Neighbours(store, model, tmp_path / "vectors")
    await index.open()
    yield index
    await index.close()


async def nearest(store: Store, index: Neighbours, model: Embedder, text: str, k: int = 1) -> list[str]:
    (vector,) = await model.embed([text])
    found = dict(await index.search(vector, k))
    hits = await store.read(lambda: of_vectors(found, Scope()))
    return [hits[number][0].text for number in found]


async def test_the_nearest_comes_first(store: Store, filled: Neighbours, model: Embedder) -> None:
    assert await nearest(store, filled, model, "a grey wolf") == ["grey wolf"]
    assert set(await nearest(store, filled, model, "red", k=2)) == {"red fox", "red panda"}
    assert filled.state == "exact"


async def test_what_another_window_embedded_is_taken_in(
    store: Store, filled: Neighbours, model: Embedder, tmp_path: Path
) -> None:
    other = Neighbours(store, model, None)
    await add(store, "green newt", start=10)
    await Backfill(store, model, other).drain()
    await other.close()
    assert await filled.catch_up() == 1
    assert await nearest(store, filled, model, "newt green") == ["green newt"]
    assert await filled.catch_up() == 0


async def test_the_file_is_used_and_brought_up_to_date(
    store: Store, filled: Neighbours, model: Embedder, tmp_path: Path
) -> None:
    await filled.save()
    await add(store, "green newt", start=10)
    await Backfill(store, model, filled).drain()
    async with new_start(store, model, tmp_path) as again:
        assert len(again) == 5


@pytest.mark.parametrize("damage", ["flip", "cut", "stamp", "empty", "foreign", "mark", "unreadable", "gone"])
async def test_a_damaged_file_is_built_again(
    damage: str, store: Store, filled: Neighbours, model: Embedder, tmp_path: Path
) -> None:
    await filled.save()
    file = next((tmp_path / "vectors").glob("*.usearch"))
    stamp = file.with_suffix(".json")
    content = bytearray(file.read_bytes())
    if damage == "flip":
        content[len(content) // 2] ^= 0xFF
        file.write_bytes(content)
    elif damage == "cut":
        file.write_bytes(content[:100])
    elif damage == "stamp":
        stamp.write_text("{", encoding="utf-8")
    elif damage == "empty":
        stamp.write_text(json.dumps([]), encoding="utf-8")
    elif damage == "foreign":
        file.write_bytes(b"another format" * 100)
        held = files.Stamp(**json.loads(stamp.read_text(encoding="utf-8")))
        stamp.write_text(json.dumps({**asdict(held), "sha256": files._digest(file, held)}), encoding="utf-8")
    elif damage == "mark":
        held = files.Stamp(**json.loads(stamp.read_text(encoding="utf-8")))
        stamp.write_text(json.dumps({**asdict(held), "mark": held.mark + 100}), encoding="utf-8")
    elif damage == "unreadable":
        file.unlink()
        file.symlink_to(file)
    else:
        file.unlink()
    async with new_start(store, model, tmp_path) as again:
        assert await nearest(store, again, model, "blue whale") == ["blue whale"]
        assert ("built again" in again.mended) == (damage != "gone")
    async with new_start(store, model, tmp_path) as healed:
        assert (len(healed), healed.mended, healed.trouble) == (len(TEXTS), "", "")


@pytest.mark.parametrize("ending", ["usearch", "json"])
async def test_a_folder_in_the_place_of_the_file_is_told_and_left_alone(
    store: Store, filled: Neighbours, model: Embedder, tmp_path: Path, ending: str
) -> None:
    await filled.save()
    place = next((tmp_path / "vectors").glob(f"*.{ending}"))
    place.unlink()
    (place / "mine").mkdir(parents=True)
    async with new_start(store, model, tmp_path) as again:
        assert await nearest(store, again, model, "blue whale") == ["blue whale"]
    assert again.trouble.endswith("a folder stands where a file is needed. Move it away")
    assert (place / "mine").is_dir()


async def test_what_a_killed_process_left_half_written_goes(
    store: Store, filled: Neighbours, model: Embedder, tmp_path: Path
) -> None:
    gone = subprocess.Popen(["true"])  # noqa: ASYNC220
    gone.wait()
    half = tmp_path / "vectors" / f"test.{gone.pid}.tmp"
    ours = tmp_path / "vectors" / f"test.{os.getpid()}.tmp"
    half.write_bytes(b"half an index")
    ours.write_bytes(b"half an index")
    async with new_start(store, model, tmp_path):
        assert not half.exists()
        assert ours.exists()


async def test_a_removed_vector_leaves_no_bytes(
    store: Store, filled: Neighbours, model: Embedder, tmp_path: Path
) -> None:
    await filled.save()
    (vector,) = await model.embed(["blue whale"])
    file = next((tmp_path / "vectors").glob("*.usearch"))
    assert to_bytes(vector) in file.read_bytes()
    await store.write(lambda: (documents.drop("turn", [2]), vectors.drop_unused()))
    assert await filled.prune() == 1
    assert to_bytes(vector) not in file.read_bytes()
    assert "blue whale" not in await nearest(store, filled, model, "blue whale", k=4)


async def test_a_window_that_saves_later_does_not_bring_it_back(
    store: Store, filled: Neighbours, model: Embedder, tmp_path: Path
) -> None:
    async with new_start(store, model, tmp_path):
        await store.write(lambda: (documents.drop("turn", [2]), vectors.drop_unused()))
        await filled.prune()
    (vector,) = await model.embed(["blue whale"])
    file = next((tmp_path / "vectors").glob("*.usearch"))
    assert to_bytes(vector) not in file.read_bytes()


async def test_no_vector_that_is_gone_stays_in_a_file_that_is_not_open(
    store: Store, filled: Neighbours, model: Embedder, tmp_path: Path
) -> None:
    await filled.save()
    folder = tmp_path / "vectors"
    for name in os.listdir(folder):
        other = (folder / name).read_bytes().replace(b"bag-64", b"another")
        (folder / name.replace("bag-64", "another")).write_bytes(other)
    closed = Neighbours(store, model, folder)
    assert await closed.prune() == len(TEXTS), "vectors of another embedder, of which SQLite has none"
    assert sorted(os.listdir(folder)) == ["bag-64.json", "bag-64.usearch"]
    await store.write(lambda: (documents.drop("turn", [2]), vectors.drop_unused()))
    assert await closed.prune() == 1
    assert os.listdir(folder) == []
    await closed.close()


async def test_vectors_of_another_dimension_are_never_compared(store: Store, tmp_path: Path) -> None:
    await add(store, "red fox")
    model = bag_embedder()
    await store.write(lambda: vectors.save("bag-64", {"another": b"\0\0" * 7}))
    index = Neighbours(store, model, tmp_path / "vectors")
    await Backfill(store, model, index).drain()
    assert await nearest(store, index, model, "fox") == ["red fox"]
    await index.close()
    model.close()


async def test_adding_that_is_cancelled_loses_nothing(store: Store, model: Embedder, tmp_path: Path) -> None:
    index = Neighbours(store, model, tmp_path / "vectors")
    await index.open()
    count = 0
    for steps in range(30):
        await add(store, *(f"word{count + number} text" for number in range(20)), start=count + 1)
        count += 20
        await embedded_elsewhere(store, model)
        adding = asyncio.create_task(index.catch_up())
        for _ in range(steps):
            await asyncio.sleep(0)
        adding.cancel()
        await asyncio.gather(adding, return_exceptions=True)
    await index.catch_up()
    assert len(index) == count
    await index.close()
    (vector,) = await model.embed(["word17 text"])
    async with new_start(store, model, tmp_path) as again:
        assert len(again) == count
        assert (await again.search(vector, 1))[0][1] > 0.999


async def embedded_elsewhere(store: Store, model: Embedder) -> None:
    """Another window makes the vectors that are missing."""
    other = Neighbours(store, model, None)
    await Backfill(store, model, other).drain()
    await other.close()


async def test_a_new_start_finds_the_same_neighbours(
    store: Store, filled: Neighbours, model: Embedder, tmp_path: Path
) -> None:
    (vector,) = await model.embed(["a red fox or a grey wolf"])
    before = await filled.search(vector, 4)
    await filled.save()
    async with new_start(store, model, tmp_path) as again:
        assert await again.search(vector, 4) == before


async def test_an_index_that_can_not_be_kept_serves_from_memory_and_says_why(
    store: Store, model: Embedder, tmp_path: Path
) -> None:
    folder = tmp_path / "vectors"
    folder.write_text("no folder", encoding="utf-8")
    index = Neighbours(store, model, folder)
    await add(store, *TEXTS)
    await Backfill(store, model, index).drain()
    await index.save()
    assert "The index of vectors is not kept on disk" in index.trouble
    assert await nearest(store, index, model, "a grey wolf") == ["grey wolf"]
    await index.close()


async def test_a_full_disk_leaves_no_half_index(
    store: Store, filled: Neighbours, model: Embedder, tmp_path: Path
) -> None:
    await filled.save()
    await add(store, "green newt", start=10)
    await Backfill(store, model, filled).drain()
    with no_file_grows(64):
        await filled.save()
    assert filled.trouble == "The index of vectors is not kept on disk: the disk is full. Free some space"
    assert list((tmp_path / "vectors").iterdir()) == []
    await filled.save()
    assert filled.trouble == ""


async def test_without_an_embedder_there_is_no_index(store: Store) -> None:
    index = Neighbours(store, Embedder("none", None, trouble="none is set"), None)
    with pytest.raises(EmbeddingUnavailable):
        await index.open()
    assert index.state == "none"
    await index.close()


async def test_an_empty_memory_has_no_neighbours(store: Store, model: Embedder) -> None:
    index = Neighbours(store, model, None)
    await index.open()
    (vector,) = await model.embed(["anything"])
    assert await index.search(vector, 5) == []
    assert await index.sample(vector) == []
    await index.close()
    model.close()
