"""/copy /export"""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

from memory.errors import BadInput, StoreFull
from memory.types import Message, Role
from tui.chat.export import to_json, to_markdown
from tui.chat.html import to_html
from tui.commands.command import Command, Wrong
from tui.commands.context import CommandContext
from tui.commands.outcome import Copy, Outcome, Written
from tui.commands.render import plain_note
from tui.safe_text import safe

WRITERS = {"md": to_markdown, "json": to_json, "html": to_html}
PLAIN = ("txt", "markdown")
"""Other endings of files that hold Markdown."""


async def _copy(rest: str, ctx: CommandContext) -> Outcome:
    messages = await ctx.memory.messages(ctx.conversation)
    if rest == "all":
        return Copy(safe("\n\n".join(message.text for message in messages)))
    reply = _last_reply(messages)
    if rest == "code":
        blocks = _code_blocks(reply.text)
        if not blocks:
            raise BadInput("The last reply has no code block", hint="/copy takes the whole reply")
        return Copy(safe(blocks[-1]))
    if rest:
        raise Wrong
    return Copy(safe(reply.text))


async def _export(rest: str, ctx: CommandContext) -> Outcome:
    kind, _, place = rest.partition(" ")
    if kind not in WRITERS:
        kind, place = _by_ending(rest)
    await ctx.memory.check_place()
    conversation = await ctx.memory.conversation(ctx.conversation)
    text = await asyncio.to_thread(WRITERS[kind], conversation, await ctx.memory.messages(conversation.id))
    if place.strip():
        path = await asyncio.to_thread(_write_new, place.strip(), text)
    else:
        path = ctx.memory.exports.folder / f"{conversation.id}.{kind}"
        await asyncio.to_thread(_write, path, text)
    await ctx.memory.exports.note(path)
    return Written(path, plain_note(ctx.memory.profile_dir))


def _by_ending(place: str) -> tuple[str, str]:
    """What the name of a file asks for, and that name; one without an ending becomes Markdown."""
    ending = Path(place).suffix.lower().removeprefix(".")
    if not ending:
        return "md", f"{place}.md" if place else ""
    if ending not in (*WRITERS, *PLAIN):
        raise BadInput(
            f"An export is {', '.join(WRITERS)}, not {ending}",
            hint="With the kind before it any name will do: /export md FILE",
        )
    return (ending if ending in WRITERS else "md"), place


def _code_blocks(text: str) -> list[str]:
    """The contents of the code fences, those in lists and quotes too."""
    from markdown_it import MarkdownIt

    return [token.content for token in MarkdownIt("commonmark").parse(text) if token.type == "fence"]


def _last_reply(messages: list[Message]) -> Message:
    reply = next((message for message in reversed(messages) if message.role is Role.ASSISTANT), None)
    if reply is None:
        raise BadInput("There is no reply to copy yet")
    return reply


def _write_new(place: str, text: str) -> Path:
    path = Path(place).expanduser().absolute()
    if path.exists():
        raise BadInput(f"{path} is already there", hint="Give another name")
    _write(path, text)
    return path


def _write(path: Path, text: str) -> None:
    """Writes for the user alone: a conversation is private."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(path, "w", encoding="utf-8", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
            file.write(text)
    except OSError as error:
        raise StoreFull(f"{path} can't be written ({error.strerror})", hint="Give another place") from error


COMMANDS = (
    Command("copy", "/copy [code|all]", "copy the last reply", _copy, lambda ctx: ("code", "all")),
    Command(
        "export",
        "/export [md|json|html] [FILE]",
        "write this conversation to a file",
        _export,
        lambda ctx: tuple(WRITERS),
    ),
)
