"""/learnt, and what was learnt in plain lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import tzinfo

from memory.types import Action, LearntItem, LearntRun, Record, Verdict
from tui.commands.command import Command, Wrong
from tui.commands.context import CommandContext
from tui.commands.outcome import Learnt, Outcome
from tui.commands.render import LIST_WIDTH, Section, moment, place_name
from tui.safe_text import safe_line

NOTHING = "Nothing is learnt yet"
GONE = "the turn is gone"
TEACHING = (
    "When a conversation has been quiet for a minute, harken learns from what you said of yourself. What it learnt "
    "then stands here, with your own words and the turn they come from: keep it, edit it, or take it back.",
    "/sync learns at once from what waits. /remember TEXT keeps something without waiting.",
)
SIGNS = {
    Action.LEARNT: "+",
    Action.CHANGED: "~",
    Action.CORRECTED: "~",
    Action.CONFIRMED: "=",
    Action.INBOX: "?",
    Action.QUARANTINED: "?",
}
DONE = {"keep": "Kept", "edit": "Changed to", "undo": "Taken back", "redo": "Back again"}
_WAITING = {Action.INBOX: "waits for your word", Action.QUARANTINED: "waits for your word, reads like an instruction"}


def state_of(item: LearntItem) -> str:
    """What is to say of an item beside its text, "" for nothing."""
    if item.record.state == "abandoned":
        return "said in a branch that is not shown"
    if item.verdict is Verdict.UNDONE:
        return "undone"
    if item.verdict:
        return str(item.verdict)
    if item.record.state == "rejected":
        return "rejected"
    if item.record.valid_to is not None and item.action is not Action.CONFIRMED:
        return "no longer true"
    return _WAITING.get(item.action, "") if item.record.state != "live" else ""


def run_title(run: LearntRun, zone: tzinfo | None) -> str:
    """Where and when: `Moving to Lisbon, 2026-05-18 09:40`."""
    return ", ".join(part for part in (safe_line(run.title, 60), moment(run.at, zone)) if part)


def left_out(run: LearntRun) -> str:
    """`3 left out: not in what you said 2, forgotten 1`, or "" for nothing."""
    if not run.dropped:
        return ""
    alone = len(run.dropped) == 1
    reasons = (safe_line(reason) + ("" if alone else f" {count}") for reason, count in run.dropped.items())
    return f"{sum(run.dropped.values())} left out: {', '.join(reasons)}"


def quote_of(item: LearntItem) -> str:
    """The words of the user that an item rests on, "" where its text is those words."""
    quote = safe_line(item.record.quote, LIST_WIDTH)
    return "" if _bare(quote) in _bare(item.record.text) else f"“{quote}”"


def _bare(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(".!")


def learnt_sections(runs: Iterable[LearntRun], zone: tzinfo | None) -> Iterator[Section]:
    for run in runs:
        lines = [line for item in run.items for line in _lines(item, zone)]
        lines += [left_out(run)] if run.dropped else []
        yield Section(run_title(run, zone), tuple(lines))


def _lines(item: LearntItem, zone: tzinfo | None) -> Iterator[str]:
    """`12  + f31  the text (kept)`, then the words it rests on."""
    old = f"{safe_line(item.replaced.text, LIST_WIDTH)} -> " if item.replaced else ""
    state = f" ({state_of(item)})" if state_of(item) else ""
    yield f"{item.id}  {SIGNS[item.action]} {item.record.id}  {old}{safe_line(item.record.text, LIST_WIDTH)}{state}"
    where = f"{item.message}, {moment(item.said_at, zone)}" if item.message else GONE
    place = safe_line(place_name(item.record.partition))
    yield f"    {' · '.join(part for part in (quote_of(item), place, where) if part)}"


def judged_line(action: str, record: Record) -> str:
    """What a verdict did: `Kept f3: Ana lives in Porto`."""
    return f"{DONE[action]} {record.id}: {safe_line(record.text, LIST_WIDTH)}"


async def _learnt(rest: str, ctx: CommandContext) -> Outcome:
    if rest:
        raise Wrong
    return Learnt()


COMMANDS = (Command("learnt", "/learnt", "what was learnt: keep, edit or take back each piece", _learnt),)
