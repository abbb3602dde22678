"""What the distiller knows of one language: words and turns of phrase, no model."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory.text.clauses import Clauses
from memory.text.late import late
from memory.text.patterns import NOTHING, as_written

_SMALL = "a-zß-öø-ÿά-ώа-џ"
"""Small letters of scripts with capitals, for a class of characters."""

_OF = r"(?:de la|del|de|du|da|dos|do|van der|van|von der|von|der|di)"
PROPER = rf"(?-i:[^\W\d_{_SMALL}][\w'-]*(?: (?:{_OF} )?[^\W\d_{_SMALL}][\w'-]*){{0,3}})"
"""A proper name in a script with capitals."""

NAME = rf"(?P<name>{PROPER})"
"""The same, as the name of somebody or something that is told of."""

ARTICLE = r"(?:(?:the|der|die|das|dem|den|las?|les?|el|los|il|lo|gli|os?|as?) |l')"
"""A definite one, which may stand before the name of a place: "the Hague"."""
ANY_ARTICLE = (
    r"(?:(?:an?|the|der|die|das|dem|den|eine[mrn]?|ein|las?|les?|une?|el|los|una?|il|lo|gli|os?|uma?) |l'|un')"
)
ALONE = (
    rf"(?:{ANY_ARTICLE})?(?:{PROPER}|[\w'-]+)(?: (?:now|jetzt|maintenant|ahora|adesso|ora|agora))?"
    rf"(?=(?:, {PROPER})?\W*$|[;:]| (?:and|und|et|y|e) )"
)
"""A place or a trade and nothing more, up to the end of its clause: "in York", not "on Fridays I go back"."""

GAP = r"(?: (?:\d+\.|[\w'-]+)){0,4}?"
"""Up to four words between a verb and what it is about: "live with my sister in"."""

AGED = (
    r"(?=[^\w%°€$£]*$|[,;:!?)](?!\d)| (?:and|und|et|y|e|ed|aber|mais|pero|ma|mas|jetzt|maintenant|aujourd'hui|ahora|"
    r"adesso|ora|agora|now|today|heute|hoy|oggi|hoje)\b)"
)
"""An age ends there: after "I'm three minutes" or "I have ten years of" more follows."""

TURNED = (
    rf"(?:{AGED}|(?= (?:on|in|last|this|yesterday|today|am|im|letzten?|gestern|heute|en|le|\w+di|dimanche|hier|el|ayer|"
    r"hoy|este|il|a|ieri|oggi|domenica|no|na|em|ontem|hoje)\b(?! (?:de )?\d{4}| (?:year|jahr|an|año|anno|ano)\b)))"
)
"""The same, or the day or month in which they came to that age; with a year they are older by now."""


@dataclass(frozen=True, slots=True)
class Statement:
    """Turns of phrase that state something durable of the user.

    The patterns look at a sentence as written (straight apostrophes); their group `name`, if any, is an entity. `slot`
    marks what can hold only one value at a time: a newer statement of the same slot ends the older. What is told as
    something that happened `once` has its time beside it, and no times at which it is so. A home that `moves` is told
    by a verb which is also used of teams and tools, of which its times leave it more open still.
    """

    patterns: tuple[re.Pattern[str], ...]
    category: str
    slot: str = ""
    salience: float = 0.6
    once: bool = False
    moves: bool = False


@dataclass(frozen=True, slots=True)
class Language:
    """Sets hold folded words; the patterns look at a folded sentence with straight apostrophes, `by_now` and `clause`
    at one as it is written. `grammar` tells how a sentence is made of clauses.

    `frame` words are those in which a digest speaks of the user ("the user has"); `me` words make the user the subject;
    `kin` words name people and animals around the user, `third` words stand for somebody else (with their accents),
    `theirs` finds verb forms that nobody uses of themselves, `somebody` a person named where a clause begins;
    `same` groups words of one meaning (lives, moved, home):
    what a digest says with one of a group, the user must have said with one of it too. `capitals` says that a capital
    inside a sentence marks a proper name, `spaceless` that words are not set apart.

    `common` finds words that have the form of a name and are none, `place` the short names of a spaceless language;
    `origin` tells what was left, `within` stands before the place of something; an `articled` noun is as often common.

    `negation` says no anywhere in a sentence, `denying` right before the turn of phrase that it ends ("ya no").
    `noun` finds, at the end of a text, a word in the form of a verb that is none there: "en vivo", "un abito".

    Of whole messages: `supposing`, `fiction` and `handed` (a text to work on) open what lasts until an `aside`;
    `asking` begins a question without a mark. Of time: `past` was so once, `by_now` goes on with what is so now, `over`
    is so no longer, `that_day` was so on a day, `at_times` is so again and again, `beside` is so as well as something
    else. `correcting` puts right what was said before, `unsaid` takes it all back, `filler` adds nothing, `instead`
    begins what is over in favour of what was just said, `joining` adds to what is said, `clause` parts two statements,
    of which the second may leave out the `subject` where the verb's form tells it, `reworded` makes a plain statement
    of the user of other forms.
    """

    code: str
    grammar: Clauses = Clauses()
    frame: frozenset[str] = frozenset()
    me: frozenset[str] = frozenset()
    kin: frozenset[str] = frozenset()
    third: frozenset[str] = frozenset()
    theirs: re.Pattern[str] = NOTHING
    somebody: re.Pattern[str] = NOTHING
    yes: frozenset[str] = frozenset()
    negation: re.Pattern[str] = NOTHING
    denying: re.Pattern[str] = NOTHING
    noun: re.Pattern[str] = NOTHING
    hypothetical: re.Pattern[str] = NOTHING
    reported: re.Pattern[str] = NOTHING
    handed: re.Pattern[str] = NOTHING
    role_play: re.Pattern[str] = NOTHING
    role_over: re.Pattern[str] = NOTHING
    joke: re.Pattern[str] = NOTHING
    unsaid: re.Pattern[str] = NOTHING
    same: tuple[re.Pattern[str], ...] = ()
    statements: tuple[Statement, ...] = ()
    capitals: bool = True
    spaceless: bool = False
    common: re.Pattern[str] = NOTHING
    place: re.Pattern[str] = NOTHING
    origin: re.Pattern[str] = NOTHING
    within: str = NOTHING.pattern
    articled: bool = False
    supposing: re.Pattern[str] = NOTHING
    fiction: re.Pattern[str] = NOTHING
    aside: re.Pattern[str] = NOTHING
    asking: re.Pattern[str] = NOTHING
    past: re.Pattern[str] = NOTHING
    by_now: re.Pattern[str] = NOTHING
    over: re.Pattern[str] = NOTHING
    that_day: re.Pattern[str] = NOTHING
    at_times: re.Pattern[str] = NOTHING
    beside: re.Pattern[str] = NOTHING
    correcting: re.Pattern[str] = NOTHING
    filler: re.Pattern[str] = NOTHING
    instead: re.Pattern[str] = NOTHING
    joining: re.Pattern[str] = NOTHING
    clause: re.Pattern[str] = NOTHING
    subject: str = ""
    reworded: tuple[tuple[re.Pattern[str], str], ...] = ()

    def as_stated(self, text: str) -> str:
        """`text` as a plain statement of the user: "Heute esse ich", "The user eats" begin with "ich", "I"."""
        for pattern, said in self.reworded:
            text = pattern.sub(said, text)
        return text


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def retold(user: str, *pairs: tuple[str, str]) -> tuple[tuple[re.Pattern[str], str], ...]:
    """How a digest's words become the user's own: each pair is what follows `user`, and what is said for both."""
    return tuple((late(f"{user}{digest}", re.IGNORECASE), said) for digest, said in pairs)


def rather(contrast: str, said: str = r"\1 ") -> tuple[tuple[re.Pattern[str], str], ...]:
    """What `contrast` leaves of a sentence: "I no longer live in Rome but in Bari" says where the user lives."""
    return ((late(contrast, re.IGNORECASE), said),)


def introduces(greetings: str, opening: str) -> Statement:
    """An `opening` ("I'm") and the user's own name, unless it is shouted: "I AM TIRED", "I'm SO TIRED".

    Only after one of the `greetings` it may take the place of another name: without, it may be "I'm Norwegian".
    """
    shouted = rf"(?-i:(?:[^\W\d_{_SMALL}]{{2,}}\b\W*){{2,}}$)"
    greeted = rf"(?P<greeting>(?:{greetings})[,!.]? )?"
    named = rf"(?!{shouted})(?P<self>{PROPER})\W*$"
    return says("profile", rf"^(?=.*(?-i:[{_SMALL}])){greeted}{opening} {named}", slot="name", salience=0.8)


def nickname(calling: str) -> Statement:
    """What the user wants to be called, everywhere: it ends no name, and "at work" no other nickname."""
    somewhere = r"(?: (?:at|online|on|bei|auf|chez|au|en|no|na|al|a)\b)"
    return says("profile", rf"{calling} {NAME}\b(?!{somewhere})", slot="nickname", salience=0.9)


def left(prepositions: str) -> re.Pattern[str]:
    """The name of what was left, after one of the prepositions: "from Bergen"."""
    return late(rf"\b{prepositions}(?:{ARTICLE})?{NAME}", re.IGNORECASE)


def says(
    category: str,
    *patterns: str,
    slot: str = "",
    salience: float = 0.6,
    once: bool = False,
    moves: bool = False,
) -> Statement:
    compiled = tuple(map(as_written, patterns))
    return Statement(compiled, category, slot, salience, once, moves)
