"""The words behind the action of `harken memory COMMAND ACTION`."""

from __future__ import annotations

from collections.abc import Sequence

from memory.errors import BadInput


def needed(words: Sequence[str], what: str, command: str) -> Sequence[str]:
    """The words, of which one at least must say something."""
    if not any(word.strip() for word in words):
        raise BadInput(f"{what} is missing", hint=f"harken memory {command} --help says more")
    return words


def one_id(words: Sequence[str], action: str, command: str, hint: str) -> str:
    memory_id, *more = needed(words, "an id", command)
    if more:
        raise BadInput(f"{command} {action} takes one id", hint=hint)
    return memory_id


def id_and_text(words: Sequence[str], command: str) -> tuple[str, str]:
    memory_id, *text = needed(words, "an id", command)
    return memory_id, " ".join(needed(text, "the text", command)).strip()
