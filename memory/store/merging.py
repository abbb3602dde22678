"""One of two facts that hold ends by the other, and comes back. Runs inside the store.

Each function returns a trail: plain JSON without any text, from which `unmake` takes the change back.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from memory.store import facts, history
from memory.store.connection import raw
from memory.store.tables import Document, Fact, FactSource
from memory.types import Kind

Trail = dict[str, Any]
_ENDED = ("valid_from", "valid_to", "end_known_at", "superseded_by", "pinned", "version")
_KEPT = ("valid_from", "source_count", "salience", "uses", "last_used", "updated_at", "pinned", "touched", "version")


def merge(loser: int, winner: int, learnt: datetime) -> Trail:
    """`winner` says it for both, with all evidence and from the earlier beginning; `loser` stays as its history."""
    gone, kept = facts.get(loser), facts.get(winner)
    said = sorted(set(facts.sources(loser)) - set(facts.sources(winner)))
    trail = _trail(loser, winner, said)
    for message in said:
        FactSource.create(fact=winner, message=message)
    Fact.update(
        valid_from=_beginning(gone, kept),
        source_count=kept.source_count + len(said),
        salience=max(gone.salience, kept.salience),
        uses=max(gone.uses, kept.uses),
        last_used=max((at for at in (gone.last_used, kept.last_used) if at is not None), default=None),
        updated_at=max(gone.updated_at, kept.updated_at),
    ).where(Fact.id == winner).execute()
    facts.dated(winner)
    history.never(loser, winner, learnt)
    return _closed(trail, gone.pinned)


def refute(wrong: int, right: int, learnt: datetime) -> Trail:
    """`wrong` was never true; `right` was, from the earlier beginning."""
    trail = _trail(wrong, right)
    begun = _beginning(facts.get(wrong), facts.get(right))
    Fact.update(valid_from=begun).where(Fact.id == right).execute()
    history.never(wrong, right, learnt)
    return _closed(trail, pinned=False)


def follow(old: int, new: int, learnt: datetime) -> Trail:
    """`old` was true until `new` began."""
    pinned = facts.get(old).pinned
    trail = _trail(old, new)
    history.until(old, new, learnt)
    return _closed(trail, pinned)


def judged(trail: Trail) -> None:
    """It was the user who chose: what stays is theirs from now on."""
    Fact.update(touched=True).where(Fact.id == trail["kept"]["id"]).execute()
    _stamp(trail)


def standing(trail: Trail) -> str:
    """Why the change can't be taken back, "" where it can."""
    row = Fact.get_or_none(Fact.id == trail["ended"]["id"])
    if row is None:
        return "it is gone"
    return "" if row.version == trail["versions"][0] else "it was changed since"


def unmake(trail: Trail) -> None:
    """What ended holds again; what stayed gives back what it got, as far as nobody changed it since."""
    ended, kept = trail["ended"], trail["kept"]
    as_it_was = Fact.get_or_none(Fact.id == kept["id"], Fact.version == trail["versions"][1])
    FactSource.delete().where(FactSource.fact == kept["id"], FactSource.message.in_(trail["added"])).execute()
    if as_it_was is not None and as_it_was.version != kept["version"]:
        _restore(kept)
    elif as_it_was is None and trail["added"]:
        fewer = Fact.source_count - len(trail["added"])
        Fact.update(source_count=fewer).where(Fact.id == kept["id"]).execute()
    _restore(ended)
    row = facts.get(ended["id"])
    place, _ = trail["home"] or (None, None)
    facts.searched(row, place)
    facts.dated(kept["id"])


def _trail(ended: int, kept: int, added: Iterable[int] = ()) -> Trail:
    home = Document.select(Document.conversation, Document.created_at).where(
        Document.kind == Kind.FACT, Document.item == ended
    )
    place = raw().execute(*home.sql()).fetchone()
    return {
        "ended": _columns(ended, _ENDED),
        "kept": _columns(kept, _KEPT),
        "added": list(added),
        "home": None if place is None else list(place),
    }


def _beginning(one: Fact, other: Fact) -> datetime | None:
    """The earlier beginning of two, None being always; but not one before the end of what the later one ended."""
    earlier, later = sorted(
        (one, other), key=lambda fact: (fact.valid_from is not None, fact.valid_from or fact.created_at)
    )
    followed = Fact.select().where(Fact.superseded_by == later.id, Fact.valid_to > Fact.valid_from)
    begun: datetime | None = later.valid_from if followed.exists() else earlier.valid_from
    return begun


def _closed(trail: Trail, pinned: bool) -> Trail:
    """The pin goes over to what stays."""
    if pinned:
        Fact.update(pinned=True).where(Fact.id == trail["kept"]["id"]).execute()
    _stamp(trail)
    return trail


def _stamp(trail: Trail) -> None:
    trail["versions"] = [facts.get(trail[part]["id"]).version for part in ("ended", "kept")]


def _columns(number: int, names: tuple[str, ...]) -> Trail:
    row = raw().execute(f"SELECT {', '.join(names)} FROM fact WHERE id = ?", (number,)).fetchone()
    return {"id": number, **dict(zip(names, row, strict=True))}


def _restore(image: Trail) -> None:
    values = {name: value for name, value in image.items() if name != "id"}
    marks = ", ".join(f"{name} = ?" for name in values)
    raw().execute(f"UPDATE fact SET {marks} WHERE id = ?", [*values.values(), image["id"]])
