"""The system prompts in settings and personas as a place of forgetting: of what the user wrote there sentences go."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tui.config.save import save_value
from tui.paths import Paths

if TYPE_CHECKING:
    from memory.types import Record, Trace

CONFIG, PERSONA = "chat.system_prompt", "system_prompt"


@dataclass(frozen=True, slots=True)
class _Prompt:
    path: Path
    key: str
    text: str


class OwnPrompts:
    """Those that hold for a profile. A file that is no TOML has none: it takes no effect, and an audit names it."""

    name = "settings"

    def __init__(self, paths: Paths, profile: str) -> None:
        self._configs = (paths.config_file, paths.profile(profile) / "config.toml")
        self._personas = paths.personas

    def plan(self, targets: Sequence[Record], needles: Sequence[str]) -> Sequence[Trace]:
        from memory.types import Trace

        return [Trace(self.name, f"sentences of the system prompt in {one.path.name}") for one in self._saying(needles)]

    def erase(self, targets: Sequence[Record], needles: Sequence[str]) -> Sequence[Trace]:
        from memory.engine import cut

        gone = self.plan(targets, needles)
        for one in self._saying(needles):
            save_value(one.path, one.key, cut(one.text, needles))
        return gone

    def scan(self, needles: Sequence[str]) -> int:
        return len(self._saying(needles))

    def _saying(self, needles: Sequence[str]) -> list[_Prompt]:
        from memory.engine import says

        return [one for one in self._prompts() if says(one.text, needles)]

    def _prompts(self) -> Iterator[_Prompt]:
        for path in self._configs:
            chat = _table(path).get("chat")
            yield from _prompt(path, CONFIG, chat if isinstance(chat, dict) else {})
        for path in sorted(self._personas.glob("*.toml")):
            yield from _prompt(path, PERSONA, _table(path))


def _prompt(path: Path, key: str, table: dict[str, Any]) -> Iterator[_Prompt]:
    text = table.get("system_prompt")
    if isinstance(text, str):
        yield _Prompt(path, key, text)


def _table(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError):
        return {}
