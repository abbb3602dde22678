"""What goes along with a message for the files it mentions."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from memory.errors import BadInput
from memory.types import Part, PartKind, PartSource
from tui.chat.mentions import MOST_BYTES, begun, with_files, written


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "notes.md").write_text("I am allergic to nuts\r\n", encoding="utf-8")
    (tmp_path / "two words.md").write_text("Both of them", encoding="utf-8")
    return tmp_path


async def attached(text: str, root: Path) -> list[tuple[str, str]]:
    parts = await with_files([Part(text)], root)
    assert all((part.kind, part.source) == (PartKind.TEXT, PartSource.FILE) for part in parts[1:])
    return [(part.name, part.text.strip()) for part in parts[1:]]


@pytest.mark.parametrize(
    "text",
    [
        "@notes.md",
        "Sum up @notes.md.",
        "(@notes.md)",
        "@notes.md, and @notes.md again",
        'see @"notes.md"',
        "@./notes.md",
    ],
)
async def test_a_file_goes_along_once_as_no_words_of_the_user(root: Path, text: str) -> None:
    assert await attached(text, root) == [("notes.md", "I am allergic to nuts")]


@pytest.mark.parametrize("text", ["me@notes.md", "@nobody", "@", "@docs", "a @ b", "@~nobody/x", "@" + "x" * 5_000])
async def test_other_words_with_an_at_are_words(root: Path, text: str) -> None:
    (root / "docs").mkdir()
    assert await with_files([Part(text)], root) == (Part(text),)


async def test_a_paste_mentions_nothing(root: Path) -> None:
    parts = (Part("@notes.md", source=PartSource.PASTED),)
    assert await with_files(parts, root) == parts


async def test_several_files_and_the_words_stay_apart(root: Path) -> None:
    parts = await with_files([Part('Compare @notes.md with @"two words.md"')], root)
    assert "".join(part.text for part in parts) == (
        'Compare @notes.md with @"two words.md"\n\nI am allergic to nuts\n\nBoth of them'
    )


async def test_a_file_from_elsewhere_has_its_full_name(root: Path) -> None:
    inner = root / "inner"
    inner.mkdir()
    assert await attached("@../notes.md", inner) == [(str(root / "notes.md"), "I am allergic to nuts")]


async def test_what_cannot_go_along_is_said(root: Path) -> None:
    (root / "big.txt").write_bytes(b"x" * (MOST_BYTES + 1))
    (root / "tool").write_bytes(b"\x7fELF\x00\x01")
    (root / "latin.txt").write_bytes(b"caf\xe9")
    for name, said in (("big.txt", "big.txt is too long"), ("tool", "tool is no text"), ("latin.txt", "is no text")):
        with pytest.raises(BadInput, match=said):
            await attached(f"@{name}", root)
    for number in range(21):
        (root / f"{number}.txt").write_text("x", encoding="utf-8")
    with pytest.raises(BadInput, match="At most 20 files"):
        await attached(" ".join(f"@{number}.txt" for number in range(21)), root)


async def test_a_picture_goes_along_as_it_is(root: Path) -> None:
    png = b"\x89PNG\r\n\x1a\n" + bytes(300_000)
    (root / "plan.png").write_bytes(png)
    parts = await with_files([Part("@plan.png and @notes.md")], root)
    assert [(part.kind, part.name, part.data) for part in parts[1:]] == [
        (PartKind.TEXT, "notes.md", None),
        (PartKind.IMAGE, "plan.png", png),
    ]
    (root / "huge.jpg").write_bytes(b"\xff\xd8\xff" + bytes(3_500_000))
    with pytest.raises(BadInput, match=r"huge.jpg is too large: at most 3.5 MB"):
        await with_files([Part("@huge.jpg")], root)


async def test_what_is_no_file_is_never_opened(root: Path) -> None:
    os.mkfifo(root / "pipe")
    assert await attached("@pipe @/dev/zero", root) == []


def test_what_is_being_written() -> None:
    assert begun("see @src/ma") == "@src/ma"
    assert begun("@") == "@"
    assert begun('see @"two wo') == '@"two wo'
    assert begun("me@host") == begun("@a b") == begun("@done ") == ""
    assert (written("a.md"), written("two words.md")) == ("@a.md", '@"two words.md"')
