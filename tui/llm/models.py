"""The models of one run of the program: list, choose, open, close."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

from memory.errors import ModelError
from memory.ports import Delta, LanguageModel, ModelRequest, ModelTraits
from memory.settings import NO_MODEL, MemorySettings
from memory.types import Mode
from tui.config import Config
from tui.llm import bootstrap
from tui.llm.catalogue import NOTHING, Entry, catalogue, choose
from tui.llm.client import LiteLLMModel, close_clients
from tui.llm.embedded import EmbeddedModel
from tui.llm.embedded_server import EmbeddedServer, Notice
from tui.llm.spec import spec_of
from tui.llm.vendors import EMBEDDED, THIS_COMPUTER
from tui.paths import Paths

EMBEDDED_LOG = "embedded.log"


class NoModel:
    """Stands where no model can be used: everything works but sending."""

    traits = ModelTraits(name="", vendor=THIS_COMPUTER, distils=False)

    async def stream(self, request: ModelRequest) -> AsyncIterator[Delta]:
        raise ModelError("There is no model to talk to", kind="no_model", hint=f"To get one: {NOTHING.missing}")
        yield Delta()  # makes this a generator, as the port wants


class Models:
    """Opens models by name; owns the embedded model's process. `notice` gets one line when that loads or restarts."""

    def __init__(
        self, config: Config, paths: Paths, *, env: Mapping[str, str] | None = None, notice: Notice = lambda text: None
    ) -> None:
        self._config = config
        self._env = os.environ if env is None else env
        traceless = config.memory.mode is Mode.INCOGNITO or paths.own_logs is not None
        self._embedded = EmbeddedServer(Path(os.devnull) if traceless else paths.logs / EMBEDDED_LOG, notice)
        self._open: dict[str, LanguageModel] = {}

    def use(self, config: Config) -> None:
        """New settings: models opened from now on follow them."""
        self._config = config
        self._open.clear()

    async def catalogue(self) -> list[Entry]:
        """All models harken knows of, usable ones first."""
        return await catalogue(self._config, self._env)

    async def choose(self, requested: str = "") -> Entry:
        """The model to begin with (see `catalogue.choose`); never raises."""
        return await choose(self._config, self._env, requested)

    def open(self, name: str) -> LanguageModel:
        """The model of an `Entry.name` or any name litellm knows; "" opens `NoModel`. Is quick and never fails."""
        if name not in self._open:
            self._open[name] = self._made(name)
        return self._open[name]

    def warm(self, model: LanguageModel) -> None:
        """Begin to load what the model's first call needs; call it after the first frame."""
        if isinstance(model, LiteLLMModel):
            bootstrap.start()

    async def close(self) -> None:
        """End the embedded model and close all connections, on the loop they were opened on."""
        await self._embedded.stop()
        await close_clients()

    def _made(self, name: str) -> LanguageModel:
        waits = self._config.chat.timeouts
        if not name:
            return NoModel()
        if name == EMBEDDED and name not in self._config.models:
            return EmbeddedModel(self._embedded, waits)
        return LiteLLMModel(spec_of(name, self._config, self._env), waits, self._env)


def for_memory(
    models: Models, chat: str, settings: MemorySettings
) -> tuple[LanguageModel | None, LanguageModel | None, LanguageModel | None]:
    """What memory works with: the chat's model, the one for background work, and the one that ranks; None for none."""
    ranker = "" if settings.rerank_model == NO_MODEL else settings.rerank_model
    chats, core, ranks = (models.open(name) if name else None for name in (chat, settings.core_model, ranker))
    return chats, core, ranks
