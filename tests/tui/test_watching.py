"""Files are followed on every computer, also where the system has no watch left."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest
import watchfiles

from tests.tui.test_theming import touch_until
from tui.watching import edits

awatch = watchfiles.awatch


async def test_without_a_watch_from_the_system_changes_are_still_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def exhausted(*places: Path, force_polling: bool | None, **options: Any) -> AsyncGenerator[Any, None]:
        if not force_polling:
            raise OSError("OS file watch limit reached")
        return awatch(*places, force_polling=True, **options)

    monkeypatch.setattr("watchfiles.awatch", exhausted)
    file = tmp_path / "config.toml"
    async with aclosing(edits([tmp_path], lambda path: path == file)) as changes:
        seen = asyncio.ensure_future(anext(changes))
        await touch_until(seen, file, "[chat]")


async def test_where_nothing_can_be_watched_it_ends_quietly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*places: Path, **options: Any) -> AsyncGenerator[Any, None]:
        raise OSError("not here")

    monkeypatch.setattr("watchfiles.awatch", refused)
    assert [change async for change in edits([tmp_path], lambda path: True)] == []
