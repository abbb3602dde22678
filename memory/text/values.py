"""Whether what a turn of phrase leads up to has the form of the value it gives: a home is a place named by itself."""

from __future__ import annotations

import re
from enum import IntEnum

from memory.text.languages import Language, Statement, function_words
from memory.text.languages.base import ANY_ARTICLE, ARTICLE, PROPER
from memory.text.languages.base import words as listed
from memory.text.normal import fold, plain
from memory.text.scripts import words
from memory.text.time_words import DAYS, LAST, MONTHS, SEASONS, THIS, WEEKDAYS, alternatives


class Form(IntEnum):
    """How surely the words are such a value; where that is open, the user may say."""

    NONE = 0
    OPEN = 1
    SURE = 2


_NAMED = re.compile(rf"(?:{ARTICLE})?(?:\d+\w? )?(?P<name>{PROPER})(?P<rest>.*)", re.DOTALL | re.IGNORECASE)
_ARTICLED = re.compile(rf"(?:\b|^)(?:{ARTICLE}|am |im )$", re.IGNORECASE)
_DESCRIBED = re.compile(rf"(?P<how>(?:[\w'-]+ ){{1,2}}?)(?P<name>{PROPER})")
"""As in "downtown Toronto"."""
_FURTHER = r"(?:[\w'.-]+ ){1,6}?"
"""So many words may stand between "in" and the place: "a small flat near Ghent"."""
_AN_ARTICLE = re.compile(rf"{ANY_ARTICLE}", re.IGNORECASE)
_END = re.compile(r"[,;:!?。，、；！？]|(?<!\d)\.(?!\w)|\s[-–—]\s")
_TIMES = frozenset(WEEKDAYS) | frozenset(MONTHS) | frozenset(SEASONS)
_TIME_OR_WAY = re.compile(
    rf"(?:{alternatives((*LAST, *THIS, *DAYS))}|(?:[\w-]+ ){{1,4}}ago|hace|ha|fa|\w+ly|\w+ment|\w+mente)\b|\W"
)
_LATIN = re.compile("[A-Za-z]")
_TOOLS = listed(
    "kubernetes docker linux windows macos android ubuntu debian fedora python rust golang typescript javascript java "
    "kotlin react angular django flask rails postgres postgresql mysql sqlite mongodb redis kafka aws azure gcp slack "
    "teams notion jira confluence trello asana figma excel outlook gmail firefox chrome vim emacs vscode git github "
    "gitlab mercurial terraform ansible jenkins whatsapp telegram signal discord zoom obsidian"
)
_ODD_CAPITALS = re.compile(r"[^\W\d_A-Z][A-Z]|^[A-Z]{2,}\b")
"""As in GitHub, AWS or VS Code: more often a product than a place."""


def clause_from(match: re.Match[str], at: int) -> str:
    """What stands from `at` on in the text of the match, up to the end of the clause."""
    return _END.split(match.string[at:], maxsplit=1)[0]


def home(statement: Statement, match: re.Match[str], language: Language) -> Form:
    """Whether a place stands after a verb of living or moving."""
    if language.spaceless:
        return _in_a_row(match, language)
    at = match.start("name") if match.groupdict().get("name") else match.end()
    clause = clause_from(match, at)
    named = _NAMED.match(clause)
    if named is not None and _is_name(named["name"], language):
        articled = bool(_ARTICLED.search(match.string[: at + named.start("name")]))
        return _named(statement, match.string, named, language, articled)
    if described := _DESCRIBED.match(clause):
        told = not function_words(language) & set(words(plain(described["how"])))
        if told and _is_name(described["name"], language):
            return Form.OPEN if statement.moves or language.articled else Form.SURE
    if _written_small(match):
        first = next(iter(words(plain(clause))), "")
        return Form.OPEN if first and first not in function_words(language) else Form.NONE
    return _further_on(statement, clause, language)


def _written_small(match: re.Match[str]) -> bool:
    """Whether somebody writes without capitals, but perhaps for names: "im marta, i live in ghent with Joan"."""
    first = next((sign for sign in match.string if sign.isalpha()), "")
    return first.islower() and match[0].islower()


def named(match: re.Match[str], language: Language) -> Form:
    """Whether a name or an employer is one; of an introduction that is open, and it is one after a greeting only.

    Of a new job that is told without its name it is open too.
    """
    found = match.groupdict()
    if is_common(found.get("name") or "", language):
        return Form.NONE
    if "unnamed" in found:
        return Form.OPEN
    if "greeting" not in found:
        return Form.SURE
    return Form.OPEN if found["greeting"] else Form.NONE


def origin(match: re.Match[str], language: Language) -> str:
    """The name of what was left for the new: "from Bergen"; "" where none is told."""
    found = language.origin.search(match[0]) or language.origin.search(clause_from(match, match.end()))
    return found["name"] if found is not None and _is_name(found["name"], language) else ""


def is_common(name: str, language: Language) -> bool:
    """Whether a word in the form of a name is a common one of its language."""
    return language.common.fullmatch(name) is not None


def _is_name(name: str, language: Language) -> bool:
    timely = all(word in _TIMES or word.removesuffix("s") in _TIMES for word in words(fold(name)))
    return not timely and not is_common(name, language)


def _named(statement: Statement, text: str, named: re.Match[str], language: Language, articled: bool) -> Form:
    """After a verb of living a name is a place; after one of moving it may be a product, by how it is written."""
    if text.isupper() or (articled and language.articled):
        return Form.OPEN
    if not statement.moves:
        return Form.SURE
    tool = _ODD_CAPITALS.search(named["name"]) is not None and not articled
    tool = tool or bool({*words(fold(named["name"]))} & _TOOLS)
    return Form.OPEN if tool or not _ends(named["rest"], language) else Form.SURE


def _ends(rest: str, language: Language) -> bool:
    """Whether a name ends there, and does not stand before another noun: "Linux servers", "Python 3", "C++"."""
    if not rest.startswith(" "):
        return not rest or rest[0] in "\"')»"
    after = plain(rest).strip()
    first = next(iter(words(after)), "")
    goes_on = re.match(rf"{language.within}\b", rest.strip()) or _TIME_OR_WAY.match(after)
    return first in function_words(language) or goes_on is not None


def _further_on(statement: Statement, clause: str, language: Language) -> Form:
    """A place after what it is of: "a small flat with two cats near Ghent"."""
    found = re.match(rf"(?P<before>{_FURTHER}){language.within}(?: |(?<='))(?P<name>{PROPER})", clause)
    if found is None or not _is_name(found["name"], language) or language.joining.search(plain(found["before"])):
        return Form.NONE
    if found.groupdict().get("of"):
        return Form.OPEN if _AN_ARTICLE.match(clause) and not statement.moves else Form.NONE
    return Form.OPEN if statement.moves else Form.SURE


def _in_a_row(match: re.Match[str], language: Language) -> Form:
    """The same where words are not set apart: a short name, and no phrase about a room, a team or a next step."""
    place = match["place"]
    if not language.place.fullmatch(place) or language.common.search(place):
        return Form.NONE
    return Form.OPEN if _LATIN.search(place) else Form.SURE
