"""An injection in words: pure functions from the ledger's entry to the lines of the panel."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, tzinfo

from textual.content import Content

from memory.counting import counted
from memory.types import Injection, Item, Leg, Mode, Section, Standing
from tui.chat.filling import Filling
from tui.commands.fit import fit
from tui.commands.render import place_name
from tui.safe_text import safe_line
from tui.widgets.recall.teaching import TEACHING

LONGEST_TEXT = 400
CUT_TEXT = 90
PLACE_WIDTH = 28
ASKED = ("gate", "rerank")
"""Legs in which a model had its say."""

_SECTIONS = {
    Section.NONE: "nothing needed",
    Section.IDENTITY: "who you are",
    Section.PINNED: "what harken knows",
    Section.EPISODE: "earlier sessions",
    Section.TRANSCRIPT: "your own words",
}
_MODES = {
    Mode.WRITE_ONLY: "Memory is write-only: harken learns, but gives nothing to the model.",
    Mode.OFF: "Memory was off for this message.",
}


def before_any(standing: Standing | None) -> Content:
    """What the panel says before the first turn."""
    return _stack([[TEACHING], _standing(standing)])


def describe(
    injection: Injection, standing: Standing | None, filling: Filling | None = None, zone: tzinfo | None = None
) -> Content:
    """The whole entry: gate, what was given and cut, cost, unfinished legs, what fills the context, what stands.

    Days are those of `zone`, None the computer's.
    """
    return _stack([
        _gate(injection), _given(injection.items, zone), _cut(injection.cut), _cost(injection),
        _context(filling), _standing(standing),
    ])  # fmt: skip


def _gate(injection: Injection) -> list[Content]:
    if injection.forgotten:
        return [Content.styled("What was given here has been forgotten.", "$text-muted")]
    lines = [Content.styled(_SECTIONS[injection.gate.section], "bold"), _muted(injection.gate.rule)]
    if injection.mode in _MODES:
        lines.append(_muted(_MODES[injection.mode]))
    elif not injection.items and injection.gate.section is not Section.NONE:
        lines.append(_muted("Nothing that fits was found, so nothing was given."))
    return lines


def _given(items: Sequence[Item], zone: tzinfo | None) -> list[Content]:
    if not items:
        return []
    return [_head(f"{len(items)} given"), Content("\n\n").join(_item(item, zone) for item in items)]


def _item(item: Item, zone: tzinfo | None) -> Content:
    place = safe_line(place_name(item.partition), PLACE_WIDTH)
    facts = [fit(item.score), item.kind, f"{item.tokens} tok", _day(item.when, zone), place]
    facts.append(safe_line(item.reason))
    facts_line = Content.styled("  ".join(fact for fact in facts if fact), "$text-disabled")
    return Content("\n").join([Content(safe_line(item.text, LONGEST_TEXT)), facts_line])


def _cut(items: Sequence[Item]) -> list[Content]:
    if not items:
        return []
    lines = [_head(f"{len(items)} left out")]
    for item in items:
        lines.append(_muted(safe_line(item.text, CUT_TEXT)))
        lines.append(Content.styled(f"{fit(item.score)}  {safe_line(item.reason)}", "$text-disabled"))
    return lines


def _cost(injection: Injection) -> list[Content]:
    lines = [_muted(f"{counted(injection.tokens, 'token')}, {injection.ms:.0f} ms")]
    lines += [_muted(f"{leg.name}: {leg.note}") for leg in injection.legs if leg.finished and leg.name in ASKED]
    lines += [_unfinished(leg) for leg in injection.legs if not leg.finished]
    return [_head("cost"), *lines]


_NOT_DONE = {"vectors": "not searched by meaning", "words": "not searched by words"}


def _unfinished(leg: Leg) -> Content:
    reason = f": {safe_line(leg.note)}" if leg.note else ""
    what = _NOT_DONE.get(leg.name, f"{safe_line(leg.name)} did not finish")
    return Content.styled(f"{what}{reason}", "$warning")


def _context(filling: Filling | None) -> list[Content]:
    """The meter: a row for each part of the request, its tokens in a column."""
    if filling is None:
        return []
    share = f" of {filling.bound:,}"
    rows = [
        ("system", filling.system, ""),
        ("identity", filling.identity, share),
        ("memory", filling.memory, ""),
        ("conversation", filling.conversation, ""),
        ("together", filling.total, f" of {filling.window:,}"),
    ]
    lines = [
        _row(name, tokens, beside, over=beside == share and tokens > filling.bound) for name, tokens, beside in rows
    ]
    own = [_muted(f"here: {filling.own}")] if filling.own else []
    return [_head("context, in tokens"), *lines, *own]


def _row(name: str, tokens: int, beside: str, *, over: bool) -> Content:
    return Content.styled(f"{name:<12}{tokens:>9,}{beside}", "$warning" if over else "$text-muted")


def _standing(standing: Standing | None) -> list[Content]:
    if standing is None or not (standing.identity or standing.pinned):
        return []
    texts = [line.text for line in standing.identity] + [record.text for record in standing.pinned]
    lines = [_muted(safe_line(text, LONGEST_TEXT)) for text in texts]
    if standing.costs:
        over = standing.tokens > standing.bound
        told = f"{standing.tokens} of {standing.bound} tokens" + ("; /identity makes room" if over else "")
        lines.insert(0, Content.styled(told, "$warning" if over else "$text-disabled"))
    return [_head("always in context"), *lines]


def _stack(groups: Sequence[Sequence[Content]]) -> Content:
    return Content("\n\n").join(Content("\n").join(group) for group in groups if group)


def _head(text: str) -> Content:
    return Content.styled(text, "$accent")


def _muted(text: str) -> Content:
    return Content.styled(safe_line(text), "$text-muted")


def _day(when: datetime | None, zone: tzinfo | None) -> str:
    return f"{when.astimezone(zone):%Y-%m-%d}" if when else ""
