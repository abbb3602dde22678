from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.tui.cli.calling import Call, Caller, own_log_handlers


@pytest.fixture
def harken(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Call:
    """Runs the command line in this process, without an embedding model: words find everything."""
    monkeypatch.setenv("HARKEN_MEMORY_EMBEDDING_MODEL", "none")
    return Caller(monkeypatch, capsys)


@pytest.fixture(autouse=True)
def quiet_log() -> Iterator[None]:
    """Log handlers of one test do not reach the next."""
    with own_log_handlers():
        yield
