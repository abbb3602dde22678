from __future__ import annotations

import logging
from pathlib import Path

from tui.cli.logs import log_to_file
from tui.llm.redact import keep_secret
from tui.paths import log_file


def test_keys_never_reach_the_log(tmp_path: Path) -> None:
    keep_secret("sentinel-key-0123456789")
    assert log_to_file(tmp_path / "logs")
    logging.getLogger("tui.llm").error("GET https://x.example/?key=%s failed", "sentinel-key-0123456789")
    try:
        raise RuntimeError("Bearer sentinel-key-0123456789")
    except RuntimeError:
        logging.getLogger("memory").exception("call failed")
    text = log_file(tmp_path / "logs").read_text(encoding="utf-8")
    assert "call failed" in text
    assert "RuntimeError" in text
    assert "sentinel-key" not in text


def test_foreign_text_makes_no_line_of_its_own_and_no_control_sequence(tmp_path: Path) -> None:
    log_to_file(tmp_path)
    logging.getLogger("tui.llm").warning(
        "a call of %s failed", "openai/x\n2026-01-01 ERROR all is lost\x1b]0;title\x07"
    )
    try:
        raise RuntimeError("\x1b[2Jgone")
    except RuntimeError:
        logging.getLogger("memory").exception("call failed")
    text = log_file(tmp_path).read_text(encoding="utf-8")
    assert not any(char in text for char in "\x1b\x07")
    assert [line for line in text.splitlines() if "all is lost" in line] == [text.splitlines()[0]]


def test_other_libraries_are_heard_from_warnings_on(tmp_path: Path) -> None:
    log_to_file(tmp_path)
    logging.getLogger("httpx").info("POST https://x.example")
    logging.getLogger("memory.engine").info("2 turns distilled")
    text = log_file(tmp_path).read_text(encoding="utf-8")
    assert "x.example" not in text
    assert "2 turns distilled" in text


def test_a_folder_that_can_not_be_written_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "logs").write_text("a file in the way", encoding="utf-8")
    assert not log_to_file(tmp_path / "logs")
    logging.getLogger("tui").warning("still alive")
