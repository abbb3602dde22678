"""/consolidate, and what a pass over the memory did in plain lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import tzinfo

from memory.counting import counted
from memory.types import Consolidation, Tidied, Undone
from tui.commands.command import Command, Wrong
from tui.commands.context import CommandContext
from tui.commands.outcome import Confirm, Outcome, Refresh, Say, Several
from tui.commands.render import LIST_WIDTH, Section, as_text, moment
from tui.safe_text import safe_line

PREVIEW, REVIEW, UNDO = "preview", "review", "undo"
OWN = "Faded too, but your own words: they stay, unless you forget them"
TITLES = {
    "retell": "The text about you, told anew from the facts",
    "evict": "Faded facts",
    "merge": "Digests that a newer one says again",
    "absorb": "Facts that another one says as well: merged into it",
    "supersede": "Facts that a newer one ended",
    "refute": "Facts that a newer one corrects",
    "prune": "Digests older than memory.retention_days",
    "promote": "Facts that count more: several of the last conversations carry them",
    "demote": "Facts that count as before: the last conversations no longer carry them",
    "purge": "Old lines of the log",
}


def tidied_sections(result: Consolidation, undo: str) -> list[Section]:
    """What a pass changed or would change; `undo` says how to take it back."""
    sections = _by_action(result.changes)
    if result.proposed:
        sections.append(Section(OWN, _lines(result.proposed)))
    return [*sections, Section("", tuple(_closing(result, undo)))]


def undone_sections(result: Undone, zone: tzinfo | None) -> list[Section]:
    """What came back, and what could not."""
    if result.at is None:
        return [Section("", ("There is nothing to take back",))]
    sections = _by_action(result.restored)
    if result.refused:
        sections.append(Section("Left as it is", _lines(result.refused)))
    end = "can be taken back" if result.dry_run else "was taken back"
    return [*sections, Section("", (f"The pass of {moment(result.at, zone)} {end}",))]


def _by_action(changes: Sequence[Tidied]) -> list[Section]:
    return [
        Section(title, _lines(some))
        for action, title in TITLES.items()
        if (some := [one for one in changes if one.action == action])
    ]


def _closing(result: Consolidation, undo: str) -> Iterable[str]:
    if not result.changes and not result.for_the_user:
        yield "Nothing to tidy"
    if result.for_the_user:
        yield f"{counted(result.for_the_user, 'pair')} of facts for you to decide: /inbox, or harken memory inbox"
    yield from map(safe_line, result.remarks)
    if result.waiting:
        yield f"{counted(result.waiting, 'removal')} more in later passes: one takes at most a twentieth of a kind"
    if result.skipped:
        yield f"{result.skipped} changed meanwhile and left alone"
    if result.changes:
        yield "Nothing was changed: this is a preview" if result.dry_run else undo


def _lines(changes: Sequence[Tidied]) -> tuple[str, ...]:
    """One for each memory; lines of the log are only counted."""
    memories = [one for one in changes if one.kind != "log"]
    lines = [f"{one.id}  {safe_line(one.text, LIST_WIDTH)}{f' ({one.why})' if one.why else ''}" for one in memories]
    logged = len(changes) - len(memories)
    return (*lines, *([f"{counted(logged, 'line')} of the log"] if logged else []))


async def _consolidate(rest: str, ctx: CommandContext) -> Outcome:
    if rest == UNDO:
        return await _ask_undo(ctx)
    if rest not in ("", PREVIEW, REVIEW):
        raise Wrong(f"{rest} is none of {PREVIEW}, {REVIEW} and {UNDO}")
    result = await ctx.memory.consolidate(dry_run=rest == PREVIEW, review=rest == REVIEW)
    return Several((Say(as_text(tidied_sections(result, "/consolidate undo takes this back"))), Refresh()))


async def _ask_undo(ctx: CommandContext) -> Outcome:
    async def undo() -> Outcome:
        undone = await ctx.memory.undo()
        text = as_text(undone_sections(undone, ctx.zone))
        return Several((Say(text, severity="warning" if undone.refused else "information"), Refresh()))

    plan = await ctx.memory.undo(dry_run=True)
    text = as_text(undone_sections(plan, ctx.zone))
    if plan.at is None:
        return Say(text)
    return Confirm("Take the last tidying back?", tuple(text.splitlines()), "Take back", undo, danger=False)


COMMANDS = (
    Command(
        "consolidate",
        f"/consolidate [{PREVIEW}|{REVIEW}|{UNDO}]",
        "tidy memory now: what faded, what is told twice, what is too old",
        _consolidate,
        lambda ctx: (PREVIEW, REVIEW, UNDO),
    ),
)
