"""/audit, and receipts and audits in plain lines."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo

from memory.counting import counted
from memory.engine import Audit, Count, Receipt
from memory.types import Trace
from tui.commands.command import Command, Wrong
from tui.commands.context import CommandContext
from tui.commands.outcome import Outcome, Page
from tui.commands.render import Section, as_markdown, moment
from tui.safe_text import safe_line

TEXT = "--text"
NO_RECEIPTS = "Nothing was forgotten yet. Each forget leaves a receipt here: what was where, and that it is gone"
LEFT = "make it writable, and the next start or forget takes it out"
_MOST_IDS = 12
_UNFINISHED = {
    "pending": "a reply being written or another window still holds bytes of it; they go with it, or at the next start",
    "begun": "it is being erased now",
    "broken off": "harken ended before anything was erased: forget it again",
}


def receipt_line(receipt: Receipt, zone: tzinfo | None) -> str:
    """`g3  2026-05-18 09:40  by words, done  f12, m7`"""
    return f"{receipt.id}  {moment(receipt.at, zone)}  by {_how(receipt)}, {receipt.state}  {_ids(receipt.targets)}"


def audit_sections(audit: Audit, zone: tzinfo | None) -> list[Section]:
    """What was found now, and the receipt, if there is one."""
    receipt = [] if audit.receipt is None else _receipt_sections(audit.receipt, zone)
    unread = [Section("Not looked at", tuple(map(safe_line, audit.unread)))] if audit.unread else []
    return [Section(_title(audit), tuple(_now(audit))), *unread, *receipt]


def _title(audit: Audit) -> str:
    if audit.found:
        return "Found" if audit.forgotten else f"{audit.id} is not forgotten. It stands in"
    return "Nothing found" if audit.clean else "Not all erased yet"


def _now(audit: Audit) -> list[str]:
    lines = [_found_line(trace) for trace in audit.found]
    if not audit.found:
        lines.append("no store says it" if audit.id else "neither a store nor a file holds it")
    if audit.receipt is not None and audit.receipt.left:
        lines += [f"{safe_line(file)} could not be written: {LEFT}" for file in audit.receipt.left]
    elif audit.receipt is not None and audit.receipt.state != "done":
        lines.append(_UNFINISHED[audit.receipt.state])
    if audit.anew:
        lines.append(f"you said it again later, in {counted(audit.anew, 'message')}")
    if audit.kept:
        lines.append(f"left by your wish: {counted(audit.kept, 'message')} of your own")
    return lines


def _found_line(trace: Trace) -> str:
    return f"{safe_line(trace.place)}: {counted(trace.count, trace.what)}"


def _receipt_sections(receipt: Receipt, zone: tzinfo | None) -> list[Section]:
    finished = f" ({moment(receipt.finished_at, zone)})" if receipt.finished_at else ""
    head = (
        f"forgotten {moment(receipt.at, zone)} by {_how(receipt)}",
        f"your own messages that say it: {'went too' if receipt.with_turns else 'left'}",
        f"what went: {_ids(receipt.targets) or 'nothing with an id'}",
        f"state: {receipt.state}{finished}",
    )
    held = [count for count in receipt.stores if count.before or count.after]
    lines = [f"{safe_line(count.store)}: {count.before} → {_after(count)}" for count in held]
    empty = ", ".join(safe_line(count.store) for count in receipt.stores if count not in held)
    return [
        Section(f"Receipt {receipt.id}", head),
        Section("Found before and after", (*lines, *([f"nothing in: {empty}"] if empty else []))),
    ]


def _after(count: Count) -> str:
    return "not counted yet" if count.after is None else str(count.after)


_HOW = {"words": "words", "entity": "a name", "time": "a span of time", "redact": "a secret"}


def _how(receipt: Receipt) -> str:
    return _HOW.get(receipt.how, f"an id: {receipt.how}")


def _ids(targets: Sequence[str]) -> str:
    more = len(targets) - _MOST_IDS
    return ", ".join(targets[:_MOST_IDS]) + (f" and {more} more" if more > 0 else "")


async def _audit(rest: str, ctx: CommandContext) -> Outcome:
    verb, _, words = rest.partition(" ")
    if verb == TEXT:
        result = await ctx.memory.audits.text(words, ctx.paths.roots, without=[ctx.paths.models_dir])
        return _page(f"Looked for {safe_line(words)}", result, ctx)
    if words:
        raise Wrong(f"An id is one word; {TEXT} looks for words")
    if verb:
        return _page(f"Audit of {safe_line(verb)}", await ctx.memory.audits.of(verb, [ctx.paths.logs]), ctx)
    receipts = await ctx.memory.audits.receipts()
    lines = tuple(receipt_line(receipt, ctx.zone) for receipt in receipts)
    hint = "/audit ID looks again whether anything is left" if receipts else NO_RECEIPTS
    return Page("Receipts of forgetting", as_markdown([*([Section("", lines)] if lines else []), Section("", (hint,))]))


def _page(title: str, result: Audit, ctx: CommandContext) -> Outcome:
    return Page(title, as_markdown(audit_sections(result, ctx.zone)))


COMMANDS = (
    Command(
        "audit",
        f"/audit [ID | {TEXT} WORDS]",
        "prove that something is forgotten: the receipts, and a new look at every store",
        _audit,
        lambda ctx: (f"{TEXT} ",),
    ),
)
