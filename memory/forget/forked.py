"""What a preview tells of copies: those in forks go with what they are copies of, not the other way round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from memory.forget.learnt import Learnt
from memory.store import ids, messages, originals
from memory.types import Trace


def told(learnt: Learnt, *, with_turns: bool) -> Iterator[Trace]:
    if learnt.conversation is None:
        return
    if with_turns:
        yield from elsewhere(learnt, learnt.conversation)
    staying = set(originals.behind(learnt.turns).values()) - learnt.messages
    for home, count in sorted(_homes(staying).items()):
        place = ids.show("conversation", home)
        yield Trace(
            "turns", f"beginning as in {place}: what was said and learnt there stays, forget {place} too", count
        )


def elsewhere(learnt: Learnt, conversation: int) -> Iterator[Trace]:
    for home, count in sorted(_homes(learnt.turns).items()):
        if home != conversation:
            yield Trace("turns", f"of your messages are copies in {ids.show('conversation', home)}", count)


def _homes(numbers: set[int] | tuple[int, ...]) -> Counter[int]:
    """How many of the messages stand in which conversation."""
    return Counter(messages.home(number)[1] for number in numbers)
