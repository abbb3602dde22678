"""Facts with nearly the same words: which of them say what is to be forgotten, and which the same of somebody else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from memory.distill.wording import alike, names, numbers, terms
from memory.forget.matching import Matcher
from memory.store.tables import Fact
from memory.text.languages import detect


def beside(named: Sequence[Fact]) -> tuple[list[Fact], list[Fact]]:
    """Other facts that say what the `named` ones do, and those that only say it of another name or number."""
    known = {row.id for row in named}
    same, others = list[Fact](), list[Fact]()
    said = [(one, _saying([one])) for one in named]
    any_said = _saying(named)
    for row in Fact.select():
        if row.id not in known and _says(any_said, row):
            near = [one for one, alone in said if _says(alone, row)]
            (others if all(_of_another(row.content, one.content) for one in near) else same).append(row)
    return same, others


def _saying(rows: Sequence[Fact]) -> Matcher:
    return Matcher([text for row in rows for text in (row.content, row.quote)])


def _says(said: Matcher, row: Fact) -> bool:
    return said.says(row.content) or said.says(row.quote)


def unsaid(needles: Sequence[str], others: Iterable[Fact]) -> list[str]:
    """Those of `needles` that none of the `others` says: by the rest only what is forgotten is found."""
    said = Matcher(needles)
    known = frozenset[str]().union(*(said.said_by(text) for row in others for text in (row.content, row.quote)))
    return [needle for needle in needles if needle not in known]


def _of_another(one: str, other: str) -> bool:
    """Each has a name or a number of its own: "my son Paul" and "my son Tim"."""
    return bool(_own(one, other)) and bool(_own(other, one))


def _own(one: str, other: str) -> frozenset[str]:
    language = detect(one)
    theirs = terms(other) | names(other, language)
    own = frozenset(name for name in names(one, language) if not any(alike(name, word) for word in theirs))
    return own | (numbers(one) - numbers(other))
