from __future__ import annotations

import logging
from pathlib import Path

from tui.cli.logs import log_file, log_to_file
from tui.llm.redact import keep_secret


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
