"""`harken memory audit`: proof on the command line."""

from __future__ import annotations

import tomllib
from pathlib import Path

from tests.tui.cli.calling import Call
from tui.paths import find_paths

FACT = "My sister Quixana is allergic to peanuts"


def test_without_receipts_it_says_what_will_stand_here(harken: Call) -> None:
    printed = harken("memory", "audit")
    assert (printed.code, printed.out) == (0, "")
    assert "Nothing was forgotten yet" in printed.err
    assert harken("memory", "audit", "--json").json == []


def test_a_forgotten_fact_is_proven_gone_by_its_id_and_by_its_receipt(harken: Call) -> None:
    harken("memory", "remember", FACT)
    receipt = harken("memory", "forget", "f1", "--yes", "--json").json["receipt"]
    assert receipt in harken("memory", "audit").out
    for what in ("f1", receipt, "F1"):
        printed = harken("memory", "audit", what)
        assert printed.code == 0
        assert "facts: 1 \u2192 0" in printed.out
        assert "Nothing found" in printed.out
    document = harken("memory", "audit", "f1", "--json").json
    assert (document["clean"], document["found"], document["receipt"]["state"]) == (True, [], "done")
    counts = {store["store"]: (store["before"], store["after"]) for store in document["receipt"]["stores"]}
    assert counts["facts"] == counts["search"] == counts["search words"] == (1, 0)
    assert counts["turns"] == counts["undo"] == counts["drafts"] == (0, 0)
    assert [one["id"] for one in harken("memory", "audit", "--json").json] == [receipt]


def test_what_lives_is_no_proof(harken: Call) -> None:
    harken("memory", "remember", FACT)
    printed = harken("memory", "audit", "f1")
    assert printed.code == 1
    assert "f1 is not forgotten" in printed.out
    document = harken("memory", "audit", "f1", "--json").json
    assert (document["clean"], document["forgotten"]) == (False, False)
    assert "facts" in [trace["place"] for trace in document["found"]]


def test_an_unknown_id_is_an_error(harken: Call) -> None:
    printed = harken("memory", "audit", "f99")
    assert (printed.code, printed.out) == (1, "")
    assert "There is no f99" in printed.err


def test_words_are_looked_for_in_every_file_of_the_home(harken: Call, home: Path) -> None:
    harken("memory", "remember", FACT)
    assert harken("memory", "audit", "--text", "quixana").code == 1
    harken("memory", "forget", "quixana", "--with-turns", "--yes")
    clean = harken("memory", "audit", "--text", "Quixana", "IS", "allergic")
    assert (clean.code, clean.err) == (0, "")
    (home / "themes").mkdir(exist_ok=True)
    (home / "themes" / "old.toml").write_text("# quixana", encoding="utf-8")
    document = harken("memory", "audit", "--text", "quixana", "--json").json
    assert [(Path(one["place"]).name, one["count"]) for one in document["found"]] == [("old.toml", 1)]
    assert document["clean"] is False


def test_an_id_and_words_together_are_refused(harken: Call) -> None:
    assert harken("memory", "audit", "f1", "--text", "tea").code == 2


def test_files_that_were_exported_anywhere_are_named_and_deleted_on_demand(harken: Call, tmp_path: Path) -> None:
    harken("memory", "remember", FACT)
    export = tmp_path / "documents" / "mine.md"
    assert harken("memory", "export", str(export)).code == 0
    plan = harken("memory", "forget", "quixana")
    assert str(export) in plan.out
    assert "--with-exports" in plan.out
    assert str(export) in harken("memory", "forget", "quixana", "--yes").out
    assert harken("memory", "audit", "f1").code == 1
    assert harken("memory", "forget", "quixana", "--yes", "--with-exports", "--json").json["exports"] == []
    assert not export.exists()
    assert harken("memory", "audit", "f1").code == 0


def test_system_prompts_lose_what_is_forgotten_and_keep_the_rest(harken: Call, home: Path) -> None:
    paths = find_paths()
    config, persona = paths.config_file, paths.personas / "chef.toml"
    paths.personas.mkdir(parents=True, exist_ok=True)
    config.write_text('[chat]\n# mine\nsystem_prompt = "Be brief. The user loves quixana."\n', encoding="utf-8")
    persona.write_text(
        'system_prompt = """\nYou cook.\nUse quixana often.\nBe kind.\n"""\nmodel = "x/y"\n', encoding="utf-8"
    )
    (paths.personas / "broken.toml").write_text("system_prompt = quixana", encoding="utf-8")
    harken("memory", "remember", "Quixana is my favourite spice")
    plan = harken("memory", "forget", "quixana").out
    assert "system prompt in chef.toml" in plan
    assert harken("memory", "forget", "quixana", "--yes").code == 0
    assert "# mine" in config.read_text(encoding="utf-8")
    assert tomllib.loads(config.read_text(encoding="utf-8"))["chat"]["system_prompt"] == "Be brief."
    assert persona.read_text(encoding="utf-8") == 'system_prompt = """\nYou cook.\nBe kind."""\nmodel = "x/y"\n'
    assert "broken.toml" in harken("memory", "audit", "--text", "quixana").out


def test_the_rest_of_a_file_with_a_system_prompt_stays_as_an_editor_wrote_it(harken: Call, home: Path) -> None:
    persona = find_paths().personas / "chef.toml"
    persona.parent.mkdir(parents=True, exist_ok=True)
    written = '\ufeff# mine\nsystem_prompt = """You cook.\nUse quixana often.\nBe brief."""  # why\nmodel = "x/y"\n'
    persona.write_bytes(written.replace("\n", "\r\n").encode())
    harken("memory", "forget", "quixana", "--yes")
    assert persona.read_bytes() == written.replace("Use quixana often.\n", "").replace("\n", "\r\n").encode()


def test_each_settings_file_whose_prompt_changes_is_named(harken: Call, home: Path) -> None:
    paths = find_paths()
    for path in (paths.config_file, paths.profile_config("default")):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text('chat.system_prompt = "The user loves quixana."\n', encoding="utf-8")
    plan = harken("memory", "forget", "quixana").out.splitlines()
    assert len([line for line in plan if "system prompt in config.toml" in line]) == 2
    assert len([line for line in plan if "config.toml of the profile default" in line]) == 1


def test_a_persona_that_cannot_be_read_does_not_keep_anything_from_being_forgotten(harken: Call, home: Path) -> None:
    personas = find_paths().personas
    personas.mkdir(parents=True, exist_ok=True)
    (personas / "deep.toml").write_text(f"name = {'[' * 5000}", encoding="utf-8")
    harken("memory", "remember", FACT)
    assert harken("memory", "forget", "quixana", "--yes").code == 0
    assert harken("memory", "list", "--json").json == []
