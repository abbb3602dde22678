"""Settings of the memory: declared once, checked once, drawn by whoever shows them.

A field's metadata holds its meaning and bounds (see `setting`). Loading never raises: an unusable value becomes a
`Complaint` that names the key and its range, and the default stands.
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from datetime import tzinfo
from math import isfinite
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from memory.errors import BadInput
from memory.types import Mode

T = TypeVar("T")
NO_MODEL = "none"


def setting(
    default: Any,
    doc: str,
    *,
    low: float | None = None,
    high: float | None = None,
    choices: tuple[str, ...] = (),
) -> Any:
    """A dataclass field that knows its meaning, its range (`low` to `high`, both included) and its choices."""
    return field(default=default, metadata={"doc": doc, "low": low, "high": high, "choices": choices})


@dataclass(frozen=True, slots=True)
class Complaint:
    """One value that could not be used: `key` is dotted, `problem` a plain sentence."""

    key: str
    problem: str


@dataclass(frozen=True, slots=True)
class Category:
    """A category of facts: its `description` goes into the distiller's prompt."""

    description: str = setting("", "what belongs here, for the model that learns")
    half_life_days: int = setting(90, "days without a use after which a fact counts half", low=1, high=3650)
    partition: str = setting(
        "own", "where it belongs when said in a project: to that, or to the whole profile", choices=("own", "profile")
    )


CATEGORIES: Mapping[str, Category] = {
    "profile": Category("who the user is: name, age, place, work, family, health", 365, "profile"),
    "preferences": Category("what the user likes, dislikes, or wants done in a certain way", 365, "profile"),
    "entities": Category("people, pets, places, projects and things in the user's life", 90),
    "events": Category("what happened or will happen, with its date", 30),
    "cases": Category("problems and how they were solved", 60),
    "patterns": Category("recurring habits and ways of working", 180, "profile"),
}
"""The six categories and half-lives of flowcraft's long-term memory (its `sdk/memory`).

What tells of the user holds in every project, the rest stays in the one it was said in.
"""


@dataclass(frozen=True, slots=True)
class MemorySettings:
    """The table `memory` of `config.toml`."""

    mode: Mode = setting(Mode.READ_WRITE, "what memory does in a conversation", choices=tuple(Mode))
    learn: str = setting("session_end", "when harken learns from conversations", choices=("session_end", "manual"))
    recall_from: str = setting(
        "own",
        "what a conversation gets: what holds everywhere with its own project's, without it, or all",
        choices=("own", "profile", "all"),
    )
    provider: str = setting("local", "the memory backend", choices=("local", "none"))
    core_model: str = setting("", "the model that learns and answers from memory; empty: the chat's")
    gate: str = setting(
        "hybrid",
        "how a turn's need for memory is decided; llm: as hybrid, and a model decides where that is not sure",
        choices=("off", "heuristic", "hybrid", "llm"),
    )
    rerank_model: str = setting(NO_MODEL, "the model that picks the best of what was found, or none")
    budget_tokens: int = setting(800, "the most tokens a turn gets from memory", low=100, high=4000)
    identity_tokens: int = setting(
        400, "tokens that identity lines and pinned facts may take in every turn", low=100, high=2000
    )
    recall_deadline_ms: int = setting(300, "the longest a turn waits for local recall", low=10, high=10000)
    slow_deadline_ms: int = setting(2000, "the longest a turn waits for a model that decides", low=100, high=30000)
    rerank_deadline_ms: int = setting(2000, "the longest a turn waits for a model that ranks", low=100, high=30000)
    debounce_seconds: int = setting(60, "quiet before harken learns from a conversation", low=10, high=3600)
    daily_call_cap: int = setting(50, "background model calls a day", low=0, high=10000)
    daily_cost_cap: float | None = setting(None, "US dollars a day for background calls", low=0.01, high=10_000)
    embedding_model: str = setting("minilm", "the embedding model: minilm, multilingual, one of fastembed's, or none")
    consolidation_hours: int = setting(24, "hours between two passes that tidy memory", low=1, high=168)
    review: bool = setting(False, "whether tidying asks the model about facts that are said twice or contradict")
    salience_floor: float = setting(0.2, "salience below which a fact that nobody used for 30 days goes", low=0, high=1)
    retention_days: int = setting(
        365,
        "days for which digests are kept, 0: for ever; the log goes after 90 days at most, conversations stay",
        low=0,
        high=3650,
    )
    categories: Mapping[str, Category] = field(
        default_factory=lambda: CATEGORIES, metadata={"doc": "categories of facts", "table": Category}
    )

    @property
    def asks_models(self) -> bool:
        """Whether a model may have a say in what a turn gets."""
        return self.gate == "llm" or self.rerank_model != NO_MODEL


@dataclass(frozen=True, slots=True)
class WorkingSettings:
    """The table `working`: which messages of the conversation go to the model."""

    strategy: str = setting("token_window", "how the conversation is cut to size", choices=("token_window", "all"))
    budget_tokens: int = setting(8000, "the most tokens of earlier conversation", low=200, high=1_000_000)


@dataclass(frozen=True, slots=True)
class Settings:
    """All the memory needs to know."""

    memory: MemorySettings = field(default_factory=MemorySettings)
    working: WorkingSettings = field(default_factory=WorkingSettings)
    time_zone: str = setting("", "IANA name of the user's time zone; empty: the computer's")

    @property
    def zone(self) -> tzinfo | None:
        """The user's time zone as `astimezone` takes it; None is the computer's."""
        if not self.time_zone:
            return None
        from zoneinfo import ZoneInfo

        return ZoneInfo(self.time_zone)


@dataclass(frozen=True, slots=True)
class Parameters:
    """What may be asked of a model beside the text; None leaves it to the model."""

    temperature: float | None = setting(None, "how freely words are chosen", low=0, high=2)
    top_p: float | None = setting(None, "the share of likely words to choose from", low=0, high=1)
    max_tokens: int | None = setting(None, "the longest reply in tokens", low=1, high=1_000_000)
    seed: int | None = setting(None, "the same seed, the same choice of words", low=0, high=2**31 - 1)
    presence_penalty: float | None = setting(None, "how much new subjects are favoured", low=-2, high=2)
    frequency_penalty: float | None = setting(None, "how much repetition is avoided", low=-2, high=2)

    @property
    def values(self) -> dict[str, float]:
        """Those that are set."""
        found = {spec.name: getattr(self, spec.name) for spec in fields(self)}
        return {name: value for name, value in found.items() if value is not None}


_PARAMETERS = frozenset(spec.name for spec in fields(Parameters))


def parameters(table: Mapping[str, object]) -> dict[str, float]:
    """The parameters of `table`, checked; None leaves one to the model. BadInput for the first that can't be used."""
    given = {name: value for name, value in table.items() if value is not None or name not in _PARAMETERS}
    loaded, complaints = load_table(Parameters, given, prefix="")
    if complaints:
        raise BadInput(f"{complaints[0].key} {complaints[0].problem}")
    return loaded.values


def load_table(
    cls: type[T], table: Mapping[str, object], *, prefix: str, base: T | None = None
) -> tuple[T, list[Complaint]]:
    """`cls` with the values of `table` over those of `base` (or the defaults), and what could not be used."""
    hints = get_type_hints(cls)
    known: dict[str, Field[Any]] = {spec.name: spec for spec in fields(cls)}  # type: ignore[arg-type]
    values: dict[str, object] = {}
    complaints: list[Complaint] = []
    for name, raw in table.items():
        key = f"{prefix}.{name}" if prefix else name
        spec = known.get(name)
        if spec is None:
            complaints.append(Complaint(key, f"is not a setting; known here: {', '.join(sorted(known))}"))
            continue
        if row := spec.metadata.get("table"):
            values[name] = _load_rows(row, raw, key, getattr(base, name, _default(spec)), complaints)
            continue
        value, problem = _checked(raw, hints[name], spec.metadata)
        if problem:
            complaints.append(Complaint(key, problem))
        else:
            values[name] = value
    kept = {name: getattr(base, name) for name in known} if base is not None else {}
    return cls(**{**kept, **values}), complaints


def _load_rows(row: type[Any], raw: object, key: str, default: Any, complaints: list[Complaint]) -> Mapping[str, Any]:
    rows = dict(default)
    if not isinstance(raw, Mapping):
        complaints.append(Complaint(key, "must be a table"))
        return rows
    for name, table in raw.items():
        if not isinstance(table, Mapping):
            complaints.append(Complaint(f"{key}.{name}", "must be a table"))
            continue
        rows[name], found = load_table(row, table, prefix=f"{key}.{name}", base=rows.get(name))
        complaints.extend(found)
    return rows


def _default(spec: Field[Any]) -> Any:
    return spec.default if spec.default_factory is MISSING else spec.default_factory()


def _checked(raw: object, hint: Any, bounds: Mapping[str, Any]) -> tuple[Any, str]:
    if get_origin(hint) in (Union, types.UnionType):
        hint = next(part for part in get_args(hint) if part is not type(None))
    choices = bounds.get("choices") or ()
    if choices:
        names = [str(choice) for choice in choices]
        if not isinstance(raw, str) or raw not in names:
            return None, f"must be one of {', '.join(names)}, not {raw!r}"
        return hint(raw), ""
    if hint is bool:
        return (raw, "") if isinstance(raw, bool) else (None, f"must be true or false, not {raw!r}")
    if hint in (int, float):
        return _number(raw, hint, bounds.get("low"), bounds.get("high"))
    if isinstance(raw, str):
        return raw, ""
    return None, f"must be a text, not {raw!r}"


def _number(raw: object, hint: type, low: float | None, high: float | None) -> tuple[Any, str]:
    span = f" from {low:,} to {high:,}" if low is not None and high is not None else ""
    endless = isinstance(raw, float) and not isfinite(raw)
    if isinstance(raw, bool) or not isinstance(raw, int | float) or endless or (hint is int and raw != int(raw)):
        return None, f"must be a {'whole ' if hint is int else ''}number{span}, not {raw!r}"
    if (low is not None and raw < low) or (high is not None and raw > high):
        return None, f"must lie{span}, not {raw!r}"
    return hint(raw), ""
