"""harken memory forget --everything"""

from __future__ import annotations

import sys
from argparse import Namespace

from memory.engine import Memory
from memory.errors import BadInput
from memory.types import Clearing
from tui.cli.documents import plain, tell
from tui.cli.output import complain, flush, say, say_json, typed
from tui.commands.clearing import is_name_of
from tui.commands.render import as_text, clearing_sections, report_text


async def clear(memory: Memory, args: Namespace) -> int:
    plan = await memory.erasing.preview()
    if not args.json:
        say(as_text(clearing_sections(plan)))
    name = args.yes_profile if args.yes_profile is not None else _asked(plan, args)
    if name is None:
        if args.json:
            say_json({**plain(plan), "erased": [], "pending": False})
        complain(f"nothing was erased. Add --yes-profile {plan.profile} to erase all of it")
        return 1
    if not is_name_of(name, plan):
        raise BadInput(f"{name!r} is not the name of this profile; nothing was erased", hint=f"It is {plan.profile}")
    report = await memory.erasing.everything(plan.profile, with_exports=args.with_exports)
    return tell({**plain(plan), **plain(report)}, report_text(report), json=args.json)


def _asked(plan: Clearing, args: Namespace) -> str | None:
    """The name that the user types, None where nobody can be asked."""
    if args.json or not sys.stdin.isatty():
        return None
    flush()
    return typed(f"This can't be undone. Type the name of the profile, {plan.profile}, to erase all of it:")
