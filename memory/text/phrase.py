"""Words as they stand in a text: whole, or as the beginning of their longer forms."""

from __future__ import annotations

import re
from functools import cached_property

from memory.text.scripts import spaceless

LONG_WORD = 5
"""A word of so many letters is found in its longer forms too: plurals, cases, compounds that start with it."""


class Phrase:
    """Words to be found as whole words; a long one also as the beginning of longer ones, without a plural's s.

    What ends in a digit is no beginning of a longer number: "Room 149" is not in "Room 1490".
    """

    def __init__(self, text: str) -> None:
        bare = text.rstrip(".!?…。！？ ") or text
        long = len(bare) >= LONG_WORD
        if long and " " not in bare and bare.endswith("s"):
            bare = bare[:-1]
        before = "" if spaceless(bare[0]) or not bare[0].isalnum() else r"(?<!\w)"
        after = "" if long or spaceless(bare[-1]) or not bare[-1].isalnum() else r"(?!\w)"
        if bare[-1].isdigit():
            after = after or r"(?!\d)"
        self.literal = bare
        self._around = before, after

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        """Made when it is needed: that of a long text costs as much as many searches."""
        before, after = self._around
        return re.compile(before + re.escape(self.literal) + after)

    def found_in(self, folded: str) -> bool:
        # The plain search first: it is a hundred times faster, and nearly always says no.
        return self.literal in folded and self._pattern.search(folded) is not None
