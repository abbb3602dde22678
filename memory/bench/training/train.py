"""Makes the weights of the learned gate, and says how well they do about people they were not made from."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from memory.bench.training.examples import Example, examples, messages, people
from memory.bench.training.fitting import fit
from memory.bench.workspace import Progress, silent
from memory.embed.models import embedder
from memory.recall.decide import NOTHING_BELOW
from memory.recall.learned import parsed
from memory.types import Section


async def run(
    out: Path, models_dir: Path, *, embedding_model: str = "minilm", progress: Progress = silent
) -> dict[str, Any]:
    """Writes the weights for the vectors of `embedding_model` to `out`.

    The report is of messages about each person by weights made without them.
    """
    model = embedder(embedding_model, models_dir)
    try:
        chosen = await examples(model, people(), messages(), progress)
    finally:
        model.close()
    write(out, fit(chosen, model.fingerprint))
    return cross_validated(chosen, progress)


def write(out: Path, weights: Mapping[str, Any]) -> None:
    """One line for each name: a change of the weights can be read."""
    parts = [f'"{name}": {_text(value)}' for name, value in weights.items()]
    out.write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")


def _text(value: Any) -> str:
    if not isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False)
    rows = (f"{json.dumps(name, ensure_ascii=False)}: {json.dumps(row)}" for name, row in value.items())
    return "{\n" + ",\n".join(rows) + "\n}"


def cross_validated(chosen: Sequence[Example], progress: Progress) -> dict[str, Any]:
    """The likeliest section of each message by weights made without its person."""
    told = {name: _judged(chosen, name) for name in _named(chosen, progress)}
    figures = {name: _figures(pairs) for name, pairs in told.items()}
    all_told = [pair for pairs in told.values() for pair in pairs]
    languages = sorted({one.message.language for one, _ in all_told})
    by_language = {
        name: _figures([pair for pair in all_told if pair[0].message.language == name]) for name in languages
    }
    return {**_figures(all_told), "by_language": by_language, "by_person": figures}


def _named(chosen: Sequence[Example], progress: Progress) -> Iterator[str]:
    names = sorted({one.home for one in chosen})
    for done, name in enumerate(names, start=1):
        yield name
        progress("leaving one out", done, len(names))


def _judged(chosen: Sequence[Example], name: str) -> list[tuple[Example, Section]]:
    weights = parsed(fit([one for one in chosen if name not in (one.fold, one.home)], ""))
    apart = [one for one in chosen if one.fold == one.home == name]
    return [(one, _section(weights.chances(one.vector, one.signs))) for one in apart]


def _section(chances: Mapping[Section, float]) -> Section:
    if 1 - chances[Section.NONE] < NOTHING_BELOW:
        return Section.NONE
    return max((section for section in chances if section is not Section.NONE), key=lambda section: chances[section])


def _figures(told: Sequence[tuple[Example, Section]]) -> dict[str, float | int]:
    """As those of the gate's bench, but `missed` counts shut gates alone: nothing is injected here."""
    idle = [section for one, section in told if one.message.expect is Section.NONE]
    needy = [section for one, section in told if one.message.expect is not Section.NONE]
    return {
        "accuracy": round(fmean(section is one.message.expect for one, section in told), 4),
        "needless": round(fmean(section is not Section.NONE for section in idle), 4) if idle else 0.0,
        "missed": round(fmean(section is Section.NONE for section in needy), 4) if needy else 0.0,
        "messages": len(told),
    }
