"""An audit finds whatever is left of a forgotten thing, wherever it is, without knowing it; and words in any byte."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memory.errors import BadInput, NotFound
from memory.forget.audit import Audits
from memory.store import activity, conversations, doubts, facts, verdicts
from memory.store.connection import raw
from memory.store.learnt import Noted
from memory.store.tables import (
    Activity,
    Consolidation,
    ConsolidationStep,
    Conversation,
    Document,
    Entity,
    Episode,
    Fact,
    Identity,
    Injection,
    Message,
    Part,
    Relation,
    Vector,
)
from memory.types import Action, Kind, Role
from tests.memory.forget.profile import Profile, back_up, everywhere

WORD = "Quixotrel"
TEXT = f"The user's locker code is {WORD}"
AT = datetime(2026, 5, 18, tzinfo=UTC)


@pytest.fixture
def audits(profile: Profile) -> Audits:
    return Audits(profile.store, profile.forgetting.receipts)


async def forgotten(profile: Profile, query: str = WORD, *, with_turns: bool = True) -> str:
    """Says it everywhere, forgets it, and returns the id of the fact that was learnt from it."""
    fact = await everywhere(profile, WORD)
    await profile.said(await profile.conversation(), "I like tea.", "Tea is good.")
    await profile.forget(query, with_turns=with_turns)
    return fact


def _message(role: Role) -> Message:
    found: Message = Message.select().where(Message.role == role).order_by(Message.id.desc()).get()
    return found


def _fact(**values: object) -> None:
    Fact.create(**{"content": "Likes tea", "twin": "", "origin": "user", "created_at": AT, "updated_at": AT, **values})


def _episode() -> None:
    times = dict.fromkeys(("started_at", "ended_at", "created_at", "updated_at"), AT)
    Episode.create(summary="They spoke of tea", action_items=[TEXT], **times)


def _relation() -> None:
    ends = [Entity.create(name=name, folded=name, created_at=AT) for name in ("the user", "the box")]
    Relation.create(subject=ends[0], predicate=f"opens with the code {WORD} the", object=ends[1], created_at=AT)


def _step() -> None:
    made = Consolidation.create(created_at=AT)
    before = {"row": {"content": TEXT, "keywords": json.dumps([WORD])}}
    ConsolidationStep.create(consolidation=made, action="evict", kind="fact", item=99, before=before)


def _words() -> None:
    raw().execute("INSERT INTO document_words (rowid, text, grams) VALUES (9999, ?, '')", (TEXT,))


def _new_table() -> None:
    raw().execute("CREATE TABLE diary (page TEXT)")
    raw().execute("INSERT INTO diary VALUES (?)", (TEXT,))


LEFT_IN_ROWS: dict[str, Callable[[], object]] = {
    "facts": lambda: _fact(content=TEXT),
    "history": lambda: _fact(content=TEXT, valid_to=AT),
    "evidence": lambda: _fact(quote=TEXT),
    "identity": lambda: Identity.create(content=TEXT, created_at=AT),
    "episodes": _episode,
    "entities": lambda: Entity.create(name=WORD, folded=WORD, created_at=AT),
    "relations": _relation,
    "search": lambda: raw().execute(
        "INSERT INTO document (id, kind, item, text, grams, hash, embedded, created_at)"
        " VALUES (9999, 'fact', 99, ?, '', 'x', '', 0)",
        (TEXT,),
    ),
    "search words": _words,
    "turns": lambda: Part.create(message=_message(Role.USER), position=7, kind="text", source="typed", text=TEXT),
    "replies": lambda: Part.create(
        message=_message(Role.ASSISTANT), position=7, kind="text", source="model", text=TEXT
    ),
    "notes": lambda: Message.update(note=TEXT).execute(),
    "titles": lambda: Conversation.update(title=f"About {WORD}").execute(),
    "system prompts": lambda: Conversation.update(system=f"Speak of {WORD}.").execute(),
    "ledger": lambda: Injection.update(block=TEXT).execute(),
    "log": lambda: Activity.create(purpose="distil", outcome="error", detail=TEXT, created_at=AT),
    "undo": _step,
    "diary": _new_table,
}


@pytest.mark.parametrize("place", LEFT_IN_ROWS)
async def test_what_is_left_in_a_row_is_found_by_the_id_and_by_words(
    profile: Profile, audits: Audits, place: str
) -> None:
    fact = await forgotten(profile)
    for what in (fact, "g1"):
        assert (await audits.of(what)).clean
    assert (await audits.text(WORD)).clean
    await profile.store.write(LEFT_IN_ROWS[place])
    found = await audits.of(fact)
    assert not found.clean
    assert {trace.place for trace in found.found} - {"search words"} == {place} - {"search words"}
    if place != "search words":
        assert place in [trace.place for trace in (await audits.text(WORD)).found]


async def test_words_that_only_the_full_text_index_holds_are_found(profile: Profile, audits: Audits) -> None:
    fact = await forgotten(profile)
    await profile.store.write(_words)
    for audit in (await audits.of(fact), await audits.text(WORD)):
        assert ("search words", 1) in [(trace.place, trace.count) for trace in audit.found]


async def test_a_vector_of_a_forgotten_text_is_found_though_its_text_is_gone(profile: Profile, audits: Audits) -> None:
    await everywhere(profile, WORD)
    digest = await profile.store.read(lambda: Document.get(Document.kind == Kind.FACT).hash)
    await profile.forget(WORD, with_turns=True)
    await profile.store.write(lambda: Vector.create(hash="of another text", fingerprint="test", values=b"00"))
    assert (await audits.of("g1")).clean
    await profile.store.write(lambda: Vector.create(hash=digest, fingerprint="test", values=b"00"))
    assert [(trace.place, trace.count) for trace in (await audits.of("g1")).found] == [("vectors", 1)]


async def test_a_vector_that_another_message_of_the_same_text_needs_is_no_remains(
    profile: Profile, audits: Audits
) -> None:
    at = profile.clock.now()
    here = await profile.store.write(lambda: conversations.create(mode=None, model="", at=at).id)
    await profile.said(here, TEXT, "Noted, I'll keep that in mind.")
    await profile.said(here, "Good morning to you", "Noted, I'll keep that in mind.")
    await profile.store.write(
        lambda: [
            Vector.create(hash=one, fingerprint="test", values=b"00") for one in {row.hash for row in Document.select()}
        ]
    )
    await profile.forget(WORD, with_turns=True)
    assert (await audits.of("g1")).clean


async def test_a_vector_that_only_the_index_on_disk_holds_is_found(profile: Profile, audits: Audits) -> None:
    fact = await forgotten(profile)
    await profile.store.write(lambda: Vector.create(hash="tea", fingerprint="test", values=b"00"))
    mark = await profile.store.read(lambda: Vector.select().order_by(Vector.id.desc()).get().id)
    here = await profile.store.read(Vector.select().count)
    for extra in (0, 1):
        stamp = {"fingerprint": "test", "dimension": 1, "count": here + extra, "mark": mark, "sha256": ""}
        (profile.folder / "vectors").mkdir(exist_ok=True)
        (profile.folder / "vectors" / "test.json").write_text(json.dumps(stamp), encoding="utf-8")
        assert [trace.place for trace in (await audits.of(fact)).found] == ["vector index"] * extra


def _line(name: str) -> Callable[[Profile], None]:
    def write(profile: Profile) -> None:
        path = profile.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"# Mine\n{TEXT}\n", encoding="utf-8")

    return write


def _half_reply(profile: Profile) -> None:
    pieces = [
        {"conversation": 1, "prefix": ""},
        {"t": f"The locker code is {WORD[:4]}", "r": ""},
        {"t": WORD[4:], "r": ""},
    ]
    (profile.folder / "journal" / "m8-1.jsonl").write_text("\n".join(map(json.dumps, pieces)), encoding="utf-8")


def _draft(profile: Profile) -> None:
    (profile.folder / "drafts").mkdir(exist_ok=True)
    (profile.folder / "drafts" / "c1-12345678.json").write_text(json.dumps([{"text": TEXT}]), encoding="utf-8")


LEFT_IN_FILES: dict[str, Callable[[Profile], None]] = {
    "identity.md": _line("identity.md"),
    "soul.md": _line("soul.md"),
    "exports": _line("exports/mine.md"),
    "logs": _line("logs/harken.log"),
    "journal": _half_reply,
    "drafts": _draft,
    "anything.txt": _line("anything.txt"),
}


@pytest.mark.parametrize("word", ["learnt", "contradict", "kept"])
async def test_words_of_our_own_in_rows_of_numbers_are_no_text(profile: Profile, audits: Audits, word: str) -> None:
    def noted() -> None:
        older, newer = (facts.add(text, at=AT) for text in ("The user likes tea", "The user likes coffee"))
        doubts.note(newer, older, doubts.CONTRADICT, doubts.OPEN, AT)
        activity.log_run("distil", "distilled", at=AT, items=[Noted(Action.LEARNT, newer, ())])
        verdicts.keep(1, AT)

    await profile.store.write(noted)
    assert [trace.place for trace in (await audits.text(word)).found if trace.what == "text"] == []


@pytest.mark.parametrize("place", LEFT_IN_FILES)
async def test_what_is_left_in_a_file_is_found_by_the_id(profile: Profile, audits: Audits, place: str) -> None:
    fact = await forgotten(profile)
    LEFT_IN_FILES[place](profile)
    assert [(trace.place, trace.count) for trace in (await audits.of(fact)).found] == [(place, 1)]


async def test_what_is_left_in_a_backup_is_found(profile: Profile, audits: Audits) -> None:
    fact = await forgotten(profile)
    await profile.store.write(lambda: _fact(content=TEXT))
    await back_up(profile)
    await profile.store.write(lambda: Fact.delete().execute())
    assert [(trace.place, trace.count) for trace in (await audits.of(fact)).found] == [("backups", 1)]


async def test_the_users_messages_that_stay_are_told_and_no_remains(profile: Profile, audits: Audits) -> None:
    fact = await forgotten(profile, with_turns=False)
    audit = await audits.of(fact)
    assert (audit.clean, audit.kept, audit.anew) == (True, 1, 0)


async def test_saying_it_anew_is_found_and_told_as_that(profile: Profile, audits: Audits) -> None:
    fact = await forgotten(profile)
    await profile.said(await profile.conversation(), f"My locker code is {WORD}.", "Fine.")
    audit = await audits.of(fact)
    assert (audit.clean, audit.anew) == (False, 1)
    assert "turns" in [trace.place for trace in audit.found]


async def test_what_lives_is_told_with_every_store_it_stands_in(profile: Profile, audits: Audits) -> None:
    fact = await everywhere(profile, WORD)
    audit = await audits.of(fact)
    assert (audit.forgotten, audit.clean, audit.receipt) == (False, False, None)
    assert {"facts", "evidence", "turns", "search", "vectors"} <= {trace.place for trace in audit.found}
    turn = await audits.of("m1")
    assert {"turns", "search", "search words", "vectors", "waiting"} <= {trace.place for trace in turn.found}


@pytest.mark.parametrize("what", ["f99", "g99", "m99", "c99", "nonsense", ""])
async def test_what_never_was_is_said_plainly(profile: Profile, audits: Audits, what: str) -> None:
    await forgotten(profile)
    with pytest.raises(NotFound):
        await audits.of(what)


async def test_a_receipt_that_is_pending_is_not_clean(profile: Profile, audits: Audits) -> None:
    await everywhere(profile, WORD)
    with closing(sqlite3.connect(profile.folder / "memory.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN")
        other.execute("SELECT count(*) FROM fact").fetchone()
        await profile.forgetting.forget(await profile.forgetting.plan(WORD, with_turns=True))
        audit = await audits.of("g1")
        assert (audit.clean, audit.found) == (False, ())
    await profile.forgetting.finish_pending()
    assert (await audits.of("g1")).clean


# Words in any byte


async def test_words_in_free_pages_of_the_database_are_found(profile: Profile, audits: Audits) -> None:
    await forgotten(profile)
    with closing(sqlite3.connect(profile.folder / "memory.sqlite")) as other:
        other.execute("PRAGMA secure_delete = off")
        other.execute("CREATE TABLE diary (page TEXT)")
        other.execute("INSERT INTO diary VALUES (?)", (TEXT,))
        other.execute("DROP TABLE diary")
        other.commit()
    audit = await audits.text(WORD)
    assert {Path(trace.place).name for trace in audit.found} & {"memory.sqlite", "memory.sqlite-wal"}
    assert {trace.what for trace in audit.found} == {"occurrence"}


SPELLINGS = {
    "case": "QUIXOTRÉL code",
    "decomposed": "quixotre\u0301l code",
    "spaces": "Quixotrél\n   code",
    "escaped": json.dumps("Quixotrél code"),
    "escaped capitals": json.dumps("QUIXOTRÉL\ncode"),
}


@pytest.mark.parametrize("spelling", SPELLINGS)
async def test_words_are_found_in_every_spelling_and_in_every_file(
    profile: Profile, audits: Audits, tmp_path: Path, spelling: str
) -> None:
    place = profile.folder / "vectors" / "index.usearch"
    place.parent.mkdir()
    place.write_bytes(b"\0\xff" * 999 + SPELLINGS[spelling].encode() + b"\0" * 99)
    for words in ("Quixotrél code", "quixotre\u0301l CODE"):
        audit = await audits.text(words)
        assert [(trace.place, trace.count) for trace in audit.found] == [(str(place), 1)]


async def test_a_word_across_two_windows_is_found_once(
    profile: Profile, audits: Audits, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memory.forget.byte_scan._WINDOW", 64)
    place = profile.folder / "long.txt"
    for before in range(40, 70):
        place.write_text("." * before + WORD + "." * 200 + WORD, encoding="utf-8")
        assert [trace.count for trace in (await audits.text(WORD)).found] == [2]


async def test_the_database_can_still_be_written_by_others_and_us_after_its_bytes_were_read(
    profile: Profile, audits: Audits
) -> None:
    await audits.text(WORD)
    await audits.text(WORD)
    await profile.store.write(lambda: _fact(content=TEXT))
    with closing(sqlite3.connect(profile.folder / "memory.sqlite")) as other:
        assert other.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert not (await audits.text(WORD)).clean


@pytest.mark.timeout(20)
async def test_pipes_and_links_are_told_and_not_followed(profile: Profile, audits: Audits, tmp_path: Path) -> None:
    outside = tmp_path.parent / f"{tmp_path.name}-outside"
    outside.mkdir()
    (outside / "mine.txt").write_text(TEXT, encoding="utf-8")
    os.mkfifo(profile.folder / "pipe")
    (profile.folder / "link.txt").symlink_to(outside / "mine.txt")
    (profile.folder / "folder").symlink_to(outside)
    for audit in (await audits.text(WORD), await audits.of(await forgotten(profile))):
        assert audit.found == ()
        assert sorted(Path(line.split(": ")[0]).name for line in audit.unread) == ["folder", "link.txt", "pipe"]


async def test_a_file_name_counts_and_folders_that_are_left_out_do_not(
    profile: Profile, audits: Audits, tmp_path: Path
) -> None:
    (profile.folder / f"{WORD}.md").write_text("Nothing here", encoding="utf-8")
    (profile.folder / "models").mkdir()
    (profile.folder / "models" / "words.txt").write_text(TEXT, encoding="utf-8")
    audit = await audits.text(WORD.upper(), without=[profile.folder / "models"])
    assert [(Path(trace.place).name, trace.what) for trace in audit.found] == [(f"{WORD}.md", "file name")]


async def test_other_folders_are_looked_through_once_and_the_way_is_told(
    profile: Profile, audits: Audits, tmp_path: Path
) -> None:
    other = profile.folder / "other"
    other.mkdir()
    place = other / "notes.txt"
    place.write_text(TEXT, encoding="utf-8")
    shares: list[float] = []
    audit = await audits.text(WORD, [other, profile.folder, other / "missing"], told=shares.append)
    assert [(trace.place, trace.count) for trace in audit.found] == [(str(place), 1)]
    assert audit.unread == ()
    assert shares[-1] == 1.0


async def test_a_file_that_is_named_and_lies_in_a_folder_that_is_looked_through_is_told_once(
    audits: Audits, tmp_path_factory: pytest.TempPathFactory
) -> None:
    place = tmp_path_factory.mktemp("outside") / "mine.md"
    place.write_text(TEXT, encoding="utf-8")
    audit = await audits.text(WORD, [place, place.parent])
    assert [(trace.place, trace.count) for trace in audit.found] == [(str(place), 1)]


@pytest.mark.parametrize("words", ["", "  ", "x"])
async def test_words_that_say_nothing_are_refused(audits: Audits, words: str) -> None:
    with pytest.raises(BadInput):
        await audits.text(words)


async def test_words_with_half_a_character_are_looked_for_as_they_were_kept(profile: Profile, audits: Audits) -> None:
    place = profile.folder / "notes.txt"
    place.write_text("my \ufffd thing", encoding="utf-8")
    audit = await audits.text("my \udced thing")
    assert [(trace.place, trace.count) for trace in audit.found] == [(str(place), 1)]
