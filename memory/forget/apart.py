"""Facts with nearly the same words: which of them say what is to be forgotten, and which the same of somebody else."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from memory.distill.sentences.wording import alike, names, numbers, terms
from memory.forget.matching import Matcher
from memory.store.tables import Fact
from memory.text.content import content_words
from memory.text.languages import detect
from memory.text.normal import fold

_ALL_COUNT = 3
"""Of a needle of so many words each has to be there."""
_MOST_OWN = 12


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


def told_apart(texts: Sequence[str], others: Iterable[Fact]) -> list[str]:
    """What to look for where `texts` are forgotten and the `others` stay: the whole text, or of one that they say as
    well few words, of which each has to be there."""
    said, near = Matcher(texts), defaultdict[str, list[str]](list)
    for text in dict.fromkeys(text for row in others for text in (row.content, row.quote)):
        for needle in said.said_by(text):
            near[needle].append(text)
    found = (_needle(text, near[fold(text)]) for text in texts)
    return list(dict.fromkeys(filter(None, found)))


def _needle(text: str, near: Sequence[str]) -> str:
    if not near:
        return fold(text)
    return next((few for few in narrowed(text) if not any(map(Matcher([few]).says, near))), "")


def narrowed(text: str) -> Iterator[str]:
    """The names and numbers of a text, one or more together, beside its longest words."""
    known = [fold(name) for name in names(text, detect(text))]
    said = content_words(text)
    own = [word for word in said if numbers(word) or word in {part for name in known for part in content_words(name)}]
    for many in range(1, _ALL_COUNT + 1):
        for chosen in combinations(own[:_MOST_OWN], many):
            rest = sorted((word for word in said if word not in chosen), key=len, reverse=True)
            yield " ".join((*chosen, *rest[: _ALL_COUNT - many]))


def _of_another(one: str, other: str) -> bool:
    """Each has a name or a number of its own: "my son Paul" and "my son Tim"."""
    return bool(_own(one, other)) and bool(_own(other, one))


def _own(one: str, other: str) -> frozenset[str]:
    language = detect(one)
    theirs = terms(other) | names(other, language)
    own = frozenset(name for name in names(one, language) if not any(alike(name, word) for word in theirs))
    return own | (numbers(one) - numbers(other))
