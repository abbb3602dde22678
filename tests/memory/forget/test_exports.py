"""Exported files are the user's own: forgetting names those that say it and deletes them if told to."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from memory.forget.audit import Audits
from memory.store.store import Store
from tests.memory.forget.profile import Profile, everywhere, open_profile, where
from tests.scripted import SetClock

WORD = "Quixotrel"


@pytest.fixture
def outside(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("documents")


async def exported(profile: Profile, path: Path, text: str = f"code {WORD}") -> Path:
    path.write_text(text, encoding="utf-8")
    await profile.exports.note(path)
    return path


async def test_a_file_that_was_exported_elsewhere_is_named_before_and_after(profile: Profile, outside: Path) -> None:
    await everywhere(profile, WORD)
    path = await exported(profile, outside / "mine.md")
    await exported(profile, outside / "tea.md", "I like tea")
    (outside / "not-ours.md").write_text(WORD, encoding="utf-8")
    plan = await profile.forgetting.plan(WORD, with_turns=True)
    assert plan.exports == (str(path),)
    assert (await profile.forgetting.forget(plan)).exports == (str(path),)
    assert path.exists()


async def test_with_exports_they_are_deleted_and_the_receipt_counts_them(profile: Profile, outside: Path) -> None:
    await everywhere(profile, WORD)
    path = await exported(profile, outside / "mine.md")
    inside = profile.exports.folder / "c1.md"
    inside.parent.mkdir()
    inside.write_text(WORD, encoding="utf-8")
    kept = await exported(profile, outside / "tea.md", "I like tea")
    plan = await profile.forgetting.plan(WORD, with_turns=True)
    report = await profile.forgetting.forget(plan, with_exports=True)
    assert report.exports == ()
    assert "whole exported files" in [trace.what for trace in report.erased]
    assert [path.exists(), inside.exists(), kept.exists()] == [False, False, True]
    [receipt] = await Audits(profile.store, profile.forgetting.receipts).receipts()
    assert [(one.before, one.after) for one in receipt.stores if one.store == "exports"] == [(2, 0)]


async def test_an_export_that_was_left_is_found_by_the_audit_until_it_is_deleted(
    profile: Profile, outside: Path
) -> None:
    audits = Audits(profile.store, profile.forgetting.receipts)
    await everywhere(profile, WORD)
    path = await exported(profile, outside / "mine.md", f"The user's locker code is {WORD}")
    report = await profile.forgetting.forget(await profile.forgetting.plan(WORD, with_turns=True))
    assert [trace.place for trace in (await audits.of(report.receipt)).found] == ["exports"]
    assert [trace.place for trace in (await audits.text(WORD)).found] == [str(path)]
    assert await profile.exports.delete(report.exports) == (str(path),)
    await audits.count_again(report.receipt)
    assert (await audits.of(report.receipt)).clean
    [receipt] = await audits.receipts()
    assert [(one.before, one.after) for one in receipt.stores if one.store == "exports"] == [(1, 0)]


async def test_words_that_stand_only_in_an_export_can_be_forgotten(profile: Profile, outside: Path) -> None:
    path = await exported(profile, outside / "mine.md")
    plan = await profile.forgetting.plan(WORD)
    assert not plan.empty
    await profile.forgetting.forget(plan, with_exports=True)
    assert not path.exists()


async def test_a_path_that_says_it_is_not_kept(profile: Profile, outside: Path) -> None:
    await everywhere(profile, WORD)
    path = await exported(profile, outside / f"about {WORD}.md")
    report = await profile.forgetting.forget(await profile.forgetting.plan(WORD, with_turns=True))
    assert report.exports == (str(path),)
    assert where(profile.folder, WORD) == []


async def test_a_file_that_is_gone_is_not_kept_in_mind_unless_its_disk_is_gone_too(
    profile: Profile, outside: Path
) -> None:
    await everywhere(profile, WORD)
    (await exported(profile, outside / "mine.md")).unlink()
    await profile.exports.note(outside / "disk" / "mine.md")
    await profile.forgetting.forget(await profile.forgetting.plan(WORD))
    assert await profile.exports.elsewhere() == [outside / "disk" / "mine.md"]


@pytest.mark.parametrize(
    "text",
    [json.dumps({"text": "A code:\nQuixotr\u00e9l"}), json.dumps({"text": "quixotr\u00e9l"}, ensure_ascii=False)],
)
async def test_what_stands_escaped_in_a_json_file_is_found(profile: Profile, outside: Path, text: str) -> None:
    path = await exported(profile, outside / "mine.json", text)
    assert await profile.exports.saying(["quixotrel"]) == (str(path),)


async def test_a_message_that_goes_by_its_id_is_looked_for_in_exports(profile: Profile, outside: Path) -> None:
    said = await profile.said(await profile.conversation(), "I have a parrot called Zibzib.", "A fine bird.")
    path = await exported(profile, outside / "mine.md", "## You\n\nI have a parrot called Zibzib.\n")
    assert (await profile.forgetting.plan(f"m{said}")).exports == (str(path),)


async def test_a_profile_that_is_only_read_keeps_no_path(profile: Profile, outside: Path, clock: SetClock) -> None:
    await everywhere(profile, WORD)
    reading = Store(profile.folder / "memory.sqlite", read_only=True)
    await reading.open()
    await open_profile(profile.folder, reading, clock).exports.note(outside / "mine.md")
    await reading.close()
    assert await profile.exports.elsewhere() == []
