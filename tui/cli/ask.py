"""harken ask: one turn to stdout."""

from __future__ import annotations

import asyncio
import sys
from argparse import Namespace
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from dataclasses import replace

from memory.engine import Memory
from memory.errors import BadInput, HarkenError
from memory.ports import LanguageModel
from memory.types import Injection, Message, Mode, Part, PartSource
from tui.chat.events import Failed, Finished, HoldsSecret, Notice, Recalled, Text, TurnEvent
from tui.chat.notices import holds_secret
from tui.chat.turns import TurnRunner
from tui.cli.documents import plain
from tui.cli.models import chosen_model, open_models
from tui.cli.output import Stream, complain, say_json
from tui.cli.parser import given
from tui.cli.personas import persona_of, with_its_model
from tui.cli.session import open_memory, warmed
from tui.cli.world import World, enter_world
from tui.commands.personas import take_on
from tui.config.personas import Persona, Personas
from tui.llm.models import for_memory


class _Answer:
    """The reply on stdout: as it comes, or as one document at the end."""

    def __init__(self, *, as_json: bool) -> None:
        self._stream = None if as_json else Stream()
        self._reply: Message | None = None
        self._injection: Injection | None = None

    def take(self, event: TurnEvent) -> None:
        match event:
            case Text(delta) if self._stream:
                self._stream.write(delta)
            case Notice(text):
                complain(text)
            case HoldsSecret(message, kinds):
                complain(holds_secret(kinds, f"harken memory redact {message}"))
            case Recalled(injection):
                self._injection = injection
            case Finished(message):
                self._reply = message
            case Failed(line, hint):
                self._end_line()
                raise HarkenError(line, hint=hint)

    def close(self, conversation: str) -> int:
        """Ends it and returns the exit code: a reply without a word is none."""
        self._end_line()
        if self._reply is None or self._injection is None:
            return 1
        if self._stream is None:
            say_json(_document(self._reply, self._injection, conversation))
        if self._reply.note:
            complain(self._reply.note)
        return 0 if self._reply.text.strip() else 1

    def _end_line(self) -> None:
        if self._stream:
            self._stream.close()


def _document(reply: Message, injection: Injection, conversation: str) -> dict[str, object]:
    return {
        "reply": reply.text,
        "model": reply.model,
        "usage": plain(reply.usage),
        "injection": plain(injection),
        "conversation": conversation,
        "message": injection.message,
        "note": reply.note,
    }


def run(args: Namespace) -> int:
    parts = _parts(" ".join(args.text), _piped())
    if args.no_memory:
        args.mode = Mode.OFF if given(args, "mode") != Mode.INCOGNITO else args.mode
    persona = persona_of(args, goes_on=bool(args.conversation))
    return asyncio.run(_run(args, parts, persona, enter_world(with_its_model(args, persona))))


def _piped() -> str:
    """Standard input where it is not the keyboard; bytes that are no UTF-8 are replaced."""
    if sys.stdin.isatty():
        return ""
    return sys.stdin.buffer.read().decode("utf-8", "replace")


def _parts(text: str, piped: str) -> list[Part]:
    typed, added = Part(text), Part(piped, source=PartSource.STDIN)
    parts = [part for part in (typed, added) if not part.blank]
    if not parts:
        raise BadInput("There is nothing to ask", hint='harken ask "What is a heron?"')
    return [Part(f"{text}\n\n"), added] if len(parts) == 2 else parts


async def _run(args: Namespace, parts: list[Part], persona: Persona | None, world: World) -> int:
    async with open_memory(world) as memory, open_models(world) as models:
        model = await chosen_model(models)
        models.warm(model)
        memory.use_model(model, *for_memory(models, "", world.config.memory)[1:])
        own = persona.mode if persona and given(args, "mode") is None else None
        if (own or world.config.memory.mode).injects:
            await warmed(memory)
        async with _conversation(memory, args, persona) as conversation:
            return await _answer(memory, model, world, conversation, parts, as_json=args.json)


@asynccontextmanager
async def _conversation(memory: Memory, args: Namespace, persona: Persona | None) -> AsyncIterator[str]:
    """The conversation to go on with, in the mode that was asked for; a new one otherwise."""
    mode = Mode(args.mode) if given(args, "mode") else None
    if not args.conversation:
        new = (await memory.new_conversation(mode=mode, project=given(args, "project"))).id
        if persona is not None:
            await take_on(memory, new, persona if mode is None else replace(persona, mode=mode))
        yield new
        return
    before = (await memory.conversation(args.conversation)).mode
    if mode is None or mode is before:
        yield args.conversation
        return
    await memory.talks.set_mode(args.conversation, mode)
    try:
        yield args.conversation
    finally:
        await memory.talks.set_mode(args.conversation, before)


async def _answer(
    memory: Memory, model: LanguageModel, world: World, conversation: str, parts: list[Part], *, as_json: bool
) -> int:
    async def opened() -> LanguageModel:
        return model

    answer = _Answer(as_json=as_json)
    runner = TurnRunner(memory, opened, lambda: world.config, personas=Personas(world.paths.personas).get)
    async with aclosing(runner.run(conversation, parts)) as events:
        async for event in events:
            answer.take(event)
    return answer.close(conversation)
