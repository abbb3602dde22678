"""The embedded model: small, private, for trying out."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import Any

from memory.errors import ModelError
from memory.ports import Delta, ModelRequest, ModelTraits
from tui.config import Timeouts
from tui.llm.chunks import deltas
from tui.llm.client import plain_message, response_format
from tui.llm.embedded_server import EmbeddedServer, Endpoint
from tui.llm.failures import explain
from tui.llm.patience import impatient
from tui.llm.sight import without_pictures
from tui.llm.spec import ModelSpec
from tui.llm.sse import stream_chunks
from tui.llm.vendors import EMBEDDED, THIS_COMPUTER

LONGEST_REPLY = 512
TRAITS = ModelTraits(
    name=EMBEDDED,
    vendor=THIS_COMPUTER,
    context_tokens=2048,
    reply_reserve=LONGEST_REPLY,
    block_tokens=300,
    distils=False,
    json_schema=True,
    system_prompt="You are a helpful AI assistant named SmolLM, trained by Hugging Face",
)
"""Its prompts are slow (800 tokens take 3 s on two cores), so about 1,200 tokens of conversation are planned with."""
SAMPLING = {"temperature": 0.2, "top_p": 0.9, "repeat_penalty": 1.1, "repeat_last_n": 256}
"""Temperature and top-p of the model card of SmolLM2-135M-Instruct; without the penalty it falls into loops."""
SPEC = ModelSpec(target=EMBEDDED, traits=TRAITS)


class EmbeddedModel:
    """SmolLM2 in its own process. Close the iterator of `stream` to stop a reply at once."""

    def __init__(self, server: EmbeddedServer, waits: Timeouts) -> None:
        self._server = server
        self._waits = waits

    @property
    def traits(self) -> ModelTraits:
        return TRAITS

    async def stream(self, request: ModelRequest) -> AsyncIterator[Delta]:
        """The reply to `request`; every error is a `ModelError`.

        A process that dies before its first word is started again unnoticed but for the notice; later it is an error.
        """
        spoken = False
        while True:
            try:
                endpoint = await self._server.endpoint()
                async with aclosing(self._reply(endpoint, request)) as reply:
                    async for delta in reply:
                        spoken = True
                        yield delta
            except Exception as error:  # noqa: BLE001 - all become a ModelError
                if not await self._server.died():
                    raise explain(error, SPEC, request) from None
                if spoken:
                    raise _stopped() from None
            else:
                self._server.answered()
                return

    def _reply(self, endpoint: Endpoint, request: ModelRequest) -> AsyncGenerator[Delta]:
        url = f"{endpoint.address}/v1/chat/completions"
        chunks = stream_chunks(url, endpoint.key, _payload(request), self._waits.connect)
        return impatient(deltas(chunks, lambda _usage, _raw: 0.0), self._waits, "The embedded model")


def _payload(request: ModelRequest) -> dict[str, Any]:
    payload: dict[str, Any] = {
        "messages": [plain_message(message) for message in without_pictures(request.messages, "The embedded model")],
        "stream": True,
        "stream_options": {"include_usage": True},
        "max_tokens": request.max_tokens or LONGEST_REPLY,
        **SAMPLING,
    }
    if request.temperature is not None:
        payload["temperature"] = request.temperature
    payload |= request.parameters
    payload["max_tokens"] = min(payload["max_tokens"], LONGEST_REPLY)
    if request.schema is not None:
        payload["response_format"] = response_format(request.schema)
    return payload


def _stopped() -> ModelError:
    return ModelError(
        "The embedded model stopped in the middle of its reply",
        kind="crashed",
        hint="Try again; it is started anew",
        retry_after=0.0,
    )
