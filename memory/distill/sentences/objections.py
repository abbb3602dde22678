"""Why words of the user, looked at by themselves, state nothing of the user."""

from __future__ import annotations

import re

from memory.distill.sentences.wording import alike, terms
from memory.text.ahead import comes
from memory.text.figures import figurative
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
    if reason := indivisible(sentence, language):
        return reason
    if language.reported.search(folded):
        return "reported"
    return "figure of speech" if figurative(sentence) else ""


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
    """The folded text without its polite ifs and wishes, and without the doctor who says what the user has: "if it
    helps", "I'd like to tell you that", "my doctor says".
    """
    grammar = language.grammar
    return grammar.diagnosing.sub(" ", grammar.polite.sub(" ", plain(text))).strip()


def hinges(text: str, language: Language) -> bool:
    """Whether what is said hangs on an if: no "even if"."""
    grammar = language.grammar
    folded = earnest(grammar.conceding.sub(" ", straight(text)), language)
    return bool(grammar.hinging.search(folded))


def habitual(text: str, language: Language) -> bool:
    """Whether what hangs on an if is done time and again: nothing that is to come, or would be."""
    grammar, folded = language.grammar, plain(text)
    wished = (grammar.wishing, grammar.dreaming, language.supposing, language.past)
    said = folded.split()
    unreal = any(grammar.unreal.search(" ".join(said[at:])) for at in range(len(said)))
    open_ = comes(text, language) or asks(text) or indivisible(text, language) or language.reported.search(folded)
    return not open_ and not unreal and not any(cue.search(folded) for cue in wished)


def keeps_condition(content: str, sentence: str, language: Language) -> bool:
    """Whether `content` says what `sentence` does, together with all that it hangs on."""
    grammar, told = language.grammar, terms(content)
    if not grammar.condition.search(plain(content)) and not hinges(content, language):
        return False
    return all(any(alike(word, other) for other in told) for word in terms(grammar.hedging.sub(" ", plain(sentence))))


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
