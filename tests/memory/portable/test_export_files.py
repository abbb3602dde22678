"""What an export holds, where it may be written, and what it lets go of."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from memory.errors import BadInput, StoreError
from memory.forget.exports import Exports
from memory.forget.forgetting import Forgetting
from memory.portable import portable
from memory.progress import silent
from memory.store import ids
from memory.types import Kind
from tests.memory.portable.profiles import Profile, learnt, profile

FORMATS = ("a.jsonl", "a.md")


@pytest.fixture
async def there(tmp_path: Path) -> AsyncIterator[Profile]:
    async with profile(tmp_path / "there") as opened:
        yield opened


async def test_an_export_is_private_whole_and_never_over_another_file(there: Profile) -> None:
    await learnt(there, "I live in Graz", "The user lives in Graz")
    path = there.folder / "deep" / "a.jsonl"
    await there.portable.export(path, overwrite=False, told=silent)
    assert path.stat().st_mode & 0o777 == 0o600
    before = path.read_bytes()
    with pytest.raises(BadInput, match="already there"):
        await there.portable.export(path, overwrite=False, told=silent)
    await there.portable.export(path, overwrite=True, told=silent)
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


async def test_an_export_takes_the_place_of_no_file_of_the_profile(there: Profile) -> None:
    await learnt(there, "I live in Graz", "The user lives in Graz")
    there.identity.path.write_text("- I am a nurse\n")
    link = there.folder / "link.md"
    link.symlink_to(there.identity.path)
    for path in (there.identity.path, link):
        with pytest.raises(BadInput, match="belongs to the profile"):
            await there.portable.export(path, overwrite=True, told=silent)
    assert there.identity.path.read_text() == "- I am a nurse\n"
    with pytest.raises(BadInput, match="is a folder"):
        await there.portable.export(there.folder, told=silent)


async def test_no_text_of_an_export_acts_on_a_terminal(there: Profile) -> None:
    hostile = "a \x1b[2J\x9b2J \u202e b \x07"
    await learnt(there, hostile, hostile)
    for name in FORMATS:
        shown = (await there.exported(name)).decode()
        assert not {"\x1b", "\x9b", "\u202e", "\x07"} & set(shown)


@pytest.mark.parametrize("name", FORMATS)
async def test_an_export_lets_go_of_what_is_forgotten_meanwhile(
    there: Profile, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await learnt(there, "My code is quixotrel", "The user's code is quixotrel")
    under_way = asyncio.Event()
    loop = asyncio.get_running_loop()

    def endless(_zone: object) -> Iterator[str]:
        loop.call_soon_threadsafe(under_way.set)
        while True:
            yield "quixotrel"
            threading.Event().wait(0.01)

    monkeypatch.setitem(portable._WRITERS, Path(name).suffix, endless)
    exporting = asyncio.create_task(there.portable.export(there.folder / name, overwrite=False, told=silent))
    await under_way.wait()
    forgetting = Forgetting(there.store, there.clock)
    report = await forgetting.forget(await forgetting.plan("quixotrel", with_turns=True))
    with pytest.raises(StoreError, match="forgotten during the export"):
        await exporting
    assert not report.pending
    assert [path.name for path in there.folder.iterdir() if b"quixotrel" in path.read_bytes()] == []


async def test_an_export_that_is_just_done_lets_go_of_it_too(there: Profile, monkeypatch: pytest.MonkeyPatch) -> None:
    await learnt(there, "My code is quixotrel", "The user's code is quixotrel")

    async def forgotten(path: Path) -> None:
        assert b"quixotrel" in path.read_bytes()
        forgetting = Forgetting(there.store, there.clock)
        await forgetting.forget(await forgetting.plan("quixotrel", with_turns=True))

    monkeypatch.setattr(there.portable, "_wrote", forgotten)
    with pytest.raises(StoreError, match="forgotten during the export"):
        await there.portable.export(there.folder / "all.md")
    assert not (there.folder / "all.md").exists()


async def test_forgetting_names_the_exports_that_say_it(there: Profile) -> None:
    await learnt(there, "My code is quixotrel", "The user's code is quixotrel")
    paths = [there.folder / "exports" / name for name in FORMATS]
    for path in paths:
        await there.portable.export(path, overwrite=False, told=silent)
    exports = Exports(there.store, there.clock, there.folder / "exports")
    forgetting = Forgetting(there.store, there.clock, exports=exports)
    report = await forgetting.forget(await forgetting.plan(ids.show(Kind.FACT, 1)))
    assert sorted(report.exports) == sorted(map(str, paths))
