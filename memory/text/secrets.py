"""Finds secrets in text, so that none reaches an index, a fact or a model.

Patterns of issuers follow their published formats; the loose ones (a password after its name) want a value that
looks made up, so that prose about passwords stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

_LABEL = (
    r"(?<![A-Za-zÀ-ÿ0-9_])(?:password|passwd|pwd|passphrase|passwort|kennwort|contraseña|clave|senha|"
    r"mot de passe|密码|密碼|パスワード|(?:wi-?fi|wlan)[- ]?(?:key|schlüssel|code))"
)
_LABEL_HINTS = ("pass", "pwd", "kennwort", "contrase", "clave", "senha", "wifi", "wi-fi", "wlan", "密", "パスワード")
_KEY_NAME = r"(?:api[_-]?key|secret(?:[_-]?(?:access[_-]?)?key)?|access[_-]?token|auth[_-]?token|client[_-]?secret)"


@dataclass(frozen=True, slots=True)
class _Rule:
    """`pattern` is tried only where one of `hints` stands in the casefolded text: a search for each is far cheaper.

    A pattern takes time in proportion to the text: before an unbounded repetition stands what can't begin again
    inside of it.
    """

    kind: str
    hints: tuple[str, ...]
    pattern: re.Pattern[str]


_RULES = (
    _Rule(
        "private key",
        ("-----begin",),
        re.compile(
            r"-----BEGIN (?P<kind>[A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?)-----"
            r"(?P<secret>.*?)(?:-----END (?P=kind)-----|\Z)",
            re.S,
        ),
    ),
    _Rule(
        "API key",
        ("sk-", "sk_", "pk-", "pk_", "rk-", "rk_"),
        re.compile(r"(?<![\w-])(?P<secret>(?:sk|pk|rk)[-_][A-Za-z0-9_-]{16,})"),
    ),
    _Rule(
        "AWS key",
        ("akia", "asia", "agpa", "aida", "aroa"),
        re.compile(r"\b(?P<secret>(?:AKIA|ASIA|AGPA|AIDA|AROA)[A-Z0-9]{16})\b"),
    ),
    _Rule("Google key", ("aiza",), re.compile(r"\b(?P<secret>AIza[\w-]{35})")),
    _Rule(
        "GitHub token",
        ("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"),
        re.compile(r"\b(?P<secret>gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{40,})"),
    ),
    _Rule(
        "GitLab token",
        ("glpat-", "glptt-", "gldt-", "glrt-", "glcbt-"),
        re.compile(r"\b(?P<secret>gl(?:pat|ptt|dt|rt|cbt)-[\w-]{20,})"),
    ),
    _Rule("Slack token", ("xox", "xapp-"), re.compile(r"\b(?P<secret>xox[abeoprs]-[\w-]{10,}|xapp-\d-[\w-]{10,})")),
    _Rule("Slack webhook", ("hooks.slack.com",), re.compile(r"hooks\.slack\.com/services/(?P<secret>[\w/]{20,})")),
    _Rule("Hugging Face token", ("hf_",), re.compile(r"\b(?P<secret>hf_[A-Za-z0-9]{30,})")),
    _Rule("npm token", ("npm_",), re.compile(r"\b(?P<secret>npm_[A-Za-z0-9]{36})")),
    _Rule("web token", ("eyj",), re.compile(r"(?<![\w-])(?P<secret>eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*)")),
    _Rule(
        "password",
        ("://",),
        re.compile(r"\b[a-z][a-z0-9+.-]{1,30}://[^\s:/@]{0,100}:(?P<secret>[^\s@/]{1,200})@", re.I),
    ),
    _Rule(
        "bearer token",
        ("bearer", "basic"),
        re.compile(r"\b(?:bearer|basic)\s+(?P<secret>(?=[\w.~+/=-]*\d)[\w.~+/-]{16,}={0,2})", re.I),
    ),
    _Rule(
        "API key",
        ("key", "secret", "token"),
        re.compile(rf"{_KEY_NAME}[\"']?\s*(?:[:=]|\bis\b)\s*[\"'`]?(?P<secret>[\w.~+/=-]{{12,}})", re.I),
    ),
    _Rule(
        "password",
        _LABEL_HINTS,
        re.compile(rf"{_LABEL}[\"']?\s*(?:=|:=|:)\s*(?P<secret>\"[^\"\n]+\"|'[^'\n]+'|[^\s\"']{{3,}})", re.I),
    ),
    _Rule(
        "password",
        _LABEL_HINTS,
        re.compile(
            rf"{_LABEL}(?:\s+(?:is|ist|lautet|es|est|é|è)\s+|\s*[是は]\s*)[\"'`]?(?P<secret>[^\s\"'`]{{5,}})", re.I
        ),
    ),
    _Rule(
        "password",
        _LABEL_HINTS,
        re.compile(rf"{_LABEL}\s+[\"'`]?(?P<secret>(?=[^\s\"'`]*\d)(?=[^\s\"'`]*[A-Za-z])[^\s\"'`]{{6,}})", re.I),
    ),
    _Rule(
        "card number",
        ("3", "4", "5", "6"),
        re.compile(
            r"(?<![\w.,+/-])(?P<secret>[3-6]\d{3}(?:[ -]?\d{4}){2}[ -]?\d{1,7}|3[47]\d{2}[ -]?\d{6}[ -]?\d{5})"
            r"(?![\w-])"
        ),
    ),
    _Rule(
        "AWS secret",
        ("aws_secret",),
        re.compile(r"\baws_secret_access_key\W{1,5}(?P<secret>[A-Za-z0-9/+=]{40})", re.I),
    ),
)
_AROUND = "\"'`.,; \t\r\n"
_NO_DIGITS = re.compile(r"\D")
_LOOKS_MADE_UP = re.compile(r"(?=.*[A-Za-z])(?=.*[\d!@#$%^&*_+=?~-]).{5,}|\d{6,}")
_CODE = re.compile(r"[(\[{<$]|\bos\.|\benv\b|^(?:str|string|none|null|true|false|bytes|int)\b", re.I)


@dataclass(frozen=True, slots=True)
class Secret:
    """A stretch of a text that is a secret, without quotation marks or the end of its sentence."""

    kind: str
    start: int
    end: int

    @property
    def mark(self) -> str:
        """What stands in its place."""
        return f"[{self.kind} removed]"


def secrets(text: str) -> list[Secret]:
    """The secrets in `text`, in order; they don't overlap."""
    folded = text.casefold()
    return merged(
        Secret(rule.kind, *_trimmed(match))
        for rule in _RULES
        if any(hint in folded for hint in rule.hints)
        for match in rule.pattern.finditer(text)
        if _is_secret(rule.kind, match["secret"], match[0])
    )


def redact(text: str) -> tuple[str, list[str]]:
    """`text` with each secret replaced by what it was, and the kinds that were found, in order."""
    found = secrets(text)
    return replaced(text, found), [secret.kind for secret in found]


def merged(found: Iterable[Secret]) -> list[Secret]:
    """`found` in order; of those that overlap one, named as the first."""
    whole: list[Secret] = []
    for secret in sorted(found, key=lambda secret: secret.start):
        if whole and secret.start < whole[-1].end:
            whole[-1] = replace(whole[-1], end=max(secret.end, whole[-1].end))
        else:
            whole.append(secret)
    return whole


def replaced(text: str, found: Iterable[Secret]) -> str:
    """`text` with a mark in the place of each secret."""
    at, pieces = 0, []
    for secret in found:
        pieces += [text[at : secret.start], secret.mark]
        at = secret.end
    return "".join([*pieces, text[at:]])


def _trimmed(match: re.Match[str]) -> tuple[int, int]:
    start = match.start("secret")
    bare = match["secret"].rstrip(_AROUND)
    return start + len(bare) - len(bare.lstrip(_AROUND)), start + len(bare)


def _is_secret(name: str, secret: str, whole: str) -> bool:
    bare = secret.strip(_AROUND)
    if not bare or (bare.startswith("[") and bare.endswith(("]", "removed"))):
        return False
    if name == "card number":
        return _luhn(_NO_DIGITS.sub("", secret))
    if name == "API key" and not any(char.isdigit() for char in secret):
        return False
    if name == "password" and "://" not in whole:
        return not _CODE.search(bare) and (bool(_LOOKS_MADE_UP.fullmatch(bare)) or secret[0] in "\"'")
    return True


def _luhn(digits: str) -> bool:
    """The check digit of payment cards; of made-up numbers every tenth passes."""
    doubled = [int(digit) * (2 if at % 2 else 1) for at, digit in enumerate(reversed(digits))]
    return 13 <= len(digits) <= 19 and sum(number - 9 * (number > 9) for number in doubled) % 10 == 0
