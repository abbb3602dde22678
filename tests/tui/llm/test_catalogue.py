from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from memory.errors import ModelError
from tests.loopback import Loopback, body, no_answer
from tests.tui.llm.support import SENTINEL, answer, ask
from tui.config import Config, ModelSettings
from tui.config.schema import ChatSettings
from tui.llm import catalogue as module
from tui.llm.catalogue import Entry, catalogue, choose
from tui.llm.client import LiteLLMModel
from tui.llm.embedded import EmbeddedModel
from tui.llm.models import Models
from tui.llm.ollama import ollama_address
from tui.llm.vendors import vendor_of
from tui.paths import find_paths

NOWHERE = {"OLLAMA_HOST": "127.0.0.1:9"}


def installed(*names: str) -> Loopback:
    server = Loopback(no_answer())
    server.routes["/api/tags"] = body(json.dumps({"models": [{"name": name} for name in names]}).encode())
    return server


def by_name(entries: list[Entry]) -> dict[str, Entry]:
    return {entry.name: entry for entry in entries}


@pytest.fixture(autouse=True)
def embedded_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "missing_embedded", lambda: "")


async def test_without_anything_the_embedded_model_is_chosen() -> None:
    chosen = await choose(Config(), NOWHERE)
    assert (chosen.name, chosen.usable, chosen.local) == ("embedded", True, True)
    assert chosen.note == "small, private, for trying out"


async def test_a_running_ollama_comes_before_the_embedded_model() -> None:
    with installed("qwen3:4b") as server:
        chosen = await choose(Config(), {"OLLAMA_HOST": server.root})
    assert (chosen.name, chosen.vendor) == ("ollama/qwen3:4b", "this computer")


async def test_a_key_in_the_environment_comes_before_ollama() -> None:
    with installed("qwen3:4b") as server:
        chosen = await choose(Config(), {"OLLAMA_HOST": server.root, "MISTRAL_API_KEY": SENTINEL})
        assert server.requests == []
    assert chosen.name.startswith("mistral/")
    assert chosen.usable


async def test_settings_come_before_keys_and_the_command_line_before_all() -> None:
    config = Config(chat=ChatSettings(model="mine"), models={"mine": ModelSettings(api_base="http://127.0.0.1:1/v1")})
    env = {**NOWHERE, "OPENAI_API_KEY": SENTINEL}
    assert (await choose(config, env)).name == "mine"
    assert (await choose(config, env, "embedded")).name == "embedded"


async def test_a_model_of_the_settings_is_better_than_the_embedded_one() -> None:
    config = Config(models={"mine": ModelSettings(api_base="http://127.0.0.1:1/v1")})
    assert (await choose(config, NOWHERE)).name == "mine"


async def test_nothing_at_all_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "missing_embedded", lambda: "pip install 'harken[local]'")
    chosen = await choose(Config(), NOWHERE)
    assert (chosen.name, chosen.usable, chosen.lack) == ("", False, "No model can be used yet")
    for way in ("ANTHROPIC_API_KEY", "Ollama", "harken[local]"):
        assert way in chosen.missing


@pytest.mark.parametrize(
    ("wanted", "name", "missing"),
    [
        ("claude-sonnet-5-5", "anthropic/claude-sonnet-5-5", "set ANTHROPIC_API_KEY"),
        ("anthropic/claude-old", "anthropic/claude-old", "set ANTHROPIC_API_KEY"),
        ("gpt-6-luna", "openai/gpt-6-luna", ""),
        ("openai/gpt-never-listed", "openai/gpt-never-listed", ""),
        ("qwen3:4b", "ollama/qwen3:4b", ""),
        ("ollama/llama", "ollama/llama:latest", ""),
        ("ollama/phi", "ollama/phi", "ollama pull phi"),
        ("madeup-7b", "madeup-7b", "write it as provider/model; /model or harken models lists what can be used"),
        ("bedrock/some.model", "bedrock/some.model", ""),
        ("openai/gpt-oss-120b", "openai/gpt-oss-120b", ""),
        ("newcomer/model-1", "newcomer/model-1", ""),
    ],
)
async def test_a_wanted_model_is_found_by_any_of_its_names(wanted: str, name: str, missing: str) -> None:
    with installed("qwen3:4b", "llama:latest") as server:
        chosen = await choose(Config(), {"OLLAMA_HOST": server.root, "OPENAI_API_KEY": SENTINEL}, wanted)
    assert (chosen.name, chosen.missing) == (name, missing)


async def test_a_wanted_ollama_model_without_ollama() -> None:
    chosen = await choose(Config(), NOWHERE, "ollama/qwen3:4b")
    assert chosen.lack == f"{chosen.label} can't be used yet"
    assert "ollama serve" in chosen.missing


async def test_the_list_shows_usable_first_and_one_missing_thing_each() -> None:
    config = Config(models={"work": ModelSettings(model="openai/x", key="env:WORK_KEY")})
    with installed() as server:
        entries = await catalogue(config, {"OLLAMA_HOST": server.root, "ANTHROPIC_API_KEY": SENTINEL})
    flags = [entry.usable for entry in entries]
    assert flags == sorted(flags, reverse=True)
    found = by_name(entries)
    assert found["work"].missing == "set WORK_KEY"
    assert found["openai/gpt-6.1-sol"].missing == "set OPENAI_API_KEY"
    assert found["ollama"].missing.startswith("ollama pull ")
    assert found["anthropic/claude-opus-5-5"].usable
    assert found["anthropic/claude-opus-5-5"].price_in == 4
    assert found["embedded"].usable
    assert SENTINEL not in repr(entries)


@pytest.mark.parametrize("reply", [no_answer(), body(b"<html>"), body(b"[]"), body(b'{"models": 3}')])
async def test_an_ollama_that_answers_nonsense_is_not_running(reply: object) -> None:
    with Loopback(no_answer()) as server:
        server.routes["/api/tags"] = reply  # type: ignore[assignment]
        found = by_name(await catalogue(Config(), {"OLLAMA_HOST": server.root}))
    assert "ollama serve" in found["ollama"].missing


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("", "http://127.0.0.1:11434"),
        ("box", "http://box:11434"),
        ("box:1234", "http://box:1234"),
        ("0.0.0.0", "http://127.0.0.1:11434"),
        ("http://box:1/", "http://box:1"),
        ("https://box", "https://box:443"),
        ("[::1]:5", "http://[::1]:5"),
        ("box:notaport", "http://127.0.0.1:11434"),
    ],
)
def test_the_forms_of_ollama_host(host: str, address: str) -> None:
    assert ollama_address({"OLLAMA_HOST": host}) == address


@pytest.mark.parametrize(
    ("name", "base", "vendor"),
    [
        ("embedded", "", "this computer"),
        ("anthropic/claude-x", "", "Anthropic"),
        ("gpt-6-luna", "", "OpenAI"),
        ("openai/x", "http://localhost:8080/v1", "this computer"),
        ("openai/x", "http://[::1]:8080/v1", "this computer"),
        ("openai/x", "https://api.example.com/v1", "api.example.com"),
        ("ollama/qwen3:4b", "", "this computer"),
        ("ollama/qwen3:4b", "http://10.0.0.7:11434", "10.0.0.7"),
        ("ollama/gpt-oss:120b-cloud", "http://127.0.0.1:11434", "Ollama's cloud"),
        ("bedrock/x", "", "Amazon Bedrock"),
        ("openrouter/openai/gpt-oss-120b", "", "OpenRouter"),
        ("acme/x", "", "acme"),
    ],
)
def test_who_gets_the_text(name: str, base: str, vendor: str) -> None:
    assert vendor_of(name, base) == vendor


def test_a_base_address_in_the_environment_is_named(tmp_path: Path) -> None:
    models = Models(
        Config(), find_paths({"HARKEN_HOME": str(tmp_path)}), env={"OPENAI_BASE_URL": "https://proxy.example/v1"}
    )
    assert models.open("openai/gpt-6-luna").traits.vendor == "proxy.example"


async def test_opening_by_name(tmp_path: Path) -> None:
    config = Config(models={"mine": ModelSettings(api_base="http://127.0.0.1:1/v1", context_tokens=4096)})
    models = Models(config, find_paths({"HARKEN_HOME": str(tmp_path)}), env={})
    assert isinstance(models.open("embedded"), EmbeddedModel)
    mine = models.open("mine")
    assert isinstance(mine, LiteLLMModel)
    assert (mine.spec.target, mine.traits.context_tokens, mine.traits.reply_reserve) == ("openai/mine", 4096, 1024)
    assert models.open("mine") is mine
    models.use(Config())
    assert models.open("mine").traits.context_tokens == 8192
    assert models.open("claude-opus-5-5").traits.vendor == "Anthropic"
    await models.close()
    assert os.listdir(tmp_path) == [], "nothing was started or written"


async def test_without_a_model_only_sending_fails(tmp_path: Path) -> None:
    model = Models(Config(), find_paths({"HARKEN_HOME": str(tmp_path)}), env={}).open("")
    with pytest.raises(ModelError, match="no model") as caught:
        await answer(model, ask())
    assert caught.value.kind == "no_model"
    assert "ANTHROPIC_API_KEY" in caught.value.hint
