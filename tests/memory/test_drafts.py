"""What is not sent yet outlives the window it was typed in, and is never in two windows at once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from memory.drafts import DraftFile, left_behind, remove
from memory.types import Part, PartSource

TEXT = (Part("Ask Ana about "), Part("the\n“lease”\x00", source=PartSource.PASTED))
WRITER = """
import sys
from pathlib import Path
from memory.drafts import DraftFile
from memory.types import Part
draft = DraftFile(Path(sys.argv[1]), "new")
number = 0
while True:
    number += 1
    draft.write([Part(f"{number:07} " + "x" * 200_000 + f" {number:07}")])
    if number == 20:
        print("written", flush=True)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "drafts"


def written(folder: Path, conversation: str, *parts: Part) -> DraftFile:
    draft = DraftFile(folder, conversation)
    draft.write(parts)
    return draft


def test_what_a_window_left_is_taken_over_with_its_sources(folder: Path) -> None:
    written(folder, "c1", *TEXT).close()
    assert DraftFile(folder, "c1").take_over() == TEXT


def test_the_text_can_be_read_in_the_file(folder: Path) -> None:
    written(folder, "c1", *TEXT)
    (file,) = folder.iterdir()
    assert "Ask Ana about " in file.read_text(encoding="utf-8")
    assert "“lease”" in file.read_text(encoding="utf-8")
    assert file.stat().st_mode & 0o077 == 0


def test_a_window_that_lives_keeps_its_draft(folder: Path) -> None:
    draft = written(folder, "c1", Part("one"))
    draft.write([Part("one two")])
    assert DraftFile(folder, "c1").take_over() == ()
    draft.close()
    assert DraftFile(folder, "c1").take_over() == (Part("one two"),)


def test_what_several_windows_left_is_joined_and_left_once(folder: Path) -> None:
    first, second = written(folder, "new", Part("one")), written(folder, "new", Part("two"))
    for at, draft in enumerate((first, second)):
        draft.close()
        os.utime(draft._path, (at, at))
    taking = DraftFile(folder, "new")
    assert "".join(part.text for part in taking.take_over()) == "one\n\ntwo"
    assert DraftFile(folder, "new").take_over() == ()
    taking.close()
    assert "".join(part.text for part in DraftFile(folder, "new").take_over()) == "one\n\ntwo"


@pytest.mark.parametrize("texts", [["one"], ["one", "two"]])
def test_a_kill_while_drafts_are_taken_over_shows_nothing_twice(
    folder: Path, monkeypatch: pytest.MonkeyPatch, texts: list[str]
) -> None:
    for at, text in enumerate(texts):
        draft = written(folder, "c1", Part(text))
        draft.close()
        os.utime(draft._path, (at, at))
    killed = DraftFile(folder, "c1")
    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", _killed)
        with pytest.raises(KeyboardInterrupt):
            killed.take_over()
    killed.close()
    assert "".join(part.text for left in left_behind(folder) for part in left.parts) == "\n\n".join(texts)
    taking = DraftFile(folder, "c1")
    assert "".join(part.text for part in taking.take_over()) == "\n\n".join(texts)
    assert [path.name for path in folder.iterdir()] == [taking._path.name]


def test_a_kill_before_taken_drafts_are_written_again_loses_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(folder, "c1", Part("one")).close()
    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", _killed)
        patch.setattr(Path, "unlink", _killed)
        with pytest.raises(KeyboardInterrupt):
            DraftFile(folder, "c1").take_over()
    assert DraftFile(folder, "c1").take_over() == (Part("one"),)


def _killed(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


def test_drafts_of_other_conversations_are_not_touched(folder: Path) -> None:
    written(folder, "c11", Part("eleven")).close()
    assert DraftFile(folder, "c1").take_over() == ()
    assert [left.parts for left in left_behind(folder)] == [(Part("eleven"),)]


def test_an_empty_draft_leaves_no_file(folder: Path) -> None:
    draft = written(folder, "c1", Part("one"))
    draft.write(())
    assert list(folder.iterdir()) == []


def test_a_file_that_is_no_draft_counts_as_its_text(folder: Path) -> None:
    folder.mkdir()
    (folder / "c1-old.json").write_text("half a dra", encoding="utf-8")
    assert DraftFile(folder, "c1").take_over() == (Part("half a dra"),)


def test_the_drafts_of_a_conversation_go_with_it(folder: Path) -> None:
    written(folder, "c1", Part("one")).close()
    written(folder, "c2", Part("two")).close()
    remove(folder, "c1")
    assert [left.parts for left in left_behind(folder)] == [(Part("two"),)]


def test_a_text_that_is_written_twice_at_once_is_written_whole(folder: Path) -> None:
    draft = DraftFile(folder, "c1")
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(draft.write, [[Part(f"text {number}")] for number in range(200)]))
    draft.close()
    (found,) = DraftFile(folder, "c1").take_over()
    assert found.text.startswith("text ")


def test_a_killed_window_leaves_one_whole_draft(folder: Path) -> None:
    for _ in range(8):
        process = subprocess.Popen([sys.executable, "-c", WRITER, str(folder)], stdout=subprocess.PIPE)
        assert process.stdout
        process.stdout.readline()
        process.send_signal(signal.SIGKILL)
        process.communicate()
        taking = DraftFile(folder, "new")
        (found,) = taking.take_over()
        assert found.text[:7] == found.text[-7:]
        taking.write(())
        assert list(folder.iterdir()) == []
