from __future__ import annotations

import stat
from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.errors import BadInput, StoreFull
from memory.types import Mode
from tui.config import Config, load_config, save_value
from tui.config.lines import line_of
from tui.config.watch import followed, watch_config
from tui.paths import Paths, find_paths


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    found = find_paths({"HARKEN_HOME": str(tmp_path)})
    found.profile("default").mkdir(parents=True)
    return found


def write(paths: Paths, text: str, *, profile: str = "") -> Path:
    path = paths.profile_config(profile) if profile else paths.config_file
    path.write_text(text, encoding="utf-8")
    return path


def load(paths: Paths, env: dict[str, str] | None = None, **options: object) -> Config:
    return load_config(paths, env=env or {}, options={key.replace("__", "."): value for key, value in options.items()})


def test_without_files_the_defaults_stand(paths: Paths) -> None:
    config = load(paths)
    assert config.problems == ()
    assert config.chat.model == "auto"
    assert config.chat.timeouts.first_token == 120
    assert config.source_of("chat.model") == "default"


def test_each_layer_wins_over_the_one_below_and_says_so(paths: Paths) -> None:
    shared = write(paths, '[chat]\nmodel = "a"\ntheme = "light"\nsystem_prompt = "x"\ntime_zone = "Asia/Tokyo"\n')
    own = write(paths, '[chat]\nmodel = "b"\ntheme = "dark"\nsystem_prompt = "y"\n', profile="default")
    config = load(paths, {"HARKEN_CHAT_MODEL": "c", "HARKEN_CHAT_THEME": "paper"}, chat__model="d")
    assert (config.chat.model, config.chat.theme, config.chat.system_prompt) == ("d", "paper", "y")
    assert config.source_of("chat.model") == "command line"
    assert config.source_of("chat.theme") == "HARKEN_CHAT_THEME"
    assert config.source_of("chat.system_prompt") == str(own)
    assert config.source_of("chat.time_zone") == str(shared)
    assert config.settings.time_zone == "Asia/Tokyo"


def test_tables_of_tables_merge_over_the_layers(paths: Paths) -> None:
    write(paths, '[models.mine]\napi_base = "http://h/v1"\n[memory.categories.pets]\ndescription = "pets"\n')
    write(
        paths,
        '[models.mine]\ncontext_tokens = 4096\n[memory.categories.events]\ndescription = "dates"\n'
        "[chat.timeouts]\nsilence = 9\n",
        profile="default",
    )
    config = load(paths, {"HARKEN_CHAT_TIMEOUTS_CONNECT": "3"})
    assert config.problems == ()
    assert config.models["mine"].api_base == "http://h/v1"
    assert config.models["mine"].context_tokens == 4096
    assert config.memory.categories["pets"].description == "pets"
    assert config.memory.categories["events"].description == "dates"
    assert (config.chat.timeouts.silence, config.chat.timeouts.connect) == (9, 3)


def test_short_variables_and_types_from_the_environment(paths: Paths) -> None:
    config = load(paths, {"HARKEN_MODEL": "m", "HARKEN_MODE": "off", "HARKEN_MEMORY_BUDGET_TOKENS": "500"})
    assert (config.chat.model, config.memory.mode, config.memory.budget_tokens) == ("m", Mode.OFF, 500)


@pytest.mark.parametrize(
    ("text", "line", "key", "says"),
    [
        ("[chat]\n\nmodle = 'x'\n", 3, "chat.modle", "is not a setting"),
        ("[chat]\nmodel = 3\n", 2, "chat.model", "must be a text"),
        ("[memory]\nbudget_tokens = 5\n", 2, "memory.budget_tokens", "from 100 to 4,000"),
        pytest.param(f"[memory]\nbudget_tokens = {'9' * 400}\n", 2, "memory.budget_tokens", "from 100", id="huge"),
        ("[memory]\nbudget_tokens = nan\n", 2, "memory.budget_tokens", "whole number"),
        ("[memory]\nmode = 'sometimes'\n", 2, "memory.mode", "read-write"),
        ('[memory]\n# [memory.x]\n"mode" = 1\n', 3, "memory.mode", "must be one of"),
        ("chat.timeouts.silence = -1\n", 1, "chat.timeouts.silence", "default 60.0 is used"),
        ("[chat]\ntimeouts = { first_token = true }\n", 2, "chat.timeouts.first_token", "must be a number"),
        ("[chat]\ntimeouts = 4\n", 2, "chat.timeouts", "must be a table"),
        ("[chat]\ntime_zone = 'Mars/Base'\n", 2, "chat.time_zone", "no known time zone"),
        ("[chat]\ntime_zone = '../etc'\n", 2, "chat.time_zone", "no known time zone"),
        ("[chat]\nsystem_prompt = '''\nmodel = 3\n'''\ntheme = 1\n", 5, "chat.theme", "must be a text"),
        ("[models.'openai/x=y']\nkey = 1\n", 2, "models.openai/x=y.key", "must be a text"),
        ("[models]\nx = 1\n", 2, "models.x", "must be a table"),
        ("[memory.categories]\npets = 1\n", 2, "memory.categories.pets", "must be a table"),
        ("chat = 'x'\n", 1, "chat", "must be a table"),
        ("[[chat]]\nmodel = 'x'\n", 1, "chat", "must be a table"),
        ("[wrong]\na = 1\n", 1, "wrong", "known: chat, models, memory, working"),
    ],
)
def test_a_bad_value_names_file_line_and_key_and_the_default_stands(
    paths: Paths, text: str, line: int, key: str, says: str
) -> None:
    path = write(paths, text)
    config = load(paths)
    (problem,) = config.problems
    assert (problem.source, problem.line, problem.key) == (str(path), line, key)
    assert says in problem.problem
    assert str(problem).startswith(f"{path}, line {line}: {key} ")
    assert config.memory == Config().memory
    assert config.chat.timeouts == Config().chat.timeouts
    assert config.source_of(key) == "default"


def test_a_bad_value_over_a_good_one_keeps_the_good_one(paths: Paths) -> None:
    shared = write(paths, "[memory]\nbudget_tokens = 600\n")
    write(paths, "[memory]\nbudget_tokens = 6\n", profile="default")
    config = load(paths)
    assert config.memory.budget_tokens == 600
    assert f"{shared}: 600 is used" in config.problems[0].problem


def test_good_values_beside_a_bad_one_are_used(paths: Paths) -> None:
    write(paths, "[chat]\nmodel = 1\ntheme = 'light'\n")
    config = load(paths)
    assert (config.chat.model, config.chat.theme) == ("auto", "light")


@pytest.mark.parametrize(
    ("raw", "line"),
    [
        (b"[chat]\nmodel = \n", 2),
        (b"[chat\n", 1),
        (b"[chat]\nmodel = 'a'\nmodel = 'b'\n", 3),
        (b"[chat]\n# \xff\n", 2),
        (b"x = " + b"[" * 5000, None),
    ],
)
def test_a_file_that_is_not_toml_is_left_out_as_a_whole(paths: Paths, raw: bytes, line: int | None) -> None:
    paths.config_file.write_bytes(raw)
    config = load(paths)
    (problem,) = config.problems
    assert problem.source == str(paths.config_file)
    assert "not used" in problem.effect
    assert line is None or problem.line == line
    assert config.chat == Config().chat


def test_a_folder_in_the_place_of_the_file(paths: Paths) -> None:
    paths.config_file.mkdir()
    (problem,) = load(paths).problems
    assert "can't be read" in str(problem)


def test_bad_variables_and_options_name_themselves(paths: Paths) -> None:
    config = load(paths, {"HARKEN_MEMORY_BUDGET_TOKENS": "many"}, memory__mode="maybe")
    assert [(problem.source, problem.line) for problem in config.problems] == [
        ("HARKEN_MEMORY_BUDGET_TOKENS", None),
        ("command line", None),
    ]
    assert config.memory == Config().memory


def test_rows_show_every_setting_but_no_key(paths: Paths) -> None:
    write(paths, "[models.mine]\nkey = 'sk-sentinel'\n")
    rows = {row.key: row for row in load(paths).rows()}
    assert rows["chat.model"].source == "default"
    assert rows["models.mine.key"].value == "(set)"
    assert rows["models.mine.key"].source == str(paths.config_file)
    assert all(row.doc for row in rows.values())
    assert "sk-sentinel" not in repr(rows)


NAMES = st.text(st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="\"'\\"), min_size=1, max_size=8)


@settings(max_examples=60)
@given(names=st.lists(NAMES, min_size=1, max_size=3), before=st.integers(0, 5))
def test_the_line_of_any_quoted_key_is_found(names: list[str], before: int) -> None:
    quoted = [f'"{name}"' for name in names]
    text = "# note\n" * before + f"[{'.'.join(quoted)}]\nvalue = 1\n"
    assert line_of(text, ".".join([*names, "value"])) == before + 2


@settings(max_examples=100)
@given(raw=st.binary(max_size=60))
def test_no_file_can_stop_the_program(raw: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
    found = find_paths({"HARKEN_HOME": str(tmp_path_factory.getbasetemp() / "any")})
    found.config.mkdir(exist_ok=True)
    found.config_file.write_bytes(raw)
    assert isinstance(load(found), Config)


def test_saving_keeps_comments_order_and_permissions(paths: Paths) -> None:
    path = write(paths, "# mine\n[memory]\nmode = 'off'  # quiet\n\n[chat]\nmodel = 'a' # why\n")
    path.chmod(0o600)
    save_value(path, "chat.model", "b")
    save_value(path, "chat.timeouts.silence", 5)
    text = path.read_text(encoding="utf-8")
    assert "# mine" in text
    assert "# quiet" in text
    assert "# why" in text
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    config = load(paths)
    assert (config.chat.model, config.chat.timeouts.silence, config.memory.mode) == ("b", 5, Mode.OFF)
    assert [entry.name for entry in path.parent.iterdir() if entry.name.startswith(".")] == []


@pytest.mark.parametrize(
    "text",
    [
        "chat.theme = 'light'\n",
        "[chat.timeouts]\nsilence = 5\n",
        "chat = { theme = 'light' }\n",
        "[memory]\nmode = 'off'\n[memory.categories.pets]\n",
        "[chat]\ntheme = 'light'\n[chat.timeouts]\nsilence = 5\n[memory]\n",
        "\ufeff[chat]\r\ntheme = 'light'\r\n",
    ],
)
def test_saving_into_any_shape_changes_only_this_value(paths: Paths, text: str) -> None:
    path = write(paths, text)
    before = load(paths)
    save_value(path, "chat.model", "b")
    after = load(paths)
    assert after.problems == ()
    assert after.chat.model == "b"
    assert replace(after.chat, model="auto") == before.chat
    assert after.memory == before.memory


def test_a_text_on_several_lines_stays_on_several_lines(paths: Paths) -> None:
    quotes = '"' * 3
    path = write(paths, f"[chat]\nsystem_prompt = {quotes}\nYou cook.\nBe brief.\n{quotes} # mine\ntheme = 'nord'\n")
    save_value(path, "chat.system_prompt", 'You cook.\nBe "kind".\n')
    after = path.read_text(encoding="utf-8")
    assert after == f"[chat]\nsystem_prompt = {quotes}\nYou cook.\nBe \"kind\".\n{quotes} # mine\ntheme = 'nord'\n"
    assert load(paths).chat.system_prompt == 'You cook.\nBe "kind".\n'


def test_saving_makes_the_file_and_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "new" / "config.toml"
    save_value(path, "chat.theme", 'li"ght]\n')
    assert load_config(find_paths({"HARKEN_HOME": str(path.parent)}), env={}).chat.theme == 'li"ght]\n'


def test_saving_follows_a_link(paths: Paths, tmp_path: Path) -> None:
    real = tmp_path / "dotfiles.toml"
    real.write_text("", encoding="utf-8")
    paths.config_file.symlink_to(real)
    save_value(paths.config_file, "chat.theme", "light")
    assert paths.config_file.is_symlink()
    assert "light" in real.read_text(encoding="utf-8")


@pytest.mark.parametrize("text", ["[chat\n", "chat = 1\n", "chat = ['a']\n"])
def test_saving_leaves_a_broken_file_alone(paths: Paths, text: str) -> None:
    path = write(paths, text)
    with pytest.raises(BadInput):
        save_value(path, "chat.model", "b")
    assert path.read_text(encoding="utf-8") == text


def test_saving_where_nothing_can_be_written_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreFull, match="can't be written"):
        save_value(tmp_path / "file" / "config.toml", "chat.model", "b")


def test_settings_are_told_in_plain_words() -> None:
    assert [row.key for row in Config().rows() if "distil" in row.doc] == []


def test_a_file_that_is_gone_or_broken_while_the_program_runs_keeps_its_last_settings(paths: Paths) -> None:
    env = {"OPENAI_API_KEY": "sk-sentinel"}
    write(paths, "[chat]\nmodel = 'local'\n[models.local]\napi_base = 'http://127.0.0.1:8080/v1'\n")
    began = load_config(paths, env=env)
    paths.config_file.unlink()
    away = followed(load_config(paths, env=env), began)
    assert (away.chat, away.models) == (began.chat, began.models)
    assert [str(one) for one in away.problems] == [
        f"{paths.config_file}: is gone; its last settings stay in use until it is back"
    ]
    write(paths, "[chat")
    broken = followed(load_config(paths, env=env), away)
    assert (broken.chat, broken.models) == (began.chat, began.models)
    assert str(broken.problems[0]).endswith("; its last good settings stay in use")
    write(paths, "")
    emptied = followed(load_config(paths, env=env), broken)
    assert (emptied.chat.model, emptied.problems) == ("auto", ())


def test_a_file_that_could_not_be_used_at_the_start_is_not_said_to_be_in_use(paths: Paths) -> None:
    write(paths, "[chat")
    began = load(paths)
    write(paths, "[chat\n")
    assert str(followed(load(paths), began).problems[0]).endswith("; the settings of this file are not used")


async def test_a_file_that_is_back_as_it_was_is_told_as_well(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    write(paths, "[chat]\nmodel = 'local'\n")
    began, away = load(paths), paths.config_file.with_name("config.away")

    async def edits(*_: object) -> AsyncGenerator[None, None]:
        paths.config_file.rename(away)
        yield
        away.rename(paths.config_file)
        yield

    monkeypatch.setattr("tui.config.watch.edits", edits)
    followed = [found async for found in watch_config(paths, "default", lambda: load(paths), began)]
    assert [(config.chat.model, [one.problem for one in fresh]) for config, fresh in followed] == [
        ("local", ["is gone"]),
        ("local", []),
    ]
    assert followed[1][0] == began
