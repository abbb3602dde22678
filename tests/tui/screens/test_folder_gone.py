"""The profile's folder goes while the chat runs: it is told at once, and what is unsent stays."""

from __future__ import annotations

import shutil
from pathlib import Path
from unittest.mock import AsyncMock

import pytest

from tests.tui.screens.world import world

GONE = "folder is gone"


async def test_a_folder_that_is_moved_away_is_told_until_it_is_back(home: Path) -> None:
    profile = home / "profiles" / "default"
    async with world(home, size=(80, 24)) as here:
        await here.ask("Hello one")
        home.rename(home.with_name("away"))
        await here.sees("The profile's folder is gone")
        await here.send("/remember My dog is Rex")
        await here.sees("gone, nothing more is kept. Put it back")
        assert "Remembered" not in here.text
        await here.type("Hello two")
        await here.pilot.press("enter")
        await here.until(lambda: here.editor.text == "Hello two" and not here.screen.talk.running)
        assert not home.exists()
        home.with_name("away").rename(home)
        await here.until(lambda: GONE not in here.text.splitlines()[-1])
        await here.send("")
        await here.idle()
        messages = await here.memory.messages((await here.memory.conversations())[0].id)
        assert [one.text for one in messages][::2] == ["Hello one", "Hello two"]
        assert profile.is_dir()


async def test_once_the_folder_is_back_all_is_on_disk_and_nothing_says_otherwise(home: Path) -> None:
    async with world(home, size=(80, 24)) as here:
        await here.ask("Hello one")
        home.rename(home.with_name("away"))
        await here.type("Hello two")
        await here.sees(GONE)
        home.with_name("away").rename(home)
        drafts = home / "profiles" / "default" / "drafts"
        await here.until(lambda: any("Hello two" in path.read_text("utf-8") for path in drafts.glob("*.json")))
        await here.until(lambda: GONE not in here.text and "Unsent text" not in here.text)


async def test_what_was_not_on_disk_is_no_trouble_once_it_was_sent(home: Path) -> None:
    async with world(home, size=(80, 24)) as here:
        await here.ask("Hello one")
        here.screen._unsent._tell(OSError(28, "No space left on device"))
        await here.sees("Unsent text is not")
        await here.ask("Hello two")
        await here.until(lambda: "Unsent text" not in here.text)


async def test_a_folder_that_is_deleted_is_not_made_again_by_what_is_typed(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with world(home) as here:
        await here.ask("Hello one")
        shutil.rmtree(home)
        await here.type("Hello two")
        await here.screen._unsent.save()
        await here.sees(GONE)
        assert not home.exists()
        assert here.editor.text == "Hello two"
        await here.pilot.press("ctrl+q")
        await here.until(lambda: not here.app.is_running)
    assert capsys.readouterr().err == "Unsent text is not on disk: No such file or directory\n"


@pytest.mark.parametrize("deed", ["/export md", "/backup", "/theme nord", "settings", "editor"])
async def test_what_writes_a_file_does_not_make_the_folder_again(
    home: Path, deed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EDITOR", "true")
    monkeypatch.setattr("tui.screens.chat.unsent.Unsent.save", AsyncMock())
    async with world(home, size=(120, 30)) as here:
        await here.ask("Hello one")
        home.rename(home.with_name("away"))
        match deed:
            case "settings":
                await here.pilot.press("f8", "down", "enter", *"Be kind", "enter")
            case "editor":
                await here.pilot.press("ctrl+g")
            case _:
                await here.send(deed)
        await here.sees("gone" if deed != "editor" else "can't be given to an editor")
        await here.pilot.pause()
        assert not home.exists()
        home.with_name("away").rename(home)
