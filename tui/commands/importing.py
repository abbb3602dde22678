"""/import, and what an import did in plain lines."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from memory.counting import counted
from memory.errors import NotFound
from memory.types import Imported, Offered
from tui.commands.command import Command, needed
from tui.commands.context import CommandContext
from tui.commands.outcome import Confirm, Outcome, Refresh, Say, Several
from tui.commands.working import working
from tui.safe_text import safe_line

RESTORE = "--restore"
_MOST_NAMED = 12
_NAMES = {"identity": "identity line", "entity": "name"}


@dataclass(frozen=True, slots=True)
class Ways:
    """How one goes on from an import, as it is typed there."""

    inbox: str
    pin: str
    learn: str


IN_CHAT = Ways("/inbox", "/pin ID", "/sync imported learns from them")


def imported_lines(came: Imported, waiting: int, ways: Ways) -> Iterator[str]:
    """`waiting` are turns of other programs that nothing was learnt from."""
    from_where = f" from {safe_line(came.program)}" if came.program else ""
    yield f"Imported {_told(came.added) or 'nothing new'}{from_where}"
    if came.restored:
        yield f"Brought back: {_told(came.restored)}"
    if came.known:
        yield f"Already here: {_told(came.known)}"
    if came.inbox:
        yield f"{counted(came.inbox, 'fact')} of unknown origin: they wait for your word in {ways.inbox}"
    if came.quarantined:
        held = counted(came.quarantined, "statement")
        yield f"{held} shaped like an instruction to the assistant: quarantined in {ways.inbox} until you agree"
    if came.ordinary:
        yield _ordinary(came.ordinary, ways.pin)
    if came.redacted:
        yield f"{counted(came.redacted, 'secret')} taken out"
    if came.kept_out:
        yield f"{counted(came.kept_out, 'text')} left out: you had it forgotten here. {RESTORE} brings it back"
    if came.left_out:
        yield f"Left out, because harken can't keep it: {_told(came.left_out)}"
    if came.program and waiting:
        yield f"{counted(waiting, 'turn')} can be recalled now. {ways.learn}"


def _ordinary(facts: Sequence[str], pin: str) -> str:
    named = ", ".join(facts[:_MOST_NAMED])
    more = f" and {len(facts) - _MOST_NAMED} more" if len(facts) > _MOST_NAMED else ""
    return (
        f"{counted(len(facts), 'ordinary fact')} of what the file puts always in context, for which"
        f" memory.identity_tokens has no room: {named}{more}. {pin} pins one"
    )


def _told(counts: Mapping[str, int]) -> str:
    return ", ".join(counted(number, _NAMES.get(kind, safe_line(kind))) for kind, number in counts.items())


async def _import(rest: str, ctx: CommandContext) -> Outcome:
    named = needed(rest)
    restore = named.startswith(f"{RESTORE} ")
    path = await asyncio.to_thread(_file, named.removeprefix(RESTORE).strip() if restore else named)
    with working("Looking through the file", ctx) as told:
        offered = await ctx.memory.portable.look(path, told)

    async def confirmed() -> Outcome:
        with working("Importing", ctx) as told:
            came = await ctx.memory.portable.bring_in(path, restore=restore, told=told)
        lines = imported_lines(came, await ctx.memory.unlearnt_imports(), IN_CHAT)
        return Several((Say("\n".join(lines)), Refresh()))

    return Confirm(f"Import {path.name}?", _preview(offered, restore), "Import", confirmed, danger=False)


def _file(name: str) -> Path:
    path = Path(name).expanduser().absolute()
    if not path.is_file():
        raise NotFound(f"There is no file {name}", hint="Give the path of an export")
    return path


def _preview(offered: Offered, restore: bool) -> tuple[str, ...]:
    from_where = f" from {safe_line(offered.program)}" if offered.program else ""
    forgotten = "comes back too" if restore else "stays forgotten"
    left_out = (f"Left out: {_told(offered.left_out)}",) if offered.left_out else ()
    return (
        f"It holds {_told(offered.counts)}{from_where}.",
        *left_out,
        f"Nothing that is here already is doubled. What you had forgotten here {forgotten}.",
    )


COMMANDS = (
    Command("import", f"/import [{RESTORE}] FILE", "add what an export holds; of ChatGPT and Claude too", _import),
)
