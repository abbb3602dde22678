"""Loading litellm: once, in a thread, in silence. It takes two to four seconds, so nothing may wait for it early."""

from __future__ import annotations

import asyncio
import logging
import os
import threading
from concurrent.futures import Future
from typing import Any

from memory.errors import ModelError
from tui import collector
from tui.llm.redact import RedactFilter

FLAGS = {
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",  # else it fetches the price list while it is imported
    "LITELLM_MODE": "PRODUCTION",  # else it loads any .env file it finds into the environment
    "LITELLM_LOG": "ERROR",
}
LOUD = ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy")
CHATTY = ("httpx", "httpcore", "openai", "aiohttp", "py.warnings")
"""These log whole addresses at level INFO, and some vendors take the key in the address."""
NO_LIMIT = 1_000_000_000
LOOPBACK = "localhost,127.0.0.1,::1"

_lock = threading.Lock()
_loading: Future[Any] | None = None
_log = logging.getLogger(__name__)


def start() -> Future[Any]:
    """Begin to load litellm if nobody has; the future gives the module. Returns at once."""
    global _loading
    with _lock:
        if _loading is None:
            _loading = Future()
            threading.Thread(target=_load, args=(_loading,), name="load-litellm", daemon=True).start()
        return _loading


async def ready() -> Any:
    """The module litellm, loaded. Raises `ModelError` when it can't be imported."""
    try:
        return await asyncio.shield(asyncio.wrap_future(start()))
    except Exception as error:
        raise ModelError(
            f"The model library can't be loaded: {error}", kind="crashed", hint="harken doctor says what is missing"
        ) from error


def loaded() -> Any | None:
    """The module if it is there already, without waiting."""
    return _loading.result() if _loading and _loading.done() and not _loading.exception() else None


def _load(result: Future[Any]) -> None:
    try:
        with collector.paused():  # the collector's pauses, not the import, are what a person would feel while typing
            module = _import()
            collector.settle()  # its million objects live until exit
    except Exception as error:  # noqa: BLE001 - whatever an import may raise is handed to who waits
        _log.exception("litellm could not be imported")
        result.set_exception(error)
    else:
        result.set_result(module)


def _import() -> Any:
    os.environ.update(FLAGS)
    _keep_loopback_off_proxies()
    logging.captureWarnings(True)  # pydantic warns in the middle of a call to Gemini: never on the screen
    for name in (*LOUD, *CHATTY):
        _quieten(logging.getLogger(name))
    import litellm

    litellm.suppress_debug_info = True
    litellm.drop_params = True
    litellm.telemetry = False
    litellm.REPEATED_STREAMING_CHUNK_LIMIT = NO_LIMIT  # a model may say the same word a hundred times
    # httpx drops a connection the moment a stream is closed and honours connect timeouts.
    litellm.disable_aiohttp_transport = True
    for name in LOUD:
        _quieten(logging.getLogger(name))
    _warm(litellm)
    return litellm


def _keep_loopback_off_proxies() -> None:
    """What is said to a model on this computer is not for the proxy of the network."""
    for name in ("NO_PROXY", "no_proxy"):
        os.environ[name] = ",".join(filter(None, (os.environ.get(name), LOOPBACK)))


def _quieten(logger: logging.Logger) -> None:
    logger.handlers[:] = [logging.NullHandler()]
    logger.filters[:] = [RedactFilter()]
    logger.propagate = True
    logger.setLevel(logging.WARNING)


def _warm(litellm: Any) -> None:
    """The first call loads another half second of modules."""
    reply = litellm.completion(
        model="openai/warm", messages=[{"role": "user", "content": "x"}], mock_response="x", stream=True, api_key="none"
    )
    for _ in reply:
        pass
