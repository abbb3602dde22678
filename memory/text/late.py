"""Regular expressions that are compiled when they are first used.

The languages have hundreds of them, which took a third of the time that loading the memory takes.
"""

from __future__ import annotations

import re
from typing import Any, cast

_OFFERED = ("search", "match", "fullmatch", "sub", "subn", "split", "finditer", "findall", "groups", "groupindex")


class _Late:
    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self.flags = flags

    def __getattr__(self, name: str) -> Any:
        if name not in _OFFERED:
            raise AttributeError(name)
        compiled = re.compile(self.pattern, self.flags)
        self.__dict__.update({one: getattr(compiled, one) for one in _OFFERED})
        return self.__dict__[name]


def late(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """`re.compile` put off; an error in the pattern comes as late."""
    return cast("re.Pattern[str]", _Late(pattern, flags))
