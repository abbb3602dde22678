"""The program in a real browser: what only that can show."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.journeys.browser import Browser, Tab, browsing, chromium, until
from tests.loopback import Loopback, configure, say
from tests.tui.doors.opened import Opened, opened

pytestmark = pytest.mark.skipif(chromium() is None, reason="needs Chromium or Chrome on the PATH")

READY = "Write a message"
AFTER = "2 of 3"
"""The guide goes on when the turn is over."""
REPLY = "A heron is a [bird](https://heron.invalid/), pâté 鷺."


@asynccontextmanager
async def browsed(tmp_path: Path) -> AsyncIterator[Browser]:
    program = chromium()
    assert program
    async with browsing(program, tmp_path / "browser") as browser:
        yield browser


@asynccontextmanager
async def talked(home: Path, tmp_path: Path) -> AsyncIterator[tuple[Opened, Browser, Tab]]:
    """One message sent by the keyboard, and its reply on the screen."""
    with Loopback(say(REPLY)) as server:
        configure(home, server)
        async with opened() as there, browsed(tmp_path) as browser:
            tab = await browser.new_tab()
            await tab.open(f"{there.root}/?token={there.guard.token}")
            await tab.wait_for(READY)
            await tab.type("What is a heron?")
            await tab.wait_for("What is a heron?")
            await tab.press("Enter")
            await tab.wait_for("A heron is a bird", AFTER, READY)
            yield there, browser, tab


async def test_a_message_is_typed_answered_and_copied(home: Path, tmp_path: Path) -> None:
    async with talked(home, tmp_path) as (there, _, tab):
        assert await tab.evaluate("location.href") == f"{there.root}/"
        assert await tab.evaluate("document.cookie") == ""
        assert {address.split("/")[2] for address in tab.requests} == {there.root.removeprefix("http://")}
        assert tab.console == []
        await tab.call("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
        await tab.type("/copy")
        await tab.press("Enter")
        await tab.wait_for("Copied")
        assert await tab.evaluate("navigator.clipboard.readText()") == REPLY


async def test_a_link_opens_one_tab(home: Path, tmp_path: Path) -> None:
    async with talked(home, tmp_path) as (_, browser, tab):
        await tab.click("bird")
        opened_ones = await until(
            browser.addresses, lambda all_: "https://heron.invalid/" in all_, "the tab of the link"
        )
        assert opened_ones.count("https://heron.invalid/") == 1


async def test_the_screen_fills_the_page_and_never_more(home: Path, tmp_path: Path) -> None:
    async with talked(home, tmp_path) as (_, _, tab):
        for width, height in ((900, 700), (620, 420)):
            await tab.resize(width, height)
            screen = "document.querySelector('.xterm-screen').getBoundingClientRect()"

            async def left(screen: str = screen) -> list[float]:
                return list(await tab.evaluate(f"[innerWidth - {screen}.right, innerHeight - {screen}.bottom]"))

            await until(left, lambda pixels: all(0 <= one < 22 for one in pixels), f"{width} by {height}")
            await tab.wait_for(READY)


async def test_an_export_is_downloaded(home: Path, tmp_path: Path) -> None:
    async with talked(home, tmp_path) as (_, _, tab):
        folder = tmp_path / "downloads"
        folder.mkdir()
        await tab.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder))
        await tab.type("/export md")
        await tab.press("Enter")

        async def downloaded() -> str:
            return "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.md"))

        await until(downloaded, lambda text: REPLY in text, "the download")


async def test_a_window_that_has_ended_is_opened_again(home: Path, tmp_path: Path) -> None:
    async with talked(home, tmp_path) as (there, _, tab):
        await tab.type("half a thought")
        await tab.wait_for("half a thought")
        (window,) = there.door.windows
        assert window._process
        window._process.kill()
        await tab.click_on("#ended button")
        await tab.wait_for(READY)


async def test_without_the_token_the_page_says_what_to_open(home: Path, tmp_path: Path) -> None:
    async with opened() as there, browsed(tmp_path) as browser:
        tab = await browser.new_tab()
        await tab.open(there.root)
        await until(lambda: tab.evaluate("document.body.innerText"), lambda text: "holds the token" in text, "the line")
        assert there.door.windows == set()
