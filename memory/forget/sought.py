"""Secrets that are to be taken out, and where they stand in texts: letter by letter, in any case and spacing."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from memory.text.normal import fold
from memory.text.scripts import spaceless
from memory.text.secrets import Secret, merged, replaced

UNKNOWN = "secret"
"""The kind of what the user named and the recogniser does not know."""
_CARD = "card number"
_LONG = 8
"""So many characters are looked for inside of words too: no other word holds them by chance."""
_LINE = 16
"""A line of a longer secret gives it away from so many characters on."""
_SHOWN = 4


@dataclass(frozen=True, slots=True)
class Wanted:
    """One secret. An ordinary word (`named` by nobody) is one only where it was given as one, and in the replies."""

    kind: str
    value: str
    named: bool = False

    @property
    def everywhere(self) -> bool:
        return self.named or not self.value.isalpha()

    @property
    def beginning(self) -> str:
        """Its first letters, few enough to tell nothing."""
        return f"{self.value[: max(1, min(_SHOWN, len(self.value) // _SHOWN))].strip()}…"


class _Pattern:
    def __init__(self, kind: str, value: str, *, everywhere: bool) -> None:
        pieces = value.split()
        if kind == _CARD:
            inner = "[ -]?".join(re.sub(r"\D", "", value))
            self._anchor = ""
        else:
            inner = r"(?:\s|\\[nrt])+".join(map(re.escape, pieces))
            self._anchor = max(pieces, key=len).casefold()
        if len(value) < _LONG:
            before = "" if spaceless(value[0]) else r"(?<![^\W_])"
            after = "" if spaceless(value[-1]) else r"(?![^\W_])"
            inner = before + inner + after
        self.everywhere = everywhere
        self._kind = kind
        self._pattern = re.compile(inner, re.IGNORECASE)

    def found_in(self, text: str, folded: str) -> Iterable[Secret]:
        if self._anchor in folded:
            for match in self._pattern.finditer(text):
                yield Secret(self._kind, *match.span())


class Sought:
    """`near` are the messages in which ordinary words count too."""

    def __init__(self, wanted: Iterable[Wanted], near: Iterable[int] = ()) -> None:
        self.wanted = tuple({one.value: one for one in wanted}.values())
        self.near = frozenset(near)

    @property
    def needles(self) -> tuple[str, ...]:
        """What is looked for outside the database, folded."""
        return tuple(fold(one.value) for one in self.wanted if one.everywhere)

    @cached_property
    def _patterns(self) -> list[_Pattern]:
        """Each in every spelling in which it may be kept."""
        return [
            _Pattern(one.kind, spelled, everywhere=one.everywhere)
            for one in self.wanted
            for spelled in dict.fromkeys(_spellings(one.value))
        ]

    def spans(self, text: str, *, near: bool = False) -> list[Secret]:
        folded = text.casefold()
        patterns = (one for one in self._patterns if near or one.everywhere)
        return merged(found for one in patterns for found in one.found_in(text, folded))

    def out_of(self, text: str, *, near: bool = False) -> str:
        """`text` with marks in the place of the secrets; the same text where there is none."""
        found = self.spans(text, near=near)
        return replaced(text, found) if found else text

    def out_of_bytes(self, data: bytes) -> bytes:
        for one in self.wanted:
            data = data.replace(one.value.encode(), b"[%s removed]" % one.kind.encode()) if one.everywhere else data
        return data


def out_of_spans(texts: Sequence[str], found: Sequence[Secret]) -> list[str]:
    """The spans of one text, joined by nothing, without the secrets; the mark stands where the secret began."""
    kept, start = [], 0
    for text in texts:
        end = start + len(text)
        inside = [one for one in found if one.start < end and one.end > start]
        at, pieces = 0, []
        for one in inside:
            pieces.append(text[at : max(0, one.start - start)])
            if one.start >= start:
                pieces.append(one.mark)
            at = min(len(text), one.end - start)
        kept.append("".join([*pieces, text[at:]]))
        start = end
    return kept


def _spellings(value: str) -> Iterable[str]:
    yield value
    yield unicodedata.normalize("NFKC", value)
    yield from (line for line in value.splitlines() if len(line.strip()) >= _LINE)
