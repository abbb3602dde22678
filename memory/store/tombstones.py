"""What was forgotten, without its text: keyed hashes of its content words, and the turns that said it.

Distilling the same old turns again must not bring a forgotten thing back, in whatever words; the user saying it anew
may. The key is random and stays in the profile: without it the hashes of a copied table can't be guessed from a list
of words.
"""

from __future__ import annotations

import hmac
import secrets
from collections import Counter
from collections.abc import Callable, Collection
from datetime import datetime

from memory.store import originals
from memory.store.tables import Meta, Tombstone, TombstoneSource
from memory.text.content import content_words

GONE = "[forgotten]"
"""Stands where a message was, so that the conversation around it can still be read."""
OVERLAP = 0.6
KEY = "tombstone_key"
_HASH_CHARS = 16
_STEM = 6
"""Words are cut to six letters: crude, but it makes allergic and allergy one word in any language."""


def write(content: str, messages: Collection[int], at: datetime) -> None:
    """Notes that `content`, said by these messages, was forgotten. Runs in a write transaction."""
    if words := hashes(content):
        stone = Tombstone.create(words=sorted(words), created_at=at)
        for message in set(messages):
            TombstoneSource.create(tombstone=stone.id, message=message)


def blocks(content: str, messages: Collection[int]) -> bool:
    """Whether `content` says a forgotten thing and rests on nothing but the turns that were forgotten with it.

    Says the same: of the shorter one's content words at least 0.6 are in the other. Without evidence nothing is
    blocked: then the user says it now.
    """
    return bool(messages) and _says(content, _stones(messages, len(set(messages))))


def echoes(sentence: str, messages: Collection[int]) -> bool:
    """Whether `sentence` of a digest of `messages` says what was forgotten of some of them."""
    return _says(sentence, _stones(messages, 1))


def _stones(messages: Collection[int], least: int) -> list[Tombstone]:
    """What was forgotten of at least so many of these turns, or of others that they are copies of."""
    shared = Counter[int]()
    for said in map(originals.same, ([message] for message in set(messages))):
        rows = TombstoneSource.select().where(TombstoneSource.message.in_(list(said)))
        shared.update({row.tombstone_id for row in rows})
    return list(Tombstone.select().where(Tombstone.id.in_([number for number in shared if shared[number] >= least])))


def _says(content: str, stones: Collection[Tombstone]) -> bool:
    if not stones:
        return False
    words = hashes(content)
    return any(_overlap(words, frozenset(stone.words)) >= OVERLAP for stone in stones)


def _overlap(left: frozenset[str], right: frozenset[str]) -> float:
    smaller = min(len(left), len(right))
    return len(left & right) / smaller if smaller else 0.0


def hashes(content: str) -> frozenset[str]:
    """The keyed hashes of the content words."""
    keyed = hasher()
    return frozenset(keyed(word.rstrip("s")[:_STEM] or word) for word in content_words(content))


def hasher() -> Callable[[str], str]:
    """Hashes texts with the profile's key. The first one of a profile makes the key, in a write transaction."""
    key = _key()
    return lambda text: hmac.digest(key, text.encode(), "sha256").hex()[:_HASH_CHARS]


def _key() -> bytes:
    row = Meta.get_or_none(Meta.key == KEY)
    if row is None:
        row = Meta.create(key=KEY, value=secrets.token_hex(32))
    return bytes.fromhex(row.value)
