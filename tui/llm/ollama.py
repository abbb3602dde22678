"""Asking a local Ollama what it has."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from urllib.parse import urlsplit

from tui.llm.vendors import THIS_COMPUTER, host_label

DEFAULT_ADDRESS = "http://127.0.0.1:11434"
DEFAULT_PORT = 11434
PATIENCE = 0.5
"""Seconds: the list of models must not wait long for a server that is probably not there."""


def ollama_address(env: Mapping[str, str]) -> str:
    """The server's address: OLLAMA_HOST in any of the forms Ollama itself takes, or its usual place."""
    raw = env.get("OLLAMA_HOST", "").strip().rstrip("/")
    if not raw:
        return DEFAULT_ADDRESS
    try:
        parts = urlsplit(raw if "//" in raw else f"http://{raw}")
        port = parts.port or (443 if parts.scheme == "https" else 80 if "//" in raw else DEFAULT_PORT)
    except ValueError:
        return DEFAULT_ADDRESS
    host = parts.hostname or "127.0.0.1"
    shown = "127.0.0.1" if host in {"0.0.0.0", "::"} else f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{shown}:{port}{parts.path}"


async def installed_models(address: str) -> list[str] | None:
    """Names of the models installed at `address`; None when nothing usable answers there in time."""
    try:
        async with asyncio.timeout(PATIENCE * 4):
            return await asyncio.to_thread(_ask, address)
    except (OSError, ValueError):
        return None


def _ask(address: str) -> list[str] | None:
    # This client, because it follows no proxy variable; here, because it is not needed before the first frame.
    import http.client

    parts = urlsplit(address)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(parts.hostname or "", parts.port, timeout=PATIENCE)
    try:
        connection.request("GET", f"{parts.path}/api/tags")
        found = json.loads(connection.getresponse().read())
    except http.client.HTTPException:
        return None
    finally:
        connection.close()
    models = found.get("models") if isinstance(found, dict) else None
    if not isinstance(models, list):
        return None
    return [str(model["name"]) for model in models if isinstance(model, dict) and "name" in model]


def missing_server(address: str) -> str:
    """What to do when no Ollama answers."""
    place = host_label(address)
    if place == THIS_COMPUTER:
        return "start Ollama (ollama serve)"
    return f"start Ollama on {place}, or correct OLLAMA_HOST"
