"""A whole profile goes into one file and comes out of it, and what was forgotten since stays forgotten."""

from __future__ import annotations

import asyncio
import errno
import os
import shutil
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from memory import archive
from memory.drafts import DraftFile, left_behind
from memory.engine import Memory, Profiles, Shared, restore
from memory.errors import BadInput, HarkenError, StoreError, StoreFull, StoreTooNew
from memory.portable.file import new_file
from memory.portable.unpacking import Unpacked
from memory.progress import silent
from memory.store.migrate import one_at_a_time
from memory.types import Part, Record, Restored, Trace
from tests.memory.engine.opening import opened, say
from tests.scripted import SetClock

WORD = "Quixotrel"
FILE = "backup.tgz"


class NoPrompts:
    """The program's own place of forgetting, with nothing in it."""

    name = "settings"

    def __init__(self, unpacked: Path) -> None:
        assert (unpacked / "profile").is_dir()

    def plan(self, targets: Sequence[Record], needles: Sequence[str]) -> Sequence[Trace]:
        return []

    def erase(self, targets: Sequence[Record], needles: Sequence[str]) -> Sequence[Trace]:
        return []

    def scan(self, needles: Sequence[str]) -> int:
        return 0


class Home:
    """A computer: its profiles, what they share, and a place for files."""

    def __init__(self, folder: Path, clock: SetClock) -> None:
        self.folder = folder
        self.clock = clock
        self.file = folder / FILE
        self.config = folder / "config"
        self.config.mkdir(parents=True)

    @property
    def shared(self) -> Shared:
        places = {name: self.config / name for name in ("config.toml", "personas", "themes", "prompts")}
        return Shared(places, lambda text: text.replace("secret", ""))

    def profile(self, name: str = "default") -> Path:
        return self.folder / "profiles" / name

    def memory(self, name: str = "default") -> Memory:
        return opened(self.profile(name), self.clock)

    async def back_up(self, memory: Memory) -> None:
        await memory.backup.write(self.file, self.shared, overwrite=True)

    async def restore(self, file: Path | None = None, name: str = "", **how: bool) -> Restored:
        profiles = Profiles(self.folder / "profiles", self.profile, self.shared, NoPrompts, lambda profile, name: None)
        return await restore(file or self.file, profiles, name=name, clock=self.clock, **how)  # type: ignore[arg-type]

    async def exported(self, name: str = "default") -> bytes:
        async with self.memory(name) as memory:
            path = self.folder / f"{name}.jsonl"
            await memory.portable.export(path, overwrite=True)
            return path.read_bytes()

    def holding(self, word: str) -> list[str]:
        """The files of the profiles that hold it in their bytes."""
        files = [path for path in (self.folder / "profiles").rglob("*") if path.is_file()]
        return [str(path) for path in files if word.encode() in path.read_bytes()]


@pytest.fixture
def computer(tmp_path: Path, clock: SetClock) -> Home:
    return Home(tmp_path / "one", clock)


@pytest.fixture
def another(tmp_path: Path, clock: SetClock) -> Home:
    return Home(tmp_path / "two", clock)


async def filled(memory: Memory) -> str:
    conversation = await memory.new_conversation()
    said = await say(memory, conversation, f"My locker code is {WORD} 77", f"I keep {WORD} in mind.")
    await say(memory, conversation, "I keep bees on the roof", "How many?")
    await memory.remember("I live in Graz")
    await memory.identity.add("Call me Ana")
    return said


async def test_a_profile_on_another_computer_is_the_same_byte_for_byte(computer: Home, another: Home) -> None:
    (computer.config / "personas").mkdir()
    (computer.config / "personas" / "coach.toml").write_text('name = "coach"', encoding="utf-8")
    (computer.config / "config.toml").write_text("a = 'secret'", encoding="utf-8")
    async with computer.memory() as memory:
        await filled(memory)
        (computer.profile() / "soul.md").write_text("Be brief.", encoding="utf-8")
        draft = DraftFile(computer.profile() / "drafts", "c1")
        draft.write([Part("not sent yet")])
        await computer.back_up(memory)
        draft.close()
    whole = await computer.exported()
    done = await another.restore(computer.file)
    assert (done.profile, done.aside, done.kept) == ("default", "", ())
    assert await another.exported() == whole
    assert (another.profile() / "soul.md").read_text(encoding="utf-8") == "Be brief."
    assert [one.parts[0].text for one in left_behind(another.profile() / "drafts")] == ["not sent yet"]
    assert (another.config / "personas" / "coach.toml").read_text(encoding="utf-8") == 'name = "coach"'
    assert (another.config / "config.toml").read_text(encoding="utf-8") == "a = ''"
    async with another.memory() as memory:
        assert [one.text for one in await memory.search("Graz")] == ["I live in Graz"]
        assert "Call me Ana" in (await memory.standing()).text
    assert [path.name for path in (another.folder / "profiles").iterdir() if path.is_dir()] == ["default"]


async def test_a_backup_is_whole_while_another_window_writes(computer: Home, another: Home) -> None:
    async with computer.memory() as memory, computer.memory() as window:
        await filled(memory)
        conversation = await window.new_conversation()

        async def chat() -> None:
            for number in range(20):
                await say(window, conversation, f"Line {number} of what goes on")

        await asyncio.gather(chat(), computer.back_up(memory))
    await another.restore(computer.file)
    async with another.memory() as memory:
        assert len(await memory.conversations()) in (1, 2)
        assert [one.text for one in await memory.search("Graz")] == ["I live in Graz"]


async def forget_words(memory: Memory, said: str) -> None:
    await memory.forget(await memory.plan_forget(WORD, with_turns=True))


async def forget_the_message(memory: Memory, said: str) -> None:
    await memory.forget(await memory.plan_forget(said))


async def redact_it(memory: Memory, said: str) -> None:
    await memory.redaction.redact(await memory.redaction.plan(said, WORD))


@pytest.mark.parametrize("how", [forget_words, forget_the_message, redact_it])
@pytest.mark.parametrize("name", ["", "old"])
async def test_what_was_forgotten_since_stays_forgotten_to_the_bytes(
    computer: Home, how: Callable[..., object], name: str
) -> None:
    async with computer.memory() as memory:
        said = await filled(memory)
        await memory.remember(f"The spare key of {WORD} hangs at the door")
        await computer.back_up(memory)
        if how is forget_the_message:
            await forget_words(memory, said)
        else:
            await how(memory, said)  # type: ignore[misc]
        assert computer.holding(WORD) == []
    done = await computer.restore(name=name, replace=True)
    assert (done.forgotten, done.left, done.unread) == (1, 0, ())
    assert computer.holding(WORD) == []
    async with computer.memory(name or "default") as memory:
        assert [one.text for one in await memory.search("Graz")] == ["I live in Graz"]
        assert "I keep bees on the roof" in [one.text for one in await memory.messages("c1")]
        assert [trace.place for trace in (await memory.audits.text(WORD)).found] == [str(computer.file)]
    again = await computer.restore(name="all", forgotten=True)
    assert again.forgotten == 0
    assert computer.holding(WORD) != []


async def test_what_is_forgotten_again_takes_no_word_more_than_then(computer: Home) -> None:
    kept = "Call me captain, however forgotten that is.\nMind the harbour.\n"
    async with computer.memory() as memory:
        conversation = await memory.new_conversation()
        await say(memory, conversation, f"Where does the {WORD} lie?", f"The {WORD} lies in the harbour, captain.")
        (computer.profile() / "soul.md").write_text(f"{kept}Speak of the {WORD}.\n", encoding="utf-8")
        await computer.back_up(memory)
        await forget_words(memory, "")
    for name in ("one", "two", "three"):
        done = await computer.restore(name=name)
        assert (done.forgotten, done.left) == (1, 0)
        assert (computer.profile(name) / "soul.md").read_text(encoding="utf-8") == kept
    assert computer.holding(WORD) == []


async def test_a_phrase_is_forgotten_again_where_no_memory_says_it_alone(computer: Home) -> None:
    async with computer.memory() as memory:
        await filled(memory)
        await memory.remember("My amber locker stands in the cellar of the old mill")
        (computer.profile() / "soul.md").write_text("Be brief.\nAsk for the amber locker.\n", encoding="utf-8")
        await computer.back_up(memory)
        await memory.forget(await memory.plan_forget("amber locker"))
    await computer.restore(name="old")
    assert (computer.profile("old") / "soul.md").read_text(encoding="utf-8") == "Be brief.\n"


async def test_what_is_said_of_another_too_is_forgotten_again_where_it_was_said_of_this_one(computer: Home) -> None:
    told = f"My son {WORD} is allergic to peanuts"
    async with computer.memory() as memory:
        conversation = await memory.new_conversation()
        await say(memory, conversation, "What may they eat?", f"No peanuts: your son {WORD} is allergic to peanuts.")
        await say(memory, conversation, f"{WORD} plays chess.", "Nice.")
        fact = (await memory.remember(told)).id
        await memory.remember("My son Tim is allergic to peanuts")
        await computer.back_up(memory)
        await memory.forget(await memory.plan_forget(fact))
    assert (await computer.restore(replace=True)).forgotten == 1
    async with computer.memory() as memory:
        replies = [one.text for one in await memory.messages("c1")]
        assert replies == ["What may they eat?", "[forgotten]", f"{WORD} plays chess.", "Nice."]
        assert [one.text for one in await memory.search("allergic")] == ["My son Tim is allergic to peanuts"]


async def test_what_was_forgotten_before_the_backup_is_not_done_again(computer: Home) -> None:
    async with computer.memory() as memory:
        await filled(memory)
        await forget_words(memory, "")
        await computer.back_up(memory)
    assert (await computer.restore(replace=True)).forgotten == 0


async def test_another_memory_takes_nothing_away(computer: Home, another: Home) -> None:
    async with computer.memory() as memory:
        await filled(memory)
        await computer.back_up(memory)
    async with another.memory() as memory:
        await filled(memory)
        await forget_words(memory, "")
    done = await another.restore(computer.file, name="old")
    assert done.forgotten == 0
    assert another.holding(WORD) != []


@pytest.mark.parametrize("name", [FILE, "my.backup.tgz", "memory.backup.half.tgz"])
async def test_a_forget_names_the_backup_and_an_audit_looks_into_it(computer: Home, name: str) -> None:
    computer.file = computer.folder / name
    async with computer.memory() as memory:
        await filled(memory)
        await computer.back_up(memory)
        plan = await memory.plan_forget(WORD, with_turns=True)
        assert plan.exports == (str(computer.file),)
        assert (await memory.plan_forget("Graz")).exports == (str(computer.file),)
        report = await memory.forget(plan)
        assert report.exports == (str(computer.file),)
        assert [trace.place for trace in (await memory.audits.text(WORD)).found] == [str(computer.file)]
        await memory.exports.delete(report.exports)
        assert not computer.file.exists()
        assert (await memory.audits.text(WORD)).found == ()


async def test_a_profile_that_holds_something_stays_unless_it_is_put_aside(computer: Home) -> None:
    async with computer.memory() as memory:
        await computer.back_up(memory)
        await filled(memory)
    whole = await computer.exported()
    with pytest.raises(BadInput, match="already a profile default"):
        await computer.restore()
    assert await computer.exported() == whole
    done = await computer.restore(replace=True)
    assert done.aside == "default.before-2026-05-18"
    assert await computer.exported(done.aside) == whole
    assert (await computer.restore(replace=True)).aside == ""
    async with computer.memory() as memory:
        assert await memory.conversations() == []


async def test_a_profile_that_a_window_shows_is_not_taken_from_it(computer: Home) -> None:
    async with computer.memory() as memory:
        await filled(memory)
        await computer.back_up(memory)
        with pytest.raises(BadInput, match="open in a window"):
            await computer.restore(replace=True)
        assert [one.text for one in await memory.search("Graz")] == ["I live in Graz"]
        await memory.remember("I like tea")
    assert [path.name for path in (computer.folder / "profiles").iterdir() if path.is_dir()] == ["default"]


async def test_a_profile_that_can_not_be_put_into_its_place_leaves_the_old_one_there(
    computer: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with computer.memory() as memory:
        await filled(memory)
        await computer.back_up(memory)
    whole = await computer.exported()
    rename = Path.rename

    def refused(path: Path, target: Path) -> Path:
        if ".restoring-" in str(path):
            raise OSError(errno.EIO, "no")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", refused)
    with pytest.raises(StoreFull):
        await computer.restore(replace=True)
    assert await computer.exported() == whole
    assert [path.name for path in (computer.folder / "profiles").iterdir() if path.is_dir()] == ["default"]


async def test_shared_settings_that_can_not_be_written_are_named_and_the_profile_is_there(
    computer: Home, another: Home
) -> None:
    (computer.config / "config.toml").write_text("a = 1", encoding="utf-8")
    async with computer.memory() as memory:
        await filled(memory)
        await computer.back_up(memory)
    another.config.rmdir()
    another.config.write_text("no folder", encoding="utf-8")
    with pytest.raises(StoreFull, match="The profile is restored, but"):
        await another.restore(computer.file)
    assert await another.exported() == await computer.exported()


async def test_what_is_here_already_stays(computer: Home) -> None:
    (computer.config / "config.toml").write_text("a = 1", encoding="utf-8")
    async with computer.memory() as memory:
        await computer.back_up(memory)
    (computer.config / "config.toml").write_text("a = 2", encoding="utf-8")
    done = await computer.restore(name="old")
    assert done.kept == (str(computer.config / "config.toml"),)
    assert (computer.config / "config.toml").read_text(encoding="utf-8") == "a = 2"


async def test_a_backup_overwrites_nothing_unasked_and_does_not_lie_in_the_profile(computer: Home) -> None:
    async with computer.memory() as memory:
        computer.file.write_text("mine", encoding="utf-8")
        for place in (computer.file, computer.profile() / "memory.sqlite", computer.profile() / "a.tgz"):
            with pytest.raises(BadInput):
                await memory.backup.write(place, computer.shared)
        assert computer.file.read_text(encoding="utf-8") == "mine"
        assert sorted(path.name for path in computer.folder.iterdir()) == [FILE, "config", "profiles"]


async def test_something_forgotten_meanwhile_leaves_no_file(computer: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    async with computer.memory() as memory:
        await filled(memory)
        note = memory.exports.note

        async def forget_first(path: Path) -> None:
            await forget_words(memory, "")
            await note(path)

        monkeypatch.setattr(memory.exports, "note", forget_first)
        with pytest.raises(StoreError, match="forgotten during the backup"):
            await computer.back_up(memory)
    assert not computer.file.exists()


def packed(path: Path, database: bytes) -> Path:
    with path.open("wb") as file:
        archive.write(file, "default", "today", {archive.DATABASE: database}, silent)
    return path


@pytest.mark.parametrize("damage", ["none", "not ours", "newer", "torn"])
async def test_a_database_that_can_not_be_used_changes_nothing(computer: Home, damage: str) -> None:
    async with computer.memory() as memory:
        await filled(memory)
    whole = await computer.exported()
    database = computer.folder / "copy.sqlite"
    with (
        closing(sqlite3.connect(computer.profile() / "memory.sqlite")) as source,
        closing(sqlite3.connect(database)) as copy,
    ):
        source.backup(copy)
        copy.execute("PRAGMA journal_mode = delete")
        if damage in ("newer", "not ours"):
            copy.execute("PRAGMA user_version = 9999" if damage == "newer" else "PRAGMA application_id = 1")
    data = database.read_bytes()
    data = {"none": b"no database", "torn": data[:8192] + b"\xff" * 30_000 + data[38_192:]}.get(damage, data)
    with pytest.raises(StoreTooNew if damage == "newer" else HarkenError):
        await computer.restore(packed(computer.file, data), replace=True)
    assert await computer.exported() == whole
    assert [path.name for path in (computer.folder / "profiles").iterdir() if path.is_dir()] == ["default"]


@pytest.mark.parametrize("begun", ["a restore", "a window"])
async def test_what_a_killed_backup_or_restore_left_goes_with_what_begins_next(computer: Home, begun: str) -> None:
    async with computer.memory() as memory:
        await computer.back_up(memory)
    stage, copy = computer.folder / "profiles" / ".restoring-x", computer.profile() / "memory.backup.half"
    stage.mkdir()
    (stage / "half").write_text(WORD, encoding="utf-8")
    copy.write_text(WORD, encoding="utf-8")
    if begun == "a restore":
        await computer.restore(name="old")
        assert not stage.exists()
    else:
        async with computer.memory():
            assert computer.holding(WORD) == []


async def test_what_is_restored_just_now_stays_when_a_window_opens(computer: Home) -> None:
    async with computer.memory() as memory:
        await filled(memory)
        await computer.back_up(memory)
    stage = computer.folder / "profiles" / ".restoring-x"
    stage.mkdir()
    with one_at_a_time(stage):
        async with computer.memory():
            assert stage.is_dir()


async def test_a_profile_that_came_while_another_was_restored_is_not_put_aside_unasked(
    computer: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with computer.memory() as memory:
        await filled(memory)
        await computer.back_up(memory)
    check = Unpacked.check

    def late(backup: Unpacked, shared: Shared) -> None:
        check(backup, shared)
        shutil.copytree(computer.profile(), computer.profile("new"))

    monkeypatch.setattr(Unpacked, "check", late)
    with pytest.raises(BadInput, match="already a profile new"):
        await computer.restore(name="new")
    assert sorted(path.name for path in (computer.folder / "profiles").iterdir() if path.is_dir()) == ["default", "new"]


@pytest.mark.skipif(not hasattr(os, "O_TMPFILE"), reason="this system has no files without a name")
def test_a_file_that_is_being_written_has_no_name_that_a_kill_could_leave(tmp_path: Path) -> None:
    path = tmp_path / "all.tgz"
    for overwrite in (False, True):
        before = list(tmp_path.iterdir())
        with new_file(path, overwrite=overwrite) as file:
            file.write(b"bees")
            assert list(tmp_path.iterdir()) == before
        assert path.read_bytes() == b"bees"
        assert list(tmp_path.iterdir()) == [path]
