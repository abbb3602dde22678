"""Text as it is kept, compared and searched."""

from __future__ import annotations

import re
import unicodedata

from memory.text.secrets import redact

_SURROGATES = re.compile("[\ud800-\udfff]")
_ACCENTS = re.compile("[\u0300-\u036f]")
_SPACES = re.compile(r"\s+")
_NEWLINES = re.compile("\r\n?")
_QUOTES = str.maketrans({"’": "'", "‘": "'", "`": "'", "´": "'", "“": '"', "”": '"', "„": '"'})


def clean(text: str) -> str:
    """`text` as it can be stored: lone surrogates become U+FFFD, NUL goes, line ends are LF."""
    return _NEWLINES.sub("\n", _SURROGATES.sub("\ufffd", text).replace("\0", ""))


def fold(text: str) -> str:
    """`text` for comparing: case, width, accents, invisible characters and spacing make no difference.

    Only the accents of Latin, Greek and Cyrillic go; vowel signs of other scripts are letters and stay.
    """
    plain = unicodedata.normalize("NFKC", clean(text)).casefold()
    bare = _ACCENTS.sub("", unicodedata.normalize("NFKD", plain))
    spaced = _SPACES.sub(" ", unicodedata.normalize("NFC", bare)).strip()
    if spaced.isprintable():  # nearly every text is, and a look at each character would cost more than all before
        return spaced
    seen = "".join(char for char in spaced if unicodedata.category(char) != "Cf")
    return _SPACES.sub(" ", seen).strip()


def straight(text: str) -> str:
    """`text` in one spelling of every character, with straight apostrophes and quotation marks."""
    return unicodedata.normalize("NFKC", text).translate(_QUOTES)


def plain(text: str) -> str:
    """The folded text with straight apostrophes: what the cues of a language look at."""
    return fold(straight(text))


def ends(text: str, limit: int) -> str:
    """`text`; of one longer than `limit` characters the beginning and the end, half of the limit each."""
    return text if len(text) <= limit else f"{text[: limit // 2]}\n{text[-(limit // 2) :]}"


def search_text(text: str) -> str:
    """`text` as the indexes get it: one spelling of every character, secrets redacted."""
    return redact(unicodedata.normalize("NFKC", clean(text)))[0].strip()
