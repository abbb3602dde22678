"""Values of the memory as sections of plain lines, drawn as text for a pipe or as Markdown for a screen."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, time, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo

from memory.counting import counted
from memory.sealing import is_sealed
from memory.types import (
    Activity,
    Clearing,
    Doubt,
    ForgetPlan,
    ForgetReport,
    IdentityLine,
    Injection,
    Item,
    Kind,
    Masked,
    Record,
    RedactPlan,
    Reflection,
    Standing,
    Stats,
    Trace,
)
from tui.chat.money import money
from tui.commands.fit import fit
from tui.commands.purposes import OUTCOMES, PURPOSES
from tui.config import Config
from tui.safe_text import safe, safe_line

LIST_WIDTH = 200
GATHERED = "Gathered from what you said"
ACCEPT = "used when you ask about yourself; /identity accept ID makes one a line of your own"
NO_IDENTITY = "nothing yet; /identity add TEXT, or edit identity.md"
SHOWN_TURNS = 10
FORGOTTEN = "Forgotten:"
NO_UNDO = "This can't be undone."

_MARKUP = re.compile(r"([\\`*_{}\[\]<>#+\-!|~&:.()$])")


@dataclass(frozen=True, slots=True)
class Section:
    """Some lines under a title ("" for none). Every line is one line and safe for a terminal."""

    title: str
    lines: tuple[str, ...]


def as_text(sections: Iterable[Section]) -> str:
    blocks = []
    for section in sections:
        indent = "  " if section.title else ""
        blocks.append(
            "\n".join([*([section.title] if section.title else []), *(indent + line for line in section.lines)])
        )
    return "\n\n".join(block for block in blocks if block)


def as_markdown(sections: Iterable[Section]) -> str:
    blocks = []
    for section in sections:
        title = [f"## {escape(section.title)}\n"] if section.title else []
        blocks.append("\n".join([*title, *(f"- {escape(line)}" for line in section.lines)]))
    return "\n\n".join(blocks)


def escape(text: str) -> str:
    """`text` as Markdown that shows it letter by letter."""
    return _MARKUP.sub(r"\\\1", text)


def zone_of(config: Config) -> tzinfo | None:
    """The user's time zone; None is the computer's."""
    return ZoneInfo(config.chat.time_zone) if config.chat.time_zone else None


def moment(when: datetime | None, zone: tzinfo | None) -> str:
    """Empty also for the first moment of all: it stands where an import had none that could be read."""
    return when.astimezone(zone).strftime("%Y-%m-%d %H:%M") if when and when.timestamp() else ""


def record_line(record: Record, zone: tzinfo | None, *, width: int = LIST_WIDTH) -> str:
    """`f12  fact, preferences, 2026-05-01 09:40  the text`"""
    about = [record.kind, record.category, moment(record.created_at, zone)]
    about += [safe_line(place_name(record.partition)), "pinned" if record.pinned else ""]
    score = f"{record.score:.2f}" if record.score is not None else ""
    head = ", ".join(part for part in (*about, score) if part)
    return f"{record.id}  {head}  {safe_line(record.text, width)}"


def place_name(partition: str) -> str:
    """`project:Zephyr` in words: `project Zephyr`."""
    return partition.replace(":", " ", 1)


def place_of(record: Record) -> str:
    """Where a fact belongs, after its id: `f12 belongs to project Zephyr`."""
    return f"belongs to {safe_line(place_name(record.partition))}" if record.partition else "holds everywhere"


SOURCES = {
    "inferred": "inferred from what was said",
    "pasted": "from pasted text",
    "tool": "from a tool",
    "imported": "from an import",
}


def source_of(record: Record) -> str:
    """Where a statement that waits for the user's word comes from: `from pasted text in m12`."""
    where = f" in {record.evidence[0]}" if record.evidence else ""
    warning = ", reads like an instruction" if record.state == "quarantined" else ""
    return f"{SOURCES.get(record.origin, record.origin)}{where}{warning}"


def waiting_line(record: Record) -> str:
    """`f12  from pasted text in m12  the text`"""
    place = f", {safe_line(place_name(record.partition))}" if record.partition else ""
    return f"{record.id}  {source_of(record)}{place}  {safe_line(record.text, LIST_WIDTH)}"


def doubt_line(doubt: Doubt) -> str:
    """`f12  may say the same as f3`"""
    says = "may say the same as" if doubt.kind == "same" else "may contradict"
    return f"{doubt.newer.id}  {says} {doubt.older.id}"


def doubt_lines(doubt: Doubt) -> tuple[str, ...]:
    """The pair, one under the other."""
    return (
        doubt_line(doubt),
        f"    new: {safe_line(doubt.newer.text, LIST_WIDTH)}",
        f"    old: {safe_line(doubt.older.text, LIST_WIDTH)}",
    )


def beside_sections(memory_id: str, pairs: Sequence[Doubt]) -> Sequence[Section]:
    """The facts that hold beside this one."""
    return _if_any("Beside it", (_beside_line(memory_id, pair) for pair in pairs))


def _beside_line(memory_id: str, pair: Doubt) -> str:
    other = pair.older if pair.newer.id == memory_id else pair.newer
    how = "waits for your word in the inbox" if pair.waits else "both are true, each in its place"
    return f"{other.id}  {safe_line(other.text, LIST_WIDTH)} ({how})"


def secret_line(kinds: Sequence[str]) -> str:
    """`It holds a secret (API key): memory is no place for keys and passwords.`"""
    return f"It holds a secret ({', '.join(dict.fromkeys(kinds))}): memory is no place for keys and passwords."


def record_sections(record: Record, zone: tzinfo | None) -> list[Section]:
    """All that is known of one memory."""
    lines = tuple(f"{name}: {safe_line(value)}" for name, value in record_rows(record, zone))
    return [Section(record.id, tuple(safe(record.text).splitlines())), Section("", lines)]


def record_rows(record: Record, zone: tzinfo | None) -> list[tuple[str, str]]:
    """What is known beside its text, each by its name."""
    rows = {
        "kind": record.kind,
        "state": _state(record, zone),
        "category": record.category,
        "belongs to": place_name(record.partition),
        "origin": record.origin,
        "stored": moment(record.created_at, zone),
        "valid from": _day_or_moment(record.valid_from, zone) if record.held else "",
        "valid until": _until(record, zone) if record.held else "",
        "salience": _salience(record),
        "used": counted(record.uses, "time") + (f", last {moment(record.last_used, zone)}" if record.last_used else ""),
        "said in": counted(record.source_count, "place") if record.source_count > 1 else "",
        "evidence": ", ".join(record.evidence),
        "conversation": record.conversation or "",
        "message": record.message or "",
        "quote": record.quote,
        "pinned": "yes" if record.pinned else "",
    }
    return [(name, value) for name, value in rows.items() if value]


_STATES = {
    "live": "",
    "changed": "changed{by}{known}",
    "ended": "over{known}",
    "corrected": "corrected{by}{known}; it was never so",
    "merged": "told{by}{known}",
}


def _state(record: Record, zone: tzinfo | None) -> str:
    """What became of it, by which memory and when that was learnt: `changed by f2, known since 2026-06-05 09:40`."""
    by = f" by {record.superseded_by}" if record.superseded_by else ""
    known = f", known since {moment(record.end_known_at, zone)}" if record.end_known_at else ""
    return _STATES.get(record.state, record.state).format(by=by, known=known)


def _until(record: Record, zone: tzinfo | None) -> str:
    """The last day where it ended with that, else the moment."""
    end = record.valid_to
    return str(record.last_day(zone)) if end and end.astimezone(zone).time() == time() else moment(end, zone)


def _day_or_moment(when: datetime | None, zone: tzinfo | None) -> str:
    """A day where it began with that, else the moment."""
    if when is None:
        return ""
    there = when.astimezone(zone)
    return str(there.date()) if there.time() == time() else moment(when, zone)


def _salience(record: Record) -> str:
    if record.salience is None or record.salience_now is None:
        return ""
    return f"{record.salience_now:.2f} now, {record.salience:.2f} at first"


def injection_sections(injection: Injection, zone: tzinfo | None, standing: Standing | None = None) -> list[Section]:
    """What a turn got from memory and why, in the order of the decisions; `standing` tells what stood in it always."""
    head = [
        f"gate: {injection.gate.section} ({safe_line(injection.gate.rule)})",
        f"{counted(injection.tokens, 'token')} in {injection.ms:.0f} ms, mode {injection.mode}",
    ]
    head += [f"asked {moment(injection.at, zone)}: {safe_line(injection.query, LIST_WIDTH)}"] if injection.query else []
    head += ["the text of this entry was forgotten"] if injection.forgotten else []
    legs = tuple(f"{leg.name}: {_leg_state(leg.finished, leg.ms, leg.note)}" for leg in injection.legs)
    return [
        Section("", tuple(head)),
        Section("Injected", tuple(map(_item_line, injection.items)) or ("nothing",)),
        *_if_any("Left out", map(_item_line, injection.cut)),
        *_if_any("Searches", legs),
        *_if_any("Always in context", _stood(injection.standing, standing or Standing())),
    ]


def _stood(ids: Iterable[str], standing: Standing) -> Iterable[str]:
    """What was always in context, in its words of today."""
    texts = {line.id: line.text for line in standing.identity} | {fact.id: fact.text for fact in standing.pinned}
    return (f"{one}  {safe_line(texts.get(one, '(not there any more)'), LIST_WIDTH)}" for one in ids)


def forget_sections(plan: ForgetPlan, zone: tzinfo | None, *, exports: str) -> list[Section]:
    """Everything a forget would take, with every place it stands in; `exports` says what becomes of exported files."""
    return [
        *_if_any("This goes", _going(plan.targets, zone)),
        *_if_any("Found in", map(_trace_line, plan.traces)),
        *_if_any(exports, map(safe_line, plan.exports)),
    ]


def with_turns_sections(plan: ForgetPlan, whole: ForgetPlan, zone: tzinfo | None) -> Sequence[Section]:
    """What the `whole` plan takes beside the plan that leaves the user's own messages."""
    known = {record.id for record in plan.targets}, {(trace.place, trace.what) for trace in plan.traces}
    targets = [record for record in whole.targets if record.id not in known[0]]
    traces = [trace for trace in whole.traces if (trace.place, trace.what) not in known[1]]
    return _if_any("With your own messages also", (*_going(targets, zone), *map(_trace_line, traces)))


def redact_sections(plan: RedactPlan) -> list[Section]:
    """Which secrets a redaction would take out, shown by their first letters, and from where."""
    return [
        Section("This goes", tuple(map(_masked_line, plan.secrets))),
        *_if_any("Found in", map(_trace_line, plan.traces)),
        Section("", ("What was sent to a model stays there: a new key or password is safest.",)),
    ]


def _masked_line(secret: Masked) -> str:
    only = "" if secret.everywhere else ", an ordinary word: only there and in the replies"
    return f"{secret.kind}  {safe_line(secret.beginning)} ({counted(secret.length, 'character')}{only})"


def clearing_sections(plan: Clearing) -> list[Section]:
    """All that a profile holds, and the exported files that stay."""
    return [
        *_if_any(
            f"Everything in {plan.profile} goes", map(_counted_line, plan.traces) if plan.traces else ("nothing",)
        ),
        *_if_any(
            "Exported files, which stay unless you say so; restored or imported, they bring it back",
            map(safe_line, plan.exports),
        ),
    ]


def _counted_line(trace: Trace) -> str:
    return f"{safe_line(trace.what)}: {trace.count:,}"


def _going(targets: Sequence[Record], zone: tzinfo | None) -> Iterator[str]:
    """All that was learnt, and of the messages the first few: they can be many."""
    turns = [record for record in targets if record.kind is Kind.TURN]
    shown = {record.id for record in turns[:SHOWN_TURNS]}
    yield from (record_line(one, zone) for one in targets if one.kind is not Kind.TURN or one.id in shown)
    if left := len(turns) - len(shown):
        yield f"and {left} more of your messages"


WAITS = "A reply being written or another window still holds some of it: that goes with it, or at the next start."


def left_line(trace: Trace) -> str:
    """What is left in a file of the user, why, and what to do."""
    advice = "Take it out there yourself, or make the file writable: then the next start or forget does"
    return f"{safe_line(trace.place)} still says it: {safe_line(trace.left)}. {advice}."


def report_text(report: ForgetReport, done: str = FORGOTTEN) -> str:
    """How a forget ended, in a sentence or three."""
    places = ", ".join(_trace_line(trace) for trace in report.erased) or "nothing was found any more"
    parts = [f"{done} {places}.", *([NO_UNDO] if report.erased else [])]
    if report.pending:
        parts.append(WAITS)
    if report.receipt:
        parts.append(f"Receipt {report.receipt}.")
    parts += [left_line(trace) for trace in report.left]
    if report.exports:
        parts.append(f"Exported files still hold it: {', '.join(map(safe_line, report.exports))}.")
    return " ".join(parts)


def reflection_sections(reflection: Reflection, zone: tzinfo | None) -> list[Section]:
    """The answer with what it rests on; where no model answered, the memories alone, each once."""
    cited = [record_line(record, zone) for record in reflection.cited]
    if cited and not reflection.model:
        return [Section("No model could answer this; what memory holds", tuple(cited))]
    return [Section("", tuple(safe(reflection.text).splitlines())), *_if_any("From these memories", cited)]


_INDEXES = {
    "exact": "by words, and by meaning among all texts",
    "hnsw": "by words, and by meaning through an index (HNSW)",
    "words": "by words alone",
    "none": "nothing is stored yet",
}


def index_line(index: str) -> str:
    """What finds memories now."""
    return f"search: {_INDEXES.get(index, safe_line(index))}"


def stats_sections(stats: Stats, zone: tzinfo | None) -> list[Section]:
    lines = (
        f"{counted(stats.conversations, 'conversation')}, {counted(stats.messages, 'message')}",
        f"{counted(stats.facts, 'fact')}, {counted(stats.episodes, 'digest')} of conversations",
        f"waiting: {counted(stats.waiting_turns, 'turn')} to be learnt from, "
        f"{counted(stats.waiting_vectors, 'text')} to be found by meaning",
        f"for you to decide in /inbox: {stats.for_the_user}",
        f"{index_line(stats.index)}; embedding model: {safe_line(stats.embedder)}",
        f"database: {_size(stats.database_bytes)}",
        f"always in context: {stats.standing_tokens} of {stats.standing_bound} tokens",
        f"last tidied: {moment(stats.tidied_at, zone) or 'never'}",
    )
    return [Section("", lines), *_if_any("Troubles", map(safe_line, stats.troubles))]


def activity_line(activity: Activity, zone: tzinfo | None) -> str:
    """`2026-05-18 09:40  learning done by openai/gpt-5: 2 facts, 1.2 s`"""
    outcome = OUTCOMES.get(activity.outcome, activity.outcome)
    what = f"{PURPOSES.get(activity.purpose, activity.purpose)} {outcome}"
    spent = activity.usage
    tokens = f", {counted(spent.prompt_tokens + spent.completion_tokens, 'token')}" if spent else ""
    cost = f", {money(spent.cost)}" if spent and spent.cost else ""
    took = f", {activity.ms / 1000:.1f} s" if activity.ms else ""
    by = f" by {safe_line(activity.model)}" if activity.model else ""
    detail = f": {safe_line(activity.detail)}" if activity.detail else ""
    learned = f" (learnt {', '.join(activity.learned)})" if activity.learned else ""
    return f"{moment(activity.at, zone)}  {what}{by}{detail}{learned}{tokens}{cost}{took}"


def standing_sections(standing: Standing, gathered: Sequence[Record] = ()) -> list[Section]:
    """What is always in context, what each line takes, and the sum; then what harken gathered, which is not."""
    return [
        Section("In your own words", standing_lines(standing.identity, standing) or (NO_IDENTITY,)),
        *_if_any("Pinned", standing_lines(standing.pinned, standing)),
        Section("", (standing_sum(standing),)),
        *([Section(GATHERED, (*map(gathered_line, gathered), ACCEPT))] if gathered else []),
    ]


def gathered_line(fact: Record) -> str:
    """`f3  the text`"""
    return f"{fact.id}  {safe_line(fact.text)}"


def standing_lines(lines: Iterable[IdentityLine | Record], standing: Standing) -> tuple[str, ...]:
    """`i1  12 tokens  the text`; `f2  5 tokens, project Zephyr  the text`"""
    return tuple(f"{one.id}  {_cost(one, standing)}  {safe_line(one.text)}" for one in lines)


def _cost(one: IdentityLine | Record, standing: Standing) -> str:
    tokens = counted(standing.costs[one.id], "token")
    place = safe_line(place_name(one.partition)) if isinstance(one, Record) else ""
    return f"{tokens}, {place}" if place else tokens


def standing_sum(standing: Standing) -> str:
    return f"{standing.tokens} of {standing.bound} tokens are always in context"


def _item_line(item: Item) -> str:
    legs = [f"words {item.lexical:.2f}" if item.lexical is not None else ""]
    legs += [f"meaning {item.dense:.2f}" if item.dense is not None else ""]
    scores = ", ".join(part for part in (fit(item.score), *legs, counted(item.tokens, "token")) if part)
    reason = f" [{safe_line(item.reason)}]" if item.reason else ""
    place = f" {safe_line(place_name(item.partition))}" if item.partition else ""
    return f"{item.id}  {item.kind}{place} ({scores}){reason}  {safe_line(item.text, LIST_WIDTH)}"


def _leg_state(finished: bool, ms: float, note: str) -> str:
    state = f"{ms:.0f} ms" if finished else "not finished in time"
    return f"{state} ({safe_line(note)})" if note else state


def _trace_line(trace: Trace) -> str:
    return f"{safe_line(trace.what)} ({trace.count})" if trace.count > 1 else safe_line(trace.what)


def _if_any(title: str, lines: Iterable[str]) -> Sequence[Section]:
    found = tuple(lines)
    return [Section(title, found)] if found else []


def _size(count: int) -> str:
    return f"{count / 1_000_000:.1f} MB" if count >= 1_000_000 else f"{-(-count // 1000)} kB"


def plain_note(profile: Path) -> str:
    """What is told of an exported file where the profile itself is encrypted."""
    return ". It is not encrypted: whoever has the file can read it" if is_sealed(profile) else ""
