"""The request of one distillation."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import tzinfo
from pathlib import Path

from memory.distill.hooks import Hooks
from memory.distill.reconciling.known import Known
from memory.distill.schema import reply_schema
from memory.distill.source import Batch, Line
from memory.ports import ChatMessage, ModelRequest, ModelTraits
from memory.settings import Category
from memory.text.prompts import prompt
from memory.types import Role

REPLY_TOKENS = 2_500
NO_HOOKS = Hooks()


def build(
    batch: Batch,
    known: Known,
    traits: ModelTraits,
    categories: Mapping[str, Category],
    prompts: Path | None,
    hooks: Hooks = NO_HOOKS,
    zone: tzinfo | None = None,
) -> ModelRequest:
    """The request for `batch`; `prompts` is a folder whose `distil.md` takes the place of ours.

    Its times are those of `zone`, where "yesterday" was said.
    """
    named = "\n".join(f"- {name}: {category.description}" for name, category in categories.items())
    system = prompt("memory.distill", "distil", prompts).replace("{categories}", named)
    return ModelRequest(
        messages=(ChatMessage("system", system), ChatMessage("user", _material(batch, known, hooks, zone))),
        purpose="distil",
        max_tokens=min(REPLY_TOKENS, max(256, traits.context_tokens // 3)),
        temperature=0.0,
        schema=reply_schema(categories) if traits.json_schema else None,
    )


def numbered(batch: Batch) -> dict[int, Line]:
    """The new lines by their number in the prompt."""
    return dict(enumerate((line for line in batch.lines if line.fresh), 1))


def _material(batch: Batch, known: Known, hooks: Hooks, zone: tzinfo | None) -> str:
    new = numbered(batch)
    shown = [hooks.format_messages(new)] if hooks.format_messages else [_shown(f"[{at}]", new[at], zone) for at in new]
    earlier = [line for line in batch.lines if not line.fresh]
    parts = [
        _section("Identity of the user", [f"- {line}" for line in known.identity]),
        _section("Known facts", [f"{at}. {fact.content}" for at, fact in enumerate(known.offered, 1)]),
        _section("Digest so far", [known.digest] if known.digest else []),
        _section("Earlier turns (no evidence)", [_shown("-", line, zone) for line in earlier]),
        _section("New turns", shown),
    ]
    return "\n\n".join(part for part in parts if part)


def _section(title: str, lines: list[str]) -> str:
    return "\n".join([f"# {title}", *lines]) if lines else ""


def _shown(mark: str, line: Line, zone: tzinfo | None) -> str:
    who = "user" if line.role is Role.USER else "assistant"
    return f"{mark} {who}, {line.at.astimezone(zone):%A %Y-%m-%d %H:%M}: {line.text}"
