"""Whether a candidate says what the user said: the one gate between a model's reply and the memory.

A candidate is kept only if it cites new turns of the user, its quote stands in what was typed there, the sentence
around the quote states something, and its names, numbers, dates and most of its other words stand in those turns too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from memory.distill.candidates import Fact
from memory.distill.sentences import speech, subject
from memory.distill.sentences.clauses import split
from memory.distill.sentences.correcting import correction, put_right
from memory.distill.sentences.objections import habitual, keeps_condition
from memory.distill.sentences.polarity import opposed
from memory.distill.sentences.speech import Sentence
from memory.distill.sentences.wording import alike, names, terms, unsaid_numbers
from memory.distill.source import Line, typed_before
from memory.text.implied import implied
from memory.text.languages import Language, detect
from memory.text.lists import listed
from memory.text.normal import plain
from memory.text.scripts import query_grams, runs, words
from memory.text.stated import LONGEST, claim, comes_to
from memory.types import Origin

SUPPORTED = 0.5
"""The share of a statement's other content words that must stand in its evidence: "most of them"."""
_SAID_OR_ASKED = ("", "question")
_WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")
_MARKS = re.compile(r"[\W_]+")
_I_OPENS = re.compile("^(?:私|僕|俺)[はも]")
"""Told of the user even where the sentence leaves it out, as Japanese does."""
_POLITE = (
    ("ていません", "ていない"),
    ("ています", "ている"),
    ("ていました", "ていた"),
    ("ありません", "ない"),
    ("はない", "がない"),
)
_NAMING = re.compile(
    r"(?:\b(?:se llama|les? llam\w+|llamad[oa]|si chiama|chiamat[oa]|s'?appelle|nommee?|heisst|namens|chamad[oa]|"
    r"chama-se|se chama)"
    r"|(?<!\bi'm )(?<!\bi am )(?<!\bim )\b(?:called|named)(?: (?:our|my|the|him|her|it)\b(?: \w+(?= \w))?)?) (.{1,60})"
    r"|(?<!我)(?<!名字)(?<!都)叫(?:做)?(.{1,20})"
)
"""Says what somebody else is called."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A candidate that passed: `messages` say it, `quote` stands in them word for word, inside `sentence`."""

    fact: Fact
    messages: tuple[int, ...]
    origin: Origin
    quote: str
    sentence: str = ""


def check(fact: Fact, lines: Sequence[Line], by_prompt: Mapping[int, Line]) -> Kept | str:
    """The candidate with its evidence, or why it was dropped. `by_prompt` finds a line by its number in the prompt."""
    cited = [by_prompt[number] for number in fact.evidence if number in by_prompt and by_prompt[number].evidence]
    if not cited:
        return "cites no turn of the user"
    quoted = [line for line in cited if holds(line.typed, fact.quote)]
    if not quoted:
        return "quote not said"
    found = _stated(fact, quoted, lines)
    return next(filter(None, (_implied(fact, line) for line in quoted)), found) if isinstance(found, str) else found


def _stated(fact: Fact, quoted: Sequence[Line], lines: Sequence[Line]) -> Kept | str:
    """The candidate where the sentence around its quote states it, or why it does not."""
    told = [_told(line, fact) for line in quoted]
    quoted = [line for line, (_, reason) in zip(quoted, told, strict=True) if not reason]
    if not quoted:
        return told[0][1]
    sentence = next(said for said, reason in told if not reason)
    support = "\n".join(map(_counted, quoted))
    language = detect(support, quoted[0].language)
    problem = unsupported(fact.content, fact.quote, support, sentence, _before(quoted, lines), language)
    if problem and _puts_right(fact.content, sentence, quoted[0], lines):
        problem = ""
    if not problem and comes_to(fact.content, sentence, fact.quote):
        fact, problem = _as_planned(fact, sentence)
    return problem or Kept(fact, tuple(line.number for line in quoted), Origin.USER, fact.quote, sentence)


def _implied(fact: Fact, line: Line) -> Kept | None:
    """The candidate where it follows from what is said or asked around its quote: "my cat Tilly" is called Tilly."""
    for one in _around(line, fact.quote):
        for said in implied(one.text, line.language) if one.objection in _SAID_OR_ASKED else ():
            if not unsupported(fact.content, said, said, said, "", line.language):
                return Kept(fact, (line.number,), Origin.USER, fact.quote, one.text)
    return _listed(fact, line)


def _listed(fact: Fact, line: Line) -> Kept | None:
    """The candidate where an entry of a list about the user says it: "age: 34"."""
    if any(one.objection for one in line.sentences):
        return None
    for said, language in listed(line.typed, line.language):
        if not unsupported(fact.content, said, said, said, "", language):
            return Kept(fact, (line.number,), Origin.USER, fact.quote, said)
    return None


def _as_planned(fact: Fact, sentence: str) -> tuple[Fact, str]:
    """What is told as done before its time is kept in the user's own words, and changes nothing that is known."""
    if len(sentence) > LONGEST:
        return fact, "still to come"
    return replace(fact, content=sentence, operation="new", replaces=0, since=None, until=None), ""


def _puts_right(content: str, sentence: str, line: Line, lines: Sequence[Line]) -> bool:
    """Whether `content` is what was said right before, with what the sentence corrects in it."""
    put = correction(sentence, line.language)
    if put is None or not put.gives(content, line.language):
        return False
    old = put_right(put, sentence, line.typed, typed_before(line, lines))
    return bool(old) and not unsupported(content, old, f"{old}\n{put.said}", old, "", line.language)


def _before(quoted: Sequence[Line], lines: Sequence[Line]) -> str:
    """What was said right before the evidence, by either side."""
    places = [at for at, line in enumerate(lines) if line.number in {one.number for one in quoted}]
    return "\n".join(line.text for at in places for line in lines[max(0, at - 2) : at])


def _bare(text: str) -> str:
    return _MARKS.sub(" ", plain(text)).strip()


def holds(text: str, quote: str) -> bool:
    bare = _bare(quote)
    return (len(bare) > 1 and f" {bare} " in f" {_bare(text)} ") or _inside_run(bare, text)


def _inside_run(bare: str, text: str) -> bool:
    """In scripts without spaces a quote may begin in the middle of a run."""
    return len(bare) > 1 and any(spaceless for _, spaceless in runs(bare)) and bare in _bare(text)


def _around(line: Line, quote: str) -> list[Sentence]:
    """The sentences of `line` that the quote touches; all of them, where it runs over their ends."""
    bare = _bare(quote)
    told = [(one, _bare(one.text)) for one in line.sentences]
    return [one for one, text in told if bare in text or (text and text in bare)] or list(line.sentences)


def _told(line: Line, fact: Fact) -> tuple[str, str]:
    """The sentences of `line` that the quote touches, and what speaks against them.

    Of clauses to which not the same is to be objected those count that say all of `fact` by themselves.
    """
    around = _around(line, fact.quote)
    objection = next((one.objection for one in around if one.objection), "")
    said = " ".join(one.text for one in around if not one.objection)
    if not objection:
        return said, ""
    borne = said and not unsupported(fact.content, fact.quote, said, said, "", line.language)
    if borne:
        return said, ""
    routine = (one.text for one in around if one.objection == "hypothetical" and habitual(one.text, line.language))
    kept = next((one for one in routine if keeps_condition(fact.content, one, line.language)), "")
    return (kept, "" if kept else objection)


def _counted(line: Line) -> str:
    """What may support a fact: all that was typed, but clauses of a sentence that states something else."""
    if not any(one.part for one in line.sentences):
        return line.typed
    return "\n".join(one.text for one in line.sentences if not (one.part and one.objection))


def unsupported(content: str, quote: str, support: str, sentence: str, before: str, language: Language) -> str:
    """Why `content` says more, or something else, than `support`; "" where it does not."""
    if unsaid_numbers(content, support, language):
        return "number not said"
    said = frozenset(words(plain(support)))
    if any(not any(alike(name, word) for word in said) for name in _name_words(content, language)):
        return "name not said"
    if problem := turned(content, sentence, language):
        return problem
    if subject.of_another(content, sentence, quote, language):
        return "about somebody else"
    if any(group.search(plain(content)) and not group.search(plain(support)) for group in language.same):
        return "says something else"
    if _of_their_name(content, sentence) or _called_by_others(content, sentence):
        return "about somebody else"
    return _missing_words(content, support, before, language)


def turned(content: str, sentence: str, language: Language) -> str:
    """Why `content` says the opposite of the sentence, or tells of now what is over there; "" where it does not."""
    if opposed(content, sentence, language):
        return "turned into its opposite"
    if speech.past(_borne(content, sentence, language), language) and not speech.past(content, language):
        return "past told as present"
    return ""


def _borne(content: str, sentence: str, language: Language) -> str:
    """The sentence without the clauses that stand for themselves and share no word with `content`."""
    told = terms(content)
    if language.spaceless:
        return sentence
    clauses = split(sentence, language)
    apart = {
        one.start
        for one in clauses
        if language.grammar.main.search(f"{one.text} so")
        and not any(alike(word, other) for word in terms(one.text) for other in told)
    }
    return ", ".join(one.text for one in clauses if one.start not in apart) or sentence


def _name_words(content: str, language: Language) -> frozenset[str]:
    return frozenset(word for name in names(content, language) for word in words(name) if word not in language.kin)


def _of_their_name(content: str, sentence: str) -> bool:
    """What the user is said to be called is only named as who has something: "I'm Ruth's neighbour"."""
    told = _WORD.findall(plain(sentence))
    return any(
        any(word.startswith(part) for word in told)
        and part not in (piece for word in told for piece in word.split("-"))
        for part in words(plain(claim(content).name))
        if len(part) > 1 and part.isascii()
    )


def _called_by_others(content: str, sentence: str) -> bool:
    """What the user is said to be called is the name of somebody else there: "a dog called Rex"."""
    name = plain(claim(content).name)
    return bool(name) and any((match[1] or match[2]).startswith(name) for match in _NAMING.finditer(plain(sentence)))


def _missing_words(content: str, support: str, before: str, language: Language) -> str:
    own = terms(support) | frozenset(words(plain(support)))
    known = own | terms(before)
    asserted = [
        word
        for word in terms(content)
        if word.isascii() or not any(spaceless for _, spaceless in runs(word))
        if word not in language.frame and not any(group.search(word) for group in language.same)
    ]
    found = sum(any(alike(word, other) for other in known) for word in asserted)
    here = any(alike(word, other) for word in asserted for other in own)
    if asserted and (found < SUPPORTED * len(asserted) or not here):
        return "words not said"
    return _missing_signs(plain(content), plain(support), language)


def _missing_signs(content: str, support: str, language: Language) -> str:
    """In scripts without spaces each sign that is no frame word must have been written, mostly in the same order."""
    content, support = _impolite(_I_OPENS.sub("", content)), _impolite(support)
    for word in sorted(language.frame, key=len, reverse=True):
        if any(spaceless for _, spaceless in runs(word)):
            content = content.replace(word, " ")
    for group in language.same:
        if any(spaceless for _, spaceless in runs(group.pattern)):
            content = group.sub(" ", content)
    left = [run for run, spaceless in runs(content) if spaceless]
    if any(sign not in support for run in left for sign in run if not "\u3040" <= sign <= "\u309f"):
        return "words not said"
    pairs = [pair for run in left if len(run) > 1 for pair in query_grams(run)]
    stand = sum(pair in support for pair in pairs)
    return "words not said" if stand < SUPPORTED * len(pairs) else ""


def _impolite(text: str) -> str:
    """Japanese verbs in one of their two forms: ています, ている."""
    for polite, bare in _POLITE:
        text = text.replace(polite, bare)
    return text
