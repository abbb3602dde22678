"""harken web from its start to its end, as a user types it."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.tui.cli.calling import Call
from tests.tui.doors.opened import tab, visiting
from tui.cli import web

HARKEN = (sys.executable, "-m", "tui")


@asynccontextmanager
async def started(*words: str) -> AsyncIterator[tuple[asyncio.subprocess.Process, str, str]]:
    """The command, the root of the address it prints, and the token in it."""
    door = await asyncio.create_subprocess_exec(
        *HARKEN, "web", "--port", "0", *words, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    try:
        assert door.stdout
        address = (await door.stdout.readline()).decode().split()[-1]
        root, token = address.split("/?token=")
        yield door, root, token
    finally:
        if door.returncode is None:
            door.kill()
        await door.wait()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
async def test_it_ends_with_its_windows_and_without_complaint(home: Path, how: signal.Signals) -> None:
    async with started() as (door, root, token), visiting(token, root) as browser, tab(browser) as shown:
        await shown.look()
        await shown.wait_for("Write a message")
        await shown.type("half a thought")
        await shown.wait_for("half a thought")
        door.send_signal(how)
        await shown.wait_for_end()
        _, complaint = await door.communicate()
    assert (door.returncode, complaint) == (0, b"")
    drafts = (home / "profiles" / "default" / "drafts").glob("*.json")
    assert any("half a thought" in path.read_text(encoding="utf-8") for path in drafts)


async def test_the_windows_are_of_the_profile_and_mode_that_were_asked_for(home: Path) -> None:
    asked = started("--profile", "work", "--mode", "incognito")
    async with asked as (_, root, token), visiting(token, root) as browser, tab(browser) as shown:
        await shown.wait_for("incognito", "work")


async def test_the_token_is_new_at_each_start() -> None:
    async with started() as (_, _, first), started() as (_, _, second):
        assert first != second
        assert len(first) >= 43


async def test_it_opens_the_browser_with_a_word_that_holds_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other users of the computer see with which words a program was started."""
    pipe, browser = tmp_path / "address", tmp_path / "browser"
    os.mkfifo(pipe)
    browser.write_text(f'#!/bin/sh\necho "$1" > {pipe}\n', encoding="utf-8")
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", f"{browser} %s")
    async with started("--open") as (_, root, token):
        opened = (await asyncio.to_thread(pipe.read_text, encoding="utf-8")).strip()
        assert opened.startswith(f"{root}/?token=")
        assert token not in opened
        async with visiting(opened.rpartition("=")[2], root):
            pass


def test_a_port_that_is_taken_is_named(harken: Call) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = harken("web", "--port", port)
    assert (done.code, done.out) == (1, "")
    assert done.err == f"harken: Port {port} is in use. Give another one with --port, or --port 0 for any\n"


def test_an_address_that_others_reach_is_refused_with_the_way_to_go(harken: Call) -> None:
    done = harken("web", "--host", "0.0.0.0")
    assert (done.code, done.out) == (2, "")
    assert "ssh -L 4275:127.0.0.1:4275" in done.err


@pytest.mark.parametrize("port", ["-1", "65536", "http", "9" * 30])
def test_what_is_no_port_is_refused(harken: Call, port: str) -> None:
    assert harken("web", f"--port={port}").code == 2


def test_without_the_package_it_says_how_to_get_it(harken: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "find_spec", lambda name: None)
    done = harken("web")
    assert (done.code, done.out) == (1, "")
    assert "pip install 'harken[web]'" in done.err
