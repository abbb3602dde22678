"""A quiet line of the program between the messages."""

from __future__ import annotations

from typing import Literal

from textual.content import Content
from textual.widgets import Static

from tui.safe_text import safe

Severity = Literal["information", "warning", "error"]


class Note(Static):
    """Not part of the conversation: nothing of it is stored or sent."""

    def __init__(self, text: str, severity: Severity = "information") -> None:
        super().__init__(Content(safe(text)), markup=False, classes=f"message note -{severity}")
