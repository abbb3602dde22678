"""The one stand-in of the test suite: a language model that says what the test scripted."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from memory.ports import Delta, ModelRequest, ModelTraits
from memory.types import Usage

Reply = str | dict[str, object] | Exception | Callable[[ModelRequest], str]


@dataclass
class ScriptedModel:
    """Answers each request with the next of `replies` (the last one again when they run out), in `chunk` characters.

    An Exception is raised, a dict is sent as JSON, a callable is asked. `requests` keeps what was asked. With `gate`,
    each chunk after the first waits until the test sets it.
    """

    replies: list[Reply] = field(default_factory=lambda: ["Fine."])
    name: str = "scripted/test"
    vendor: str = "Scripted"
    context_tokens: int = 32_000
    chunk: int = 7
    distils: bool = True
    json_schema: bool = True
    requests: list[ModelRequest] = field(default_factory=list)
    gate: asyncio.Event | None = None
    closed: int = 0

    @property
    def traits(self) -> ModelTraits:
        return ModelTraits(
            name=self.name,
            vendor=self.vendor,
            context_tokens=self.context_tokens,
            distils=self.distils,
            json_schema=self.json_schema,
        )

    async def stream(self, request: ModelRequest) -> AsyncIterator[Delta]:
        self.requests.append(request)
        reply = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
        if isinstance(reply, Exception):
            raise reply
        text = json.dumps(reply) if isinstance(reply, dict) else reply(request) if callable(reply) else reply
        try:
            for start in range(0, len(text), self.chunk):
                yield Delta(text=text[start : start + self.chunk])
                if self.gate is not None:
                    await self.gate.wait()
            yield Delta(usage=Usage(prompt_tokens=10, completion_tokens=len(text) // 4), finish="stop")
        finally:
            self.closed += 1


@dataclass
class SetClock:
    """A clock that stands until the test moves it."""

    time: datetime = datetime(2026, 5, 18, 9, 40, tzinfo=UTC)

    def now(self) -> datetime:
        return self.time

    def move(self, **step: float) -> None:
        self.time += timedelta(**step)
