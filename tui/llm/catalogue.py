"""What can be talked to right now and, for the rest, the one thing that is missing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tui.config import Config
from tui.llm.credentials import missing_key
from tui.llm.embedded import TRAITS
from tui.llm.embedded_server import missing_embedded
from tui.llm.ollama import installed_models, missing_server, ollama_address
from tui.llm.spec import OLLAMA_CONTEXT, ModelSpec, spec_of
from tui.llm.vendors import EMBEDDED, OLLAMA, THIS_COMPUTER, VENDORS, Known, host_label, split_name, vendor_of

AUTO = "auto"
EXAMPLE_MODEL = "qwen3:4b"
UNLISTED = "not in harken's list"


@dataclass(frozen=True, slots=True)
class Entry:
    """One model of the list. `missing` is what to do before it can be used, "" when it can.

    Prices are US dollars for a million tokens, None where unknown.
    """

    name: str
    label: str
    vendor: str
    missing: str = ""
    note: str = ""
    context_tokens: int = 0
    price_in: float | None = None
    price_out: float | None = None

    @property
    def usable(self) -> bool:
        return not self.missing

    @property
    def lack(self) -> str:
        """Says that it can't be used; what to do about that is `missing`. "" when it can."""
        if self.usable:
            return ""
        return f"{self.label} can't be used yet" if self.name else "No model can be used yet"

    @property
    def local(self) -> bool:
        """Nothing of the conversation leaves the computer."""
        return self.vendor == THIS_COMPUTER


NOTHING = Entry(
    "",
    "no model",
    THIS_COMPUTER,
    missing=f"set a key such as {VENDORS[0].variables[0]}, start Ollama, or pip install 'harken[local]'",
)


async def catalogue(config: Config, env: Mapping[str, str]) -> list[Entry]:
    """All models harken knows of, usable ones first. Asks a running Ollama for its models."""
    entries = [*_configured(config, env), *_vendors(config, env), *await _ollama(env), embedded_entry()]
    return sorted(entries, key=lambda entry: not entry.usable)


async def choose(config: Config, env: Mapping[str, str], requested: str = "") -> Entry:
    """The model to begin with; `requested` is what the command line asked for.

    Order: `requested`, `chat.model`, keys in the environment, models of the settings, a running Ollama, the embedded
    one. Never raises: the entry may be unusable and says what is missing; `NOTHING` when there is no model at all.
    """
    wanted = requested or config.chat.model
    if wanted and wanted != AUTO:
        return await _named(wanted, config, env)
    usable = _first_usable([*_vendors(config, env), *_configured(config, env)])
    return usable or _first_usable([*await _ollama(env), embedded_entry()]) or NOTHING


def embedded_entry() -> Entry:
    return Entry(
        EMBEDDED,
        "SmolLM2 135M, embedded",
        THIS_COMPUTER,
        missing=missing_embedded(),
        note="small, private, for trying out",
        context_tokens=TRAITS.context_tokens,
        price_in=0.0,
        price_out=0.0,
    )


def _first_usable(entries: Sequence[Entry]) -> Entry | None:
    return next((entry for entry in entries if entry.usable), None)


async def _named(wanted: str, config: Config, env: Mapping[str, str]) -> Entry:
    listed = [embedded_entry(), *_configured(config, env), *_vendors(config, env)]
    # Only a bare name may stand for the first who has it: "openai/…" must not end up at another vendor.
    bare_names = {} if "/" in wanted else {split_name(entry.name)[1]: entry for entry in reversed(listed)}
    if found := next((entry for entry in listed if entry.name == wanted), bare_names.get(wanted)):
        return found
    spec = spec_of(wanted, config, env)
    prefix, bare = split_name(wanted)
    if prefix not in {"", OLLAMA}:
        return _entry(spec, missing_key(spec, env), UNLISTED)
    installed = await _ollama(env)
    names = {f"{OLLAMA}/{bare}", f"{OLLAMA}/{bare}:latest"}
    if found := next((entry for entry in installed if entry.name in names), None):
        return found
    if prefix == OLLAMA:
        down = next((entry.missing for entry in installed if entry.name == OLLAMA), "")
        return _entry(spec, down or f"ollama pull {bare}")
    if spec.api_base or "/" in wanted:
        return _entry(spec, missing_key(spec, env), UNLISTED)
    return _entry(spec, "write it as provider/model; /model or harken models lists what can be used")


def _configured(config: Config, env: Mapping[str, str]) -> Iterator[Entry]:
    for name in config.models:
        spec = spec_of(name, config, env)
        yield _entry(spec, missing_key(spec, env), "from config.toml")


def _entry(spec: ModelSpec, missing: str, note: str = "") -> Entry:
    traits = spec.traits
    return Entry(
        traits.name, traits.name, traits.vendor, missing, note, traits.context_tokens, spec.price_in, spec.price_out
    )


def _vendors(config: Config, env: Mapping[str, str]) -> Iterator[Entry]:
    for vendor in VENDORS:
        for known in vendor.models:
            name = f"{vendor.prefix}/{known.name}"
            if name not in config.models:
                yield _known(spec_of(name, config, env), known, env)


def _known(spec: ModelSpec, known: Known, env: Mapping[str, str]) -> Entry:
    traits = spec.traits
    missing = missing_key(spec, env)
    return Entry(
        traits.name,
        known.name,
        traits.vendor,
        missing,
        known.note,
        traits.context_tokens,
        known.price_in,
        known.price_out,
    )


async def _ollama(env: Mapping[str, str]) -> list[Entry]:
    address = ollama_address(env)
    names = await installed_models(address)
    if names is None:
        return [Entry(OLLAMA, "Ollama's models", host_label(address), missing_server(address))]
    if not names:
        return [Entry(OLLAMA, "Ollama's models", host_label(address), f"ollama pull {EXAMPLE_MODEL}")]
    return [
        Entry(f"{OLLAMA}/{name}", name, vendor_of(f"{OLLAMA}/{name}", address), "", "Ollama", OLLAMA_CONTEXT)
        for name in names
    ]
