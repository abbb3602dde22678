"""Finds secrets in text, so that none reaches an index, a fact or a model.

Patterns of issuers follow their published formats; the loose ones (a password after its name) want a value that
looks made up, so that prose about passwords stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable

_LABEL = r"(?:password|passwd|pwd|passphrase|passwort|kennwort|contraseña|senha|mot de passe|密码|パスワード)"
_KEY_NAME = (
    r"(?:[\w-]*(?:api[_-]?key|secret(?:[_-]?(?:access[_-]?)?key)?|access[_-]?token|auth[_-]?token|client[_-]?secret))"
)

_PATTERNS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "private key",
        re.compile(
            r"-----BEGIN (?P<kind>[A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?)-----"
            r"(?P<secret>.*?)(?:-----END (?P=kind)-----|\Z)",
            re.S,
        ),
    ),
    ("API key", re.compile(r"(?<![\w-])(?P<secret>(?:sk|pk|rk)[-_](?:[a-z0-9]+[-_])*[A-Za-z0-9_-]{16,})")),
    ("AWS key", re.compile(r"\b(?P<secret>(?:AKIA|ASIA|AGPA|AIDA|AROA)[A-Z0-9]{16})\b")),
    ("Google key", re.compile(r"\b(?P<secret>AIza[\w-]{35})")),
    ("GitHub token", re.compile(r"\b(?P<secret>gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{40,})")),
    ("GitLab token", re.compile(r"\b(?P<secret>gl(?:pat|ptt|dt|rt|cbt)-[\w-]{20,})")),
    ("Slack token", re.compile(r"\b(?P<secret>xox[abeoprs]-[\w-]{10,}|xapp-\d-[\w-]{10,})")),
    ("Slack webhook", re.compile(r"hooks\.slack\.com/services/(?P<secret>[\w/]{20,})")),
    ("Hugging Face token", re.compile(r"\b(?P<secret>hf_[A-Za-z0-9]{30,})")),
    ("npm token", re.compile(r"\b(?P<secret>npm_[A-Za-z0-9]{36})")),
    ("web token", re.compile(r"\b(?P<secret>eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*)")),
    (
        "password",
        re.compile(r"\b[a-z][a-z0-9+.-]{1,30}://[^\s:/@]{0,100}:(?P<secret>[^\s@/]{1,200})@", re.I),
    ),
    (
        "bearer token",
        re.compile(r"\b(?:bearer|basic)\s+(?P<secret>(?=[\w.~+/=-]*\d)[\w.~+/-]{16,}={0,2})", re.I),
    ),
    (
        "API key",
        re.compile(rf"\b{_KEY_NAME}[\"']?\s*(?:[:=]|\bis\b)\s*[\"'`]?(?P<secret>[\w.~+/=-]{{12,}})", re.I),
    ),
    (
        "password",
        re.compile(rf"(?<!\w){_LABEL}[\"']?\s*(?:=|:=|:)\s*(?P<secret>\"[^\"\n]+\"|'[^'\n]+'|[^\s\"']{{3,}})", re.I),
    ),
    (
        "password",
        re.compile(rf"(?<!\w){_LABEL}\s+(?:is|ist|es|est|é|è)\s+[\"'`]?(?P<secret>[^\s\"'`]{{5,}})", re.I),
    ),
    ("AWS secret", re.compile(r"\baws_secret_access_key\W{1,5}(?P<secret>[A-Za-z0-9/+=]{40})", re.I)),
)
_LOOKS_MADE_UP = re.compile(r"(?=.*[A-Za-z])(?=.*[\d!@#$%^&*_+=?~-]).{5,}|\d{6,}")
_CODE = re.compile(r"[(\[{<$]|\bos\.|\benv\b|^(?:str|string|none|null|true|false|bytes|int)\b", re.I)


def redact(text: str) -> tuple[str, list[str]]:
    """`text` with each secret replaced by what it was, and the kinds that were found, in order."""
    found: list[str] = []
    for name, pattern in _PATTERNS:
        text = pattern.sub(_replacer(name, found), text)
    return text, found


def _replacer(name: str, found: list[str]) -> Callable[[re.Match[str]], str]:
    def replaced(match: re.Match[str]) -> str:
        if not _is_secret(name, match["secret"], match[0]):
            return match[0]
        found.append(name)
        start, end = match.span("secret")
        return match[0][: start - match.start()] + f"[{name} removed]" + match[0][end - match.start() :]

    return replaced


def _is_secret(name: str, secret: str, whole: str) -> bool:
    if secret.startswith("[") and secret.endswith(("]", "removed")):
        return False
    if name == "private key":
        return bool(secret.strip())
    if name == "API key" and not any(char.isdigit() for char in secret):
        return False
    if name == "password" and "://" not in whole:
        bare = secret.strip("\"'`.,;")
        return not _CODE.search(bare) and (bool(_LOOKS_MADE_UP.fullmatch(bare)) or secret[0] in "\"'")
    return True
