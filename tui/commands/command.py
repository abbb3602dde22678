"""What one slash command is made of."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from tui.commands.context import CommandContext
from tui.commands.outcome import Outcome

_OPTIONAL = re.compile(r"\[[^\[\]]*\]")


class Wrong(Exception):
    """The arguments make no sense to the command; its text says why, or is empty where the usage is enough."""


@dataclass(frozen=True, slots=True)
class Command:
    """`run` gets the rest of the line; `words` are completions of it."""

    name: str
    usage: str
    summary: str
    run: Callable[[str, CommandContext], Awaitable[Outcome]]
    words: Callable[[CommandContext], Sequence[str]] | None = None

    @property
    def needs_words(self) -> bool:
        """Whether the first way to write it, as `usage` says, has a word that is not in brackets."""
        first = self.usage.removeprefix(f"/{self.name}")
        while (shorter := _OPTIONAL.sub("", first)) != first:
            first = shorter
        return bool(re.split(r",| or ", first)[0].strip())


def needed(rest: str) -> str:
    """The rest of the line, which may not be empty."""
    if not rest:
        raise Wrong
    return rest
