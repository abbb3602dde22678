"""One real distillation by the smallest model there is: what it makes up is not stored, what was said is."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from memory.distill.candidates import Draft
from memory.distill.hooks import Hooks
from memory.distill.provenance import unsupported
from memory.distill.source import Batch
from memory.engine import Memory
from memory.ports import Delta, ModelTraits
from memory.text.languages import ENGLISH
from memory.types import Kind, Record
from tui.config import Timeouts
from tui.llm.embedded import EmbeddedModel
from tui.llm.embedded_server import EmbeddedServer, missing_embedded

pytestmark = [
    pytest.mark.embedded,
    pytest.mark.timeout(600),
    pytest.mark.skipif(bool(missing_embedded()), reason="needs the embedded model"),
]
PATIENCE = 500.0
"""Seconds; a computer that is busy with other things needs minutes."""
PROMPT = """Write down as JSON what the user says about themselves: each statement with the number of the turn as
evidence and the user's own words as quote.
{categories}"""
"""As short as the model's memory."""
SAID = (
    "My name is Ingrid Solheim and I live in Bergen.",
    "I work as a carpenter, and my dog is called Pepper.",
    "If I lived in Rome I would paint all day. What is a good first colour?",
)


class Trusted(EmbeddedModel):
    """The embedded model as if its extractions could be trusted."""

    @property
    def traits(self) -> ModelTraits:
        return replace(super().traits, distils=True)


async def test_every_fact_the_smallest_model_finds_was_really_said(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memory.distill.run.CALL_SECONDS", PATIENCE)
    prompts = home / "prompts"
    prompts.mkdir(parents=True)
    (prompts / "distil.md").write_text(PROMPT, encoding="utf-8")
    server = EmbeddedServer(home / "embedded.log", lambda line: None)
    model = Trusted(server, Timeouts(first_token=PATIENCE, silence=PATIENCE))
    folder, drafts = home / "profiles" / "default", list[Draft]()

    def look(draft: Draft, batch: Batch) -> Draft:
        drafts.append(draft)
        return draft

    hooks = Hooks(post_process=look)
    try:
        async with Memory.open(folder, llm=model, prompts_dir=prompts, hooks=hooks, background=False) as memory:
            typed = await talked(memory)
            (run,) = await memory.sync()
            facts = await memory.search("", kinds=[Kind.FACT], limit=100)
    finally:
        await server.stop()
    assert run.outcome == "distilled", run.detail
    assert len(drafts) == 1
    assert facts
    for record in facts:
        assert_said(record, typed)


def assert_said(record: Record, typed: dict[str, str]) -> None:
    assert set(record.evidence) <= typed.keys()
    support = " ".join(typed[message] for message in record.evidence)
    assert record.quote in support
    assert unsupported(record.text, record.quote, support, "", "", ENGLISH) == ""
    names = set(re.findall(r"(?<!^)\b[A-Z][a-z]+|\d+", record.text))
    assert names <= set(re.findall(r"\w+", support))


async def talked(memory: Memory) -> dict[str, str]:
    """The user's messages by id."""
    talk = (await memory.new_conversation()).id
    typed = {}
    for text in SAID:
        turn = await memory.begin(talk, text)
        turn.append(Delta(text="I see."))
        await memory.finish(turn)
        typed[turn.user.id] = text
    return typed
