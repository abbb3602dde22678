from __future__ import annotations

import warnings
from collections.abc import AsyncIterator

import pytest

from tui.llm import bootstrap
from tui.llm.client import close_clients


@pytest.fixture(scope="session")
def litellm_loaded() -> None:
    """litellm's own modules raise deprecation warnings while they load; ours must not."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        bootstrap.start().result(timeout=60)


@pytest.fixture
async def clean_clients(litellm_loaded: None) -> AsyncIterator[None]:
    yield
    await close_clients()
