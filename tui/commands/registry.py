"""The one list of slash commands: finding, running and completing them."""

from __future__ import annotations

import difflib
import re
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass, replace

from memory.errors import HarkenError
from tui.commands import (
    auditing,
    backing_up,
    branching,
    comparing,
    conversations,
    costs,
    forgetting,
    identity,
    importing,
    inbox,
    learnt,
    logs,
    looks,
    memories,
    models,
    own_settings,
    personas,
    profiles,
    projects,
    rebuilding,
    redacting,
    replies,
    status,
    tidying,
    verdicts,
)
from tui.commands.command import Command, Wrong
from tui.commands.context import CommandContext
from tui.commands.outcome import Choose, Confirm, Outcome, Page, Quit, Say, Several
from tui.commands.render import as_markdown, escape
from tui.commands.words import legend

_COMMAND = re.compile(r"/(?P<name>[A-Za-z][\w-]*)(?:\s+(?P<rest>.*))?\s*\Z", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Completion:
    """`text` replaces the whole line; `detail` explains it in the list."""

    text: str
    detail: str = ""


async def _help(rest: str, ctx: CommandContext) -> Outcome:
    if rest:
        command = COMMANDS.get(rest.removeprefix("/").lower())
        return Say(f"{command.usage}\n{command.summary}") if command else _unknown(rest.removeprefix("/"))
    rows = [f"- `{command.usage}`: {escape(command.summary)}" for command in COMMANDS.values()]
    return Page("Commands", "\n".join([*rows, "", as_markdown([legend()])]))


async def _quit(rest: str, ctx: CommandContext) -> Outcome:
    return Quit()


COMMANDS: Mapping[str, Command] = {
    command.name: command
    for command in (
        Command("help", "/help [COMMAND]", "what there is to type", _help, lambda ctx: tuple(COMMANDS)),
        *conversations.COMMANDS,
        *branching.COMMANDS,
        *comparing.COMMANDS,
        *verdicts.COMMANDS,
        *replies.COMMANDS,
        *models.COMMANDS,
        *personas.COMMANDS,
        *own_settings.COMMANDS,
        *looks.COMMANDS,
        *profiles.COMMANDS,
        *backing_up.COMMANDS,
        *importing.COMMANDS,
        *memories.COMMANDS,
        *forgetting.COMMANDS,
        *redacting.COMMANDS,
        *auditing.COMMANDS,
        *identity.COMMANDS,
        *inbox.COMMANDS,
        *learnt.COMMANDS,
        *projects.COMMANDS,
        *status.COMMANDS,
        *costs.COMMANDS,
        *logs.COMMANDS,
        *tidying.COMMANDS,
        *rebuilding.COMMANDS,
        Command("quit", "/quit", "leave harken", _quit),
    )
}


async def run(line: str, ctx: CommandContext) -> Outcome:
    """Runs a line that starts with `/`. What goes wrong comes back as words, never as an exception."""
    match = _COMMAND.match(line.strip())
    if match is None:
        return _unknown(line.strip().removeprefix("/").partition(" ")[0])
    name = match["name"].lower()
    command = COMMANDS.get(name)
    if command is None:
        return _unknown(name)
    return await _guarded(command.run((match["rest"] or "").strip(), ctx), command)


async def _guarded(work: Awaitable[Outcome], command: Command) -> Outcome:
    """The outcome, with errors as words; the actions inside it are guarded as well."""
    try:
        outcome = await work
    except Wrong as wrong:
        reason = f"{wrong}. " if str(wrong) else ""
        return Say(f"{reason}Usage: {command.usage}", severity="warning")
    except HarkenError as error:
        return Say(error.line, severity="error")
    return _with_guards(outcome, command)


def _with_guards(outcome: Outcome, command: Command) -> Outcome:
    match outcome:
        case Confirm(action=confirmed):
            return replace(outcome, action=lambda: _guarded(confirmed(), command))
        case Choose(action=chosen):
            return replace(outcome, action=lambda option: _guarded(chosen(option), command))
        case Several(outcomes):
            return Several(tuple(_with_guards(one, command) for one in outcomes))
    return outcome


def completions(text: str, ctx: CommandContext) -> Sequence[Completion]:
    """What the line may become: names of commands, then the words a command takes."""
    if not text.startswith("/"):
        return ()
    name, space, rest = text[1:].partition(" ")
    if not space:
        matching = [command for key, command in COMMANDS.items() if key.startswith(name.lower())]
        return tuple(Completion(f"/{command.name}", command.summary) for command in matching)
    command = COMMANDS.get(name.lower())
    words = command.words(ctx) if command and command.words else ()
    return tuple(Completion(f"/{name} {word}") for word in words if word.startswith(rest) and word != rest)


def _unknown(name: str) -> Outcome:
    near = difflib.get_close_matches(name.lower(), COMMANDS, n=1)
    hint = f"Did you mean /{near[0]}?" if near else "/help lists the commands"
    return Say(f"There is no command /{name}. {hint}", severity="warning")
