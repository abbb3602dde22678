"""A person's words as FTS5 expressions. Any text is safe: only word characters reach an expression."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from memory.text.normal import clean, ends
from memory.text.scripts import query_grams, runs, words
from memory.text.stopwords import STOP_WORDS, language_of, without_stop_words

MAX_TERMS = 32
_MAX_CHARS = 4000
_PHRASE = re.compile(r'"([^"]{2,200})"|“([^”]{2,200})”|„([^“”]{2,200})[“”]|«([^»]{2,200})»|「([^」]{2,200})」')
_MARKS = r"\w\s.,;:!?'\"()\[\]{}…*¿¡“”„«»「」、。？！，/‘’‐‑–—-"
_OPENING, _CLOSING = r"(\[{'\"“„«‘「¿¡", r".,;:!?…)\]}'\"”“»’」、。？！，"
_SYMBOLIC = re.compile(rf"(?<![^\s{_OPENING}])[\w.]*[^{_MARKS}]+\w*(?=[{_CLOSING}]*(?!\S))")


@dataclass(frozen=True, slots=True)
class Query:
    """`terms` are FTS5 expressions to be OR-ed; `substrings` are what no tokenizer keeps, as `C++`.

    `words` has the plain word behind those terms that are one.

    A prefix is also a substring: the index stems it like a word, so that `bicy*` would look for `bici`.
    """

    terms: tuple[str, ...]
    substrings: tuple[str, ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)


def parse(text: str) -> Query:
    """The content words of `text`; phrases in quotation marks and `prefix*` as the user typed them.

    Of a very long text the beginning and the end count.
    """
    plain = unicodedata.normalize("NFKC", clean(ends(text, _MAX_CHARS))).lower()
    found: dict[str, None] = {}
    for phrase in _PHRASE.finditer(plain):
        found.update(dict.fromkeys(_phrase(next(filter(None, phrase.groups())))))
    prefixes = [prefix[1] for prefix in re.finditer(r"(\w{2,})\*", plain) if words(prefix[1]) == [prefix[1]]]
    found.update(dict.fromkeys(f'text : "{prefix}" *' for prefix in prefixes))
    plainly = {f'text : "{word}"': word for word in without_stop_words(words(plain))}
    found.update(dict.fromkeys(plainly))
    found.update(dict.fromkeys(_gram(gram) for gram in query_grams(plain)))
    symbolic = tuple(dict.fromkeys([*prefixes, *_symbolic(plain)]))
    if not found and not symbolic and plain.strip():
        symbolic = (plain.strip()[:100],)
    return Query(tuple(found)[:MAX_TERMS], symbolic[:4], plainly)


def _symbolic(plain: str) -> Iterator[str]:
    """Words with a symbol in them, and pictures; a sign like `&` between words says nothing."""
    for match in _SYMBOLIC.finditer(plain):
        if not match[0].isascii() or any(map(str.isalnum, match[0])):
            yield match[0]


def _phrase(text: str) -> list[str]:
    pieces = [run for run, spaceless in runs(text) if not spaceless]
    return [f'text : "{" ".join(pieces)}"'] if len(pieces) > 1 else []


def _gram(gram: str) -> str:
    single = sum(unicodedata.category(char)[0] != "M" for char in gram) == 1
    return f'grams : "{gram}" *' if single else f'grams : "{gram}"'


def content(text: str) -> str:
    """`text` without function and question words: what a question is about, for comparing meanings.

    "What did I tell you about the boiler?" lies close to every question; "boiler" lies close to the boiler.
    """
    text = ends(text, _MAX_CHARS)
    stop = STOP_WORDS[language_of(words(text.lower()))]
    kept = [word for word in text.split() if not set(words(word.lower())) <= stop]
    return " ".join(kept) or text
