"""--persona: who answers in a new conversation. Nothing is loaded where none is named."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from memory.errors import BadInput
from tui.cli.parser import given
from tui.paths import find_paths

if TYPE_CHECKING:
    from tui.config.personas import Persona


def persona_of(args: Namespace, *, goes_on: bool) -> Persona | None:
    """The persona that the command line names. BadInput where there is none, and where a conversation `goes_on`."""
    name = given(args, "persona")
    if not name:
        return None
    if goes_on:
        raise BadInput("--persona begins a new conversation", hint="/persona NAME changes who answers in one")
    from tui.commands.personas import named

    return named(find_paths().personas, name)


def with_its_model(args: Namespace, persona: Persona | None) -> Namespace:
    """The persona's model answers, unless the command line names one."""
    if persona is None or not persona.model or given(args, "model"):
        return args
    return Namespace(**{**vars(args), "model": persona.model})
