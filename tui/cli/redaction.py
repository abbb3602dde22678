"""harken memory redact"""

from __future__ import annotations

from argparse import Namespace

from memory.engine import Memory
from memory.errors import BadInput
from memory.types import ForgetReport, RedactPlan
from tui.cli.documents import plain, tell
from tui.cli.output import agreed, complain, say, say_json
from tui.cli.world import World
from tui.commands.render import as_text, redact_sections, report_text


async def redact(memory: Memory, args: Namespace, world: World) -> int:
    if args.all == bool(args.message) or (args.all and args.words):
        raise BadInput("memory redact needs a message or --all", hint="harken memory redact --help says more")
    plan = await memory.redaction.plan(None if args.all else args.message, " ".join(args.words))
    if plan.empty:
        complain(f"no secret that harken knows in {args.message or 'any message'}")
        return 1
    if not args.json:
        say(as_text(redact_sections(plan)))
    if not args.yes and not agreed("Take this out of everything for good?", json=args.json):
        if args.json:
            say_json(_document(plan, ForgetReport(())))
        complain("nothing was taken out. Add --yes to take out what is listed")
        return 1
    report = await memory.redaction.redact(plan)
    return tell(_document(plan, report), report_text(report, "Taken out of"), json=args.json)


def _document(plan: RedactPlan, report: ForgetReport) -> dict[str, object]:
    return {"message": plan.message, "secrets": plain(plan.secrets), "traces": plain(plan.traces), **plain(report)}
