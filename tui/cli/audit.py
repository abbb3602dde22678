"""harken memory audit

`--json` prints, without an id, a list of receipts, and else one audit:

    receipt  {"id", "at", "how", "targets": [id], "with_turns", "state", "finished_at",
              "stores": [{"store", "before", "after"}]}
    audit    {"clean", "id", "forgotten", "found": [{"place", "what", "count"}], "receipt": receipt or null,
              "kept", "anew", "unread": [file and reason]}

What the fields mean stands in `memory.forget.proof`. The exit code is 0 where the audit is clean, else 1.
"""

from __future__ import annotations

from argparse import Namespace

from memory.engine import Audit, Memory
from memory.errors import BadInput
from tui.cli.documents import plain, tell
from tui.cli.output import complain, say_json, say_lines
from tui.cli.progress import Progress
from tui.cli.world import World
from tui.commands.auditing import NO_RECEIPTS, audit_sections, receipt_line
from tui.commands.render import as_text, zone_of


async def audit(memory: Memory, args: Namespace, world: World) -> int:
    what = " ".join(args.words)
    if args.text and what:
        raise BadInput("audit takes an id or --text, not both", hint="harken memory audit --help says more")
    if args.text:
        return _told(await _of_text(memory, " ".join(args.text), world), args, world)
    if what:
        return _told(await memory.audits.of(what, [world.paths.logs]), args, world)
    return await _list(memory, args, world)


async def _of_text(memory: Memory, words: str, world: World) -> Audit:
    with Progress("audit") as progress:
        return await memory.audits.text(words, world.paths.roots, without=[world.paths.models_dir], told=progress.told)


def _told(result: Audit, args: Namespace, world: World) -> int:
    words = as_text(audit_sections(result, zone_of(world.config)))
    tell({"clean": result.clean, **plain(result)}, words, json=args.json)
    return 0 if result.clean else 1


async def _list(memory: Memory, args: Namespace, world: World) -> int:
    receipts = await memory.audits.receipts()
    if args.json:
        say_json(plain(receipts))
    elif receipts:
        say_lines(receipt_line(receipt, zone_of(world.config)) for receipt in receipts)
    else:
        complain(NO_RECEIPTS)
    return 0
