"""`identity.md` is the user's file: what they write is read at once, and nothing of it is lost."""

from __future__ import annotations

import os
import tempfile
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.errors import BadInput, NotFound, StoreError
from memory.store import identity
from memory.store.identity_file import HEADER, IdentityFile, WatchedText
from memory.store.store import Store
from memory.store.tables import Document
from memory.text.tokens import Estimate
from memory.types import IdentityLine, Kind, Record
from tests.scripted import SetClock


@pytest.fixture
def file(tmp_path: Path) -> IdentityFile:
    return IdentityFile(tmp_path / "identity.md")


def write(file: WatchedText, text: str) -> None:
    file.path.write_bytes(text.encode())


def test_a_new_file_explains_itself(file: IdentityFile) -> None:
    file.add("Call me Sam")
    assert file.path.read_text(encoding="utf-8") == f"{HEADER}- Call me Sam\n"
    assert file.lines == ("Call me Sam",)


def test_an_edit_in_an_editor_is_seen_once(file: IdentityFile) -> None:
    write(file, "Notes of mine.\n- One\n-not this\n  - nor this\n- Two  \r\n- One\n")
    assert file.reload()
    assert list(file.lines) == ["One", "Two"]
    assert not file.reload()
    write(file, "- Two\n")
    assert file.reload()
    assert list(file.lines) == ["Two"]


def test_a_carriage_return_alone_ends_a_line_too(file: IdentityFile) -> None:
    file.path.write_bytes(b"# Old Mac\r- One\r- Two\r")
    file.reload()
    assert file.lines == ("One", "Two")
    file.add("Three")
    file.edit("One", "Uno")
    file.remove("Two")
    assert file.path.read_bytes() == b"# Old Mac\r- Uno\r- Three\r"


def test_a_long_run_of_spaces_is_read_at_once(file: IdentityFile) -> None:
    said = "a" + " " * 200_000 + "b"
    write(file, f"- {said}\n- One\n")
    file.reload()
    assert file.lines == (said, "One")


def test_a_missing_file_is_an_empty_one(file: IdentityFile) -> None:
    assert not file.reload()
    assert not file.lines
    assert file.trouble == ""


PROSE = "\ufeff# Mein Kopf\r\n\r\n- Heiße Jürgen\r\nText ohne Ende \t\r\n- Trinke Tee"


def test_other_text_stays_byte_for_byte(file: IdentityFile) -> None:
    write(file, PROSE)
    file.reload()
    file.add("Wohne in Köln")
    file.edit("Heiße Jürgen", "Heiße Jörg")
    file.remove("Trinke Tee")
    expected = PROSE.replace("Jürgen", "Jörg").replace("- Trinke Tee", "- Wohne in Köln\r\n")
    assert file.path.read_bytes().decode() == expected


def test_an_edit_made_meanwhile_is_kept(file: IdentityFile, monkeypatch: pytest.MonkeyPatch) -> None:
    write(file, "- One\n")
    file.reload()
    reads = iter([b"- One\n", b"- One, edited\n"])
    really = file._bytes

    def raced() -> bytes:
        """The first look sees the old file; before the second the user has saved theirs."""
        data = next(reads, None)
        if data is None:
            return really()
        file.path.write_bytes(data)
        return data

    monkeypatch.setattr(file, "_bytes", raced)
    file.add("Two")
    assert file.path.read_text(encoding="utf-8") == "- One, edited\n- Two\n"


def test_a_line_that_was_edited_away_is_not_edited_again(file: IdentityFile) -> None:
    write(file, "- One\n")
    with pytest.raises(NotFound):
        file.edit("Zero", "Two")
    assert file.path.read_text(encoding="utf-8") == "- One\n"


@pytest.mark.parametrize(
    ("data", "words"),
    [(b"- caf\xe9\n", "UTF-8 text (line 1)"), (b"- x\n" * 100_000, "larger than 256 kB")],
    ids=["latin-1", "too large"],
)
def test_what_cannot_be_read_leaves_the_last_good_content(file: IdentityFile, data: bytes, words: str) -> None:
    write(file, "- One\n")
    file.reload()
    file.path.write_bytes(data)
    assert not file.reload()
    assert file.lines == ("One",)
    assert words in file.trouble
    with pytest.raises(StoreError, match="identity"):
        file.add("Two")
    assert file.path.read_bytes() == data
    write(file, "- Good\n")
    assert file.reload()
    assert file.trouble == ""


def test_a_folder_in_its_place_is_said_so(file: IdentityFile) -> None:
    file.path.mkdir()
    assert not file.reload()
    assert "can't be read" in file.trouble


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_in_its_place_is_refused_and_not_waited_for(file: IdentityFile) -> None:
    os.mkfifo(file.path)
    assert not file.reload()
    assert "it is no plain file" in file.trouble
    with pytest.raises(StoreError, match="no plain file"):
        file.add("One")


def test_rights_and_links_stay(file: IdentityFile, tmp_path: Path) -> None:
    real = tmp_path / "dotfiles" / "me.md"
    real.parent.mkdir()
    real.write_text("- One\n", encoding="utf-8")
    real.chmod(0o640)
    file.path.symlink_to(real)
    file.add("Two")
    assert file.path.is_symlink()
    assert real.read_text(encoding="utf-8") == "- One\n- Two\n"
    assert real.stat().st_mode & 0o777 == 0o640
    assert os.listdir(real.parent) == ["me.md"]


@pytest.mark.parametrize("text", ["", "  \n ", "- ", "\x01\x1b", "\u200b"])
def test_nothing_is_not_kept_in_mind(file: IdentityFile, text: str) -> None:
    with pytest.raises(BadInput):
        file.add(text)
    assert not file.path.exists()


def test_several_lines_become_one_and_twins_are_not_added(file: IdentityFile) -> None:
    file.add("I live\n- in Porto")
    file.add("I live - in Porto")
    assert file.lines == ("I live - in Porto",)


@given(st.lists(st.text(max_size=40), max_size=5))
def test_every_added_line_can_be_removed_again(texts: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = IdentityFile(Path(folder) / "identity.md")
        for text in texts:
            if text.split():
                try:
                    file.add(text)
                except BadInput:
                    continue
        for line in file.lines:
            file.remove(line)
        assert file.lines == ()
        assert not file.path.exists() or file.path.read_text(encoding="utf-8") == HEADER


async def mirrored(store: Store, lines: list[str], at: datetime) -> dict[str, str]:
    await store.write(lambda: identity.sync(lines, at))
    found = await store.read(identity.lines)
    assert [line.text for line in found] == lines
    return {line.text: line.id for line in found}


async def test_ids_stay_when_lines_move_or_are_edited_in_place(store: Store, clock: SetClock) -> None:
    first = await mirrored(store, ["Sam", "Tea", "Porto"], clock.now())
    moved = await mirrored(store, ["Porto", "Sam", "Tea"], clock.now())
    assert moved == first
    edited = await mirrored(store, ["Porto", "Samuel", "Tea"], clock.now())
    assert edited == {"Porto": first["Porto"], "Samuel": first["Sam"], "Tea": first["Tea"]}
    fewer = await mirrored(store, ["Tea"], clock.now())
    assert fewer == {"Tea": first["Tea"]}
    more = await mirrored(store, ["Tea", "Ghent"], clock.now())
    assert more["Ghent"] not in first.values()


async def test_the_mirror_says_whether_it_changed(store: Store, clock: SetClock) -> None:
    assert await store.write(lambda: identity.sync(["Sam"], clock.now()))
    assert not await store.write(lambda: identity.sync(["Sam"], clock.now()))
    assert await store.write(lambda: identity.sync([], clock.now()))


async def test_lines_are_found_by_a_search_while_they_stand(store: Store, clock: SetClock) -> None:
    await mirrored(store, ["Calls the dog Zibzib"], clock.now())
    texts = await store.read(lambda: [row.text for row in Document.select().where(Document.kind == Kind.IDENTITY)])
    assert texts == ["Calls the dog Zibzib"]
    await mirrored(store, [], clock.now())
    assert await store.read(Document.select().count) == 0


def pinned(number: int, text: str) -> Record:
    return Record(f"f{number}", Kind.FACT, text)


def test_the_standing_text_is_the_same_bytes_for_the_same_content() -> None:
    lines = [IdentityLine("i1", "Call me Sam"), IdentityLine("i2", "I live\nin Porto")]
    first = identity.standing_text(lines, [pinned(3, "Likes tea")], "Be brief.\n")
    assert first == identity.standing_text(list(lines), [pinned(3, "Likes tea")], "Be brief.")
    assert "- I live in Porto\n" in first
    assert first.index("Be brief.") < first.index("Call me Sam") < first.index("Likes tea")


def test_nothing_kept_in_mind_is_no_text() -> None:
    assert identity.standing_text([], [], " \n") == ""


def test_a_line_costs_what_it_adds_to_the_text() -> None:
    count = Estimate().count
    one = identity.standing_text([IdentityLine("i1", "Call me Sam")], [], "")
    two = identity.standing_text([IdentityLine("i1", "Call me Sam"), IdentityLine("i2", "I live\nin Porto")], [], "")
    assert count(two) - count(one) <= identity.cost("I live\nin Porto")
