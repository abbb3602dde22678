"""The streaming benchmark measures what it says."""

from __future__ import annotations

import pytest

from tui.bench.stream import DELTA, KINDS, StreamApp, measure, run, sample
from tui.widgets.drawn import ReplyBody


def test_it_reports_every_run() -> None:
    result = run(tokens=(40, 80), kinds=("prose", "list"), rate=2_000)

    assert [(one["kind"], one["tokens"]) for one in result["runs"]] == [
        ("prose", 40),
        ("prose", 80),
        ("list", 40),
        ("list", 80),
    ]
    assert {"cpu_s", "max_stall_ms", "key_echo_p99_ms"} <= set(result["runs"][0])
    assert set(result["growth"]) == {"prose", "list"}


@pytest.mark.parametrize("kind", KINDS)
def test_a_sample_has_exactly_the_tokens_asked_for(kind: str) -> None:
    assert len(sample(kind, 500)) == 500 * DELTA


async def test_the_whole_text_is_shown_and_keys_are_echoed(monkeypatch: pytest.MonkeyPatch) -> None:
    body = ReplyBody()
    echoes: list[float] = []
    monkeypatch.setattr(StreamApp, "echoed", lambda app, pressed: echoes.append(pressed))

    await measure(body, "table", 300, rate=1_000)

    assert body.source == sample("table", 300)
    assert body.blocks[-1].end == len(body.source)
    assert echoes
