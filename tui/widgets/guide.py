"""The lines that show a newcomer around, above the composer."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

STEPS = 3


class GuideLines(Static):
    """One step, and the key that ends it."""

    def __init__(self) -> None:
        super().__init__(markup=False, id="guide")
        self.display = False

    def show(self, step: int, text: str, key: str) -> None:
        ends = "ends" if step == STEPS else "skips"
        self.update(Content.assemble((f"{step} of {STEPS}  ", "$accent"), text, (f"  {key} {ends}", "$text-disabled")))
        self.display = True
