"""Short ids a person can type: a letter for the kind and the row's number, as in `f12` or `m340`."""

from __future__ import annotations

import re

from memory.errors import BadInput
from memory.types import Kind

LETTERS = {
    "conversation": "c",
    "message": "m",
    Kind.TURN: "m",
    Kind.DRAWER: "m",
    Kind.FACT: "f",
    Kind.EPISODE: "e",
    Kind.IDENTITY: "i",
    Kind.RELATION: "r",
}
_KINDS = {"c": "conversation", "m": "message", "f": "fact", "e": "episode", "i": "identity", "r": "relation"}
_CALLED = {str(Kind.IDENTITY): "an identity line", str(Kind.EPISODE): "an episode"}
_ID = re.compile(r"([cmfeir])(\d{1,18})", re.IGNORECASE)
_BARE = re.compile(r"\d{1,18}")


def show(kind: str, number: int) -> str:
    """`show("fact", 12)` is `f12`; the kinds turn and drawer show their message."""
    return f"{LETTERS[kind]}{number}"


def parse(text: str) -> tuple[str, int] | None:
    """Kind and number of an id, or None where `text` is no id: then it is words."""
    match = _ID.fullmatch(text.strip())
    return (_KINDS[match[1].lower()], int(match[2])) if match else None


def bare(text: str) -> int | None:
    """The number `text` is, None where it is none that a row can have."""
    return int(text) if _BARE.fullmatch(text.strip()) else None


def number(text: str, kind: str) -> int:
    """The number of an id that must be of `kind`; a bare number is taken as well."""
    if (alone := bare(text)) is not None:
        return alone
    found = parse(text)
    if found is None or found[0] != kind:
        called = _CALLED.get(kind, f"a {kind}")
        raise BadInput(f"{text!r} is not the id of {called}", hint=f"Ids look like {LETTERS[kind]}12")
    return found[1]
