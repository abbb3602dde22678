"""The client for every model that isn't embedded: litellm, with our own patience, errors and silence."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import aclosing
from dataclasses import replace
from typing import Any

from memory.errors import ModelError
from memory.ports import ChatMessage, Delta, ModelRequest, ModelTraits
from memory.types import Usage
from tui.config import Timeouts
from tui.llm import bootstrap
from tui.llm.chunks import deltas
from tui.llm.credentials import key_of
from tui.llm.echoed import without_key
from tui.llm.failures import explain
from tui.llm.patience import impatient
from tui.llm.sight import has_pictures, without_pictures
from tui.llm.spec import ModelSpec
from tui.llm.sse import EndpointError
from tui.llm.tokens import tokens_of

NO_KEY = "none"
"""Sent to endpoints of the settings that have no key: with none at all litellm would send a vendor's."""

_log = logging.getLogger(__name__)


class LiteLLMModel:
    """One model behind litellm. Close the iterator of `stream` (`contextlib.aclosing`) to stop a reply at once."""

    def __init__(self, spec: ModelSpec, waits: Timeouts, env: Mapping[str, str] | None = None) -> None:
        self.spec = spec
        self._waits = waits
        self._env = env
        self._key: str | None = None
        self._traits = spec.traits
        self._learns_to_count: threading.Thread | None = None

    @property
    def traits(self) -> ModelTraits:
        """With a `counter` from the second turn on, where there is one."""
        return self._traits

    async def stream(self, request: ModelRequest) -> AsyncIterator[Delta]:
        """The reply to `request`; every error is a `ModelError`."""
        begun = False
        try:
            litellm = await bootstrap.ready()
            self._key = await asyncio.to_thread(key_of, self.spec, self._env) if self._key is None else self._key
            self._refuse_unknown(litellm, request)
            if has_pictures(request.messages) and not await asyncio.to_thread(self._sees, litellm):
                request = replace(request, messages=without_pictures(request.messages, self.traits.name))
            words = impatient(deltas(self._chunks(litellm, request), self._cost), self._waits, self.traits.name)
            async with aclosing(without_key(words, self._key)) as reply:
                async for delta in reply:
                    begun = begun or bool(delta.text or delta.reasoning)
                    yield delta
            self._learn_to_count()
        except Exception as error:  # noqa: BLE001 - all become a ModelError; the cause may hold keys
            raise explain(error, self.spec, request, begun=begun) from None

    def _learn_to_count(self) -> None:
        """Between two turns, since it stops the screen for a moment; a program that ends does not wait for it."""

        def learn() -> None:
            self._traits = replace(self._traits, counter=tokens_of(self.spec.target))

        if self._learns_to_count is None:
            self._learns_to_count = threading.Thread(target=learn, name="load-tokenizer", daemon=True)
            self._learns_to_count.start()

    def _sees(self, litellm: Any) -> bool:
        """For a model of Ollama litellm asks its server."""
        if self.spec.vision is not None:
            return self.spec.vision
        try:
            return bool(litellm.supports_vision(model=self.spec.target))
        except Exception:  # noqa: BLE001 - litellm raises all sorts for a model it does not know
            _log.debug("whether %s takes pictures is not known", self.spec.target, exc_info=True)
            return False

    async def _chunks(self, litellm: Any, request: ModelRequest) -> AsyncGenerator[Any]:
        response = await litellm.acompletion(**self._arguments(request))
        if response is None:  # litellm asks once more after a 422 and swallows the second
            raise EndpointError(422, "the request was refused as it is (422)")
        try:
            async for chunk in response:
                yield chunk
        finally:
            await response.aclose()

    def _refuse_unknown(self, litellm: Any, request: ModelRequest) -> None:
        """ModelError for a parameter that the model does not take: left out, it would only seem to hold."""
        if not request.parameters:
            return
        known = litellm.get_supported_openai_params(model=self.spec.target)
        unknown = [name for name in request.parameters if known and name not in known]
        if unknown:
            raise ModelError(
                f"{self.traits.name} takes no {unknown[0]}", kind="refused", hint=f"/set {unknown[0]} none"
            )

    def _arguments(self, request: ModelRequest) -> dict[str, Any]:
        import httpx

        spec, waits = self.spec, self._waits
        # Above our own limits, which count words: this one only bounds a connection nobody reads any more.
        read = max(waits.first_token, waits.silence) + waits.connect
        arguments: dict[str, Any] = {
            "model": spec.target,
            "messages": [plain_message(message) for message in request.messages],
            "stream": True,
            "stream_options": {"include_usage": True},
            "timeout": httpx.Timeout(read, connect=waits.connect),
            "num_retries": 0,
            "max_retries": 0,
            "max_tokens": request.max_tokens,
            "temperature": request.temperature,
            **request.parameters,
            "api_base": spec.api_base or None,
            "api_key": self._key or (NO_KEY if spec.api_base else None),
            **spec.extra,
        }
        if request.schema is not None and spec.traits.json_schema:
            arguments["response_format"] = response_format(request.schema)
        return {name: value for name, value in arguments.items() if value is not None}

    def _cost(self, usage: Usage, raw: Any) -> float | None:
        own = self.spec.cost(usage)
        if own is not None or self.spec.api_base:
            return own
        litellm = bootstrap.loaded()
        try:
            return sum(litellm.cost_per_token(model=self.spec.target, usage_object=raw)) if litellm else None
        except Exception:  # noqa: BLE001 - litellm raises all sorts for a model without a price
            _log.debug("no price for %s", self.spec.target, exc_info=True)
            return None


def response_format(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The request for a reply by `schema`; strict only where the schema meets what strict mode asks for."""
    return {
        "type": "json_schema",
        "json_schema": {"name": "reply", "schema": dict(schema), "strict": _may_be_strict(schema)},
    }


def _may_be_strict(schema: Any) -> bool:
    if isinstance(schema, list):
        return all(map(_may_be_strict, schema))
    if not isinstance(schema, Mapping):
        return True
    if schema.get("type") == "object":
        closed = schema.get("additionalProperties") is False
        if not closed or set(schema.get("required", ())) != set(schema.get("properties", {})):
            return False
    return all(map(_may_be_strict, schema.values()))


def plain_message(message: ChatMessage) -> dict[str, Any]:
    content = message.content
    return {"role": message.role, "content": content if isinstance(content, str) else [dict(part) for part in content]}


async def close_clients() -> None:
    """Close the connections litellm keeps open; call it on the running loop before the program ends."""
    if bootstrap.loaded() is None:
        return
    from litellm.llms.custom_httpx.async_client_cleanup import close_litellm_async_clients

    await close_litellm_async_clients()
