"""Every test has a home of its own and no way to a real model or a real home."""

from __future__ import annotations

import asyncio
import shutil
import signal
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from memory import sealing
from memory.store.store import Store
from tests.encrypted import ENCRYPTED, encrypt
from tests.scripted import SetClock
from tests.sparing import (
    collect_less,
    load_minilm,
    minilm_is_loaded_once,
    passphrases_are_cheap,
    tables,
    tables_are_copied,
)

__all__ = ["load_minilm", "minilm_is_loaded_once", "passphrases_are_cheap", "tables", "tables_are_copied"]

settings.register_profile("busy machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy machine")

for ignored, heard in ((signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, lambda *_: None)):
    if signal.getsignal(ignored) is signal.SIG_IGN:  # behind & or nohup; with a handler it is not inherited
        signal.signal(ignored, heard)

KEYS = (
    "OPENAI_API_KEY",
    "ANTHROPIC_API_KEY",
    "GEMINI_API_KEY",
    "GOOGLE_API_KEY",
    "MISTRAL_API_KEY",
    "GROQ_API_KEY",
    "DEEPSEEK_API_KEY",
    "OPENROUTER_API_KEY",
    "XAI_API_KEY",
)


def pytest_collection_finish() -> None:
    collect_less()


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """HARKEN_HOME of this test; no keys, no Ollama."""
    folder = tmp_path / "home"
    monkeypatch.setenv("HARKEN_HOME", str(folder))
    monkeypatch.setenv("OLLAMA_HOST", "http://127.0.0.1:9")
    monkeypatch.delenv("NO_COLOR", raising=False)
    for key in KEYS:
        monkeypatch.delenv(key, raising=False)
    return folder


@pytest.fixture(autouse=True)
def no_keys_of_profiles() -> Iterator[None]:
    yield
    sealing.close_all()


@pytest.fixture
def clock() -> SetClock:
    return SetClock()


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a database in which nothing is yet: making its tables takes longer than most tests of it."""

    async def make(path: Path) -> Path:
        opened = Store(path)
        await opened.open()
        await opened.close()
        return path

    return asyncio.run(make(tmp_path_factory.mktemp("empty") / "memory.sqlite"))


@pytest.fixture
async def store(tmp_path: Path, empty_database: Path, request: pytest.FixtureRequest) -> AsyncIterator[Store]:
    """A real database in a file; with the parameter `ENCRYPTED` in an encrypted profile."""
    if getattr(request, "param", "") == ENCRYPTED:
        encrypt(tmp_path)
    else:
        shutil.copyfile(empty_database, tmp_path / "memory.sqlite")
    opened = Store(tmp_path / "memory.sqlite")
    await opened.open()
    yield opened
    await opened.close()
