"""harken memory export, harken memory import"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping, Sequence
from pathlib import Path

from memory.engine import Memory
from memory.errors import NotFound
from tui.cli.documents import plain, tell
from tui.cli.output import say, say_json
from tui.cli.progress import Progress
from tui.cli.world import World
from tui.commands.render import counted

_MOST_NAMED = 12
_NAMES = {"identity": "identity line", "entity": "name"}


async def export(memory: Memory, args: Namespace, world: World) -> int:
    with Progress("export") as progress:
        written = await memory.portable.export(_path(args), overwrite=args.force, told=progress.told)
    return tell(written, f"Written to {written.file}", json=args.json)


async def bring_in(memory: Memory, args: Namespace, world: World) -> int:
    with Progress("import") as progress:
        came = await memory.portable.bring_in(_path(args), restore=args.restore, told=progress.told)
    if args.json:
        say_json(plain(came))
        return 0
    say(f"Imported {_told(came.added) or 'nothing new'}{f' from {came.program}' if came.program else ''}")
    if came.known:
        say(f"Already here: {_told(came.known)}")
    if came.inbox:
        say(f"{counted(came.inbox, 'fact')} of unknown origin: they wait for your word in harken memory inbox")
    if came.quarantined:
        held = counted(came.quarantined, "statement")
        say(f"{held} shaped like an instruction to the assistant: quarantined in harken memory inbox until you agree")
    if came.ordinary:
        say(_ordinary(came.ordinary))
    if came.redacted:
        say(f"{counted(came.redacted, 'secret')} taken out")
    if came.kept_out:
        say(f"{counted(came.kept_out, 'text')} left out: you had it forgotten here. --restore brings it back")
    if came.left_out:
        say(f"Left out, because harken can't keep it: {_told(came.left_out)}")
    if came.program and (waiting := await memory.unlearnt_imports()):
        say(f"{counted(waiting, 'turn')} can be recalled now. harken memory sync --imported 20 learns from the newest")
    return 0


def _ordinary(facts: Sequence[str]) -> str:
    named = ", ".join(facts[:_MOST_NAMED])
    more = f" and {len(facts) - _MOST_NAMED} more" if len(facts) > _MOST_NAMED else ""
    return (
        f"{counted(len(facts), 'ordinary fact')} of what the file puts always in context, for which"
        f" memory.identity_tokens has no room: {named}{more}. harken memory pin ID pins one"
    )


def need_file(args: Namespace) -> None:
    """Before a profile is begun for it."""
    if not _path(args).is_file():
        raise NotFound(f"There is no file {args.file}", hint="Give the path of an export")


def _path(args: Namespace) -> Path:
    return Path(args.file).expanduser()


def _told(counts: Mapping[str, int]) -> str:
    return ", ".join(counted(number, _NAMES.get(kind, kind)) for kind, number in counts.items())
