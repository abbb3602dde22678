"""What holds in one conversation: its own prompt and parameters, before those of its persona."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from memory.types import Conversation
from tui.config.personas import Found


@dataclass(frozen=True, slots=True)
class Own:
    """`line` names it all in a few words; `troubles` say why a persona does not hold as its file says."""

    system: str = ""
    parameters: Mapping[str, float] = field(default_factory=dict)
    line: str = ""
    troubles: tuple[str, ...] = ()


def own_of(talk: Conversation, found: Found) -> Own:
    persona = found.persona
    parameters = {**(persona.parameters.values if persona else {}), **talk.parameters}
    words = [
        *([f"persona {persona.name}"] if persona else []),
        *(["own system prompt"] if talk.system else []),
        *(f"{name} {value:.15g}" for name, value in parameters.items()),
    ]
    system = talk.system or (persona.system_prompt if persona else "")
    return Own(system, parameters, ", ".join(words), _troubles(talk, found))


def _troubles(talk: Conversation, found: Found) -> tuple[str, ...]:
    if not talk.persona:
        return ()
    wrong = tuple(map(str, found.problems))
    if found.persona is None:
        return (*wrong, f"There is no persona {talk.persona}: /persona shows those there are")
    return wrong
