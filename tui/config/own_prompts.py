"""The system prompts in settings and personas as a place of forgetting: of what the user wrote there sentences go."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from memory.engine import cut, says
from memory.errors import HarkenError
from memory.types import Record, Trace
from tui.config.layers import Layer, read_file
from tui.config.save import change_text
from tui.paths import Paths

CONFIG, PERSONA = "chat.system_prompt", "system_prompt"


@dataclass(frozen=True, slots=True)
class _Prompt:
    """`shown` is how the user is told of the file."""

    path: Path
    shown: str
    key: str
    text: str


class OwnPrompts:
    """Those that hold for a profile. A file that can't be used has none: it takes no effect, and an audit names it.

    A trace has the name of its file as the place.
    """

    name = "settings"

    def __init__(self, configs: Mapping[Path, str], personas: Path) -> None:
        """`configs` are the settings files, each with what the user is told of it."""
        self._configs = configs
        self._personas = personas

    @classmethod
    def of(cls, paths: Paths, profile: str) -> OwnPrompts:
        own = f"config.toml of the profile {profile}"
        return cls({paths.config_file: "config.toml", paths.profile_config(profile): own}, paths.personas)

    def plan(self, targets: Sequence[Record], needles: Sequence[str]) -> Sequence[Trace]:
        return [_trace(one) for one in self._saying(needles)]

    def erase(self, targets: Sequence[Record], needles: Sequence[str]) -> Sequence[Trace]:
        return [_erased(one, needles) for one in self._saying(needles)]

    def texts(self) -> Mapping[str, str]:
        return {one.shown: one.text for one in self._prompts()}

    def scan(self, needles: Sequence[str]) -> int:
        return len(self._saying(needles))

    def _saying(self, needles: Sequence[str]) -> list[_Prompt]:
        return [one for one in self._prompts() if says(one.text, needles)]

    def _prompts(self) -> Iterator[_Prompt]:
        for path, shown in self._configs.items():
            chat = _table(path).get("chat")
            yield from _prompt(path, shown, CONFIG, chat if isinstance(chat, Mapping) else {})
        for path in sorted(self._personas.glob("*.toml")):
            yield from _prompt(path, path.name, PERSONA, _table(path))


def _prompt(path: Path, shown: str, key: str, table: Mapping[str, Any]) -> Iterator[_Prompt]:
    text = table.get("system_prompt")
    if isinstance(text, str):
        yield _Prompt(path, shown, key, text)


def _trace(prompt: _Prompt) -> Trace:
    return Trace(prompt.shown, f"sentences of the system prompt in {prompt.shown}")


def _erased(prompt: _Prompt, needles: Sequence[str]) -> Trace:
    try:
        change_text(prompt.path, prompt.key, lambda text: cut(text, needles))
    except HarkenError as error:
        return replace(_trace(prompt), left=error.line)
    return _trace(prompt)


def _table(path: Path) -> Mapping[str, Any]:
    found = read_file(path)
    return found.table if isinstance(found, Layer) else {}
