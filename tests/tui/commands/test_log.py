from __future__ import annotations

from pathlib import Path

import pytest

from tui.commands.log_lines import LogLine, filtered, parse, read

KEY = "sk-proj-4f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c"
LOGGED = f"""\
the end of a line that began before
2026-05-18 09:40:00,123 INFO memory.engine: 2 turns distilled
2026-05-18 09:41:00,123 WARNING tui.llm: GET https://x.example/?key={KEY} failed
2026-05-18 09:42:00,123 ERROR memory: call failed
Traceback (most recent call last):
  RuntimeError: \x1b[2Jgone
"""


def test_lines_have_time_level_and_source_and_a_traceback_belongs_to_its_line() -> None:
    lines = list(parse(LOGGED.split("\n")))
    assert [(line.level, line.source) for line in lines] == [
        ("info", "memory.engine"),
        ("warning", "tui.llm"),
        ("error", "memory"),
    ]
    assert lines[2].text.startswith("call failed\nTraceback") and lines[2].at == "2026-05-18 09:42:00"


def test_what_an_older_log_still_holds_is_neither_a_key_nor_a_sequence() -> None:
    shown = "".join(line.whole for line in parse(LOGGED.split("\n")))
    assert KEY not in shown and "\x1b" not in shown


def test_a_key_over_several_lines_is_no_part_of_what_is_shown() -> None:
    key = ["-----BEGIN PRIVATE KEY-----", "MIIEvQIBADANBgkqhkiG9w0BAQEF", "-----END PRIVATE KEY-----"]
    (shown,) = parse(["2026-05-18 09:40:00,123 ERROR tui: the file said", *key, "and went on"])
    assert key[1] not in shown.whole and "and went on" in shown.whole


@pytest.mark.parametrize(
    ("level", "words", "count"),
    [("debug", "", 3), ("warning", "", 2), ("error", "", 1), ("debug", "CALL gone", 1), ("info", "zzz", 0)],
)
def test_lines_are_chosen_by_level_and_words(level: str, words: str, count: int) -> None:
    assert len(filtered(list(parse(LOGGED.split("\n"))), level, words)) == count


def test_the_file_before_comes_first_and_bytes_that_are_no_text_stop_nothing(tmp_path: Path) -> None:
    log = tmp_path / "harken.log"
    assert read(log) == []
    log.with_name("harken.log.1").write_bytes(b"2026-05-17 09:00:00,000 INFO tui: older \xff\n")
    log.write_text(LOGGED, encoding="utf-8")
    first, *_ = read(log)
    assert first == LogLine("2026-05-17 09:00:00", "info", "tui", "older \ufffd\nthe end of a line that began before")
