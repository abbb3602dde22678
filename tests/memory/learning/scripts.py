"""Scripted sessions: what was said, how a model answers, and what the memory must hold afterwards.

A file of `sessions/` is one theme. A session is one sitting (its keys stand in the session) or several.

Of a sitting: `turns`, each a text or {say, paste, file, tool, reply}; `on`, when it was said; `later`, days until it is
learnt; `same`, it goes on in the conversation before; `again`, it is held so often; `inject`, the block that memory put
before each turn; `model` and `hostile`, the facts of a good and of a bad reply: `turn` counts the user's turns,
`change`, `correct`, `confirm` and `context` name words of the known fact that is meant.

Expected: `stored` are all facts that hold, each once; `ended` are those that held; `not_stored` stands in none;
`nowhere` in no table but the transcript; `inbox` and `quarantined` wait for the user. Of a fact: `says`, words that
stand in it; `origin`, `sources`, `from`, `until`, `since` (as a model works it out); `may`, it can be missing; `rule`
or `model` false, the rules or the model's reply need not bring it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "sessions"
EXPECTED = ("stored", "ended", "not_stored", "nowhere", "inbox", "quarantined", "as_of")

Entry = Mapping[str, Any]


@dataclass(frozen=True)
class Session:
    theme: str
    name: str
    language: str
    sittings: Sequence[Entry]
    expected: Mapping[str, Sequence[Any]]

    def __str__(self) -> str:
        return f"{self.theme}: {self.name}"

    @property
    def answered(self) -> bool:
        """A good reply of a model belongs to it."""
        return any("model" in sitting for sitting in self.sittings)

    def facts(self, key: str) -> list[Entry]:
        return [{"says": one} if isinstance(one, str) else one for one in self.expected.get(key, ())]


def load() -> list[Session]:
    return [
        _session(path.stem, raw)
        for path in sorted(FOLDER.glob("*.toml"))
        for raw in tomllib.loads(path.read_text("utf-8"))["session"]
    ]


def _session(theme: str, raw: Mapping[str, Any]) -> Session:
    expected = raw.get("expect", raw)
    return Session(
        theme,
        raw["name"],
        raw["language"],
        raw.get("sitting", [raw]),
        {key: expected[key] for key in EXPECTED if key in expected},
    )
