from __future__ import annotations

from pathlib import Path

from tests.tui.cli.calling import Call
from tests.tui.screens.test_log import write
from tui.cli.log import news
from tui.commands.log_lines import LogLine


def line(text: str) -> LogLine:
    return LogLine("2026-05-18 09:40:00", "info", "tui", text)


def test_the_newest_lines_come_last(harken: Call, home: Path) -> None:
    write(home, *(f"2026-05-18 09:40:0{n},1 {'ERROR' if n == 2 else 'INFO'} tui: line {n}" for n in range(5)))
    assert [one[-1] for one in harken("log").out.splitlines()] == ["0", "1", "2", "3", "4"]
    assert [one[-1] for one in harken("log", "--limit", "2").out.splitlines()] == ["3", "4"]
    assert harken("log", "--level", "warning").out == "2026-05-18 09:40:02 ERROR tui: line 2\n"
    assert [one["text"] for one in harken("log", "--find", "line 3", "--json").json] == ["line 3"]
    assert "nothing fits" in harken("log", "--find", "zebra").err


def test_an_empty_log_is_said_and_none_is_made(harken: Call, home: Path) -> None:
    printed = harken("log")
    assert (printed.code, printed.out) == (0, "")
    assert "nothing was logged yet" in printed.err
    assert harken("log", "--json").json == []
    assert not home.exists()
    assert harken("log", "--follow", "--json").code == 2


def test_what_is_new_stands_behind_what_was_known() -> None:
    one, two, three = map(line, "abc")
    assert list(news([one, two, three], [one, two])) == [three]
    assert list(news([three], [one, two])) == [three], "the file began anew"
    assert list(news([one], [])) == [one]
    assert list(news([one, two], [one, two])) == []
