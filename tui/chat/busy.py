"""What can't be done beside a reply that is being written."""

from __future__ import annotations

from memory.errors import BadInput


class StillWriting(BadInput):
    def __init__(self) -> None:
        super().__init__("A reply is being written", hint="Esc stops it")
