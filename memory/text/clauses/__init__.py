"""How sentences are made of clauses, in the languages whose turns of phrase we know."""

from __future__ import annotations

from collections.abc import Mapping

from memory.text.clauses.base import Clauses
from memory.text.clauses.de import GERMAN
from memory.text.clauses.en import ENGLISH
from memory.text.clauses.es import SPANISH
from memory.text.clauses.fr import FRENCH
from memory.text.clauses.it import ITALIAN
from memory.text.clauses.ja import JAPANESE
from memory.text.clauses.pt import PORTUGUESE
from memory.text.clauses.zh import CHINESE

_BY_CODE: Mapping[str, Clauses] = {
    "en": ENGLISH,
    "de": GERMAN,
    "fr": FRENCH,
    "es": SPANISH,
    "pt": PORTUGUESE,
    "it": ITALIAN,
    "zh": CHINESE,
    "ja": JAPANESE,
}
_NONE = Clauses()

__all__ = ["Clauses", "clauses_of"]


def clauses_of(code: str) -> Clauses:
    """What is known of the clauses of the language `code`; nothing of one that is not ours."""
    return _BY_CODE.get(code, _NONE)
