"""Each tab is a window of the real program, which ends with it and loses nothing."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from select import select

import pytest

from tests.encrypted import encrypt
from tests.loopback import Loopback, configure, say, stall
from tests.tui.doors.opened import CHAT, PATIENCE, Opened, Tab, opened, playing, tab, visiting
from tui.doors.web import window as windows

READY = "Write a message"


@asynccontextmanager
async def chatting(there: Opened, *, width: int = 100) -> AsyncIterator[Tab]:
    async with visiting(there.guard.token, there.root) as browser, tab(browser, width=width) as shown:
        await shown.look()
        await shown.wait_for(READY)
        yield shown


def drafted(home: Path, text: str) -> bool:
    return any(text in path.read_text(encoding="utf-8") for path in home.glob("profiles/*/drafts/*.json"))


async def gone(there: Opened) -> None:
    async with asyncio.timeout(PATIENCE):
        while there.door.windows:  # noqa: ASYNC110 - a window tells nobody that it has ended
            await asyncio.sleep(0.02)


async def test_a_message_is_typed_and_answered(home: Path) -> None:
    with Loopback(say("A heron ", "is a bird.")) as server:
        configure(home, server)
        async with opened() as there, chatting(there) as shown:
            await shown.type("Ж")
            await shown.wait_for("Ж")
            await shown.type(" is what?\r")
            await shown.wait_for("is a bird.")
    assert server.requests[-1].json["messages"][-1]["content"] == "Ж is what?"


async def test_a_paste_is_one_piece_and_sends_nothing(home: Path) -> None:
    with Loopback(say("Seen.")) as server:
        configure(home, server)
        async with opened() as there, chatting(there) as shown:
            await shown.type("\x1b[200~one\rtwo\x1b[201~")
            await shown.wait_for("one", "two")
            await shown.type("\r")
            await shown.wait_for("Seen.")
    assert server.requests[-1].json["messages"][-1]["content"] == "one\ntwo"


async def test_a_closed_tab_ends_its_program_and_keeps_what_was_written(home: Path) -> None:
    with Loopback(stall("Once upon a time")) as server:
        configure(home, server)
        async with opened() as there:
            async with chatting(there) as shown:
                await shown.type("Tell me a story\r")
                await shown.wait_for("Once upon a time")
                await shown.type("and then")
                await shown.wait_for("and then")
                (window,) = there.door.windows
            await gone(there)
            assert window._process
            assert window._process.returncode == 0
        assert drafted(home, "and then")
        async with opened(*CHAT, "--continue") as there, chatting(there) as shown:
            await shown.wait_for("Once upon a time", "stopped")


async def test_two_tabs_are_two_windows_of_one_profile(home: Path) -> None:
    with Loopback(say("A heron is a bird.")) as server:
        configure(home, server)
        async with opened() as there, chatting(there) as first, chatting(there, width=140) as second:
            await first.type("What is a heron?\r")
            await first.wait_for("is a bird.")
            await second.wait_for("What is a heron?")


async def test_another_profile_comes_into_the_same_tab(home: Path) -> None:
    (home / "profiles" / "work").mkdir(parents=True)
    async with opened() as there, chatting(there) as shown:
        await shown.resize(70, 20)
        await shown.type("/profile work\r")
        await shown.wait_for(READY, "work")
        await shown.type("Ж")
        await shown.wait_for("Ж")


async def test_a_profile_that_a_tab_can_not_open_is_refused_and_the_chat_goes_on(home: Path) -> None:
    encrypt(home / "profiles" / "work")
    async with opened() as there, chatting(there) as shown:
        await shown.type("/profile work\r")
        await shown.wait_for("nobody")
        await shown.type("Ж")
        await shown.wait_for("Ж")


async def test_an_export_comes_as_a_download(home: Path) -> None:
    with Loopback(say("A heron is a bird.")) as server:
        configure(home, server)
        async with opened() as there, visiting(there.guard.token, there.root) as browser, tab(browser) as shown:
            await shown.look()
            await shown.wait_for(READY)
            await shown.type("What is a heron?\r")
            await shown.wait_for("is a bird.")
            await shown.type("/export html\r")
            word, key = await shown.wait_for_word()
            assert word == "deliver_file_start"
            async with browser.get(f"/download/{key}") as answer:
                assert answer.headers["Content-Disposition"].startswith("attachment; filename=")
                assert "A heron is a bird." in await answer.text()


async def test_an_editor_has_no_place_in_a_tab_and_that_is_said(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EDITOR", "ed")
    async with opened() as there, chatting(there) as shown:
        await shown.type("\x07")
        await shown.wait_for("can't be lent to an editor")


async def test_what_hinders_the_program_is_said_in_the_tab(home: Path) -> None:
    command = (*CHAT, "--persona=nobody")
    async with opened(*command) as there, visiting(there.guard.token, there.root) as browser, tab(browser) as shown:
        await shown.wait_for_end()
        assert "no persona nobody" in shown.shown


async def test_what_a_broken_program_says_does_not_act_on_the_tab() -> None:
    command = playing("import sys; sys.exit('bad \\x1b]52;c;eA==\\x07 end')")
    async with opened(*command) as there, visiting(there.guard.token, there.root) as browser, tab(browser) as shown:
        await shown.wait_for_end()
        assert "bad" in shown.shown
        assert "\x1b]52" not in shown.shown


async def test_a_program_that_hangs_is_ended_with_its_tab(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(windows, "ENDING_SECONDS", 0.1)
    draws_for_ever = "import os\nos.write(1, b'begin\\n')\nwhile True: os.write(1, b'D\\0\\0\\0\\5frame')"
    async with opened(*playing(draws_for_ever)) as there, visiting(there.guard.token, there.root) as browser:
        async with tab(browser) as shown:
            await shown.wait_for("frame")
            (window,) = there.door.windows
        await gone(there)
        assert window._process
        assert window._process.returncode == -signal.SIGKILL


async def test_a_door_that_is_killed_leaves_no_program_behind(home: Path, tmp_path: Path) -> None:
    """The pipe's other end is open as long as the program lives."""
    pipe = tmp_path / "life"
    os.mkfifo(pipe)
    line = f'exec 9>"{pipe}"; exec "$@"'
    command = [sys.executable, "-m", "tests.tui.doors.door_host", "sh", "-c", line, "sh", *CHAT]
    door = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    assert door.stdout
    root, token = (await door.stdout.readline()).decode().split()
    with open(os.open(pipe, os.O_RDONLY | os.O_NONBLOCK), "rb") as life:
        async with visiting(token, root) as browser, tab(browser) as shown:
            await shown.look()
            await shown.wait_for(READY)
            await shown.type("half a thought")
            await shown.wait_for("half a thought")
            door.kill()
            await door.wait()
        ended, _, _ = await asyncio.to_thread(select, [life], [], [], 20)
    assert ended, "the program lives on without its door"
    assert drafted(home, "half a thought")
