from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from memory import sealing
from memory.drafts import DraftFile, left_behind
from memory.errors import Locked, StoreError, WrongKey
from memory.forget.file_texts import texts
from memory.index import files
from memory.index.native import Native
from memory.sealing import Broken, KeyFile, Passphrase, Sealed, new_key
from memory.store.identity_file import IdentityFile
from memory.store.journal import Header, Journal, orphans
from memory.types import Part
from tests.encrypted import encrypt

SAID = "the heron nests in the locker"


@pytest.fixture
def passphrases_are_cheap() -> None:
    """Here they cost what they cost the user."""


def test_what_was_sealed_comes_back_and_says_nothing_meanwhile() -> None:
    seal = Sealed(new_key())
    assert seal.unseal(seal.seal(SAID.encode())) == SAID.encode()
    assert seal.unline(seal.line(f"{SAID}\n".encode())) == SAID.encode()
    assert b"heron" not in seal.seal(SAID.encode()) + seal.line(SAID.encode())
    assert seal.line(b"a\nb").count(b"\n") == 1


def test_the_same_text_is_never_sealed_alike() -> None:
    seal = Sealed(new_key())
    assert seal.seal(b"yes") != seal.seal(b"yes")


@pytest.mark.parametrize("change", [lambda data: data[:-1], lambda data: data[:-1] + b"?", lambda data: SAID.encode()])
def test_what_is_changed_or_plain_is_refused(change: object) -> None:
    seal = Sealed(new_key())
    with pytest.raises(Broken):
        seal.unseal(change(seal.seal(SAID.encode())))  # type: ignore[operator]
    with pytest.raises(Broken):
        Sealed(new_key()).unseal(seal.seal(b"of another key"))


def test_a_passphrase_opens_and_another_does_not(tmp_path: Path) -> None:
    key = new_key()
    KeyFile.of(key, Passphrase("correct horse")).write(tmp_path)
    assert KeyFile.read(tmp_path).details["n"] >= 2**17
    assert KeyFile.read(tmp_path).key(Passphrase("correct horse")) == key
    with pytest.raises(WrongKey):
        KeyFile.read(tmp_path).key(Passphrase("battery staple"))


@pytest.mark.parametrize("content", ["", "{}", "[]", '{"format": 1, "id": 3}', '{"format": 9}'])
def test_a_key_file_that_cannot_be_used_is_an_error_of_one_line(tmp_path: Path, content: str) -> None:
    (tmp_path / sealing.KEY_FILE).write_text(content, encoding="utf-8")
    with pytest.raises(StoreError) as error:
        KeyFile.read(tmp_path)
    assert "\n" not in error.value.line


@pytest.mark.parametrize(
    "details", [[], {}, {"n": 1}, {"salt": "", "n": math.inf, "r": 8, "p": 1}, {"salt": 7, "n": 2, "r": 8, "p": 1}]
)
def test_a_key_file_that_says_nonsense_of_its_passphrase_is_an_error_of_one_line(details: Any) -> None:
    made = KeyFile.of(new_key(), Passphrase("correct horse"))
    with pytest.raises(StoreError) as error:
        replace(made, details=details).key(Passphrase("correct horse"))
    assert "is damaged" in error.value.line


def test_an_encrypted_profile_takes_and_gives_nothing_without_its_key(tmp_path: Path) -> None:
    encrypt(tmp_path)
    DraftFile(tmp_path / "drafts", "c1").write([Part(SAID)])
    sealing.close(tmp_path)
    with pytest.raises(Locked):
        DraftFile(tmp_path / "drafts", "c1").write([Part("more")])
    with pytest.raises(Locked):
        Journal(tmp_path / "journal", Header(1, 1, "", True, 1))


def test_every_file_of_a_profile_is_unreadable_and_says_the_same(tmp_path: Path) -> None:
    encrypt(tmp_path)
    draft = DraftFile(tmp_path / "drafts", "c1")
    draft.write([Part(SAID)])
    draft.close()
    IdentityFile(tmp_path / "identity.md").add(SAID)
    journal = Journal(tmp_path / "journal", Header(1, 1, "", True, 1, prefix="It is "))
    journal.append(SAID, "")
    journal.close()
    files = [path for path in tmp_path.rglob("*") if path.is_file() and path.name != sealing.KEY_FILE]
    assert len(files) == 3
    assert not [path for path in files if b"heron" in path.read_bytes()]
    assert all("heron" in "".join(texts(path)) for path in files)
    assert [one.parts for one in left_behind(tmp_path / "drafts")] == [(Part(SAID),)]
    assert [one.text for one in orphans(tmp_path / "journal")] == [SAID]
    assert IdentityFile(tmp_path / "identity.md").read().endswith(f"- {SAID}\n")


def test_a_plain_file_put_into_an_encrypted_profile_is_not_used_and_says_why(tmp_path: Path) -> None:
    encrypt(tmp_path)
    (tmp_path / "identity.md").write_text("- Lives in Ghent\n", encoding="utf-8")
    file = IdentityFile(tmp_path / "identity.md")
    file.reload()
    assert file.lines == ()
    assert "not encrypted" in file.trouble


def test_an_index_is_sealed_and_found_sound(tmp_path: Path) -> None:
    import numpy as np

    encrypt(tmp_path)
    index = Native(4)
    index.add([(7, np.array([1, 2, 3, 4], "<f2").tobytes())])
    before = index.matrix(index.keys()).tobytes()
    files.save(index, tmp_path / "vectors", files.Stamp("model", 4, 1, 7))
    assert not [path for path in (tmp_path / "vectors").iterdir() if before in path.read_bytes()]
    assert files.verified(tmp_path / "vectors", "model")
    again = Native(4)
    files.load(again, tmp_path / "vectors", "model")
    assert again.matrix(again.keys()).tobytes() == before
