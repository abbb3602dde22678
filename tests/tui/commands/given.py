"""What the tests of the commands start from."""

from __future__ import annotations

from collections.abc import Sequence

from memory.engine import Memory
from memory.types import Message
from tests.scripted import ScriptedModel
from tui.commands.context import CommandContext
from tui.commands.outcome import Option, Outcome, Several
from tui.config import Config
from tui.paths import find_paths

OPTIONS = (Option("embedded", "Small", "this computer"), Option("big", "Big", "Vendor", "set BIG_API_KEY"))


async def _options() -> Sequence[Option]:
    return OPTIONS


def context(memory: Memory, talk: str | None = None) -> CommandContext:
    return CommandContext(
        memory,
        talk,
        Config(),
        find_paths(),
        model="embedded",
        themes=("dark", "light"),
        models=_options,
    )


async def say(memory: Memory, talk: str, text: str, reply: str) -> Message:
    """One finished turn; the user's message."""
    turn = await memory.begin(talk, text)
    await memory.recall(turn)
    async for delta in ScriptedModel([reply]).stream(None):  # type: ignore[arg-type]
        turn.append(delta)
    await memory.finish(turn)
    return turn.user


def flat(outcome: Outcome) -> list[Outcome]:
    return [inner for one in outcome.outcomes for inner in flat(one)] if isinstance(outcome, Several) else [outcome]
