"""What stands in the panel before it has anything to show."""

from __future__ import annotations

from textual.content import Content

TEACHING = Content.styled(
    "Before each message harken looks whether something it remembers would help, and shows here what it found, "
    "what it left out, and why.",
    "$text-muted",
)
