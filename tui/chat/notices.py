"""Lines a turn says beside its reply."""

from __future__ import annotations

from collections.abc import Sequence

from memory.counting import counted
from memory.errors import ModelError
from memory.types import Injection, Standing
from tui.llm.failures import OTHER_MODEL

CUT_SHORT = {
    "length": "The reply reached the model's length limit",
    "content_filter": "The provider's content filter ended the reply",
    "tool_calls": "The model asked for a tool, and harken has none for it",
}
ONLY_THOUGHT = "The model thought and gave no answer"
EMPTY = {
    "length": ("used up its length limit before it said anything", f"Ask for less, or {OTHER_MODEL}"),
    "content_filter": ("was stopped by its content filter", f"Change the message, or {OTHER_MODEL}"),
    "tool_calls": ("asked for a tool instead of answering", f"Send it again, or {OTHER_MODEL}"),
}


def empty(model: str, finish: str) -> ModelError:
    """The error for a reply without a word."""
    what, hint = EMPTY.get(finish, ("sent an empty reply", "Send it again"))
    return ModelError(f"{model} {what}", kind="bad_reply", hint=hint)


def cut_short(finish: str, text: str) -> str:
    """What to tell of a reply that the model's side ended early or without an answer, "" for a whole one."""
    return CUT_SHORT.get(finish, "" if text.strip() else ONLY_THOUGHT)


def holds_secret(kinds: Sequence[str], redact: str) -> str:
    """What becomes of a secret in a message; `redact` is the command that takes it out."""
    what = ", ".join(dict.fromkeys(kinds))
    return f"A secret ({what}): memory keeps none of it, {redact} takes it out here too"


def new_vendor(vendor: str, injection: Injection, standing: Standing) -> str:
    """Who receives what from now on, said once for each conversation and vendor."""
    what = ["the conversation"]
    what += _if_any(len(standing.identity), "identity line")
    what += _if_any(len(standing.pinned), "pinned fact")
    what += _if_any(len(injection.items), "memory", "memories")
    return f"From now on {vendor} receives {_joined(what)}. Choose another model to change that"


def _if_any(count: int, one: str, many: str = "") -> list[str]:
    return [counted(count, one, many)] if count else []


def _joined(what: list[str]) -> str:
    return what[0] if len(what) == 1 else f"{', '.join(what[:-1])} and {what[-1]}"
