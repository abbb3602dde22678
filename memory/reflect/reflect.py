"""`/reflect`: an answer from memory with the memories it rests on, or a plain list of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import UTC, tzinfo
from pathlib import Path

from memory.errors import ModelError
from memory.ports import ChatMessage, LanguageModel, ModelRequest
from memory.text.normal import clean, fold
from memory.text.prompts import prompt
from memory.types import Kind, Record, Reflection, Role, Usage

MOST_CHARS = 16_000
LISTED = 8
REPLY_TOKENS = 800
EMPTY = "Nothing in memory answers this."
_CITATION = re.compile(r"\s*\[([a-z]\d+(?:\s*[,;]\s*[a-z]\d+)*)\]", re.IGNORECASE)


async def reflect(
    question: str,
    records: Sequence[Record],
    model: LanguageModel | None,
    *,
    on_text: Callable[[str], None] | None = None,
    on_usage: Callable[[Usage], None] | None = None,
    prompts: Path | None = None,
    zone: tzinfo | None = UTC,
) -> Reflection:
    """Answers `question` from `records`, best first.

    The question, asked before, is no memory of its answer. Without a model that can be trusted with it the best
    memories are listed, the assistant's own words only where there is nothing else.
    `on_text` gets the answer as it grows; the reflection's text counts, for it has only citations that exist.
    Days are those of `zone`, None the computer's. Raises ModelError where the model fails.
    """
    records = [record for record in records if fold(record.text) != fold(question)]
    if not records:
        return Reflection(question, EMPTY, ())
    if model is None or not model.traits.distils:
        return listing(question, records)
    try:
        answer = await _answer(_request(question, records, prompts, zone), model, on_text, on_usage)
    except ModelError as error:
        if error.kind != "no_model":
            raise
        return listing(question, records)
    if answer.strip(" .").upper() == "NOTHING":
        return Reflection(question, EMPTY, (), model.traits.name)
    text, cited = checked(answer, records)
    if not cited:
        return listing(question, records)
    return Reflection(question, text, cited, model.traits.name)


async def _answer(
    request: ModelRequest,
    model: LanguageModel,
    on_text: Callable[[str], None] | None,
    on_usage: Callable[[Usage], None] | None,
) -> str:
    pieces: list[str] = []
    async for delta in model.stream(request):
        pieces.append(delta.text)
        if on_text is not None and delta.text:
            on_text(delta.text)
        if on_usage is not None and delta.usage is not None:
            on_usage(delta.usage)
    return "".join(pieces).strip()


def _request(question: str, records: Sequence[Record], prompts: Path | None, zone: tzinfo | None) -> ModelRequest:
    material = f"# Memories\n{_memories(records, zone)}\n\n# Question\n{clean(question)}"
    messages = (ChatMessage("system", prompt("memory.reflect", "reflect", prompts)), ChatMessage("user", material))
    return ModelRequest(messages, purpose="reflect", max_tokens=REPLY_TOKENS, temperature=0.2)


def _memories(records: Sequence[Record], zone: tzinfo | None) -> str:
    lines: list[str] = []
    room = MOST_CHARS
    for record in records:
        line = _shown(record, zone)
        room -= len(line)
        if room < 0:
            break
        lines.append(line)
    return "\n".join(lines)


def _by_assistant(record: Record) -> bool:
    return record.kind in (Kind.TURN, Kind.DRAWER) and record.category == Role.ASSISTANT


def _shown(record: Record, zone: tzinfo | None) -> str:
    since = record.valid_from or record.created_at
    to = f" to {record.last_day(zone)}" if record.valid_to else ""
    dates = f" ({since.astimezone(zone):%Y-%m-%d}{to})" if since else ""
    by = " (said by the assistant)" if _by_assistant(record) else ""
    return f"[{record.id}]{dates}{by} {' '.join(record.text.split())}"


def checked(answer: str, records: Sequence[Record]) -> tuple[str, tuple[Record, ...]]:
    """The answer with the citations that point to one of `records`, and those records in the order of the answer."""
    by_id = {record.id.lower(): record for record in records}
    cited: dict[str, Record] = {}

    def kept(match: re.Match[str]) -> str:
        known = [name for name in re.split(r"\s*[,;]\s*", match[1].lower()) if name in by_id]
        cited.update({name: by_id[name] for name in known})
        return f" [{', '.join(known)}]" if known else ""

    return _CITATION.sub(kept, answer).strip(), tuple(cited.values())


def listing(question: str, records: Sequence[Record]) -> Reflection:
    """The best memories as they are, where no model answers."""
    best = tuple(sorted(records, key=_by_assistant)[:LISTED])
    lines = [f"- {' '.join(record.text.split())} [{record.id}]" for record in best]
    return Reflection(question, "\n".join(["From memory:", *lines]), best)
