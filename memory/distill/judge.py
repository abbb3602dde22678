"""A draft held against the session: which candidates are believed, which statements are taken word for word instead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, tzinfo

from memory.distill import dating, provenance, secondhand
from memory.distill.answering import answered
from memory.distill.candidates import Draft, Fact
from memory.distill.extractive import Found, extract
from memory.distill.prompt import numbered
from memory.distill.provenance import Kept
from memory.distill.reconciling.reconcile import News
from memory.distill.secondhand import Aside
from memory.distill.sentences.correcting import correction, put_right
from memory.distill.sentences.speech import in_earnest
from memory.distill.sentences.wording import common, terms
from memory.distill.source import Batch, Line, typed_before
from memory.text.twins import one_within_other
from memory.types import Origin

_TOLD = 0.6
"""A statement is in a fact that holds more than this share of its words."""
_CLEAR = 0.6
"""Statements found by rule with less salience (habits) do not stand in for a model's."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """`news` may become facts, `asides` wait for the user; `dropped` counts reasons."""

    news: tuple[News, ...]
    dropped: Counter[str]
    asides: tuple[Aside, ...] = ()

    @property
    def notes(self) -> tuple[str, ...]:
        if not self.dropped.total():
            return ()
        reasons = ", ".join(f"{reason} {count}" for reason, count in self.dropped.most_common() if count)
        return (f"{self.dropped.total()} dropped ({reasons})",)


def judge(draft: Draft, batch: Batch, zone: tzinfo | None = UTC) -> Verdict:
    """The believed part of a draft, and the user's own statements that it passes over, verbatim.

    A model that words things badly, or says nothing of them, must not lose what the user really said. "Yesterday" is a
    day of `zone`; None is the computer's.
    """
    by_prompt = numbered(batch)
    dropped: Counter[str] = Counter({"unusable": draft.dropped} if draft.dropped else {})
    news: list[News] = []
    waiting: list[Aside | None] = []
    for fact in draft.facts:
        result = provenance.check(fact, batch.lines, by_prompt)
        kept = result if isinstance(result, Kept) else answered(fact, batch.lines, by_prompt)
        if kept is not None:
            news.append(_news(kept, by_prompt, zone))
        else:
            waiting.append(secondhand.aside(fact, by_prompt))
            dropped[str(result)] += waiting[-1] is None
    passed_over = [
        found
        for found in extract(batch.lines)
        if found.salience >= _CLEAR and not any(_covers(one, found) for one in news)
    ]
    asides, over = secondhand.first(one for one in waiting if one is not None)
    dropped["too many for the inbox"] += over
    news += [one for one in _corrections(batch.lines) if not any(_rests_on(other, one.messages) for other in news)]
    return Verdict((*news, *_from_rules(passed_over, batch.lines, zone)), dropped, asides)


def by_rule(lines: Sequence[Line], zone: tzinfo | None = UTC) -> list[tuple[News, tuple[str, ...]]]:
    """What the user states and puts right in so many words, each with the names in it."""
    found = extract(lines)
    stated = zip(_from_rules(found, lines, zone), (one.names for one in found), strict=True)
    return [*stated, *((one, ()) for one in _corrections(lines))]


def _corrections(lines: Sequence[Line]) -> list[News]:
    """What was said before, as it is after the user put a word of it right: "I meant November, not October"."""
    found: list[News] = []
    for line in lines:
        for sentence in line.sentences if line.evidence else ():
            put = None if sentence.objection else correction(sentence.text, line.language)
            if put is None:
                continue
            told = put_right(put, sentence.text, line.typed, typed_before(line, lines))
            right = put.put_into(told, line.language) if in_earnest(told, line.language) else ""
            if right:
                fact = Fact(right, category="profile", quote=sentence.text)
                found.append(News(fact, (line.number,), Origin.USER, line.at, sentence.text))
    return found


def _rests_on(one: News, messages: Sequence[int]) -> bool:
    return bool({*one.messages} & {*messages})


def _covers(one: News, found: Found) -> bool:
    """Whether the model's fact rests on the statement, or says it."""
    if found.message in one.messages and one_within_other(one.fact.quote, found.content):
        return True
    mine = terms(found.content)
    told = terms(one.fact.content) | terms(one.fact.quote)
    return bool(mine) and len(common(mine, told)) > _TOLD * len(mine)


def _from_rules(found: Sequence[Found], lines: Sequence[Line], zone: tzinfo | None = UTC) -> list[News]:
    """Statements found by rule as news: verbatim, but for a subject that two clauses share."""
    written = {line.number: line.at for line in lines}
    return [
        News(
            Fact(
                one.content,
                category=one.category,
                salience=one.salience,
                quote=one.quote,
                since=dating.told(one.content, written[one.message].astimezone(zone)),
            ),
            (one.message,),
            Origin.USER,
            written[one.message],
        )
        for one in found
    ]


def _news(kept: Kept, by_prompt: dict[int, Line], zone: tzinfo | None) -> News:
    lines = [line for line in by_prompt.values() if line.number in kept.messages]
    said = "\n".join(line.typed for line in lines)
    at = min(line.at for line in lines)
    here, sentence = at.astimezone(zone), kept.sentence or kept.quote
    fact = replace(
        kept.fact,
        quote=kept.quote,
        since=dating.begun(kept.fact.since, said, here, sentence),
        until=dating.ended(kept.fact.until, said, here, sentence),
    )
    return News(fact, kept.messages, kept.origin, at, kept.sentence)
