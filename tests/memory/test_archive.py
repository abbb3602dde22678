"""The file of a backup: whatever is wrong with it, nothing comes out of it into a place of its own choosing."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memory import archive
from memory.errors import HarkenError, StoreTooNew
from memory.progress import silent

DATA = b"bees and honey"
LIST = "harken-backup.json"


def entry(name: str, data: bytes, **other: Any) -> dict[str, Any]:
    return {"name": name, "size": len(data), "sha256": hashlib.sha256(data).hexdigest(), **other}


def made(
    path: Path, files: dict[str, bytes], *, member: Callable[[tarfile.TarInfo], None] = lambda _: None, **top: Any
) -> Path:
    entries = [entry(name, data) for name, data in files.items()]
    header = {"format": 1, "profile": "default", "made": "2026-05-18T09:40:00+00:00", "entries": entries, **top}
    with tarfile.open(path, "w:gz") as tar:
        for name, data in {LIST: json.dumps(header).encode(), **files}.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            if name != LIST:
                member(info)
            tar.addfile(info, io.BytesIO(data))
    return path


def refused(path: Path, folder: Path) -> HarkenError:
    inside, before = folder / "stage", sorted(folder.rglob("*"))
    with pytest.raises(HarkenError) as error:
        archive.unpack(path, lambda _: inside, silent)
    assert [one for one in sorted(folder.rglob("*")) if one not in before and inside not in (one, *one.parents)] == []
    return error.value


def test_what_was_written_comes_back(tmp_path: Path) -> None:
    large = tmp_path / "large"
    large.write_bytes(bytes(range(256)) * 10_000)
    files: dict[str, archive.Content] = {
        archive.DATABASE: large,
        "profile/soul.md": b"",
        f"shared/personas/{'ü' * 90}.toml": DATA,
    }
    with (tmp_path / "a").open("wb") as file:
        assert archive.write(file, "me", "today", files, silent) == 3
    contents = archive.unpack(tmp_path / "a", lambda _: tmp_path / "out", silent)
    assert (contents.profile, contents.made) == ("me", "today")
    for name, content in files.items():
        expected = content.read_bytes() if isinstance(content, Path) else content
        assert (tmp_path / "out" / name).read_bytes() == expected
    with (tmp_path / "a").open("rb") as file:
        assert archive.is_archive(file)
        assert {one.name for one, _ in archive.read(file)} == set(files)


@pytest.mark.parametrize(
    "name",
    [
        "../evil", "/etc/passwd", "profile/../../evil", "profile/drafts/../../../evil.json", "profile/exports/a.md",
        "profile/drafts/.hidden.json", "shared/personas/a/b.toml", "shared/bin/run.sh", "profile/vectors/a.usearch",
        "profile/drafts/a\x00.json", "profile\\identity.md", "shared/personas/\ud800.toml",
    ],
)  # fmt: skip
def test_a_place_that_belongs_to_no_profile_is_refused(tmp_path: Path, name: str) -> None:
    path = made(tmp_path / "a", {archive.DATABASE: DATA, "profile/soul.md": DATA})
    entries = [entry(archive.DATABASE, DATA), entry(name, DATA)]
    made(path, {archive.DATABASE: DATA, "x": DATA}, entries=entries)
    assert "can't be restored" in str(refused(path, tmp_path))


def _link(info: tarfile.TarInfo) -> None:
    info.type, info.linkname, info.size = tarfile.SYMTYPE, "/etc/passwd", 0


def _device(info: tarfile.TarInfo) -> None:
    info.type, info.size = tarfile.CHRTYPE, 0


def _other_size(info: tarfile.TarInfo) -> None:
    info.size -= 1


@pytest.mark.parametrize("member", [_link, _device, _other_size])
def test_links_devices_and_other_sizes_are_refused(tmp_path: Path, member: Callable[[tarfile.TarInfo], None]) -> None:
    refused(made(tmp_path / "a", {archive.DATABASE: DATA}, member=member), tmp_path)


def test_names_and_links_in_the_archive_itself_lead_nowhere(tmp_path: Path) -> None:
    def elsewhere(info: tarfile.TarInfo) -> None:
        info.name = str(tmp_path / "evil")

    archive.unpack(made(tmp_path / "a", {archive.DATABASE: DATA}, member=elsewhere), lambda _: tmp_path / "out", silent)
    assert (tmp_path / "out" / archive.DATABASE).read_bytes() == DATA
    assert not (tmp_path / "evil").exists()


@pytest.mark.parametrize(
    "entries",
    [
        [entry(archive.DATABASE, DATA), entry(archive.DATABASE, DATA)],
        [entry(archive.DATABASE, DATA), entry("profile/drafts/A.json", DATA), entry("profile/drafts/a.json", DATA)],
        [entry("profile/soul.md", DATA)], [entry(archive.DATABASE, DATA, size=-1)], [{"name": archive.DATABASE}],
        [entry(archive.DATABASE, DATA, size=True)], "nothing", [entry(archive.DATABASE, b"others")], None,
    ],
)  # fmt: skip
def test_a_list_that_makes_no_sense_is_refused(tmp_path: Path, entries: Any) -> None:
    refused(made(tmp_path / "a", {archive.DATABASE: DATA}, entries=entries), tmp_path)


def test_a_bomb_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    bomb = made(tmp_path / "a", {archive.DATABASE: b"\0" * 200_000_000})
    assert "far more" in str(refused(bomb, tmp_path))
    assert not (tmp_path / "stage").exists()


def test_more_than_the_list_says_is_refused(tmp_path: Path) -> None:
    path = made(tmp_path / "a", {archive.DATABASE: DATA})
    path.write_bytes(path.read_bytes() + gzip.compress(b"x" * 1_000_000, mtime=0))
    assert "more than its list" in str(refused(path, tmp_path))


def test_a_list_of_less_than_no_bytes_is_refused(tmp_path: Path) -> None:
    info = tarfile.TarInfo(LIST)
    info.size = -5
    (tmp_path / "a").write_bytes(gzip.compress(info.tobuf(tarfile.GNU_FORMAT) + b"\0" * 2048))
    assert "no backup of harken" in str(refused(tmp_path / "a", tmp_path))


def test_a_newer_format_says_so(tmp_path: Path) -> None:
    path = made(tmp_path / "a", {archive.DATABASE: DATA}, format=2, entries={"another": "shape"})
    error = refused(path, tmp_path)
    assert isinstance(error, StoreTooNew)
    assert "newer harken" in str(error)


def test_a_file_that_is_cut_anywhere_is_refused(tmp_path: Path) -> None:
    whole = made(tmp_path / "a", {archive.DATABASE: DATA * 50, "profile/soul.md": DATA}).read_bytes()
    for length in range(0, len(whole), 7):
        (tmp_path / "b").write_bytes(whole[:length])
        refused(tmp_path / "b", tmp_path)
        for left in (tmp_path / "stage").rglob("*"):
            if left.is_file():
                left.unlink()


def test_a_file_with_a_wrong_byte_is_refused_or_the_same(tmp_path: Path) -> None:
    path = made(tmp_path / "a", {archive.DATABASE: DATA * 50})
    whole = path.read_bytes()
    for place in range(10, len(whole), 3):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0x20]) + whole[place + 1 :])
        folder = tmp_path / str(place)
        try:
            archive.unpack(path, lambda _, folder=folder: folder, silent)  # type: ignore[misc]
        except HarkenError:
            continue
        assert (folder / archive.DATABASE).read_bytes() == DATA * 50


@pytest.mark.parametrize(
    "data", [b"", b"hello", gzip.compress(b"hello", mtime=0), gzip.compress(b"\0" * 2000, mtime=0)]
)
def test_a_file_that_is_no_backup_is_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "a").write_bytes(data)
    refused(tmp_path / "a", tmp_path)
    with (tmp_path / "a").open("rb") as file:
        assert not archive.is_archive(file)
