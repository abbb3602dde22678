"""Ctrl+G: the draft in the user's own editor. The terminal is not lent here, a test of the real one does that."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from textual import events

from memory.types import PartSource
from tests.scripted import SetClock
from tests.tui.chat.opened import open_memory
from tests.tui.screens.test_unsent import on_disk
from tests.tui.screens.world import world
from tui.app import HarkenApp

SetEditor = Callable[[str], Path]


@pytest.fixture(autouse=True)
def no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A headless run has no terminal to lend."""

    @contextmanager
    def suspended(app: HarkenApp) -> Iterator[None]:
        yield

    monkeypatch.setattr(HarkenApp, "suspend", suspended)
    for name in ("VISUAL", "EDITOR"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SetEditor:
    """Sets the editor to a shell script, in which $2 is the file, and returns the folder it runs in."""

    def make(script: str) -> Path:
        path = tmp_path / "an editor"
        path.write_text(f"#!/bin/sh\ncd '{tmp_path}'\n{script}\n", encoding="utf-8")
        path.chmod(0o755)
        monkeypatch.setenv("EDITOR", f"'{path}' --wait")
        return tmp_path

    return make


FILE = 'shift; cat "$1" > seen'
WAIT = "while [ ! -e done ]; do sleep 0.02; done"


def left(home: Path) -> list[Path]:
    return [path for path in (home / "profiles" / "default" / "editing").rglob("*") if path.is_file()]


async def test_the_draft_goes_to_the_editor_and_comes_back(home: Path, editor: SetEditor) -> None:
    here_is = editor(f'{FILE}; cp "$1" "$1~"; printf "a longer\nthought\n" > "$1"')
    async with world(home) as here:
        await here.type("a thou")
        await here.pilot.press("ctrl+g")
        await here.until(lambda: here.editor.text == "a longer\nthought")
        assert (here_is / "seen").read_text(encoding="utf-8") == "a thou\n"
        await here.until(lambda: left(home) == [])
        await here.until(lambda: "a longer" in on_disk(home))
        await here.pilot.press("enter")
        await here.idle()
        assert (await here.memory.messages("c1"))[0].text == "a longer\nthought"


async def test_a_paste_stays_folded_and_a_paste(home: Path, editor: SetEditor) -> None:
    editor('shift; printf "Shorter, please: %s" "$(cat "$1")" > "$1"')
    async with world(home) as here:
        here.app.post_message(events.Paste("line\n" * 200))
        await here.sees("[paste 1: 1,000 characters]")
        await here.pilot.press("ctrl+g")
        await here.until(lambda: here.editor.text == "Shorter, please: [paste 1: 1,000 characters]")
        await here.pilot.press("enter")
        await here.idle()
        parts = (await here.memory.messages("c1"))[0].parts
        assert [part.source for part in parts] == [PartSource.TYPED, PartSource.PASTED]


async def test_what_the_editor_saves_is_a_draft_while_it_runs(home: Path, editor: SetEditor) -> None:
    here_is = editor(f'shift; printf saved > "$1"; {WAIT}; printf finished > "$1"')
    async with world(home) as here:
        await here.type("begun")
        await here.pilot.press("ctrl+g")
        await here.until(lambda: "saved" in on_disk(home))
        (here_is / "done").touch()
        await here.until(lambda: here.editor.text == "finished")


async def test_an_editor_that_fails_loses_nothing(home: Path, editor: SetEditor) -> None:
    editor('rm "$2"; exit 3')
    async with world(home) as here:
        await here.type("do not lose me")
        await here.pilot.press("ctrl+g")
        await here.sees("an editor ended with 3")
        assert here.editor.text == "do not lose me"


async def test_without_an_editor_it_says_how_to_set_one(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(home) as here:
        await here.type("still here")
        await here.pilot.press("ctrl+g")
        await here.sees("No editor is set", "EDITOR=nano")
        monkeypatch.setenv("EDITOR", "/nowhere/at-all")
        await here.pilot.press("ctrl+g")
        await here.sees("/nowhere/at-all")
        monkeypatch.setenv("EDITOR", "'half")
        await here.pilot.press("ctrl+g")
        await here.sees("'half is no")
        assert here.editor.text == "still here"
        assert left(home) == []


async def test_in_incognito_no_file_is_written_for_an_editor(home: Path, editor: SetEditor) -> None:
    editor(FILE)
    async with world(home) as here:
        await here.send("/new incognito")
        await here.sees("memory incognito")
        await here.type("between us")
        await here.pilot.press("ctrl+g")
        await here.sees("An editor needs a file, and in incognito")
        assert here.editor.text == "between us"


async def test_quitting_ends_the_editor_and_keeps_what_it_saved(home: Path, editor: SetEditor) -> None:
    editor(f'shift; printf "saved" > "$1"; {WAIT}')
    async with world(home) as here:
        await here.pilot.press("ctrl+g")
        await here.until(lambda: here.editor.text == "saved")
        here.app.call_later(here.app.action_quit)
        await here.until(lambda: not here.app.is_running)
        assert left(home) == []
    async with world(home) as here:
        await here.until(lambda: here.editor.text == "saved")


async def test_what_another_window_forgets_is_taken_away_from_the_editor(home: Path, editor: SetEditor) -> None:
    here_is = editor(f'shift; cp "$1" "$1.swp"; {WAIT}; echo zanzibar > "$1"')
    async with world(home) as here:
        await here.type("My locker word is Zánzibar")
        await here.pilot.press("ctrl+g")
        await here.until(lambda: len(left(home)) == 2)
        async with open_memory(home, clock=SetClock(), embedding_model="none") as other:
            plan = await other.plan_forget("zanzibar")
            assert ("texts in an editor", 1) in [(trace.place, trace.count) for trace in plan.traces]
            report = await other.forget(plan)
        assert not report.pending
        assert left(home) == []
        assert on_disk(home) == ""
        (here_is / "done").touch()
        await here.sees("ended with")
        assert here.editor.text == ""
        assert left(home) == []


async def test_control_bytes_from_an_editor_are_only_pictures(home: Path, editor: SetEditor) -> None:
    editor('shift; printf "a\\033]0;owned\\007b" > "$1"')
    async with world(home) as here:
        await here.pilot.press("ctrl+g")
        await here.until(lambda: here.editor.text)
        assert here.editor.text == "a␛]0;owned␇b"


async def test_a_very_long_text_from_an_editor_is_folded_and_whole(home: Path, editor: SetEditor) -> None:
    editor('shift; head -c 100000 /dev/zero | tr "\\0" x > "$1"')
    async with world(home) as here:
        await here.pilot.press("ctrl+g")
        await here.sees("[paste 1: 100,000 characters]")
        await here.pilot.press("enter")
        await here.idle()
        assert (await here.memory.messages("c1"))[0].text == "x" * 100_000
