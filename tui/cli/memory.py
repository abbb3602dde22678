"""harken memory ..."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import tzinfo

from memory.counting import counted
from memory.engine import Memory, redact
from memory.errors import BadInput
from memory.types import About, ForgetPlan, Forgettable, Kind
from tui.cli import clearing, portable
from tui.cli.audit import audit
from tui.cli.documents import plain, tell
from tui.cli.models import background_model
from tui.cli.output import agreed, asked, complain, say, say_json
from tui.cli.parser import given
from tui.cli.progress import Progress
from tui.cli.redaction import redact as take_out
from tui.cli.session import with_memory
from tui.cli.world import World
from tui.commands.dates import beginning, end
from tui.commands.rebuilding import rebuilt_lines
from tui.commands.render import (
    NO_UNDO,
    Section,
    activity_line,
    as_text,
    beside_sections,
    forget_sections,
    injection_sections,
    place_of,
    record_line,
    record_sections,
    reflection_sections,
    report_text,
    secret_line,
    stats_sections,
    zone_of,
)
from tui.commands.syncing import sync_lines
from tui.commands.targets import described, span
from tui.commands.tidying import tidied_sections, undone_sections
from tui.safe_text import safe_line

_EXPORTS = {
    False: "Your exported files that say it stay, unless you add --with-exports",
    True: "Your exported files that say it are deleted, whole",
}
Verb = Callable[[Memory, Namespace, World], Awaitable[int]]


def run(args: Namespace) -> int:
    verb = VERBS[args.verb]
    if args.verb == "import":
        portable.need_file(args)
    return with_memory(
        args,
        lambda memory, world: verb(memory, args, world),
        warm=args.verb in WARM,
        creates=args.verb in ("remember", "import"),
    )


def _text(args: Namespace) -> str:
    text = " ".join(args.words)
    if not text.strip():
        raise BadInput(f"memory {args.verb} needs some text", hint=f"harken memory {args.verb} --help says more")
    return text


async def _list(memory: Memory, args: Namespace, world: World) -> int:
    zone = zone_of(world.config)
    found = await memory.search(
        _text(args) if args.verb == "search" else "",
        kinds=[Kind(kind) for kind in args.kind or ()],
        category=args.category,
        since=beginning(args.since, zone),
        until=end(args.until, zone),
        entity=args.entity,
        limit=args.limit,
        place=args.partition,
    )
    if not (found or args.json):
        complain(_nothing(args))
    return tell(found, (record_line(record, zone) for record in found), json=args.json)


def _nothing(args: Namespace) -> str:
    """Why a list is empty, and what to do."""
    filters = any((args.kind, args.category, args.since, args.until, args.entity, args.partition))
    if args.verb == "search":
        return f"nothing found for {_text(args)}" + (" with these filters" if filters else "")
    if filters:
        return "nothing found with these filters. harken memory list shows all"
    return "nothing is remembered yet. harken memory remember TEXT keeps a fact"


async def _show(memory: Memory, args: Namespace, world: World) -> int:
    """One document, or a list of them where several were asked for."""
    shown = [await _shown(memory, memory_id, zone_of(world.config)) for memory_id in args.words]
    documents = [document for document, _ in shown]
    return tell(documents if len(shown) > 1 else documents[0], "\n\n".join(text for _, text in shown), json=args.json)


async def _shown(memory: Memory, memory_id: str, zone: tzinfo | None) -> tuple[Mapping[str, object], str]:
    record = await memory.show(memory_id)
    beside = await memory.inbox.beside(record.id) if record.kind is Kind.FACT else []
    sections = [*record_sections(record, zone), *beside_sections(record.id, beside)]
    return {**plain(record), "beside": beside}, as_text(sections)


async def _recall(memory: Memory, args: Namespace, world: World) -> int:
    project = given(args, "project") or ""
    if world.config.memory.asks_models:
        async with background_model(memory, world):
            injection = await memory.preview(_text(args), project=project)
    else:
        injection = await memory.preview(_text(args), project=project)
    block = injection.block or "No block: the turn would get nothing from memory"
    words = [as_text(injection_sections(injection, zone_of(world.config))), "", block]
    return tell(injection, words, json=args.json)


async def _remember(memory: Memory, args: Namespace, world: World) -> int:
    text = _text(args)
    left, found = redact(text)
    if found:
        complain(secret_line(found))
        if sys.stdin.isatty() and not asked(f"Remember {safe_line(left)!r}?"):
            complain("nothing was remembered")
            return 1
    record = await memory.remember(text, category=args.category, project=given(args, "project") or "")
    place = [f"It {place_of(record)}"] if record.partition else []
    return tell(record, [f"Remembered as {record.id}: {safe_line(record.text)}", *place], json=args.json)


async def _move(memory: Memory, args: Namespace, world: World) -> int:
    memory_id, *place = args.words
    if not place:
        raise BadInput("memory move needs an id and a place", hint="harken memory move f12 project:NAME")
    record = await memory.partitions.move(memory_id, " ".join(place))
    return tell(record, f"{record.id} {place_of(record)} now: {safe_line(record.text)}", json=args.json)


async def _forget(memory: Memory, args: Namespace, world: World) -> int:
    zone = zone_of(world.config)
    if args.everything:
        _need_nothing_else(args)
        return await clearing.clear(memory, args)
    query = _wanted(args, zone)
    plan = await memory.plan_forget(query, with_turns=args.with_turns)
    if plan.empty:
        complain(f"nothing in memory matches {described(query, zone)}. harken memory search finds what there is")
        return 1
    if not args.json:
        sections = [*forget_sections(plan, zone, exports=_EXPORTS[args.with_exports]), *_staying(plan)]
        sections.append(Section("", (NO_UNDO,)))
        say(as_text(sections))
    if not args.yes and not agreed("Erase this for good?", json=args.json):
        if args.json:
            say_json({**plain(plan), "erased": [], "pending": False, "exports": []})
        complain("nothing was erased. Add --yes to erase what is listed")
        return 1
    return await _erase(memory, plan, args)


def _staying(plan: ForgetPlan) -> Sequence[Section]:
    """How many of the user's own messages say it and stay."""
    if not plan.own_turns:
        return []
    count = counted(plan.own_turns, "message")
    return [Section("", (f"What you said yourself stays ({count}); add --with-turns to forget that too",))]


def _need_nothing_else(args: Namespace) -> None:
    if any((args.words, args.entity, args.since, args.until)):
        raise BadInput("--everything takes nothing beside it", hint="Leave it out to forget one thing")


def _wanted(args: Namespace, zone: tzinfo | None) -> Forgettable:
    """The one thing that is to be forgotten."""
    spanned = args.since is not None or args.until is not None
    words = " ".join(args.words).strip()
    if sum((bool(words), args.entity is not None, spanned)) != 1:
        raise BadInput("memory forget takes one thing at a time", hint="Give words, an id, --entity, or a span of time")
    if args.entity is not None:
        return About(args.entity)
    return span(args.since, args.until, zone) if spanned else words


async def _erase(memory: Memory, plan: ForgetPlan, args: Namespace) -> int:
    report = await memory.forget(plan, with_exports=args.with_exports)
    return tell({**plain(plan), **plain(report)}, report_text(report), json=args.json)


async def _pin(memory: Memory, args: Namespace, world: World) -> int:
    change = memory.identity.pin if args.verb == "pin" else memory.identity.unpin
    record = await change(_text(args))
    done = "Pinned" if record.pinned else "Not pinned any more"
    return tell(record, f"{done}: {record_line(record, zone_of(world.config))}", json=args.json)


async def _reflect(memory: Memory, args: Namespace, world: World) -> int:
    async with background_model(memory, world):
        reflection = await memory.reflect(_text(args))
    return tell(reflection, as_text(reflection_sections(reflection, zone_of(world.config))), json=args.json)


async def _sync(memory: Memory, args: Namespace, world: World) -> int:
    async with background_model(memory, world):
        runs = await memory.sync(imported=args.imported)
    tell(runs, sync_lines(runs, await memory.too_short_to_learn()), json=args.json)
    return 1 if any(run.outcome in ("error", "dead_letter") for run in runs) else 0


async def _consolidate(memory: Memory, args: Namespace, world: World) -> int:
    if args.review or world.config.memory.review:
        async with background_model(memory, world):
            result = await memory.consolidate(dry_run=args.dry_run, review=True)
    else:
        result = await memory.consolidate(dry_run=args.dry_run)
    return tell(result, as_text(tidied_sections(result, "harken memory undo takes this back")), json=args.json)


async def _undo(memory: Memory, args: Namespace, world: World) -> int:
    result = await memory.undo(dry_run=args.dry_run)
    return tell(result, as_text(undone_sections(result, zone_of(world.config))), json=args.json)


async def _rebuild(memory: Memory, args: Namespace, world: World) -> int:
    with Progress("rebuild", in_a_file=False) as progress:
        result = await memory.rebuilding.run(progress.told)
    tell(result, rebuilt_lines(result), json=args.json)
    return 1 if result.trouble else 0


async def _stats(memory: Memory, args: Namespace, world: World) -> int:
    stats = await memory.stats()
    return tell(stats, as_text(stats_sections(stats, zone_of(world.config))), json=args.json)


async def _activity(memory: Memory, args: Namespace, world: World) -> int:
    runs = await memory.activity(limit=args.limit)
    return tell(runs, (activity_line(run, zone_of(world.config)) for run in runs), json=args.json)


VERBS: dict[str, Verb] = {
    "list": _list,
    "show": _show,
    "search": _list,
    "recall": _recall,
    "remember": _remember,
    "move": _move,
    "forget": _forget,
    "pin": _pin,
    "unpin": _pin,
    "redact": take_out,
    "reflect": _reflect,
    "sync": _sync,
    "consolidate": _consolidate,
    "undo": _undo,
    "rebuild": _rebuild,
    "stats": _stats,
    "activity": _activity,
    "audit": audit,
    "export": portable.export,
    "import": portable.bring_in,
}
WARM = ("search", "recall", "forget", "reflect", "sync")
