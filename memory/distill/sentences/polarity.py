"""Whether a statement says "not" where the user did not, or the other way round: told clause by clause.

A statement rests on the clauses that hold its words. A "not" in another clause speaks for itself, unless that clause
has nothing of its own and so can only be about what was said before: "I live in Rome, but not any more".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from memory.distill.sentences.clauses import split
from memory.distill.sentences.objections import earnest
from memory.distill.sentences.wording import alike, numbers
from memory.text.languages import Language, function_words
from memory.text.normal import plain
from memory.text.scripts import query_grams, words

_WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")
_HIRAGANA = re.compile("[\u3040-\u309f]+")
_END = ".。!！…"
_INSTEAD = re.compile(r"(?:sondern|sino|bensì)\b")
_SHORT = 3
"""So few words say that there is a number of something, and nothing about it: "two cats"."""
_REASON = re.compile(r"(?:because of|due to|wegen|à cause d|a causa d|por causa d|debido a)", re.IGNORECASE)
_CLAUSE_OF_SIGNS = 3
"""So many signs between two marks have a verb of their own."""
_ANSWER = re.compile("(?:不是|不对|不對|不|没有|沒有|没|沒|違います)[的啊呀哦]?")
_PHRASE = "="
"""Marks a turn of phrase among the words."""
_SIGN = re.compile("[\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff]")


@dataclass(frozen=True, slots=True)
class _Unit:
    """What is said with one verb: whether it says "not", and whether its subject is told.

    What stands `against` a "not" before it shares its verb: "I have no children, but two nieces".
    """

    text: str
    negated: bool
    whole: bool = False
    against: bool = False


def opposed(content: str, sentence: str, language: Language) -> bool:
    """Whether a clause of `content` says "not" and those of `sentence` that it rests on do not, or the other way."""
    said = _units(sentence, language)
    return any(_against(one, said, language) for one in _units(content, language))


def _against(claim: _Unit, said: Sequence[_Unit], language: Language) -> bool:
    bearing = _bearing(claim, said, language)
    if not bearing:
        return claim.negated != any(one.negated for one in said)
    if claim.negated:
        worded = [one for one, words_ in bearing if words_] or [one for one, _ in bearing]
        return not any(one.negated for one in worded)
    against = any(one.against and words_ for one, words_ in bearing)
    units = [one for one, words_ in bearing if words_ or not against]
    if any(one.against and marks(one.text, language) <= marks(claim.text, language) for one in units):
        units = [one for one in units if not one.negated or marks(one.text, language) <= marks(claim.text, language)]
    others = (one for one in said if one.negated and one not in units)
    return any(one.negated for one in units) or any(_about_it(one, units, language) for one in others)


def _bearing(claim: _Unit, said: Sequence[_Unit], language: Language) -> list[tuple[_Unit, bool]]:
    """The units that hold the words of `claim`, as few as hold them all, those without a "not" first.

    With each whether it holds more of them than a turn of phrase.
    """
    held = {at: _marks(one.text, language) for at, one in enumerate(said)}
    left, found = set(_marks(claim.text, language)), list[tuple[_Unit, bool]]()
    written = frozenset().union(*held.values())
    while left and held:
        shared = {at: {mark for mark in left if _holds(held[at], mark, written)} for at in held}
        best = max(held, key=lambda at: (len(shared[at]), not said[at].negated))
        if not shared[best]:
            break
        left -= shared[best]
        found.append((said[best], any(not mark.startswith(_PHRASE) for mark in shared[best])))
    return found


def _holds(marks: frozenset[str], mark: str, written: frozenset[str]) -> bool:
    """Whether a unit holds the word, in another form only where no unit holds it as it is."""
    return mark in marks if mark in written else any(alike(mark, other) for other in marks)


def _about_it(one: _Unit, bearing: Sequence[_Unit], language: Language) -> bool:
    """Whether a unit with a "not" speaks of what the others say, and not of something of its own."""
    grammar, folded = language.grammar, plain(one.text).rstrip(_END)
    if any(cue.search(folded) for cue in (grammar.doubting, language.unsaid, language.joke)):
        return True
    ends = bool(language.over.search(folded))
    if not one.whole and (_trails(folded, language) or (ends and not language.instead.search(folded))):
        return True
    before = " ".join(other.text for other in bearing)
    return not _own(one.text, language, ends) - _own(before, language, ends) - _shared(one.text, before, language)


def _trails(folded: str, language: Language) -> bool:
    """A "not" at the very end reaches back over what is joined to it: "ich rauche und trinke nicht"."""
    return any(match.end() == len(folded) and match.start() for match in language.negation.finditer(folded))


def _shared(one: str, other: str, language: Language) -> set[str]:
    """The words of `one` that mean what a word of `other` does: "lives" and "moved"."""
    groups = [group for group in language.same if group.search(plain(other))]
    return {word for word in words(plain(one)) if any(group.search(word) for group in groups)}


def _own(text: str, language: Language, ends: bool) -> set[str]:
    """The words of a clause that say something; what is over is told by more than how it is said."""
    hedged = language.grammar.hedging.sub(" ", plain(text))
    if not language.spaceless:
        return set(marks(hedged, language))
    bare = language.negation.sub(" ", hedged)
    return {*_SIGN.findall(bare), *(query_grams(bare) if _HIRAGANA.search(bare) and not ends else ())}


def marks(text: str, language: Language) -> frozenset[str]:
    """The words and signs of a text but for those that carry nothing."""
    return frozenset(mark for mark in _marks(text, language) if not mark.startswith(_PHRASE))


@lru_cache(maxsize=20_000)
def _marks(text: str, language: Language) -> frozenset[str]:
    """What a clause is told by: its words but for those that carry nothing, and its turns of phrase."""
    folded = plain(text)
    idle = function_words(language) | language.me
    said = {
        piece
        for word in _WORD.findall(folded)
        if not (word.endswith("n't") or language.negation.fullmatch(word))
        for piece in words(word)
        if piece not in idle
    }
    signs = {gram for gram in query_grams(folded) if not _HIRAGANA.fullmatch(gram)}
    phrases = {f"{_PHRASE}{at}" for at, group in enumerate(language.same) if group.search(folded)}
    return frozenset(said | signs | phrases)


@dataclass(frozen=True, slots=True)
class _Piece:
    """A clause: whether it begins a unit, whether its subject is told, whether it is what is lacking; and what of it is
    so `against` a "not" before it.
    """

    text: str
    begins: bool = False
    whole: bool = False
    lacking: bool = False
    against: str = ""


@lru_cache(maxsize=2_000)
def _units(sentence: str, language: Language) -> tuple[_Unit, ...]:
    """The sentence in its units; a piece without a verb of its own goes with the unit that it stands beside."""
    found: list[_Unit] = []
    lacking: list[_Unit] = []
    lead = ""
    for piece in _pieces(sentence, language):
        negated = _negated(piece.text, language)
        if piece.lacking:
            lacking.append(_Unit(piece.text, negated=True, whole=True))
        elif piece.against and not negated and (found[-1].negated if found else _negated(lead, language)):
            found += [_Unit(lead, negated=True, whole=True)] if lead else []
            found.append(_Unit(piece.against, negated=False, against=True))
            lead = ""
        elif piece.whole and _negated(lead, language) and _apart(lead, piece.text, language):
            found += [_Unit(lead, negated=True, whole=True), _Unit(piece.text, negated, whole=True)]
            lead = ""
        elif piece.begins or (found and negated and not found[-1].negated):
            found.append(_Unit(f"{lead}, {piece.text}".strip(", "), negated or _negated(lead, language), piece.whole))
            lead = ""
        elif found:
            last = found.pop()
            found.append(_Unit(f"{last.text}, {piece.text}", last.negated or negated, last.whole))
        elif negated and language.denying.search(plain(piece.text).split()[0]):
            found.append(_Unit(piece.text, negated))
        else:
            lead = f"{lead}, {piece.text}".strip(", ")
    rest = [_Unit(lead, _negated(lead, language))] if lead else []
    return (*found, *rest, *lacking)


def _apart(lead: str, text: str, language: Language) -> bool:
    """Whether what stands before a clause says something of its own: "not a morning person, I work late"."""
    return bool(_own(lead, language, ends=True) - _own(text, language, ends=True))


def _negated(text: str, language: Language) -> bool:
    """Whether a clause says "not"; a "no" alone answers what was said before."""
    folded = earnest(text, language)
    if _ANSWER.fullmatch(folded):
        return False
    return bool(language.negation.search(folded)) and not language.negation.fullmatch(folded)


def _pieces(sentence: str, language: Language) -> Iterator[_Piece]:
    """The clauses, and what is said to be lacking as one of its own."""
    verbs = {match.end() for match in language.clause.finditer(sentence)}
    clauses = split(sentence, language)
    rather = [bool(language.grammar.rather.match(clause.text)) for clause in clauses]
    denied = False
    for at, clause in enumerate(clauses):
        negated = _negated(clause.text, language)
        whole = _whole(clause.text, language)
        begins = whole or any(clause.start <= end <= clause.start + len(clause.text) for end in verbs)
        begins = begins or (language.spaceless and bool(at) and len(clause.text) >= _CLAUSE_OF_SIGNS)
        begins = begins and not (denied and not negated and any(rather[at + 1 :]))
        denied = denied or negated
        said, lacking = _without(clause.text, language)
        if said:
            against = _set_against(said, language) if at and not begins else ""
            yield _Piece(said, begins, whole, against=against)
        if lacking:
            yield _Piece(lacking, lacking=True)


def _set_against(text: str, language: Language) -> str:
    """What is so, whatever is not, where it stands without a verb: a "but", a number or a reason tells; or ""."""
    said = text.strip(_END)
    contrasts = language.grammar.contrasting.match(said) or _INSTEAD.match(said)
    if contrasts:
        rest = said[contrasts.end() :].strip()
        return rest if _own(rest, language, ends=True) else ""
    told = words(plain(said))
    counted = not language.spaceless and 0 < len(told) <= _SHORT and numbers(told[0])
    return said if counted or _REASON.match(said) else ""


def _whole(text: str, language: Language) -> bool:
    """Whether the subject is told; the patterns want something said of it."""
    grammar = language.grammar
    text = text[drawn.end() :].strip(" ,") if (drawn := grammar.drawing.match(text)) else text
    said = text.rstrip(_END) if language.spaceless else f"{text.rstrip(_END)} so"
    return bool(grammar.main.search(said) or grammar.others.search(said))


def _without(text: str, language: Language) -> tuple[str, str]:
    """What is said around a "without", and what is lacking."""
    grammar = language.grammar
    lacking = grammar.lacking.search(text)
    if lacking is None or not language.negation.match(plain(text[lacking.start() :])):
        return text, ""
    idle, begun, end = function_words(language), False, len(text)
    for word in _WORD.finditer(text, lacking.end()):
        if plain(word[0]) in idle and begun and not grammar.listing.match(word[0]):
            end = word.start()
            break
        begun = begun or plain(word[0]) not in idle
    return f"{text[: lacking.start()].strip()} {text[end:].strip()}".strip(" " + _END), text[lacking.start() : end]
