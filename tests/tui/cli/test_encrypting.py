"""Encrypted profiles on the command line."""

from __future__ import annotations

import errno
import logging
import subprocess
import sys
import tarfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from memory import sealing
from memory.sealing import KeyFile, switch
from tests.memory.forget.profile import where
from tests.tui.cli.calling import Call
from tui.cli import unlocking
from tui.cli.logs import log_to_file
from tui.cli.unlocking import FILE_VARIABLE, NEW_FILE_VARIABLE

SAID = "The heron nests in the locker"


@pytest.fixture
def passphrase(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file with the passphrase that the environment names."""
    path = tmp_path / "passphrase"
    path.write_text("correct horse\n", encoding="utf-8")
    monkeypatch.setenv(FILE_VARIABLE, str(path))
    return path


@pytest.fixture
def profile(home: Path, harken: Call) -> Path:
    """A profile that holds something."""
    assert harken("memory", "remember", SAID).code == 0
    return home / "profiles" / "default"


@pytest.fixture
def encrypted(profile: Path, harken: Call, passphrase: Path) -> Path:
    assert harken("profile", "encrypt", "default").code == 0
    sealing.close_all()
    return profile


def test_it_is_unreadable_and_used_like_before(encrypted: Path, home: Path, harken: Call) -> None:
    assert where(home, "heron") == []
    assert SAID in harken("memory", "list").out
    assert "(encrypted)" in harken("profile", "list").out
    assert "The profile is encrypted; its passphrase opens it" in harken("doctor").out
    assert where(home, "heron") == []


def test_encrypting_says_that_there_is_no_way_back_and_what_stays_plain(
    profile: Path, harken: Call, passphrase: Path
) -> None:
    harken("memory", "export", str(profile / "exports" / "all.md"))
    (profile / "exports").mkdir(exist_ok=True)
    harken("memory", "export", str(profile / "exports" / "all.md"))
    called = harken("profile", "encrypt", "default")
    assert "there is no way back" in called.err
    assert "Still plain: exports/all.md" in called.out


def test_what_is_behind_a_link_is_named_as_plain_until_it_goes(
    profile: Path, harken: Call, passphrase: Path, tmp_path: Path
) -> None:
    own = tmp_path / "dotfiles" / "identity.md"
    own.parent.mkdir()
    own.write_text("- Draws herons\n", encoding="utf-8")
    (profile / "identity.md").symlink_to(own)
    called = harken("profile", "encrypt", "default")
    assert f"identity.md was a link: {own} is still plain, delete it" in called.out
    assert own.read_text(encoding="utf-8") == "- Draws herons\n"
    assert b"herons" not in (profile / "identity.md").read_bytes()
    assert "Draws herons" in harken("memory", "identity").out
    assert f"{own} is still plain" in harken("doctor").out
    own.unlink()
    assert str(own) not in harken("doctor").out


def test_a_link_to_what_is_plain_is_kept_with_the_profile_alone(
    profile: Path, harken: Call, passphrase: Path, tmp_path: Path
) -> None:
    own = tmp_path / "soul.md"
    own.write_text("Be kind to herons\n", encoding="utf-8")
    (profile / "soul.md").symlink_to(own)
    harken("profile", "encrypt", "default")
    assert harken("profile", "key", "default", "--new-key").code == 0
    assert f"{own} is still plain" in harken("doctor").out
    assert harken("profile", "decrypt", "default").code == 0
    assert str(own) not in harken("doctor").out
    assert harken("memory", "soul").out == "Be kind to herons\n"


def test_a_wrong_passphrase_is_one_plain_line(encrypted: Path, harken: Call, passphrase: Path) -> None:
    passphrase.write_text("staple\n", encoding="utf-8")
    called = harken("memory", "list")
    assert (called.code, called.out) == (1, "")
    assert called.err == "harken: This is not the profile's passphrase. Nothing was changed\n"


def test_where_nobody_can_be_asked_it_says_what_to_do(
    encrypted: Path, harken: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(FILE_VARIABLE)
    called = harken("memory", "list")
    assert called.code == 1
    assert FILE_VARIABLE in called.err
    assert "the rest was not looked at" in harken("doctor").out


@pytest.mark.parametrize(("typed", "code"), [(["a", "b", "correct horse"], 0), (["a", "b", "c"], 1)])
def test_in_a_terminal_it_asks_three_times(
    encrypted: Path, harken: Call, monkeypatch: pytest.MonkeyPatch, typed: Sequence[str], code: int
) -> None:
    monkeypatch.delenv(FILE_VARIABLE)
    left = will_type(typed, monkeypatch)
    called = harken("memory", "list", terminal=True)
    assert called.code == code
    assert not left
    assert (SAID in called.out) == (code == 0)


@pytest.mark.parametrize("nothing", [EOFError(), UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte")])
@pytest.mark.parametrize("words", [["memory", "list"], ["profile", "key", "default"]])
def test_who_types_nothing_is_told_so(
    encrypted: Path, harken: Call, monkeypatch: pytest.MonkeyPatch, words: list[str], nothing: Exception
) -> None:
    def ended(_: str) -> str:
        raise nothing

    monkeypatch.delenv(FILE_VARIABLE)
    monkeypatch.setattr("getpass.getpass", ended)
    called = harken(*words, terminal=True)
    assert (called.code, called.err) == (2, "harken: No passphrase was typed. Nothing was changed\n")


def will_type(typed: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Types what is asked for; what is left of it in the end."""
    left = list(typed)
    monkeypatch.setattr("getpass.getpass", lambda _: left.pop(0))
    return left


@pytest.mark.parametrize(("typed", "why"), [(["a", "b"], "two different"), ([""], "empty")])
def test_a_new_passphrase_is_typed_twice(
    profile: Path, harken: Call, monkeypatch: pytest.MonkeyPatch, typed: Sequence[str], why: str
) -> None:
    will_type(typed, monkeypatch)
    called = harken("profile", "encrypt", "default", terminal=True)
    assert called.code == 2
    assert why in called.err
    assert not sealing.is_sealed(profile)


@pytest.mark.parametrize("more", [(), ("--new-key",), ("--new-key", "--passphrase")])
def test_the_passphrase_and_the_key_can_be_changed(
    encrypted: Path, harken: Call, passphrase: Path, monkeypatch: pytest.MonkeyPatch, more: tuple[str, ...]
) -> None:
    fresh = passphrase.with_name("fresh")
    fresh.write_text("staple\n", encoding="utf-8")
    monkeypatch.setenv(NEW_FILE_VARIABLE, str(fresh))
    assert harken("profile", "key", "default", *more).code == 0
    sealing.close_all()
    if more != ("--new-key",):
        assert harken("memory", "list").code == 1
        monkeypatch.setenv(FILE_VARIABLE, str(fresh))
    assert SAID in harken("memory", "list").out


def test_decrypted_it_is_as_before(encrypted: Path, harken: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    assert harken("profile", "decrypt", "default").code == 0
    monkeypatch.delenv(FILE_VARIABLE)
    assert SAID in harken("memory", "list").out
    assert "(encrypted)" not in harken("profile", "list").out


def test_the_log_of_an_encrypted_profile_is_read_by_harken_alone(encrypted: Path, home: Path, harken: Call) -> None:
    harken("memory", "list")
    log_to_file(encrypted / "logs")
    logging.getLogger("memory").warning("a quixotic failure")
    assert where(home, "quixotic") == []
    assert "a quixotic failure" in harken("log").out


def test_an_export_says_that_it_is_plain(encrypted: Path, harken: Call, tmp_path: Path) -> None:
    assert "It is not encrypted" in harken("memory", "export", str(tmp_path / "all.md")).out
    assert where(tmp_path, "heron") == ["all.md"]


def test_without_the_packages_it_names_the_command(
    encrypted: Path, harken: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unlocking, "PACKAGES", ("no_such_package",))
    for words in (["memory", "list"], ["profile", "decrypt", "default"]):
        called = harken(*words)
        assert called.code == 1
        assert "pip install 'harken[encrypted]'" in called.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["encrypt", "default"], "harken profile key default"),
        (["encrypt", "elsewhere"], "There is no profile elsewhere"),
        (["decrypt", "elsewhere"], "There is no profile elsewhere"),
    ],
)
def test_what_can_not_be_done_says_why(encrypted: Path, harken: Call, words: list[str], said: str) -> None:
    called = harken("profile", *words)
    assert called.code != 0
    assert said in called.err


Box = dict[tuple[str, str], str]


@pytest.fixture
def box(monkeypatch: pytest.MonkeyPatch) -> Box:
    """A keyring in memory."""
    import keyring

    box: Box = {}
    monkeypatch.setattr(keyring, "get_password", lambda service, user: box.get((service, user)))
    monkeypatch.setattr(keyring, "set_password", lambda service, user, secret: box.update({(service, user): secret}))
    return box


def test_the_keyring_opens_it_without_a_question(profile: Path, harken: Call, box: Box) -> None:
    assert harken("profile", "encrypt", "default", "--keyring").code == 0
    sealing.close_all()
    assert SAID in harken("memory", "list").out
    assert list(box) == [("harken", KeyFile.read(profile).id)]
    box.clear()
    assert "no key for this profile" in harken("memory", "list").err


@pytest.mark.parametrize("words", [["decrypt", "default"], ["key", "default", "--passphrase"], ["delete", "default"]])
def test_a_backup_opens_by_the_keyring_whatever_came_of_its_profile(
    profile: Path,
    harken: Call,
    box: Box,
    passphrase: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
) -> None:
    monkeypatch.setenv(NEW_FILE_VARIABLE, str(passphrase))
    harken("profile", "encrypt", "default", "--keyring")
    ((_, entry),) = box
    backup = str(tmp_path / "default.tgz")
    assert harken("profile", "backup", backup).code == 0
    more = ["--yes"] if words[0] == "delete" else []
    called = harken("profile", *words, *more)
    assert called.code == 0
    assert f"keyring del harken {entry}" in called.err
    sealing.close_all()
    assert harken("profile", "restore", backup, "--as", "again").code == 0
    assert SAID in harken("--profile", "again", "memory", "list").out


def test_to_delete_a_restored_profile_leaves_the_one_it_was_made_from(
    profile: Path, harken: Call, box: Box, tmp_path: Path
) -> None:
    harken("profile", "encrypt", "default", "--keyring")
    harken("profile", "backup", str(tmp_path / "default.tgz"))
    assert harken("profile", "restore", str(tmp_path / "default.tgz"), "--as", "again").code == 0
    assert harken("profile", "delete", "again", "--yes").code == 0
    sealing.close_all()
    assert SAID in harken("memory", "list").out


@pytest.mark.parametrize(
    "words",
    [
        ["memory", "list"],
        ["web"],
        ["memory", "soul", "-"],
        ["profile", "encrypt", "default"],
        ["profile", "decrypt", "default"],
        ["profile", "key", "default"],
    ],
)
def test_that_the_file_with_the_key_is_missing_is_told_and_nothing_touched(
    encrypted: Path, harken: Call, tmp_path: Path, words: list[str]
) -> None:
    key = (encrypted / sealing.KEY_FILE).rename(tmp_path / "key")
    before = {path: path.is_file() and path.read_bytes() for path in encrypted.rglob("*")}
    called = harken(*words, stdin=b"Be kind", terminal=True)
    assert called.code == 1
    assert f"{encrypted / 'key.json'} is missing: memory.sqlite is encrypted" in called.err
    assert "Put that file back from a backup" in called.err
    assert "is missing: memory.sqlite is encrypted" in (doctor := harken("doctor").out)
    assert "damaged" not in called.err + doctor
    assert {path: path.is_file() and path.read_bytes() for path in encrypted.rglob("*")} == before
    key.rename(encrypted / sealing.KEY_FILE)
    assert SAID in harken("memory", "list").out


@pytest.fixture
def broken_off(profile: Path, harken: Call, passphrase: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The plan of an encryption that ended before the first file was in its place."""

    def fails(_: Path) -> None:
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as broken:
        broken.setattr(switch, "_settle", fails)
        assert harken("profile", "encrypt", "default").code == 1
    return profile / switch.FOLDER / "plan.json"


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda plan: b"",
    "cut": lambda plan: plan[:-9],
    "no text": lambda plan: b"\xff\xfe",
    "another table": lambda plan: b"[]",
    "another name": lambda plan: plan.replace(b"memory.sqlite", b"memory.sqlitf"),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_of_an_encryption_that_was_broken_off_a_damaged_plan_loses_nothing(
    broken_off: Path, profile: Path, harken: Call, tmp_path: Path, damage: Callable[[bytes], bytes]
) -> None:
    broken_off.write_bytes(damage(broken_off.read_bytes()))
    before = {path: path.is_file() and path.read_bytes() for path in profile.rglob("*")}
    for words in (["memory", "list"], ["doctor"], ["profile", "encrypt", "default"]):
        called = harken(*words)
        assert called.code == 1
        assert f"{broken_off} is damaged. Nothing was changed" in called.err
        assert "move the folder converting out" in called.err
    assert {path: path.is_file() and path.read_bytes() for path in profile.rglob("*")} == before
    broken_off.parent.rename(tmp_path / "converting")
    assert SAID in harken("memory", "list").out


def test_an_encryption_that_was_broken_off_is_ended_by_the_next_command(broken_off: Path, harken: Call) -> None:
    assert SAID in harken("memory", "list").out
    assert "(encrypted)" in harken("profile", "list").out


def test_a_profile_whose_plan_is_damaged_can_be_replaced_by_a_backup(
    broken_off: Path, profile: Path, harken: Call, tmp_path: Path
) -> None:
    plan = broken_off.read_bytes()
    broken_off.parent.rename(tmp_path / "converting")
    assert harken("profile", "backup", str(tmp_path / "default.tgz")).code == 0
    (tmp_path / "converting").rename(broken_off.parent)
    broken_off.write_bytes(plan[:-9])
    assert harken("profile", "restore", str(tmp_path / "default.tgz"), "--replace").code == 0
    assert SAID in harken("memory", "list").out


def test_a_profile_whose_key_is_damaged_can_be_deleted(encrypted: Path, harken: Call) -> None:
    (encrypted / sealing.KEY_FILE).write_text("?", encoding="utf-8")
    assert harken("profile", "delete", "default", "--yes").code == 0
    assert not encrypted.exists()


def test_in_another_profile_the_log_is_another_one(encrypted: Path, home: Path, harken: Call) -> None:
    log_to_file(home / "logs")
    harken("memory", "list")
    log_to_file(encrypted / "logs")
    logging.getLogger("memory").warning("a quixotic failure")
    assert where(home, "quixotic") == []


def test_a_backup_of_it_is_encrypted_too_and_comes_back_with_the_passphrase(
    encrypted: Path, home: Path, harken: Call, tmp_path: Path, passphrase: Path
) -> None:
    file = tmp_path / "default.tgz"
    assert harken("profile", "backup", str(file)).code == 0
    with tarfile.open(file) as archive:
        members = [archive.extractfile(member) for member in archive]
        assert not [one for one in members if one is not None and b"heron" in one.read()]
    sealing.close_all()
    assert harken("profile", "restore", str(file), "--as", "again").code == 0
    assert SAID in harken("--profile", "again", "memory", "list").out
    assert where(home, "heron") == []
    passphrase.write_text("staple\n", encoding="utf-8")
    called = harken("profile", "restore", str(file), "--as", "never")
    assert "not the profile's passphrase" in called.err
    assert not (home / "profiles" / "never").exists()


def test_what_is_forgotten_may_be_in_an_encrypted_backup_and_the_audit_says_so(
    encrypted: Path, harken: Call, tmp_path: Path
) -> None:
    file = tmp_path / "default.tgz"
    harken("profile", "backup", str(file))
    harken("memory", "forget", "heron", "--yes")
    assert str(file) in harken("memory", "audit", "f1").out


def test_an_encrypted_profile_that_is_open_is_not_replaced(
    encrypted: Path, home: Path, harken: Call, tmp_path: Path
) -> None:
    file = tmp_path / "default.tgz"
    harken("profile", "backup", str(file))
    with open_elsewhere(encrypted):
        called = harken("profile", "restore", str(file), "--replace")
    assert "is open in a window" in called.err
    assert SAID in harken("memory", "list").out


@contextmanager
def open_elsewhere(profile: Path) -> Iterator[None]:
    """Another process has the profile open meanwhile."""
    command = [sys.executable, "-m", "tests.tui.cli.window", str(profile)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as window:
        assert window.stdout is not None
        assert window.stdout.readline() == b"open\n"
        yield
        window.communicate()


def test_a_browser_window_that_nobody_can_be_asked_in_is_not_opened(
    encrypted: Path, harken: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(FILE_VARIABLE)
    called = harken("web", terminal=True)
    assert called.code == 1
    assert "In a browser nobody can be asked" in called.err


def test_its_soul_is_edited_in_the_program(encrypted: Path, home: Path, harken: Call) -> None:
    assert harken("memory", "soul", "-", stdin=b"Be kind to herons\n").out == "Be kind to herons\n"
    assert harken("memory", "soul").out == "Be kind to herons\n"
    assert where(home, "herons") == []


def test_a_soul_that_is_no_text_changes_nothing(encrypted: Path, harken: Call) -> None:
    called = harken("memory", "soul", "-", stdin=b"\xff\xfe")
    assert called.code == 2
    assert "can't be read as text" in called.err
