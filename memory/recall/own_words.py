"""The part of a message that asks; what is quoted or pasted into it is material, not a wish."""

from __future__ import annotations

import re

from memory.recall.asking import QUESTION_MARKS
from memory.recall.cues import cues, languages_of
from memory.recall.entities import plain as folded_of
from memory.text.normal import ends
from memory.text.scripts import words

_FENCE = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.S)
_CODE = re.compile(r"`[^`\n]+`")
_QUOTED = re.compile(
    r"\"[^\"\n]{3,}\"|“[^”]{3,}”|„[^“”]{3,}[“”]|«[^»]{3,}»|「[^」]{3,}」|『[^』]{3,}』|(?<!\w)'[^'\n]{3,}'(?!\w)"
)
_LONG = 280
_MOST = 4000
_HEAD = re.compile(r"[^\n:：]{3,120}[:：](?=\s)")


def own_words(text: str) -> str:
    """What `text` asks for: "Translate: we met yesterday" asks to translate."""
    plain = without_material(text)
    head = _HEAD.match(plain)
    if head is None or len(plain) - head.end() <= 15 or _asks_to_remember(head[0], plain):
        return plain
    return head[0]


def _asks_to_remember(head: str, text: str) -> bool:
    """Of "Do you remember: do I take sugar?" the question is behind the colon."""
    if not text.endswith(QUESTION_MARKS) or "\n" in text:
        return False
    folded = folded_of(head)
    return any(cues(language).recall.search(folded) for language in languages_of(folded, words(folded)))


def without_material(text: str) -> str:
    """`text` without code, quotations, and the material below the request.

    In a long message the first paragraph asks, and the last one where it is short. Of a very long text the beginning
    and the end count.
    """
    text = ends(text, _MOST)
    plain = _QUOTED.sub(" … ", _CODE.sub(" … ", _FENCE.sub(" … ", text))).strip()
    paragraphs = [part.strip() for part in re.split(r"\n\s*\n|\n(?=\s)", plain) if part.strip()]
    if len(paragraphs) > 1 and len(plain) > _LONG:
        last = paragraphs[-1] if len(paragraphs[-1]) < _LONG / 2 and "?" in paragraphs[-1] else ""
        plain = f"{paragraphs[0]}\n{last}".strip()
    elif len(paragraphs) > 1 and paragraphs[0].rstrip().endswith((":", "：")):
        plain = paragraphs[0]
    return plain[:2000]
