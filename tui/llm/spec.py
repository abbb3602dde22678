"""All that is needed to talk to one model, put together from its name, the settings and harken's list."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from memory.ports import ModelTraits
from memory.types import Usage
from tui.config import Config, ModelSettings
from tui.llm.ollama import ollama_address
from tui.llm.vendors import BY_PREFIX, OLLAMA, THIS_COMPUTER, known_model, split_name, vendor_of

UNKNOWN_CONTEXT = 8192
OLLAMA_CONTEXT = 8192
"""Asked of Ollama with each call: without `num_ctx` it cuts long prompts to a few thousand tokens and says nothing."""
LARGEST_RESERVE = 8192
MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class ModelSpec:
    """`target` is the name litellm wants, `key` what the settings say of the key, `variables` where it usually is.

    `vision` is whether it takes pictures, None: litellm knows.
    """

    target: str
    traits: ModelTraits
    api_base: str = ""
    key: str = ""
    variables: tuple[str, ...] = ()
    price_in: float | None = None
    price_out: float | None = None
    vision: bool | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)

    @property
    def local(self) -> bool:
        return self.traits.vendor == THIS_COMPUTER

    def cost(self, usage: Usage) -> float | None:
        """US dollars by the prices in the settings; what runs on this computer costs nothing."""
        if self.price_in is None or self.price_out is None:
            return 0.0 if self.local else None
        return (usage.prompt_tokens * self.price_in + usage.completion_tokens * self.price_out) / MILLION


def spec_of(name: str, config: Config, env: Mapping[str, str]) -> ModelSpec:
    """The spec of a model by its name in the settings, its full name, or a bare name of a known family."""
    own = config.models.get(name, ModelSettings())
    wanted = own.model or name
    prefix, bare = split_name(wanted)
    window = own.context_tokens or _window(prefix, bare)
    schema = prefix in BY_PREFIX or prefix == OLLAMA
    vendor = BY_PREFIX.get(prefix)
    return ModelSpec(
        target=_target(wanted, prefix, bare, own.api_base),
        traits=ModelTraits(
            name=name,
            vendor=vendor_of(wanted, own.api_base or _usual_base(prefix, env)),
            context_tokens=window,
            reply_reserve=own.reply_reserve or min(LARGEST_RESERVE, window // 4),
            json_schema=schema if own.json_schema is None else own.json_schema,
        ),
        api_base=own.api_base or (ollama_address(env) if prefix == OLLAMA else ""),
        key=own.key,
        variables=vendor.variables if vendor and not own.api_base else (),
        price_in=own.price_in,
        price_out=own.price_out,
        vision=own.vision,
        extra={"num_ctx": window} if prefix == OLLAMA else {},
    )


def _window(prefix: str, bare: str) -> int:
    known = known_model(prefix, bare)
    if known:
        return known.context_tokens
    return OLLAMA_CONTEXT if prefix == OLLAMA else UNKNOWN_CONTEXT


def _usual_base(prefix: str, env: Mapping[str, str]) -> str:
    """litellm follows these variables by itself: knowing them keeps the notice of who gets the text true."""
    if prefix == OLLAMA:
        return ollama_address(env)
    vendor = BY_PREFIX.get(prefix)
    return next((env[name] for name in vendor.base_variables if env.get(name)), "") if vendor else ""


def _target(wanted: str, prefix: str, bare: str, api_base: str) -> str:
    if prefix == OLLAMA:
        return f"ollama_chat/{bare}"
    if prefix:
        return f"{prefix}/{bare}"
    return f"openai/{wanted}" if api_base else wanted
