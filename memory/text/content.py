"""What a text is about."""

from __future__ import annotations

from memory.text.normal import fold
from memory.text.scripts import query_grams, words
from memory.text.stopwords import without_stop_words


def content_words(text: str) -> list[str]:
    """The words of `text` that carry its meaning, folded, each once; bigrams where no spaces set words apart."""
    folded = fold(text)
    spaced = words(folded)
    return list(dict.fromkeys([*(without_stop_words(spaced) if spaced else []), *query_grams(folded)]))
