"""The gate's last word by a model, where the user wants that and the learned gate is not sure."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from memory.ports import ChatMessage, LanguageModel, ModelRequest
from memory.recall.block import escaped
from memory.recall.calls import Calls
from memory.recall.decide import Evidence, Verdict
from memory.text.prompts import prompt
from memory.types import GateDecision, Leg, Section

NAME = "gate"
REPLY_TOKENS = 64
MESSAGE_CHARS, BEFORE_CHARS, MEMORY_CHARS = 1000, 300, 160
TURNS_BEFORE = 2
SHOWN = {Section.PINNED: 3, Section.EPISODE: 2, Section.TRANSCRIPT: 2}
WORDS = {
    "none": Section.NONE,
    "identity": Section.IDENTITY,
    "facts": Section.PINNED,
    "talks": Section.EPISODE,
    "words": Section.TRANSCRIPT,
}
_WORD = re.compile(rf"\b({'|'.join(WORDS)})\b", re.IGNORECASE)
_NEEDS = {
    Section.NONE: "nothing of yours is needed",
    Section.IDENTITY: "who you are is asked",
    Section.PINNED: "something you once said is needed",
    Section.EPISODE: "an earlier talk is asked about",
    Section.TRANSCRIPT: "the words of an earlier talk are asked for",
}


@dataclass(frozen=True, slots=True)
class ModelGate:
    """Asks `model`, which is asked for anew each time; a `gate.md` in the folder `prompts` takes the place of ours."""

    calls: Calls
    model: Callable[[], LanguageModel | None]
    prompts: Path | None = None

    async def decide(
        self,
        text: str,
        before: Sequence[str],
        evidence: Evidence,
        otherwise: Verdict,
        deadline_ms: int,
        *,
        booked: bool,
    ) -> tuple[Verdict, Leg]:
        """The model's verdict; where it gives none in time, the one that stands `otherwise`, and why."""
        model = self.model()
        request = self._request(text, before, evidence)
        said = await self.calls.ask(NAME, model, request, deadline_ms, booked=booked)
        if model is None or not said.leg.finished:
            return otherwise, said.leg
        word = _WORD.search(said.text)
        if word is None:
            return otherwise, replace(said.leg, finished=False, note=f"{model.traits.name} gave no usable answer")
        section = WORDS[word[1].lower()]
        if section not in (Section.NONE, Section.IDENTITY) and not evidence.pools.get(section):
            return Verdict(GateDecision(Section.NONE, "nothing is stored that could answer")), said.leg
        return Verdict(GateDecision(section, f"{model.traits.name} says: {_NEEDS[section]}")), said.leg

    def _request(self, text: str, before: Sequence[str], evidence: Evidence) -> ModelRequest:
        near = [
            f"- {word}: {_line(one.hit.text, MEMORY_CHARS)}"
            for word, section in WORDS.items()
            for one in evidence.pools.get(section, ())[: SHOWN.get(section, 0)]
        ]
        parts = [
            _part("What the user wrote before", [_line(one, BEFORE_CHARS) for one in before[-TURNS_BEFORE:]]),
            _part("Message", [_line(text, MESSAGE_CHARS)]),
            _part("Nearest in memory", near or ["nothing"]),
        ]
        system = prompt("memory.recall", "gate", self.prompts)
        messages = (ChatMessage("system", system), ChatMessage("user", "\n\n".join(filter(None, parts))))
        return ModelRequest(messages, purpose="gate", max_tokens=REPLY_TOKENS, temperature=0.0)


def _part(title: str, lines: Sequence[str]) -> str:
    return "\n".join([f"# {title}", *lines]) if lines else ""


def _line(text: str, most: int) -> str:
    return escaped(text[:most])
