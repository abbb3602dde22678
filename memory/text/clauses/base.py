"""How a sentence is made of clauses in each language: where one begins, which state something, ask or only wish."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory.text.patterns import NOTHING, as_written

STOP = r"(?=\W*$|\s*[,;:.!?)，；：。])"
"""A clause about saying or believing ends there: after "if you know someone" it is about the world."""


@dataclass(frozen=True, slots=True)
class Clauses:
    """`connecting`, `relating`, `hanging`, `main`, `inquiring`, `conceding` and `coming` look at a clause as it is
    written, with straight apostrophes, the others at a folded one.

    `connecting` words begin a clause that stands for itself ("and", "because"), `contrasting` ones set it against what
    is only supposed ("but"), `hanging` ones end the clause before it, `relating` ones begin one about somebody just
    named ("who"). `main` clauses have the user, or what is the user's, as their subject and a verb of their own.
    `inquiring` begins a question, `tag` one that asks about all that stands before it ("or …?", "right?").

    `wishing` is said of what may be and is not, `dreaming` of all that follows too; `unreal` verb forms go on with a
    wish. `condition` is an if, `polite` an if or a wish that supposes nothing, as it is about
    saying, knowing or believing what is said: "if I remember rightly". `hinging` is an if that all of a sentence hangs
    on, `conceding` one that nothing hangs on ("even if", "ask if") or no if at all ("sí"). `telling` begins what
    somebody else says and is a sentence of its own ("my brother thinks that I …"), not what stands before ("my wife
    says").
    `diagnosing` is a doctor who says what the user has, `drawing` words begin what the user makes of what others said
    ("so I").

    `others` begins a clause with another subject and its verb. `lacking` says that one thing is not there ("without")
    and nothing about the verb; `listing` words go on with what is lacking. `doubting` says that something said is not
    so, `hedging` words only how, how often or how long something is so. `rather` begins what is so instead of what was
    denied.
    `coming` is said of what is planned or still to come.
    """

    connecting: re.Pattern[str] = NOTHING
    contrasting: re.Pattern[str] = NOTHING
    relating: re.Pattern[str] = NOTHING
    hanging: re.Pattern[str] = NOTHING
    main: re.Pattern[str] = NOTHING
    inquiring: re.Pattern[str] = NOTHING
    tag: re.Pattern[str] = NOTHING
    wishing: re.Pattern[str] = NOTHING
    dreaming: re.Pattern[str] = NOTHING
    unreal: re.Pattern[str] = NOTHING
    condition: re.Pattern[str] = NOTHING
    hinging: re.Pattern[str] = NOTHING
    conceding: re.Pattern[str] = NOTHING
    polite: re.Pattern[str] = NOTHING
    diagnosing: re.Pattern[str] = NOTHING
    drawing: re.Pattern[str] = NOTHING
    telling: re.Pattern[str] = NOTHING
    others: re.Pattern[str] = NOTHING
    lacking: re.Pattern[str] = NOTHING
    listing: re.Pattern[str] = NOTHING
    doubting: re.Pattern[str] = NOTHING
    hedging: re.Pattern[str] = NOTHING
    rather: re.Pattern[str] = NOTHING
    coming: re.Pattern[str] = NOTHING


def written(*patterns: str) -> re.Pattern[str]:
    return as_written("|".join(patterns))


def opened(openers: str, *mains: str) -> re.Pattern[str]:
    """Main clauses, with words of `openers` before them: "Well, last year I …"."""
    return written(rf"^(?:(?:{openers}),?:? ){{0,4}}(?:{'|'.join(mains)})")
