"""What a correction puts right: "no, sorry, I meant November, not October" says November of what was said before."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memory.distill.sentences.clauses import split
from memory.distill.sentences.polarity import marks
from memory.distill.sentences.wording import among, numbers, sentences
from memory.text.languages import Language
from memory.text.normal import plain, straight

_WORD = re.compile(r"[^\W_]+")
_RATHER = re.compile("(.+?)(?:ではなく(?:て)?|じゃなくて?)")
"""Japanese denies behind what it denies."""


@dataclass(frozen=True, slots=True)
class Correction:
    """`before` is what was said in the same breath, `said` takes the place of something in it, `denied` of what."""

    before: str
    said: str
    denied: str

    def gives(self, content: str, language: Language) -> bool:
        """Whether `content` says what takes the place, and nothing of what gives way to it."""
        told, right = marks(content, language), marks(self.said, language)
        wrong = {mark for mark in marks(self.denied, language) if not among(mark, right)}
        return any(among(mark, right) for mark in told) and not any(among(mark, wrong) for mark in told)

    def put_into(self, old: str, language: Language) -> str:
        """`old` with what takes the place in the place of what is denied, "" where it does not stand there.

        Where nothing is denied, one number takes the place of the other: "I have three kids", "sorry, four kids".
        """
        if language.spaceless:
            return ""
        if not self.denied:
            return self._number_put_into(old, language)
        wrong = self.denied.split(" ", 1)[-1].strip(" .!")
        if len(wrong.split()) != len(self.said.split()):
            return ""
        found = re.search(rf"\b{re.escape(wrong)}\b", old, re.IGNORECASE)
        return f"{old[: found.start()]}{self.said}{old[found.end() :]}" if found else ""

    def _number_put_into(self, old: str, language: Language) -> str:
        mine, theirs = _numerals(self.said), _numerals(old)
        if len(mine) != 1 or len(theirs) != 1:
            return ""
        beside = marks(f"{self.said[: mine[0].start()]} {self.said[mine[0].end() :]}", language)
        if not all(among(mark, marks(old, language)) for mark in beside):
            return ""
        return f"{old[: theirs[0].start()]}{mine[0][0]}{old[theirs[0].end() :]}"


def correction(sentence: str, language: Language) -> Correction | None:
    """What `sentence` puts right, None where it corrects nothing."""
    pieces = list(_pieces(sentence, language))
    folded = plain(sentence)
    if not language.correcting.search(folded) or language.unsaid.search(folded):
        return None
    marked = (at for at, one in enumerate(pieces) if language.correcting.search(plain(one)))
    begun = next((at for at in marked if not _denies(pieces[at], language)), 0)
    before = [one for one in pieces[:begun] if _left(one, language)]
    behind = [one for one in pieces if one not in before]
    said = [left for one in behind if (left := _left(one, language))]
    denied = [one for one in behind if _denies(one, language)]
    return Correction(" ".join(before), " ".join(said), " ".join(denied)) if said else None


def last_before(text: str, said: str = "") -> str:
    """The last sentence of `text`, or the last one before those in `said`; "" where there is none."""
    found, first = sentences(text), next(iter(sentences(said)), "")
    before = found[: found.index(first)] if first in found else found if not first else ()
    return before[-1] if before else ""


def put_right(put: Correction, sentence: str, typed: str, before: str) -> str:
    """What is corrected: said in the same breath, last in the same message, or last in the one before."""
    return last_before(put.before) or last_before(typed, sentence) or last_before(before)


def _pieces(sentence: str, language: Language) -> Iterator[str]:
    for clause in split(sentence, language):
        if language.spaceless:
            denied = _RATHER.match(clause.text)
            yield from filter(None, (denied[0], clause.text[denied.end() :])) if denied else (clause.text,)
            continue
        piece: list[str] = []
        for word in clause.text.split():
            if piece and language.negation.fullmatch(plain(word)):
                yield " ".join(piece)
                piece = []
            piece.append(word)
        yield " ".join(piece)


def _numerals(text: str) -> list[re.Match[str]]:
    """The words of a text that are a number."""
    return [word for word in _WORD.finditer(text) if numbers(word[0])]


def _denies(piece: str, language: Language) -> bool:
    """Whether a piece says what is not so: "not October"; an answer ("no, sorry") denies nothing."""
    folded = plain(piece)
    if language.spaceless:
        return bool(_RATHER.match(folded) or language.negation.match(folded))
    first, _, rest = folded.partition(" ")
    if language.negation.fullmatch(first) and (not rest or language.correcting.match(rest)):
        folded = rest
    return bool(language.negation.search(language.correcting.sub(" ", folded)))


def _left(piece: str, language: Language) -> str:
    """What a piece says beside that it corrects, and beside a "no"; "" for nothing of its own or what is not so."""
    if _denies(piece, language):
        return ""
    rest, folded = straight(piece), plain(piece)
    for match in reversed([*language.correcting.finditer(folded)] if len(folded) == len(rest) else ()):
        rest = f"{rest[: match.start()]} {rest[match.end() :]}"
    if not language.spaceless:
        rest = " ".join(word for word in rest.split() if not language.negation.fullmatch(plain(word).strip(".!")))
    return rest.strip(" .。!") if marks(rest, language) else ""
