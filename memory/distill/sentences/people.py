"""Who stands in the clauses of a sentence, and of whom each of them speaks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from memory.distill.sentences.wording import names
from memory.text.clauses.cut import cut
from memory.text.languages import Language
from memory.text.languages.base import words as listed
from memory.text.normal import fold, plain, straight
from memory.text.scripts import words
from memory.text.time_words import MONTHS, SEASONS, SPANS, UNITS, WEEKDAYS

_NEAR = 3
"""So many words after "my" comes whose it is; so near is the user of whom somebody says or wants something."""
POSSESSIVE = listed(
    "my our mein meine meinen meinem meiner unser unsere unseren unserem mon ma mes notre nos mi mis nuestro nuestra "
    "meu minha meus minhas nosso nossa mio mia miei mie"
)
USER = listed(
    "user nutzer nutzerin benutzer benutzerin utilisateur utilisatrice usuario usuaria utilizador utilizadora utente"
)
SUBJECT = listed("i we im ive ich wir je j nous on yo nosotros nosotras io noi eu")
_ADDRESSED = listed("you du tu vous usted ustedes voce voces")
_MYSELF = SUBJECT | _ADDRESSED | listed("mich mir uns moi m me us nos mi ci mim")
_AS_ME = {
    "en": listed("you"),
    "de": listed("du"),
    "fr": listed("on tu vous"),
    "es": listed("tu usted ustedes"),
    "it": listed("tu"),
    "pt": listed("tu voce voces"),
}
"""Who is meant by what the user is told or asked; in French also by what they tell."""
_DETERMINERS = listed(
    "the a an this every each some no somebody someone everybody everyone nobody der die das ein eine jeder jede "
    "dieser diese jemand niemand le la les l un une chaque cet cette ce el los las una cada este esta ese esa alguien "
    "todos il lo gli uno ogni qualcuno o os as um uma alguem"
)
_ALONE = listed("somebody someone everybody everyone nobody jemand niemand alguien todos qualcuno alguem")
_PREPOSITIONS = {
    "en": listed("in at on for from of with by to near during since after before without about like than as unlike"),
    "de": listed("in im am an auf bei beim mit von vom zu zur zum nach aus für durch ohne seit vor wie neben statt"),
    "fr": listed("à au aux en dans chez pour de du des d avec sans depuis par sur comme"),
    "es": listed("a al en de del con por para sin desde como"),
    "it": listed("a al alla in nel nella da dal dalla di del della con per su senza come"),
    "pt": listed("a ao em no na de do da com por para sem desde como"),
}
_TIMES = frozenset({*UNITS, *SPANS, *WEEKDAYS, *MONTHS, *SEASONS})
ME, NOBODY = frozenset({"me"}), frozenset[str]()


@dataclass(frozen=True, slots=True)
class Clause:
    """Its words, by their places in the sentence. It `relates` to somebody named before it, or is `joined` on.

    What follows an `aside` ("because …") goes on about those before it.
    """

    start: int
    stop: int
    relates: bool
    joined: bool
    aside: bool


def spoken(text: str) -> list[str]:
    return words(straight(text).casefold())


class People:
    """Who stands at which word of a sentence: the user, somebody else by word, or nobody."""

    def __init__(self, sentence: str, language: Language) -> None:
        self.said = spoken(sentence)
        self._folded = [fold(word) for word in self.said]
        self._language = language
        self._mine = language.me | _AS_ME.get(language.code, NOBODY)
        self._names = frozenset(word for name in names(sentence, language) for word in words(name))
        self.clauses = tuple(_clauses(straight(sentence), language))

    def place(self, quoted: Sequence[str]) -> range:
        """Where the quote stands; all of the sentence where it is more."""
        ends = range(len(self.said) - len(quoted) + 1)
        at = next((at for at in ends if quoted and self.said[at : at + len(quoted)] == list(quoted)), None)
        return range(len(self.said)) if at is None else range(at, at + len(quoted))

    def clause(self, at: int) -> Clause:
        return next(one for one in self.clauses if at < one.stop)

    def subject(self, at: int, does: bool) -> frozenset[str]:
        """Of what is said at the word `at`: `ME`, the words for somebody else, or `NOBODY`.

        `does`: there stands a verb, so what is the user's is not the user.
        """
        clause = self.clause(at)
        if any(self._does(near) for near in (at - 1, at + 1) if clause.start <= near < clause.stop):
            return ME
        if at > clause.start and self._other(at - 1) and not self.led_to(at - 1, clause):
            return self._word(at - 1)
        found = self._first(range(clause.start, at + 1), clause)
        found = found or (NOBODY if clause.relates else self._named(clause, at, does))
        if found:
            return found
        if any(map(self._myself, range(clause.start, clause.stop))):
            return ME
        return self._before(clause, does)

    def of_clause(self, clause: Clause, at: int) -> frozenset[str]:
        """The same of what is said in a clause from the word `at` on by no verb that is known."""
        return self._first(range(clause.start, clause.stop), clause) or self.subject(at, does=False)

    def around(self, start: int) -> frozenset[str]:
        """Who is named at the beginning of what is said from `start` on, and whose they are ("my neighbour's dog")."""
        if self._me(start):
            return NOBODY
        while start and self._folded[start - 1] in (*self._language.kin, *POSSESSIVE, "s"):
            start -= 1
        return self._language.kin.intersection(self._folded[start : start + 1 + _NEAR])

    def _before(self, clause: Clause, does: bool) -> frozenset[str]:
        """Whom a clause without a subject of its own goes on about."""
        if clause.relates:
            others = (self._at(at) for at in range(clause.start - 1, -1, -1) if not self._myself(at))
            meant = ME if clause.start and self._myself(clause.start - 1) else NOBODY
            return meant or next(filter(None, others), NOBODY)
        earlier = [one for one in self.clauses if one.stop <= clause.start and not one.aside]
        return next(filter(None, (self._whole(one, clause.joined, does) for one in reversed(earlier))), NOBODY)

    def _whole(self, clause: Clause, joined: bool, does: bool) -> frozenset[str]:
        found = self._first(range(clause.start, clause.stop), clause)
        return found or (self._named(clause, clause.stop, does) if joined else NOBODY)

    def _first(self, places: Iterable[int], clause: Clause) -> frozenset[str]:
        inside = (self._at(at) for at in places if not self.led_to(at, clause))
        return next(filter(None, inside), NOBODY)

    def _named(self, clause: Clause, at: int, does: bool) -> frozenset[str]:
        """Somebody or something named at the beginning of a clause, up to the word `at`."""
        start = clause.start + clause.joined
        first = self._folded[start] if start < at else ""
        nouns = frozenset(self._folded[start + 1 : min(at, start + 1 + _NEAR)])
        if first in _ALONE:
            return frozenset({first})
        if first in POSSESSIVE:
            return nouns if does else ME
        return nouns if first in _DETERMINERS and len(nouns) > 0 and not nouns & _TIMES and at - start > 1 else NOBODY

    def led_to(self, at: int, clause: Clause) -> bool:
        """Whether a preposition stands before somebody: "with my sister Ann"."""
        leading = _PREPOSITIONS.get(self._language.code, NOBODY)
        described = POSSESSIVE | _DETERMINERS | self._language.kin | self._names
        before = at - 1
        while before > clause.start and self.said[before] not in leading and self._folded[before] in described:
            before -= 1
        return before >= clause.start and self.said[before] in leading

    def _me(self, at: int) -> bool:
        word = self._folded[at]
        return word in USER or (word in self._language.me and word not in POSSESSIVE)

    def _myself(self, at: int) -> bool:
        word = self._folded[at]
        return word in USER or (word in self._mine & _MYSELF and word not in POSSESSIVE)

    def _does(self, at: int) -> bool:
        return self._myself(at) and self._folded[at] in SUBJECT | _ADDRESSED | USER

    def _at(self, at: int) -> frozenset[str]:
        word = self._folded[at]
        if self._myself(at) or (at and word in self._language.frame and self._folded[at - 1] in POSSESSIVE):
            return ME
        near = range(at + 1, min(at + 1 + _NEAR, self.clause(at).stop))
        clause = self.clause(at)
        mine = any(self._myself(place) and not self.led_to(place, clause) for place in near)
        return NOBODY if not self._other(at) or mine else self._word(at)

    def _word(self, at: int) -> frozenset[str]:
        return frozenset({self._folded[at]})

    def _other(self, at: int) -> bool:
        word = self._folded[at]
        if self.said[at] in self._language.third or word in self._language.kin:
            return True
        return word in self._names and (self._language.capitals or at == 0)


def _clauses(sentence: str, language: Language) -> Iterable[Clause]:
    grammar, start = language.grammar, 0
    for at, text in cut(sentence, grammar.connecting, grammar.relating):
        stop = start + len(spoken(text))
        if stop > start:
            relates = grammar.relating.match(sentence, at) is not None
            joined = grammar.connecting.match(text.strip()) is not None
            subordinate = joined and language.joining.match(plain(text)) is None
            yield Clause(start, stop, relates, joined, relates or subordinate)
        start = stop
