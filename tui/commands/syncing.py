"""What a sync did, in one plain line for each conversation."""

from __future__ import annotations

from collections.abc import Sequence

from memory.counting import counted
from memory.types import Activity
from tui.safe_text import safe_line

TOO_SMALL = "too small"
"""Part of what memory says where the model is not trusted to learn."""


def sync_lines(runs: Sequence[Activity], short: int = 0) -> list[str]:
    """`short` turns said too little by themselves."""
    if not runs:
        return [_nothing(short)]
    groups: dict[str, list[Activity]] = {}
    for run in runs:
        groups.setdefault(run.conversation or "", []).append(run)
    return [f"{name}: {_line(group)}" if name else _line(group) for name, group in groups.items()]


def _nothing(short: int) -> str:
    if not short:
        return "Nothing waits to be learnt from"
    said = (
        "it is learnt from together with the next of its"
        if short == 1
        else "they are learnt from with the next of their"
    )
    return f"{counted(short, 'turn')} said too little; {said} conversation"


def _line(runs: Sequence[Activity]) -> str:
    """How it ended, after the sum of what was found."""
    last = runs[-1]
    found = len({one for run in runs for one in run.learned})
    learned = counted(found, "statement")
    detail = f": {safe_line(last.detail)}" if last.detail else ""
    outcomes = {run.outcome for run in runs}
    if outcomes & {"error", "dead_letter"}:
        return f"Learning failed{detail}{f'; found {learned} by rule' if found else ''}"
    if "distilled" in outcomes and found:
        return f"Learnt {learned}"
    if found or "extracted" in outcomes:
        return f"Found {learned} by rule; {_wait(last.detail)}"
    if TOO_SMALL in last.detail:
        return f"Found nothing new by rule; {_wait(last.detail)}"
    return f"Learnt nothing{detail}"


def _wait(why: str) -> str:
    return "the turns wait for a larger model" if TOO_SMALL in why else f"the turns wait: {safe_line(why)}"
