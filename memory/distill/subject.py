"""Whether a statement about the user was said of the user: "She has diabetes" is no illness of theirs."""

from __future__ import annotations

from collections.abc import Sequence

from memory.distill.wording import names
from memory.text.languages import Language
from memory.text.languages.base import words as listed
from memory.text.normal import fold, plain, straight
from memory.text.scripts import runs, words

_NEAR = 3
"""So many words after "my" comes whose it is; so near is the user of whom somebody says or wants something."""
_SIGNS = 6
"""So far into a quote a script without spaces may name its subject."""
_POSSESSIVE = listed(
    "my our mein meine meinen meinem meiner unser unsere mon ma mes notre nos mi mis nuestro nuestra meu minha meus "
    "minhas nosso nossa mio mia miei mie"
)
_USER = listed(
    "user nutzer nutzerin benutzer benutzerin utilisateur utilisatrice usuario usuaria utilizador utilizadora utente"
)
_ME, _NOBODY = "me", ""


def of_another(content: str, sentence: str, quote: str, language: Language) -> bool:
    """The sentence around `quote` says it of somebody whom `content` does not name."""
    if any(spaceless for _, spaceless in runs(plain(sentence))):
        return _signs_of_another(plain(content), plain(sentence), plain(quote), language)
    said, quoted = _words(sentence), _words(quote)
    if not said:
        return False
    people, start = _People(said, sentence, language), _place(said, quoted)
    told = frozenset(words(plain(content)))
    verb = _verb(content, language)
    if not verb:
        return not people.around(start) <= told
    subject = people.subject(start)
    if subject == _NOBODY:
        return verb in quoted and bool(language.theirs.search(verb))
    return subject != _ME and (subject in language.third or fold(subject) not in told)


class _People:
    """Who stands at which word of a sentence: the user, somebody else by word, or nobody."""

    def __init__(self, said: Sequence[str], sentence: str, language: Language) -> None:
        self._said = said
        self._folded = [fold(word) for word in said]
        self._language = language
        self._names = frozenset(word for name in names(sentence, language) for word in words(name))

    def subject(self, start: int) -> str:
        """Of what is said from the word `start` on: `_ME`, the word for somebody else, or `_NOBODY`.

        It begins there, or stands before; a verb may come before the user ("wohne ich").
        """
        opening = range(start, start + 1 + (_NEAR if self._folded[start] in _POSSESSIVE else 0))
        if start + 1 < len(self._said) and self._me(start + 1):
            return _ME
        found = self._first(opening) or self._first(range(start - 1, -1, -1))
        return found or (_ME if any(map(self._me, range(start, len(self._said)))) else _NOBODY)

    def around(self, start: int) -> frozenset[str]:
        """Who is named at the beginning of what is said from `start` on, and whose they are ("my neighbour's dog")."""
        if self._me(start):
            return frozenset()
        while start and self._folded[start - 1] in (*self._language.kin, *_POSSESSIVE, "s"):
            start -= 1
        return self._language.kin.intersection(self._folded[start : start + 1 + _NEAR])

    def _first(self, places: range) -> str:
        return next(filter(None, (self._at(at) for at in places if at < len(self._said))), _NOBODY)

    def _me(self, at: int) -> bool:
        word = self._folded[at]
        return word in _USER or (word in self._language.me and word not in _POSSESSIVE)

    def _at(self, at: int) -> str:
        word = self._folded[at]
        if self._me(at) or (at and word in self._language.frame and self._folded[at - 1] in _POSSESSIVE):
            return _ME
        if not self._other(at) or any(self._me(near) for near in range(at + 1, min(at + 1 + _NEAR, len(self._said)))):
            return _NOBODY
        return self._said[at]

    def _other(self, at: int) -> bool:
        word = self._folded[at]
        if self._said[at] in self._language.third or word in self._language.kin:
            return True
        return word in self._names and (self._language.capitals or at == 0)


def _verb(content: str, language: Language) -> str:
    """What the user does in `content`, "" where it is about somebody or something else."""
    said = _words(content)
    behind = next((at + 1 for at, word in enumerate(said[:3]) if fold(word) in _USER), 0)
    told = behind < len(said) and said[behind] != "s" and (behind or fold(said[0]) in language.frame)
    return said[behind] if told else ""


def _words(text: str) -> list[str]:
    return words(straight(text).casefold())


def _place(said: Sequence[str], quoted: Sequence[str]) -> int:
    """Where the quote begins; 0 where it is more than the sentence."""
    ends = range(len(said) - len(quoted) + 1)
    return next((at for at in ends if quoted and list(said[at : at + len(quoted)]) == list(quoted)), 0)


def _signs_of_another(content: str, sentence: str, quote: str, language: Language) -> bool:
    """Of several people before the statement the last one is its subject."""
    start = sentence[: max(0, sentence.find(quote)) + _SIGNS]
    places = {person: start.rfind(person) for person in (*language.me, *language.third, *language.kin)}
    last = max(places, key=lambda person: (places[person], len(person)))
    if places[last] < 0 or last in language.me:
        return False
    return last in language.third or last not in content
