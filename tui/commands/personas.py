"""/persona"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

from memory.engine import Memory
from memory.errors import BadInput
from tui.commands.command import Command
from tui.commands.context import CommandContext
from tui.commands.outcome import Choose, ModelChosen, Open, Option, Outcome, Refresh, Say, Several
from tui.config import Problem
from tui.config.personas import Persona, Personas
from tui.safe_text import safe_line

NONE = "none"
TEACH = (
    "There is no persona yet. A file {folder}/coach.toml makes one: it may hold name, system_prompt, model, mode and a"
    " table [parameters]."
)


async def _persona(rest: str, ctx: CommandContext) -> Outcome:
    async def take(name: str) -> Outcome:
        return await _taken(name, ctx)

    if rest:
        return await _taken(rest, ctx)
    personas, problems = await asyncio.to_thread(Personas(ctx.paths.personas).all)
    if not personas and not problems:
        return Say(safe_line(TEACH.format(folder=ctx.paths.personas)))
    now = (await ctx.memory.conversation(ctx.conversation_id)).persona if ctx.conversation_id else ""
    options = [_option(one, now) for one in personas]
    none = Option(NONE, NONE, "the usual model and system prompt" + ("" if now else ", now"))
    wrong = [Option(str(one), Path(one.source).stem, disabled_reason=_place(one)) for one in problems]
    return Choose("Who answers in this conversation?", (*options, none, *wrong), take)


def _place(problem: Problem) -> str:
    return str(replace(problem, source=Path(problem.source).name))


def _option(persona: Persona, now: str) -> Option:
    current = "now" if persona.name.casefold() == now.casefold() else ""
    detail = [current, persona.model, str(persona.mode or ""), safe_line(persona.system_prompt, 60)]
    return Option(persona.name, safe_line(persona.name), ", ".join(part for part in detail if part))


async def _taken(name: str, ctx: CommandContext) -> Outcome:
    memory = ctx.memory
    persona = None if name.lower() == NONE else await asyncio.to_thread(named, ctx.paths.personas, name)
    begun: tuple[Outcome, ...] = ()
    conversation = ctx.conversation_id
    if conversation is None:
        conversation = (await memory.new_conversation()).id
        begun = (Open(conversation),)
    before = (await memory.conversation(conversation)).persona
    await take_on(memory, conversation, persona)
    if persona is None:
        usual = (ModelChosen(""),) if before else ()
        said = "This conversation is held with no persona, from your next message on"
        return Several((*begun, Say(said), *usual, Refresh()))
    model = (ModelChosen(persona.model),) if persona.model else ()
    said = f"{safe_line(persona.name)} answers in this conversation, from your next message on"
    return Several((*begun, Say(said), *model, Refresh()))


async def take_on(memory: Memory, conversation: str, persona: Persona | None) -> None:
    """The conversation is held with the persona, in its mode; without one, in the profile's again."""
    before = await memory.conversation(conversation)
    await memory.partitions.talk_with(conversation, persona.name if persona else "")
    if not before.incognito and ((persona and persona.mode) or before.persona):
        await memory.talks.set_mode(conversation, persona.mode if persona else None)


def named(folder: Path, name: str) -> Persona:
    """The persona of that name. BadInput with the file and line where there is none that can be used."""
    found = Personas(folder).get(name)
    if found.persona is not None:
        return found.persona
    if found.problems:
        raise BadInput(str(found.problems[0]), hint=f"Then /persona {name} can be used")
    raise BadInput(f"There is no persona {safe_line(name)}", hint=f"{folder} holds them, a TOML file each")


COMMANDS = (Command("persona", "/persona [NAME or none]", "who answers in this conversation, and how", _persona),)
