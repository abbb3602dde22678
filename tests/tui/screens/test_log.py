from __future__ import annotations

from pathlib import Path

from tests.tui.screens.world import world
from tui.paths import find_paths, log_file


def write(home: Path, *lines: str) -> Path:
    path = log_file(find_paths({"HARKEN_HOME": str(home)}).logs)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


async def test_the_log_is_read_found_in_and_copied(home: Path) -> None:
    write(
        home,
        "2026-05-18 09:40:00,123 INFO memory.engine: 2 turns distilled",
        "2026-05-18 09:41:00,123 WARNING tui.llm: a call of [red]openai/x[/] failed",
        "2026-05-18 09:42:00,123 ERROR memory: no index",
    )
    async with world(home, size=(80, 24)) as here:
        await here.send("/log")
        await here.sees("2 turns distilled", "a call of [red]openai/x[/] failed", "no index")
        assert here.text.index("no index") < here.text.index("2 turns distilled")
        await here.pilot.press("tab")
        await here.until(lambda: "2 turns distilled" not in here.text)
        await here.sees("shows warnings and errors")
        await here.pilot.press(*"openai")
        await here.until(lambda: "no index" not in here.text)
        await here.pilot.press("enter")
        await here.sees("Copied")
        assert here.app.clipboard == "2026-05-18 09:41:00 WARNING tui.llm: a call of [red]openai/x[/] failed"
        await here.pilot.press(*"zzz")
        await here.sees("Nothing fits")
        await here.pilot.press("escape")
        await here.until(lambda: here.editor.has_focus)


async def test_a_level_and_words_can_be_given_at_once(home: Path) -> None:
    write(home, "2026-05-18 09:40:00,1 ERROR memory: no index", "2026-05-18 09:40:00,1 INFO memory: an index")
    async with world(home, size=(80, 24)) as here:
        await here.send("/log error index")
        await here.sees("no index", "shows errors")
        assert "an index" not in here.text


async def test_an_empty_log_says_what_it_is_for(home: Path) -> None:
    async with world(home, size=(60, 18)) as here:
        await here.send("/log")
        await here.sees("Nothing was logged yet", "harken notes here what goes wrong")


async def test_a_long_traceback_shows_its_first_line_and_its_end(home: Path) -> None:
    write(home, "2026-05-18 09:40:00,1 ERROR memory: it broke", *(f"  step {n}" for n in range(60)), "Boom: at last")
    async with world(home, size=(80, 24)) as here:
        await here.send("/log")
        await here.sees("it broke", "…", "Boom: at last")
        assert "step 20" not in here.text
