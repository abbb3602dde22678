"""A time told by what was so of the user: "before I moved to Odense", "als ich bei Siemens war".

Only clauses about the user are looked for, and a question for the time itself ("when did I move?") is none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from memory.text.normal import plain, straight
from memory.text.times import MOST_CHARS


class Side(Enum):
    """Where the time lies beside what is named."""

    BEFORE = "before"
    DURING = "during"
    AFTER = "after"


_I = {
    "en": "(?:i|we|my|our)",
    "de": "(?:ich|wir|mein[er]?|unser[er]?)",
    "fr": "(?:je |j'|nous |mon |ma |mes )",
}
_WORDS = {
    Side.BEFORE: rf"before {_I['en']}|(?:bevor|ehe) {_I['de']}|avant (?:que {_I['fr']}|de |d')|antes de |prima di ",
    Side.AFTER: (
        rf"(?:after|since) {_I['en']}|(?:nachdem|seit|seitdem) {_I['de']}|(?:depuis|apres) que {_I['fr']}"
        "|despues de (?:que )?|desde que |depois (?:de |que )|dopo (?:che |di )|da quando "
    ),
    Side.DURING: (
        rf"(?:when|while|as long as) {_I['en']}|(?:als|wahrend|solange) {_I['de']}"
        rf"|(?:quand|lorsque|pendant que) {_I['fr']}|lorsqu'|(?<=\w )(?:cuando|mientras|quando|enquanto|mentre) "
    ),
}
_OCCASIONS = {side: re.compile(rf"(?<!\w)(?:{words})\b(?P<event>[^?!.,;:]{{3,80}})") for side, words in _WORDS.items()}


@dataclass(frozen=True, slots=True)
class Occasion:
    """What was so then, and the text without the clause that tells it, both folded."""

    side: Side
    event: str
    rest: str


def occasion_in(text: str) -> Occasion | None:
    """The first such clause of `text`."""
    folded = plain(straight(text[:MOST_CHARS]))
    for side, pattern in _OCCASIONS.items():
        if (match := pattern.search(folded)) is not None:
            rest = f"{folded[: match.start()]} {folded[match.end() :]}".strip()
            return Occasion(side, match["event"].strip(), rest)
    return None
