"""What the program asks the browser to do."""

from __future__ import annotations

import pytest

from tui.doors.web.driver import WindowDriver


@pytest.mark.parametrize(
    ("address", "opens"),
    [
        ("https://example.org/", True),
        ("mailto:ana@example.org", True),
        ("javascript:alert(1)", False),
        ("JavaScript:alert(1)", False),
        ("data:text/html,hello", False),
        ("file:///etc/passwd", False),
        ("/download/key", False),
    ],
)
def test_no_link_runs_in_the_page_or_leads_into_it(monkeypatch: pytest.MonkeyPatch, address: str, opens: bool) -> None:
    asked: list[object] = []
    monkeypatch.setattr(WindowDriver, "write_meta", lambda self, data: asked.append(data["url"]))
    WindowDriver.__new__(WindowDriver).open_url(address)
    assert asked == ([address] if opens else [])
