"""Who serves which models: the vendors harken knows, their usual key variables, and a handful of their models.

Prices are US dollars for a million tokens and context windows tokens, both from the price list that litellm 1.110
ships; what is not here is still usable by its full name.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

THIS_COMPUTER = "this computer"
EMBEDDED = "embedded"
OLLAMA = "ollama"


@dataclass(frozen=True, slots=True)
class Known:
    """One model: `name` without the vendor's prefix."""

    name: str
    context_tokens: int
    price_in: float
    price_out: float
    note: str = ""


@dataclass(frozen=True, slots=True)
class Vendor:
    """One vendor; the first of `models` is its default, `families` are beginnings of bare model names."""

    prefix: str
    label: str
    variables: tuple[str, ...]
    models: tuple[Known, ...]
    families: tuple[str, ...] = ()
    base_variables: tuple[str, ...] = ()


VENDORS = (
    Vendor(
        "anthropic",
        "Anthropic",
        ("ANTHROPIC_API_KEY",),
        (
            Known("claude-sonnet-5-5", 1_000_000, 2, 10),
            Known("claude-opus-5-5", 1_000_000, 4, 20, "strongest"),
            Known("claude-haiku-5-5", 1_000_000, 0.1, 0.5, "fast and cheap"),
        ),
        ("claude",),
        ("ANTHROPIC_API_BASE", "ANTHROPIC_BASE_URL"),
    ),
    Vendor(
        "openai",
        "OpenAI",
        ("OPENAI_API_KEY",),
        (
            Known("gpt-6.1-terra", 922_000, 1, 5),
            Known("gpt-6.1-sol", 922_000, 2, 10, "strongest"),
            Known("gpt-6-luna", 922_000, 0.1, 0.5, "fast and cheap"),
        ),
        ("gpt-", "o1", "o3", "o4", "chatgpt"),
        ("OPENAI_BASE_URL", "OPENAI_API_BASE"),
    ),
    Vendor(
        "gemini",
        "Google",
        ("GEMINI_API_KEY", "GOOGLE_API_KEY"),
        (
            Known("gemini-3.8-flash", 1_048_576, 0.75, 3.75),
            Known("gemini-4-argon", 1_048_576, 2, 10, "strongest"),
            Known("gemini-3.5-flash-lite", 1_048_576, 0.3, 2.5, "fast and cheap"),
        ),
        ("gemini",),
        ("GEMINI_API_BASE",),
    ),
    Vendor(
        "mistral",
        "Mistral",
        ("MISTRAL_API_KEY",),
        (
            Known("mistral-large-4", 1_048_576, 0.7, 2.1, "strongest"),
            Known("mistral-medium-3-5", 262_144, 1.5, 7.5),
            Known("mistral-small-latest", 262_144, 0.15, 0.6, "fast and cheap"),
        ),
        ("mistral-", "ministral", "magistral"),
        ("MISTRAL_API_BASE", "MISTRAL_AZURE_API_BASE"),
    ),
    Vendor(
        "deepseek",
        "DeepSeek",
        ("DEEPSEEK_API_KEY",),
        (
            Known("deepseek-flash", 1_000_000, 0.3, 1.2),
            Known("deepseek-v4-pro", 1_000_000, 1.32, 3.96, "strongest"),
        ),
        ("deepseek-",),
        ("DEEPSEEK_API_BASE",),
    ),
    Vendor(
        "xai",
        "xAI",
        ("XAI_API_KEY",),
        (
            Known("grok-4.3", 1_000_000, 1.25, 2.5),
            Known("grok-4.7", 500_000, 2, 6, "strongest"),
        ),
        ("grok",),
        ("XAI_API_BASE",),
    ),
    Vendor(
        "groq",
        "Groq",
        ("GROQ_API_KEY",),
        (
            Known("openai/gpt-oss-120b", 131_072, 0.15, 0.6, "open weights"),
            Known("openai/gpt-oss-20b", 131_072, 0.075, 0.3, "open weights, fast"),
        ),
        (),
        ("GROQ_API_BASE",),
    ),
    Vendor(
        "openrouter",
        "OpenRouter",
        ("OPENROUTER_API_KEY",),
        (
            Known("deepseek/deepseek-v3.2", 163_840, 0.28, 0.4, "open weights"),
            Known("openai/gpt-oss-120b", 131_072, 0.15, 0.6, "open weights"),
        ),
        (),
        ("OPENROUTER_API_BASE",),
    ),
)
BY_PREFIX: Mapping[str, Vendor] = {vendor.prefix: vendor for vendor in VENDORS}

OTHER_PREFIXES: Mapping[str, str] = {
    "azure": "Microsoft Azure",
    "azure_ai": "Microsoft Azure",
    "bedrock": "Amazon Bedrock",
    "cerebras": "Cerebras",
    "cohere": "Cohere",
    "fireworks_ai": "Fireworks AI",
    "github": "GitHub",
    "hosted_vllm": "a vLLM server",
    "huggingface": "Hugging Face",
    "litellm_proxy": "a LiteLLM proxy",
    "lm_studio": "LM Studio",
    "perplexity": "Perplexity",
    "together_ai": "Together AI",
    "vertex_ai": "Google Cloud",
}
"""Further prefixes that litellm serves with variables of its own; harken only names who receives the text."""


def split_name(name: str) -> tuple[str, str]:
    """Prefix and bare name; the prefix is guessed from the family for a bare name, "" where nobody is known."""
    prefix, slash, bare = name.partition("/")
    if slash and (prefix in BY_PREFIX or prefix in OTHER_PREFIXES or prefix in {OLLAMA, "ollama_chat"}):
        return OLLAMA if prefix == "ollama_chat" else prefix, bare
    for vendor in VENDORS:
        if name in {known.name for known in vendor.models} or (not slash and name.startswith(vendor.families or "\0")):
            return vendor.prefix, name
    return "", name


def known_model(prefix: str, bare: str) -> Known | None:
    vendor = BY_PREFIX.get(prefix)
    return next((known for known in vendor.models if known.name == bare), None) if vendor else None


def vendor_of(name: str, api_base: str = "") -> str:
    """Who receives the text of a conversation with the model `name` at `api_base`, in words."""
    if name == EMBEDDED:
        return THIS_COMPUTER
    prefix, bare = split_name(name)
    if prefix == OLLAMA and bare.endswith(("-cloud", ":cloud")):
        return "Ollama's cloud"
    if api_base:
        return host_label(api_base)
    if prefix == OLLAMA:
        return THIS_COMPUTER
    vendor = BY_PREFIX.get(prefix)
    return vendor.label if vendor else OTHER_PREFIXES.get(prefix, prefix or name.partition("/")[0])


def host_label(address: str) -> str:
    """`THIS_COMPUTER` for a loopback address, else its host."""
    host = urlsplit(address if "//" in address else f"//{address}").hostname or address
    if host == "localhost" or host.endswith(".localhost"):
        return THIS_COMPUTER
    try:
        return THIS_COMPUTER if ipaddress.ip_address(host).is_loopback else host
    except ValueError:
        return host
