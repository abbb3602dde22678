"""What waits to be erased is noted until a scrub that began after it has gone through."""

from __future__ import annotations

import pytest

from memory.store import scrub
from memory.store.store import Store
from tests.encrypted import on_both

pytestmark = on_both


async def test_a_scrub_takes_its_note_away(store: Store) -> None:
    await store.write(scrub.mark_pending)
    assert await store.outside_transaction(scrub.scrub)
    assert not await store.read(scrub.pending)


async def test_what_is_deleted_while_another_window_scrubs_still_waits(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    emptied = scrub._emptied_log

    def and_more_is_deleted() -> bool:
        scrub.mark_pending()
        return emptied()

    await store.write(scrub.mark_pending)
    with monkeypatch.context() as patch:
        patch.setattr(scrub, "_emptied_log", and_more_is_deleted)
        await store.outside_transaction(scrub.scrub)
    assert await store.read(scrub.pending)
    assert await store.outside_transaction(scrub.scrub)
    assert not await store.read(scrub.pending)
