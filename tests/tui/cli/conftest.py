from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.scripted import ScriptedModel
from tests.tui.cli.calling import Call, Caller, own_log_handlers
from tui.llm import embedded_server
from tui.llm.models import Models


@pytest.fixture
def harken(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Call:
    """Runs the command line in this process, without an embedding model: words find everything.

    The built-in model does not answer: a reply of it takes half a minute.
    """
    monkeypatch.setenv("HARKEN_MEMORY_EMBEDDING_MODEL", "none")
    monkeypatch.setattr(embedded_server, "CHILD", Path("/nowhere"))
    return Caller(monkeypatch, capsys)


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> ScriptedModel:
    """Answers in place of whatever model the settings name."""
    scripted = ScriptedModel(["A heron is a bird."])
    monkeypatch.setattr(Models, "open", lambda self, name: scripted)
    monkeypatch.setenv("HARKEN_MODEL", "openai/scripted")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-not-a-real-key-000000")
    return scripted


@pytest.fixture(autouse=True)
def quiet_log() -> Iterator[None]:
    """Log handlers of one test do not reach the next."""
    with own_log_handlers():
        yield
