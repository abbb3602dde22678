"""Why words of the user, looked at by themselves, state nothing of the user."""

from __future__ import annotations

import re

from memory.text.clauses import clauses_of
from memory.text.languages import Language
from memory.text.normal import plain, straight

_QUOTED = re.compile(
    r'"([^"]{8,})"|«([^»]{8,})»|「([^」]{6,})」|『([^』]{6,})』' + r"|(?<!\w)'((?:[^']|(?<=\w)'(?=\w)){8,})'(?!\w)"
)
_BLANK = re.compile(r"\[(?![^\]]*removed\])[^\W\d][\w ]{0,30}\](?!\()|\{\{?[^\W\d][\w ]{0,30}\}\}?")
"""What a template leaves to be filled in: "I live in [City]"."""
_QUESTION = re.compile(r"[?？]\W*$|(?:ですか|ますか|でしょうか|吗|嗎|呢)[。.]?$")


def objection(sentence: str, language: Language) -> str:
    """Why `sentence` by itself states nothing of the user, or "" where it may."""
    folded = earnest(sentence, language)
    if asks(sentence) or language.asking.search(folded):
        return "question"
    if language.hypothetical.search(folded) or language.supposing.search(folded) or hinges(sentence, language):
        return "hypothetical"
    return indivisible(sentence, language) or ("reported" if language.reported.search(folded) else "")


def indivisible(sentence: str, language: Language) -> str:
    """Why nothing of `sentence` states anything, whatever its clauses are."""
    folded = plain(sentence)
    if language.fiction.search(folded):
        return "story"
    if language.handed.search(folded):
        return "reported"
    if _BLANK.search(sentence):
        return "template"
    if language.spaceless and opens_with_another(folded, language):
        return "about somebody else"
    if language.joke.search(folded):
        return "joke"
    return "quoted" if _speaks(sentence, language) else ""


def earnest(text: str, language: Language) -> str:
    """The folded text without its polite ifs and wishes: "if it helps", "I'd like to tell you that"."""
    return clauses_of(language.code).polite.sub(" ", plain(text)).strip()


def hinges(text: str, language: Language) -> bool:
    """Whether what is said hangs on an if: no "even if", and not what is done whenever something is so."""
    grammar = clauses_of(language.code)
    folded = earnest(grammar.conceding.sub(" ", straight(text)), language)
    return bool(grammar.hinging.search(folded)) and not grammar.routine.search(folded)


def asks(text: str) -> bool:
    """The text ends with a question."""
    return bool(_QUESTION.search(text.strip()))


def _speaks(sentence: str, language: Language) -> bool:
    """Somebody speaks in quotation marks: a title or a name in them says nothing of its own."""
    quoted = (next(filter(None, match.groups())) for match in _QUOTED.finditer(straight(sentence)))
    return any(of_self(said, language) for said in quoted)


def of_self(text: str, language: Language) -> bool:
    """Whether the first person is named in it."""
    said = plain(text)
    return bool(set(re.findall(r"[^\W\d_]+", said)) & language.me) or any(
        not me.isascii() and me in said for me in language.me
    )


def opens_with_another(folded: str, language: Language) -> bool:
    """Scripts without spaces have verbs without persons: only the opening tells that it is not the user."""
    return folded.startswith(tuple(language.third))
