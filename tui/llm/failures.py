"""Any error of a model call as one plain sentence and what to do about it, without any key in it."""

from __future__ import annotations

import logging
import re
import socket
import ssl
from functools import partial
from math import ceil

from memory.errors import ModelError
from memory.ports import ModelRequest
from tui.llm.faults import Fault, read_fault
from tui.llm.spec import ModelSpec
from tui.llm.vendors import EMBEDDED, OLLAMA, THIS_COMPUTER, host_label, split_name

SHORT_WAIT = 3.0
WHERE_MODELS = "/model in the chat, --model on the command line"
OTHER_MODEL = f"choose another model: {WHERE_MODELS}"

_CONTEXT = re.compile(
    r"context.?(length|window|size)|maximum context|too many (input )?tokens|(prompt|input) is too long|token limit",
    re.IGNORECASE,
)
_NO_MONEY = re.compile(r"insufficient.?(quota|funds|balance|credit)", re.IGNORECASE)
_BILLING = re.compile(rf"{_NO_MONEY.pattern}|billing|credit balance|payment required|prepay", re.IGNORECASE)
_KEY = re.compile(
    r"(invalid|incorrect|expired|missing).{0,12}api.?key|api.?key.{0,20}(not valid|invalid|expired)", re.IGNORECASE
)
_UNKNOWN = re.compile(
    r"LLM Provider NOT provided|model.{0,60}(not found|not exist|not supported)|unknown model",
    re.IGNORECASE | re.DOTALL,
)
_POLICY = re.compile(r"content.?(policy|filter|management)|safety|flagged", re.IGNORECASE)
_OVERLOADED = re.compile(r"overloaded", re.IGNORECASE)
_DNS = re.compile(r"name or service not known|nodename nor servname|getaddrinfo|name resolution", re.IGNORECASE)

_log = logging.getLogger(__name__)


def explain(error: BaseException, spec: ModelSpec, request: ModelRequest, *, begun: bool = False) -> ModelError:
    """`error` of the call `request` to the model of `spec` as a `ModelError`; a reply had `begun` to come."""
    if isinstance(error, ModelError):
        return error
    fault = read_fault(error)
    _log.warning("a call of %s failed: %s", spec.traits.name, fault.summary)
    who = _who(spec)
    too_long = partial(_too_long, request)
    cut_off, unreadable = partial(_cut_off, begun), partial(_unreadable, begun)
    for judge in (_unreachable, cut_off, _key_or_money, too_long, _message_or_model, _busy, unreadable):
        if found := judge(fault, spec, who):
            return found
    return ModelError(f"{who} could not answer: {fault.detail}", hint=f"Try again, or {OTHER_MODEL}")


def _who(spec: ModelSpec) -> str:
    vendor, name = spec.traits.vendor, spec.traits.name
    if name == EMBEDDED:
        return "The embedded model"
    return f"{name} on {vendor}" if vendor == THIS_COMPUTER else vendor


def _unreachable(fault: Fault, spec: ModelSpec, who: str) -> ModelError | None:
    place = host_label(spec.api_base) if spec.api_base else who
    if fault.of(ssl.SSLCertVerificationError) or "CERTIFICATE_VERIFY_FAILED" in fault.text:
        return _network(f"The certificate of {place} can't be trusted", "Check the address and the computer's clock")
    if fault.of(ssl.SSLError) and not fault.of(ssl.SSLWantReadError):
        return _network(f"The secure connection to {place} failed", "Check the address: is it http or https?")
    if fault.of(socket.gaierror) or _DNS.search(fault.text):
        return _network(f"The address of {place} can't be found", "Check the network and the address", SHORT_WAIT)
    if fault.named("ConnectTimeout"):
        hint = "Check the network, or allow more time with chat.timeouts.connect"
        message = f"{place} did not answer the connection in time"
        return ModelError(message, kind="timeout", hint=hint, retry_after=SHORT_WAIT)
    if fault.of(ConnectionRefusedError) or fault.named("ConnectError"):
        return _network(f"Nothing answers at {spec.api_base or who}", _start_hint(spec))
    return None


def _cut_off(begun: bool, fault: Fault, spec: ModelSpec, who: str) -> ModelError | None:
    if fault.named("Timeout", "TimeoutException", "APITimeoutError") or fault.of(TimeoutError):
        return ModelError(f"{who} took too long", kind="timeout", hint="Try again", retry_after=SHORT_WAIT)
    lost = fault.named("ReadError", "WriteError", "RemoteProtocolError") or fault.of(ConnectionError)
    if lost or "Stream ended before" in fault.text:
        return _network(f"The connection to {who} was lost", "Try again", SHORT_WAIT)
    if fault.named("NoReply"):
        return _bad_reply(f"{who} sent an empty reply, or nothing that could be read", spec, begun=begun)
    if fault.named("JSONDecodeError") or ((fault.status or 0) < 500 and "<html" in fault.text.lower()):
        return _bad_reply(f"{who} sent something that is not a reply", spec, begun=begun)
    return None


def _key_or_money(fault: Fault, spec: ModelSpec, who: str) -> ModelError | None:
    said = fault.status in {400, 403}
    # Under 429 the word billing also stands in mere requests for a pause.
    broke = _NO_MONEY if fault.status == 429 else _BILLING
    if fault.status == 402 or (fault.status in {400, 403, 429} and broke.search(fault.text)):
        hint = f"Add credit there, or {OTHER_MODEL}"
        return ModelError(f"The account at {who} has no credit", kind="billing", hint=hint)
    if fault.status == 401 or (said and _KEY.search(fault.text)):
        return _auth(spec, f"{who} does not accept the key for {spec.traits.name}")
    return None


def _too_long(request: ModelRequest, fault: Fault, spec: ModelSpec, who: str) -> ModelError | None:
    """A message that is too long by itself is so in a new conversation as well."""
    if fault.status != 413 and not (fault.status in {None, 400, 422, 500} and _CONTEXT.search(fault.text)):
        return None
    alone = sum(message.role == "user" for message in request.messages) == 1
    what, remedy = ("message", "Send less at once") if alone else ("conversation", "Begin a new one")
    hint = f"{remedy}, or choose a model with a larger window: {WHERE_MODELS}"
    return ModelError(f"This {what} is too long for {spec.traits.name}", kind="context", hint=hint)


def _message_or_model(fault: Fault, spec: ModelSpec, who: str) -> ModelError | None:
    if fault.named("ContentPolicyViolationError") or (fault.status in {400, 403} and _POLICY.search(fault.text)):
        hint = f"Change the message, or {OTHER_MODEL}"
        return ModelError(f"{who} refused this message by its content rules", kind="refused", hint=hint)
    if fault.status == 404 or (fault.status in {None, 400} and _UNKNOWN.search(fault.text)):
        return _unknown_model(spec, who)
    if fault.status == 403:
        return _auth(spec, f"{who} does not allow this key to use {spec.traits.name}")
    return None


def _busy(fault: Fault, spec: ModelSpec, who: str) -> ModelError | None:
    wait = fault.retry_after
    hint = f"Try again in {_in_words(wait)}"
    if fault.status == 429:
        return ModelError(f"{who} asks for a pause", kind="rate_limit", hint=hint, retry_after=wait)
    if fault.status is not None and fault.status >= 500 and not fault.named("APIConnectionError"):
        message = f"{who} is overloaded or down ({fault.status})"
        return ModelError(message, kind="overloaded", hint=hint, retry_after=wait)
    if fault.status in {None, 500} and _OVERLOADED.search(fault.text):
        return ModelError(f"{who} is overloaded", kind="overloaded", hint=hint, retry_after=wait)
    return None


def _in_words(seconds: float) -> str:
    if seconds <= 120:
        return f"{seconds:.0f} s"
    minutes = ceil(seconds / 60)
    return f"{minutes} min" if minutes <= 120 else f"{ceil(minutes / 60)} h"


def _unreadable(begun: bool, fault: Fault, spec: ModelSpec, who: str) -> ModelError | None:
    """What litellm and httpx stumble over when the pieces have no shape of a reply."""
    if fault.named("AttributeError", "TypeError", "UnicodeDecodeError", "DecodingError"):
        return _bad_reply(f"{who} sent something that is not a reply", spec, begun=begun)
    return None


def _network(message: str, hint: str, retry_after: float | None = None) -> ModelError:
    return ModelError(message, kind="network", hint=hint, retry_after=retry_after)


def _start_hint(spec: ModelSpec) -> str:
    if split_name(spec.target)[0] == OLLAMA:
        return "Start Ollama with: ollama serve"
    return "Start the server or correct the address" if spec.api_base else "Check the network"


def _bad_reply(message: str, spec: ModelSpec, *, begun: bool) -> ModelError:
    """Where words came already, the address is right."""
    doubted = spec.api_base and not begun
    address = f", or check models.{spec.traits.name}.api_base: it often ends in /v1" if doubted else ""
    return ModelError(message, kind="bad_reply", hint=f"Try again{address}", retry_after=SHORT_WAIT)


def _auth(spec: ModelSpec, message: str) -> ModelError:
    place = spec.variables[0] if spec.variables and not spec.key else f"models.{spec.traits.name}.key in config.toml"
    return ModelError(message, kind="auth", hint=f"Check {place}")


def _unknown_model(spec: ModelSpec, who: str) -> ModelError:
    prefix, bare = split_name(spec.target)
    if not prefix:
        message = f"Nobody is known to serve {spec.traits.name}"
        return ModelError(
            message, kind="unknown_model", hint="Write it as provider/model, or see /model or harken models"
        )
    hint = "See /model or harken models for what can be used"
    if prefix == OLLAMA:
        hint = f"Get it with: ollama pull {bare}"
    elif spec.api_base:
        hint = "Check its name and the address, which often ends in /v1"
    return ModelError(f"{who} has no model {bare}", kind="unknown_model", hint=hint)
