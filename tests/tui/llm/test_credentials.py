from __future__ import annotations

import logging
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.errors import ModelError
from tests.tui.llm.support import SENTINEL
from tui.config import Config, ModelSettings
from tui.llm.credentials import key_of, missing_key
from tui.llm.redact import RedactFilter, keep_secret, redact
from tui.llm.spec import ModelSpec, spec_of


def spec(key: str = "", model: str = "openai/x") -> ModelSpec:
    return spec_of("m", Config(models={"m": ModelSettings(model=model, key=key)}), {})


def test_a_key_comes_from_where_the_settings_say() -> None:
    assert key_of(spec("env:MINE"), {"MINE": f" {SENTINEL}\n"}) == SENTINEL
    assert key_of(spec(f"command:{sys.executable} -c \"print('k-1234567');print('more')\""), {}) == "k-1234567"
    assert key_of(spec("sk-literal-1"), {"OPENAI_API_KEY": "other"}) == "sk-literal-1"


def test_without_a_setting_the_usual_variables_are_tried() -> None:
    assert key_of(spec(), {"OPENAI_API_KEY": "usual"}) == "usual"
    assert key_of(spec(model="gemini/x"), {"GOOGLE_API_KEY": "second"}) == "second"
    assert key_of(spec(model="bedrock/x"), {}) == ""


def test_the_keyring_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    import keyring

    monkeypatch.setattr(
        keyring, "get_password", lambda service, user: {("ai/box", "me"): SENTINEL}.get((service, user))
    )
    assert key_of(spec("keyring:ai/box/me"), {}) == SENTINEL
    with pytest.raises(ModelError, match="no key for m") as caught:
        key_of(spec("keyring:ai/you"), {})
    assert "keyring set ai you" in caught.value.hint


@pytest.mark.parametrize(
    ("key", "says"),
    [
        ("", "Set OPENAI_API_KEY"),
        ("env:MINE", "Set MINE"),
        ("command:/no/such/program", "can't be run"),
        ("command:'unclosed", "can't be run"),
        ("command:", "can't be run"),
        ("command:false", "exit code 1"),
        ("command:true", "no key"),
    ],
)
def test_a_missing_key_says_what_to_do(key: str, says: str) -> None:
    with pytest.raises(ModelError) as caught:
        key_of(spec(key), {"MINE": " "})
    assert caught.value.kind == "auth"
    assert says in caught.value.hint


def test_a_package_without_keyring_says_how_to_add_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "keyring", None)
    with pytest.raises(ModelError) as caught:
        key_of(spec("keyring:a/b"), {})
    assert "harken[keyring]" in caught.value.hint


def test_looking_for_what_is_missing_runs_no_command() -> None:
    assert missing_key(spec("command:/no/such/program"), {}) == ""
    assert missing_key(spec("env:MINE"), {}) == "set MINE"
    assert missing_key(spec(), {}) == "set OPENAI_API_KEY"
    assert missing_key(spec(), {"OPENAI_API_KEY": "x"}) == ""


@pytest.mark.parametrize(
    "text",
    [
        "https://host/v1beta/models/x:stream?alt=sse&key=AIzaSyD-1234567890abcdef",
        "Incorrect API key provided: sk-abcdef1234567890",
        "Authorization: Bearer eyJhbGciOi.abc.def",
        '{"api_key": "abcdef123456"}',
        "api_key=abcdef123456",
        "gsk_abcdef1234567890",
    ],
)
def test_keys_of_every_shape_are_hidden(text: str) -> None:
    hidden = redact(text)
    assert "[key]" in hidden
    for secret in ("AIzaSy", "abcdef123", "eyJhbGciOi"):
        assert secret not in hidden


def test_plain_words_stay() -> None:
    text = "the key idea: task-based monkey business, token by token"
    assert redact(text) == text


@settings(max_examples=50)
@given(before=st.text(max_size=20), after=st.text(max_size=20))
def test_a_known_key_is_hidden_anywhere(before: str, after: str) -> None:
    keep_secret("zq9-peculiar-secret")
    assert "zq9-peculiar-secret" not in redact(f"{before}zq9-peculiar-secret{after}")


def test_foreign_log_records_lose_keys_even_in_tracebacks() -> None:
    try:
        raise ValueError(f"bad {SENTINEL}")
    except ValueError:
        record = logging.LogRecord("x", logging.ERROR, "f", 1, "call %s", (SENTINEL,), sys.exc_info())
    assert RedactFilter().filter(record)
    assert SENTINEL not in logging.Formatter().format(record)
