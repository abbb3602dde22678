"""/system /set"""

from __future__ import annotations

import asyncio
from dataclasses import fields

from memory.settings import Parameters
from tui.commands.command import Command, Wrong
from tui.commands.context import CommandContext
from tui.commands.outcome import Open, Outcome, Refresh, Say, Several
from tui.config.personas import Personas
from tui.safe_text import safe, safe_line

NONE = "none"
NAMES = tuple(spec.name for spec in fields(Parameters))


async def _system(rest: str, ctx: CommandContext) -> Outcome:
    if not rest:
        return Say(await _system_now(ctx))
    conversation, begun = await _here(ctx)
    text = "" if rest.lower() == NONE else rest
    await ctx.memory.talks.set_system(conversation, text)
    holds = "This conversation has a system prompt of its own" if text else f"{(await _usual(ctx))[0]} holds here again"
    return Several((*begun, Say(f"{holds}, from your next message on"), Refresh()))


async def _system_now(ctx: CommandContext) -> str:
    own = (await ctx.memory.conversation(ctx.conversation_id)).system if ctx.conversation_id else ""
    if own:
        return f"This conversation's own:\n{safe(own)}"
    name, text = await _usual(ctx)
    return f"{name} holds here: {text}\n/system TEXT gives this conversation its own"


async def _usual(ctx: CommandContext) -> tuple[str, str]:
    """What holds where the conversation has no system prompt of its own: its name and its text."""
    name = (await ctx.memory.conversation(ctx.conversation_id)).persona if ctx.conversation_id else ""
    found = await asyncio.to_thread(Personas(ctx.paths.personas).get, name)
    if (persona := found.persona) and persona.system_prompt:
        return f"The system prompt of {safe_line(persona.name)}", safe(persona.system_prompt)
    return "The usual system prompt", safe(ctx.config.chat.system_prompt) or "the model's own, or a plain default"


async def _set(rest: str, ctx: CommandContext) -> Outcome:
    name, _, value = rest.partition(" ")
    if not name:
        return Say(await _values(ctx))
    if not value.strip():
        raise Wrong
    conversation, begun = await _here(ctx)
    wanted = None if value.strip().lower() == NONE else _read(value.strip())
    values = await ctx.memory.talks.set_parameter(conversation, name.lower(), wanted)
    return Several((*begun, Say(f"{_told(values)}, from your next message on"), Refresh()))


async def _values(ctx: CommandContext) -> str:
    values = (await ctx.memory.conversation(ctx.conversation_id)).parameters if ctx.conversation_id else {}
    rows = [
        f"{spec.name}: {values.get(spec.name, 'as the model has it')}  ({spec.metadata['doc']},"
        f" {spec.metadata['low']:,.15g} to {spec.metadata['high']:,.15g})"
        for spec in fields(Parameters)
    ]
    return "\n".join([*rows, "/set NAME VALUE changes one for this conversation, /set NAME none takes that back"])


def _told(values: dict[str, float]) -> str:
    pairs = ", ".join(f"{name} {value:.15g}" for name, value in values.items())
    return safe_line(f"Set here: {pairs}" if pairs else "Everything is as the model has it")


def _read(value: str) -> object:
    """A number where it is one; anything else is refused by its name and range."""
    for kind in (int, float):
        try:
            return kind(value)
        except ValueError:
            continue
    return value


async def _here(ctx: CommandContext) -> tuple[str, tuple[Outcome, ...]]:
    """The conversation on the screen; before its first message a new one, which is opened."""
    if ctx.conversation_id is not None:
        return ctx.conversation_id, ()
    opened = await ctx.memory.new_conversation()
    return opened.id, (Open(opened.id),)


COMMANDS = (
    Command(
        "system",
        "/system [TEXT or none]",
        "what the model is told first in this conversation",
        _system,
        lambda ctx: (NONE,),
    ),
    Command(
        "set",
        "/set [NAME VALUE or none]",
        "temperature and other parameters of this conversation",
        _set,
        lambda ctx: NAMES,
    ),
)
