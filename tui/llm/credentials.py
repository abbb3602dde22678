"""The key of a model: from the settings, a command, the keyring, or the vendor's usual variable."""

from __future__ import annotations

import os
import shlex
import subprocess
from collections.abc import Mapping

from memory.errors import ModelError
from tui.llm.redact import keep_secret
from tui.llm.spec import ModelSpec

PATIENCE = 30.0
"""Seconds a key command may take: it may ask for a passphrase in a window of its own."""


def key_of(spec: ModelSpec, env: Mapping[str, str] | None = None) -> str:
    """The key, "" where the model needs none. May wait for a command or the keyring: call it in a thread.

    Raises `ModelError` of kind auth that names the one thing that is missing.
    """
    variables = os.environ if env is None else env
    key = _configured(spec, variables) if spec.key else _usual(spec, variables)
    keep_secret(key)
    return key


def missing_key(spec: ModelSpec, env: Mapping[str, str]) -> str:
    """What to do so that a key can be found, "" when there is one. Asks no command and no keyring."""
    source, _, rest = spec.key.partition(":")
    if spec.key:
        return f"set {rest}" if source == "env" and not env.get(rest) else ""
    return f"set {spec.variables[0]}" if spec.variables and not _from(spec.variables, env) else ""


def _usual(spec: ModelSpec, env: Mapping[str, str]) -> str:
    key = _from(spec.variables, env)
    if not key and spec.variables:
        raise _missing(spec, f"Set {spec.variables[0]}, or key under [models.{spec.traits.name!r}] in config.toml")
    return key


def _from(variables: tuple[str, ...], env: Mapping[str, str]) -> str:
    return next((value for name in variables if (value := env.get(name, "").strip())), "")


def _configured(spec: ModelSpec, env: Mapping[str, str]) -> str:
    source, _, rest = spec.key.partition(":")
    if source == "env":
        if key := env.get(rest, "").strip():
            return key
        raise _missing(spec, f"Set {rest}, which models.{spec.traits.name}.key names")
    if source == "command":
        return _from_command(spec, rest)
    if source == "keyring":
        return _from_keyring(spec, rest)
    return spec.key


def _from_command(spec: ModelSpec, command: str) -> str:
    try:
        done = subprocess.run(
            shlex.split(command), stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE, check=False
        )
    except (OSError, ValueError, IndexError) as error:
        raise _missing(spec, f"The key command can't be run: {error}") from error
    except subprocess.TimeoutExpired as error:
        raise _missing(spec, f"The key command gave nothing within {PATIENCE:g} seconds") from error
    key = next(iter(done.stdout.decode(errors="replace").splitlines()), "").strip()
    if done.returncode or not key:
        raise _missing(spec, f"The key command printed no key (exit code {done.returncode})")
    return key


def _from_keyring(spec: ModelSpec, place: str) -> str:
    try:
        import keyring
        from keyring.errors import KeyringError
    except ImportError as error:
        raise _missing(spec, "Add the keyring support: pip install 'harken[keyring]'") from error
    service, _, user = place.rpartition("/")
    try:
        key = keyring.get_password(service or place, user)
    except KeyringError as error:
        raise _missing(spec, f"The keyring can't be read: {error}") from error
    if not key:
        raise _missing(spec, f"The keyring holds no entry {place}: keyring set {service or place} {user}")
    return str(key)


def _missing(spec: ModelSpec, hint: str) -> ModelError:
    return ModelError(f"There is no key for {spec.traits.name}", kind="auth", hint=hint)
