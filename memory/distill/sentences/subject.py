"""Whether a statement about the user was said of the user: "She has diabetes" is no illness of theirs.

A quote may leave out whose it is: what counts is the clause of the sentence in which it stands.
"""

from __future__ import annotations

import re
from itertools import pairwise

from memory.distill.sentences.objections import asks
from memory.distill.sentences.people import ME, NOBODY, POSSESSIVE, SUBJECT, USER, Clause, People, spoken
from memory.distill.sentences.wording import alike
from memory.text.languages import Language, function_words
from memory.text.languages.base import words as listed
from memory.text.normal import fold, plain, straight
from memory.text.patterns import NOTHING
from memory.text.scripts import query_grams, runs, words

_SIGNS = 6
"""So far into a quote a script without spaces may name its subject."""
_BESIDE = re.compile("(?:[和跟与與同]我?的?|[没沒]有|是(?:一?[名个個位])?)$")
"""Leads to somebody beside the user, or to what the user is: 我和老婆, 我是老师."""
_J = re.compile(
    r"\bj(?=(?:ai|h?abit\w*|aim\w*|ador\w*|etai\w*|étai\w*|[eé]tudi\w*|[ae]pprends?|attends|utilise|ach[eè]te)\b)", re.I
)
"""Typed in haste: "jai"."""
_COMPANION = re.compile("(?:[とにをへ]|から|より|です|だ|でし|で、)")
"""Behind somebody who is no subject, or whom one is said to be: 母と, 上司に, 医者です."""
_PAUSE = re.compile("[，,、。；;！!？?]")
_BEING = {
    first: thirds.split("/")
    for first, _, thirds in (
        pair.partition(":")
        for pair in listed(
            "am:is/are/s m:is/are/s bin:ist/sind suis:est/sont ai:a/ont soy:es/son estoy:está/están tengo:tiene/tienen "
            "voy:va/van sono:è ho:ha/hanno sou:é/são estou:está/estão tenho:tem/têm vou:vai/vão"
        )
    )
}
"""What somebody else, or several, do by another word than the user."""
_FORMAL = listed("sie lei")
"""Who is asked with respect."""
_CLITICS = listed("me te se nous vous ne en le la les lui leur mich mir mi ci vi lo")
"""What stands between the user and the verb: "je me suis", "yo no lo sé"."""
_FORMS = 3
"""So many letters more or less have two forms of a verb: "tiens", "tiennent"."""
_OPENING = 4
"""So many words from its beginning tell what a statement is about."""
_OF_MYSELF = re.compile(r"(?:o|é|í|ei|oy|mos|amo)$")
"""Verbs of the user alone, where the ending tells the person."""
_ADVERBS = listed(
    "ahora todavia siempre nunca entonces tarde bastante quiza apenas hoy ainda agora sempre hoje tambem talvez "
    "ancora ora allora anche adesso invece forse insieme oggi pure"
)
"""What stands before a verb as somebody else's verb does before a noun."""
_JOINED = re.compile(r"(?:[ai]d[oa]|[aiu]t[oa])$")
"""Participles: "he found work" has a noun after one."""


def of_another(content: str, sentence: str, quote: str, language: Language) -> bool:
    """The sentence around `quote` says it of somebody whom `content` does not name.

    A question to the user may be about them in the form of others: "Abita a Como?".
    """
    if any(spaceless for _, spaceless in runs(plain(sentence))):
        return _signs_of_another(plain(content), plain(sentence), plain(quote), language)
    if language.code == "fr":
        sentence, quote = (_J.sub("j'", text) for text in (sentence, quote))
    people = People(sentence, language)
    if not people.said:
        return False
    told = frozenset(words(plain(content)))
    quoted = people.place(spoken(quote))
    verb, told_of = _verb(content, language)
    if not verb:
        return not people.around(quoted.start) <= told
    bearing = _bearing(people, quoted, told, verb, language)
    at, foreign = _stands(verb, people.said[bearing.start : bearing.stop], told_of, language)
    if at is None and (before := _told_before(verb, people, quoted, bearing, language)) is not None:
        bearing, at = range(before, before + 1), 0
    place = bearing.start + at if at is not None else _likeliest(people, bearing, told)
    clause = people.clause(place)
    if not told_of and at is not None and not foreign and _ends_as_mine(verb, language):
        if not _noun(people, clause, place, language):
            return False
        foreign = True
    subject = people.of_clause(clause, place) if at is None else people.subject(place, verb not in _BEING)
    if subject == NOBODY or (asks(sentence) and subject <= _FORMAL):
        return foreign and not asks(sentence)
    return subject != ME and not (subject - frozenset(map(fold, language.third))) & told


def _verb(content: str, language: Language) -> tuple[str, bool]:
    """What the user does in `content`, "" where it is about somebody or something else; and whether it is told of "the
    user", in the form of others.
    """
    said = spoken(content)
    folded = [fold(word) for word in said[:_OPENING]]
    behind = next((at + 1 for at, word in enumerate(folded[:3]) if word in USER), 0)
    if behind < len(said) and said[behind] != "s" and (behind or folded[0] in language.frame - language.me):
        return said[behind], True
    at = next((at for at, word in enumerate(folded) if word in SUBJECT), None)
    if at is not None:
        return _beside(said, at, language), False
    opened = language.grammar.main.match(straight(content)) and not POSSESSIVE & {*folded[:2]}
    if not opened or language.noun is NOTHING:
        return "", False
    mine = (word for word in said[:_OPENING] if word in _BEING or _OF_MYSELF.search(word))
    return next(mine, said[0]), False


def _beside(said: list[str], at: int, language: Language) -> str:
    """The verb before or after the user."""
    after = next(
        (word for word in said[at + 1 :] if (len(word) > 1 or word in ("m", "a")) and word not in _CLITICS), ""
    )
    return said[at - 1] if at and (language.code == "de" or not after) else after


def _stands(verb: str, quoted: list[str], told_of: bool, language: Language) -> tuple[int | None, bool]:
    """Where in the quote the verb stands, and whether in a form that nobody uses of themselves."""
    if verb in quoted:
        return quoted.index(verb), told_of and bool(language.theirs.search(verb))
    if told_of:
        return None, False
    found = next((at for at, word in enumerate(quoted) if _theirs(word, verb, language)), None)
    return found, found is not None


def _told_before(verb: str, people: People, quoted: range, bearing: range, language: Language) -> int | None:
    """Where the user does what the bearing clause goes on with, without a verb: "I have two sons, and a dog"."""
    place, foreign = _stands(verb, people.said[quoted.start : bearing.start], False, language)
    alone = language.grammar.main.match(" ".join(people.said[bearing.start : bearing.stop])) is None
    verbless = bearing.stop - bearing.start <= _OPENING
    return quoted.start + place if place is not None and not foreign and alone and verbless else None


def _theirs(word: str, verb: str, language: Language) -> bool:
    if word in _BEING.get(verb, ()):
        return True
    shared = next((at for at, (a, b) in enumerate(zip(word, verb, strict=False)) if a != b), min(len(word), len(verb)))
    near = shared >= max(2, min(len(word), len(verb)) - 1) and abs(len(word) - len(verb)) <= _FORMS
    return near and bool(language.theirs.search(word))


def _ends_as_mine(verb: str, language: Language) -> bool:
    return language.noun is not NOTHING and bool(_OF_MYSELF.search(verb))


def _noun(people: People, clause: Clause, at: int, language: Language) -> bool:
    """Whether a word in the form of a verb is a noun there: "busca trabajo", "ha trovato lavoro"."""
    if language.noun.search(" ".join(map(fold, people.said[clause.start : at + 1]))):
        return True
    if at == clause.start or people.led_to(at - 1, clause):
        return False
    opening = f"{' '.join(people.said[clause.start : at + 1])} a"
    opened = language.grammar.main.match(opening)
    if opened is not None and opened.end() == len(opening):
        return False
    before = people.said[at - 1]
    if fold(before) in function_words(language) | _ADVERBS or before.endswith("mente"):
        return False
    return bool(language.theirs.search(before) or _JOINED.search(before))


def _bearing(people: People, quoted: range, told: frozenset[str], verb: str, language: Language) -> range:
    """The part of the quote that says most of the statement, apart from its verb.

    Of "my wife is a nurse and I'm a baker" only the first clause bears "I'm a nurse". The whole quote, where no clause
    says more than the others.
    """
    telling = set(map(fold, told)) - function_words(language) - language.me - {fold(verb)}
    touched = [one for one in people.clauses if one.start < quoted.stop and quoted.start < one.stop]

    def shared(clause: Clause) -> int:
        here = list(map(fold, people.said[clause.start : clause.stop]))
        return sum(any(alike(word, other) for other in here) for word in telling)

    most = max(map(shared, touched), default=0)
    bearing = [one for one in touched if shared(one) == most]
    if not most or len(bearing) > 1:
        return quoted
    return range(max(quoted.start, bearing[0].start), min(quoted.stop, bearing[0].stop))


def _likeliest(people: People, quoted: range, told: frozenset[str]) -> int:
    """Where in the quote the clause begins that says most of the statement."""
    touched = [one for one in people.clauses if one.start < quoted.stop and quoted.start < one.stop]

    def shared(clause: Clause) -> int:
        here = map(fold, people.said[clause.start : clause.stop])
        return sum(any(alike(word, other) for other in told) for word in set(here))

    return max(quoted.start, max(touched, key=shared).start)


def _signs_of_another(content: str, sentence: str, quote: str, language: Language) -> bool:
    """Of several people before the clause that says most of the statement the last one is its subject."""
    start = sentence[: _clause_of_signs(content, sentence, max(0, sentence.find(quote))) + _SIGNS]
    if any(match[0] not in content for match in language.somebody.finditer(start)):
        return True
    places = {person: start.rfind(person) for person in (*language.me, *language.third, *language.kin)}
    beside = [one for one, at in places.items() if _beside_subject(one, at, sentence, language)]
    places |= dict.fromkeys(beside, -1)
    last = max(places, key=lambda person: (places[person], len(person)), default="")
    if places.get(last, -1) < 0 or last in language.me:
        return False
    return last in language.third or last not in content


def _clause_of_signs(content: str, sentence: str, quoted: int) -> int:
    """Where the clause begins that holds most of `content`, from the quote on."""
    starts = [quoted, *(match.end() for match in _PAUSE.finditer(sentence, quoted))]
    grams = {*query_grams(content)}

    def shared(span: tuple[int, int]) -> int:
        return sum(gram in sentence[span[0] : span[1]] for gram in grams)

    return max(pairwise([*starts, len(sentence)]), key=shared)[0]


def _beside_subject(person: str, at: int, sentence: str, language: Language) -> bool:
    """Whether somebody named is with the user, or does something to them, and is not who it is about."""
    if at < 0 or person not in language.kin:
        return False
    before, after = sentence[:at], sentence[at + len(person) :]
    return bool((at and _BESIDE.search(before)) or _COMPANION.match(after))
