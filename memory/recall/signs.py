"""What can be said of a message for the learned gate: its cues, its shape, its turns of phrase, and what was found."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log1p

from memory.recall.asking import QUESTION_MARKS, is_question
from memory.recall.cues import Cues, cues, languages_of
from memory.recall.decide import Evidence, decide
from memory.recall.entities import named, plain
from memory.recall.fuse import Candidate
from memory.recall.gate import Opening, is_anyones
from memory.recall.own_words import own_words
from memory.text.scripts import runs, words
from memory.types import Section

_CUES = ("follow_up", "identity", "broad", "literal", "pointer", "earlier", "together", "transform", "recall")
_LATER = ("personal", "world")
MOST_WORDS, MOST_SIGNS = 40, 60
"""A wish is short: of a longer message the beginning says what kind it is."""
LOOKED_AT = 8
"""So many of the best candidates say how close a section is; questions asked before are close to any question."""
_STEM = 4
_FENCE = re.compile(r"```|~~~|[{};]\s*$|\b(def|function|const|return|import|class|SELECT|select \*)\b", re.M)
_FUSED_STEPS, _DENSE_STEPS = (0.25, 0.45), (0.3, 0.45)
"""Closeness counts for little up to some point and for much beyond it."""
_SECTIONS = (Section.PINNED, Section.EPISODE, Section.TRANSCRIPT, Section.IDENTITY)


@dataclass(frozen=True, slots=True)
class Signs:
    """`values` are numbers by name; those that are not there are 0. `phrases` are pieces of the folded own words."""

    values: Mapping[str, float]
    phrases: frozenset[str]


def signs_of(
    text: str,
    opened: Opening,
    names: Collection[str],
    evidence: Evidence,
    tasks: Mapping[str, bool],
    *,
    leans: bool = False,
) -> Signs:
    """The signs of a message. `tasks` are the kinds of task it asks for, true where a standing fact is about it.

    `leans` says that it means little without the message before.
    """
    own = own_words(text)
    folded = plain(own)
    known = [cues(language) for language in languages_of(folded, words(folded))]
    values = {f"cue {name}": 1.0 for name in _found(folded, known)}
    values |= _shape(text, own, folded)
    values |= _names(folded, names, "cue world" in values)
    values |= {
        f"opens {opened.section} {opened.needs.name.lower()}": 1.0,
        f"finds {decide(opened, evidence).section}": 1.0,
    }
    for section in _SECTIONS:
        values |= _closeness(section, evidence.pools.get(section, ()))
    values |= {f"task {name}": 1.0 for name in tasks}
    values |= {f"task {name} told": 1.0 for name, told in tasks.items() if told}
    values |= {
        "task told": float(any(tasks.values())),
        "answers": float(evidence.answers),
        "leans": float(leans),
    }
    return Signs(values, frozenset(phrases(folded)))


def _found(folded: str, known: Sequence[Cues]) -> Iterator[str]:
    for name in (*_CUES, *_LATER):
        if any(getattr(one, name).search(folded) for one in known):
            yield name
    if any(one.literal.search(folded) and one.pointer.search(folded) for one in known):
        yield "quotes"
    for one in known:
        for match in one.possessive.finditer(folded):
            yield "anyone's" if is_anyones(one, folded, match) else "possessive"


def _shape(text: str, own: str, folded: str) -> dict[str, float]:
    material = len(text.strip()) - len(own)
    return {
        "asks": float(any(mark in own for mark in QUESTION_MARKS)),
        "material": log1p(max(0, material)) / 5,
        "code": float(bool(_FENCE.search(text))),
        "words": log1p(len(words(folded))),
        "digits": float(bool(re.search(r"\d", folded))),
        "quoted": float("…" in own and "…" not in text),
        "ascii": float(folded.isascii()),
        "symbols": sum(not (char.isalnum() or char.isspace()) for char in folded) / (1 + len(folded)),
    }


def _names(folded: str, names: Collection[str], worldly: bool) -> dict[str, float]:
    hits = named(folded, names)
    return {
        "name": float(bool(hits)),
        "names": float(len(hits)),
        "name share": sum(map(len, hits[:2])) / (1 + len(folded)),
        "name in a question about the world": float(bool(hits) and worldly),
    }


def _closeness(section: Section, pool: Sequence[Candidate]) -> dict[str, float]:
    best = [one for one in pool[:LOOKED_AT] if not is_question(one.hit.text)]
    scores = sorted((one.score for one in best), reverse=True)
    first, second = (*scores, 0.0, 0.0)[:2]
    near = max((one.dense or 0.0 for one in best), default=0.0)
    return {
        f"{section} fused": max(-0.5, first),
        f"{section} gap": first - second if len(scores) > 1 else 0.0,
        f"{section} lexical": max((one.lexical or 0.0 for one in best), default=0.0),
        f"{section} dense": near,
        **{f"{section} fused over {step}": max(0.0, first - step) for step in _FUSED_STEPS},
        **{f"{section} dense over {step}": max(0.0, near - step) for step in _DENSE_STEPS},
    }


def phrases(folded: str) -> Iterator[str]:
    """Words, pairs of words and beginnings of words; pairs and threes of signs where no spaces part words."""
    said = words(folded)[:MOST_WORDS]
    yield from said
    yield from (f"{first} {second}" for first, second in pairwise(["^", *said, "$"]))
    yield from (f"{word[:_STEM]}*" for word in said if len(word) > _STEM)
    for run, spaceless in runs(folded[: 2 * MOST_SIGNS]):
        if spaceless:
            yield from (run[at : at + size] for size in (2, 3) for at in range(len(run) - size + 1))
