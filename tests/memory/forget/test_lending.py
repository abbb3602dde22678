"""What an editor has of a message that is being written."""

from __future__ import annotations

import os

from memory import lent
from memory.forget.files import Lending
from tests.memory.forget.profile import Profile


async def test_what_a_crash_left_with_an_editor_goes_with_the_word(profile: Profile) -> None:
    folder = profile.folder / "editing"
    for word in ("zanzibar", "harmless"):
        text = lent.Lent(folder, f"The word is {word}")
        os.close(text._lock)
    (copy,) = [path for path in folder.rglob("*.md") if "zanzibar" in path.read_text(encoding="utf-8")]
    copy.with_name(".message.md.swp").write_bytes(b"\xff\x00zanzibar\x00")
    await profile.forget("zanzibar")
    assert [path.read_text(encoding="utf-8") for path in folder.rglob("*.*")] == ["The word is harmless"]
    Lending(folder).heed()
    assert list(folder.iterdir()) == []


def test_what_an_open_window_lends_is_left_alone(profile: Profile) -> None:
    folder = profile.folder / "editing"
    text = lent.Lent(folder, "in the making")
    Lending(folder).heed()
    assert text.path.read_text(encoding="utf-8") == "in the making"
    text.erase()
    assert list(folder.iterdir()) == []
