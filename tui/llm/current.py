"""Which model is in use, and what follows when it or the settings change."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from memory.ports import LanguageModel
from memory.settings import MemorySettings
from tui.config import Config
from tui.llm.catalogue import Entry
from tui.llm.models import Models, for_memory


class CurrentModel:
    """The model that answers, and the one memory works with. The choice may take a moment: `get` waits for it."""

    def __init__(self, models: Models, settings: MemorySettings, use_in_memory: Callable[..., None]) -> None:
        self._models = models
        self._settings = settings
        self._use_in_memory = use_in_memory
        self._entry: Entry | None = None
        self._chosen = asyncio.Event()

    @property
    def name(self) -> str:
        return self._entry.name or "no model" if self._entry else ""

    @property
    def window(self) -> int | None:
        return self._entry.context_tokens or None if self._entry else None

    async def get(self) -> LanguageModel:
        await self._chosen.wait()
        return self._models.open(self._entry.name if self._entry else "")

    async def choose(self, name: str = "") -> str:
        """Takes `name`, or the best there is, from the next turn on; a line about what it lacks, "" for nothing."""
        self._entry = entry = await self._models.choose(name)
        self._chosen.set()
        self._tell_memory()
        self._models.warm(self._models.open(entry.name))
        return f"{entry.lack}: {entry.missing}" if entry.lack else ""

    def follow(self, config: Config) -> None:
        """New settings: the model stays, and is opened as they say."""
        self._models.use(config)
        self._settings = config.memory
        if self._entry:
            self._tell_memory()

    def _tell_memory(self) -> None:
        name = self._entry.name if self._entry else ""
        self._use_in_memory(*for_memory(self._models, name, self._settings))
