"""Whether the gate opens when memory helps, stays shut when it does not, and what then stands in the block."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from memory.bench.people import Labelled, Names, fill, load, twins
from memory.bench.workspace import Progress, embed_all, silent, workspace
from memory.embed.models import embedder
from memory.recall.recall import RecallRequest
from memory.store import ids
from memory.types import Injection, Kind, Section

PATIENCE_MS = 60_000


@dataclass(frozen=True, slots=True)
class Judged:
    """One message: what it wanted, what it got. `shown` are injected ids, `present` those and what always is."""

    wanted: Labelled
    section: Section
    shown: frozenset[str]
    present: frozenset[str]
    right: frozenset[str]

    @property
    def missed(self) -> bool:
        return self.wanted.expect is not Section.NONE and not self.right & self.present


async def run(
    folder: Path,
    models_dir: Path,
    *,
    embedding_model: str = "minilm",
    gate: str = "hybrid",
    progress: Progress = silent,
) -> dict[str, Any]:
    """The report of the bench. Raises BadInput for a folder of another kind."""
    judged = await judge(folder, models_dir, embedding_model=embedding_model, gate=gate, progress=progress)
    return report(judged)


async def judge(
    folder: Path,
    models_dir: Path,
    *,
    embedding_model: str = "minilm",
    gate: str = "hybrid",
    progress: Progress = silent,
) -> list[Judged]:
    """Recalls each message of the set and judges what came."""
    person = load(folder)
    model = embedder(embedding_model, models_dir)
    near = twins(person.raw)
    judged = []
    try:
        async with workspace(model, now=person.now, gate=gate) as place:
            names = await place.store.write(lambda: fill(person))
            await embed_all(place, model, "embedding", len(names.of), progress)
            for done, message in enumerate(person.messages, start=1):
                injection = await place.recaller.recall(RecallRequest(message.text, deadline_ms=PATIENCE_MS))
                judged.append(_judged(message, injection, names, near))
                progress("recalling", done, len(person.messages))
    finally:
        model.close()
    return judged


def _judged(message: Labelled, injection: Injection, names: Names, near: Mapping[str, frozenset[str]]) -> Judged:
    shown = frozenset(names.name(item.kind, _number(item.id)) for item in injection.items)
    always = frozenset(name for (kind, _), name in names.of.items() if kind == Kind.IDENTITY)
    right = message.relevant.union(*(near.get(name, frozenset()) for name in message.relevant))
    present = shown | (always if message.expect is Section.IDENTITY else frozenset())
    return Judged(message, injection.gate.section, shown, present, right)


def _number(shown: str) -> int:
    found = ids.parse(shown)
    assert found is not None
    return found[1]


def report(judged: Sequence[Judged]) -> dict[str, Any]:
    """The figures over all messages, by class and by language."""
    return {
        **_figures(judged),
        "by_class": _grouped(judged, lambda one: str(one.wanted.expect)),
        "by_language": _grouped(judged, lambda one: one.wanted.language),
    }


def _grouped(judged: Sequence[Judged], name: Callable[[Judged], str]) -> dict[str, Any]:
    names = sorted({name(one) for one in judged})
    return {group: _figures([one for one in judged if name(one) == group]) for group in names}


def _figures(judged: Sequence[Judged]) -> dict[str, float | int]:
    idle = [one for one in judged if one.wanted.expect is Section.NONE]
    needy = [one for one in judged if one.wanted.expect is not Section.NONE]
    barred = [one for one in judged if one.wanted.must_not]
    shown = sum(len(one.shown) for one in judged)
    return {
        "accuracy": _mean([one.section is one.wanted.expect for one in judged]),
        "needless": _mean([bool(one.shown) for one in idle]),
        "missed": _mean([one.missed for one in needy]),
        "must_not": _mean([bool(one.shown & one.wanted.must_not) for one in barred]),
        "precision": round(sum(len(one.shown & one.right) for one in judged) / shown, 4) if shown else 0.0,
        "recall": _mean([_share(one) for one in needy]),
        "messages": len(judged),
    }


def _share(one: Judged) -> float:
    wanted = one.wanted.relevant
    if not wanted:
        return 1.0
    return min(1.0, len(one.present & one.right) / len(wanted))


def _mean(values: Sequence[float]) -> float:
    return round(fmean(values), 4) if values else 0.0
