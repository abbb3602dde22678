"""The settings of the program, declared once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import PurePath
from types import MappingProxyType
from typing import Any

from memory.settings import MemorySettings, Settings, WorkingSettings, setting
from tui.config.lines import line_of

DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class Timeouts:
    """The table `chat.timeouts`, in seconds."""

    connect: float = setting(15.0, "seconds until a server must have answered the connection", low=0.01, high=600)
    first_token: float = setting(120.0, "seconds until the reply must have begun", low=0.01, high=3600)
    silence: float = setting(60.0, "seconds without a word after which a reply is given up", low=0.01, high=3600)


@dataclass(frozen=True, slots=True)
class ChatSettings:
    """The table `chat`."""

    model: str = setting("auto", "the model to talk to; auto: the best that can be used right now")
    system_prompt: str = setting("", "what the model is told first; empty: a plain default")
    theme: str = setting("harken-dark", "the colour theme")
    time_zone: str = setting("", "IANA name of your time zone; empty: the computer's")
    vim: bool = setting(
        False, "the keys of vi where messages are written: Esc, then hjkl, w b e 0 $, x dd dw cw and more"
    )
    bell: bool = setting(True, "a bell when a long reply is done and you look elsewhere")
    keymap: Mapping[str, str] = field(
        default_factory=lambda: MappingProxyType({}), metadata={"doc": "other keys, by the names that F1 shows"}
    )
    timeouts: Timeouts = field(default_factory=Timeouts, metadata={"doc": "how long to wait for a model"})


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """The table `models.NAME`. What is None or empty comes from harken's own list of models."""

    model: str = setting("", "the name as provider/model; empty: NAME itself")
    api_base: str = setting("", "address of the endpoint, for example http://127.0.0.1:8080/v1")
    key: str = setting("", "the key, better as env:NAME, command:COMMAND or keyring:SERVICE/USER")
    context_tokens: int | None = setting(None, "the model's context window", low=512, high=100_000_000)
    reply_reserve: int | None = setting(None, "tokens of it kept free for the reply", low=64, high=1_000_000)
    price_in: float | None = setting(None, "US dollars for a million prompt tokens", low=0, high=100_000)
    price_out: float | None = setting(None, "US dollars for a million reply tokens", low=0, high=100_000)
    json_schema: bool | None = setting(None, "the endpoint takes a JSON schema for the reply")
    vision: bool | None = setting(None, "the model takes pictures")


def place(source: str, line: int | None) -> str:
    return source if line is None else f"{source}, line {line}"


@dataclass(frozen=True, slots=True)
class Problem:
    """One setting that could not be used, or with no `key` a whole file, and the `effect` of that.

    `line` is None where no line can be named (environment, command line).
    """

    source: str
    line: int | None
    key: str
    problem: str
    effect: str = ""

    @property
    def brief(self) -> str:
        """Without the folder and the line."""
        return f"{PurePath(self.source).name} {self.problem}{self.effect and f'; {self.effect}'}"

    def __str__(self) -> str:
        said = " ".join(filter(None, (self.key, self.problem)))
        return f"{place(self.source, self.line)}: {said}{self.effect and f'; {self.effect}'}"


@dataclass(frozen=True, slots=True)
class Row:
    """One setting for a list: its dotted key, value, where the value comes from, and its meaning."""

    key: str
    value: Any
    source: str
    doc: str


@dataclass(frozen=True, slots=True)
class Config:
    """All settings in effect, where each comes from, and what could not be used."""

    chat: ChatSettings = field(default_factory=ChatSettings)
    models: Mapping[str, ModelSettings] = field(
        default_factory=lambda: MappingProxyType({}), metadata={"table": ModelSettings}
    )
    memory: MemorySettings = field(default_factory=MemorySettings)
    working: WorkingSettings = field(default_factory=WorkingSettings)
    problems: tuple[Problem, ...] = ()
    sources: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    texts: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}), repr=False)
    """What the files say, for naming lines; one that is not there says nothing here."""

    @property
    def held(self) -> tuple[Problem, ...]:
        """What is wrong with whole files."""
        return tuple(problem for problem in self.problems if not problem.key)

    @property
    def settings(self) -> Settings:
        """The part the memory needs."""
        return Settings(memory=self.memory, working=self.working, time_zone=self.chat.time_zone)

    def source_of(self, key: str) -> str:
        """The file, variable or option that set `key`; "default" where none did."""
        return self.sources.get(key, DEFAULT)

    def place_of(self, key: str) -> str:
        """Like `source_of`, with the line of the file."""
        source = self.source_of(key)
        return place(source, line_of(self.texts.get(source, ""), key))

    def rows(self) -> Iterator[Row]:
        """Every setting with its value; keys of models (secrets) are not shown."""
        yield from self._rows("chat", self.chat)
        yield from self._rows("chat.timeouts", self.chat.timeouts)
        for name, model in self.models.items():
            yield from self._rows(f"models.{name}", model)
        yield from self._rows("memory", self.memory)
        yield from self._rows("working", self.working)

    def _rows(self, prefix: str, table: Any) -> Iterator[Row]:
        for spec in fields(table):
            value = getattr(table, spec.name)
            if isinstance(value, Timeouts | Mapping):
                continue
            key = f"{prefix}.{spec.name}"
            shown = "(set)" if value and isinstance(table, ModelSettings) and spec.name == "key" else value
            yield Row(key, shown, self.source_of(key), str(spec.metadata["doc"]))
