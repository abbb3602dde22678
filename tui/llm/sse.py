"""A streamed call of an OpenAI-style endpoint without litellm.

The embedded model speaks this API on 127.0.0.1: through httpx its first word needs no three-second import.
"""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Mapping
from typing import Any


class EndpointError(Exception):
    """The endpoint answered with an error; `message` is its text."""

    def __init__(self, status_code: int, message: str) -> None:
        super().__init__(message)
        self.status_code = status_code
        self.message = message


async def stream_chunks(url: str, key: str, payload: Mapping[str, Any], connect: float) -> AsyncGenerator[Any]:
    """The events of the reply, decoded. Closing the generator closes the connection."""
    import httpx

    # No proxy variable may lead loopback traffic away; without TLS there is no certificate to check.
    client = httpx.AsyncClient(trust_env=False, verify=False, timeout=httpx.Timeout(None, connect=connect))
    headers = {"authorization": f"Bearer {key}"}
    async with client, client.stream("POST", url, json=payload, headers=headers) as response:
        if response.status_code != 200:
            raise EndpointError(response.status_code, (await response.aread()).decode(errors="replace"))
        async for line in response.aiter_lines():
            field, _, data = line.partition(": ")
            if data == "[DONE]":
                return
            if field in {"data", "error"}:
                yield _checked(json.loads(data))
        raise ConnectionError("Stream ended before [DONE]")


def _checked(event: Any) -> Any:
    error = event.get("error", event if "message" in event else None)
    if error:
        raise EndpointError(error.get("code") or 500, error.get("message", ""))
    return event
