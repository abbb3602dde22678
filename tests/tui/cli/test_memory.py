from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.doubted import doubt
from tests.proposed import propose
from tests.scripted import ScriptedModel
from tests.tui.chat.opened import open_memory
from tests.tui.cli.calling import Call
from tests.tui.learning import DOG, LISBON, PORTO, in_lisbon, in_porto

FACT = "My sister Ana is allergic to peanuts"
RECORD_KEYS = {
    *("id", "kind", "text", "category", "origin", "evidence", "valid_from", "valid_to", "salience", "uses"),
    *("last_used", "source_count", "score", "conversation", "message", "created_at", "salience_now"),
}
ITEM_KEYS = {"id", "kind", "text", "score", "tokens"}


def test_what_is_remembered_is_listed_found_and_shown(harken: Call) -> None:
    record = harken("memory", "remember", FACT, "--json").json
    assert record["text"] == FACT
    listed = harken("memory", "list", "--json").json
    assert [one["id"] for one in listed] == [record["id"]]
    assert listed[0].keys() >= RECORD_KEYS
    assert datetime.fromisoformat(listed[0]["created_at"]).tzinfo is not None
    assert 0 < listed[0]["salience_now"] <= listed[0]["salience"]
    found = harken("memory", "search", "peanuts", "--json").json
    assert found[0]["score"] is not None
    assert harken("memory", "show", record["id"], "--json").json["text"] == FACT
    assert FACT in harken("memory", "show", record["id"]).out
    assert FACT in harken("memory", "search", "allergic", "peanuts").out


def test_none_is_no_project(harken: Call) -> None:
    assert harken("memory", "remember", FACT, "--project", "None", "--json").json["partition"] == ""


def test_a_fact_of_a_project_is_listed_recalled_and_moved(harken: Call) -> None:
    record = harken("memory", "remember", FACT, "--project", "Zephyr", "--json").json
    assert record["partition"] == "project:Zephyr"
    for place, count in (("project:zephyr", 1), ("project:House", 0), ("profile", 0)):
        assert len(harken("memory", "list", "--partition", place, "--json").json) == count
        assert len(harken("memory", "search", "peanuts", "--partition", place, "--json").json) == count
    question = ("memory", "recall", "What is my sister Ana allergic to?", "--json")
    assert harken(*question).json["items"] == []
    assert harken(*question, "--project", "zephyr").json["items"][0]["partition"] == "project:Zephyr"
    assert "holds everywhere now" in harken("memory", "move", record["id"], "profile").out
    assert harken(*question).json["items"][0]["partition"] == ""
    said = harken("memory", "remember", "We sail on Mondays", "--project", "Zephyr").out
    assert "It belongs to project Zephyr" in said
    assert harken("memory", "list", "--partition", "attic").code == 2
    assert harken("memory", "move", record["id"]).code == 2


def test_lists_are_filtered(harken: Call) -> None:
    harken("memory", "remember", FACT, "--category", "entities")
    tomorrow = (datetime.now(UTC) + timedelta(days=2)).date().isoformat()
    for words, count in (
        (["--kind", "fact"], 1),
        (["--kind", "episode"], 0),
        (["--category", "entities"], 1),
        (["--category", "events"], 0),
        (["--since", tomorrow], 0),
        (["--until", tomorrow], 1),
        (["--until", "2001-01-01"], 0),
    ):
        assert len(harken("memory", "list", "--json", *words).json) == count, words


def test_recall_is_a_dry_run(harken: Call) -> None:
    harken("memory", "remember", FACT)
    document = harken("memory", "recall", "What is my sister Ana allergic to?", "--json").json
    assert document["gate"].keys() >= {"section", "rule"}
    assert [item["text"] for item in document["items"]] == [FACT]
    assert document["items"][0].keys() >= ITEM_KEYS
    assert document.keys() >= {"cut", "tokens", "ms"}
    assert FACT in document["block"]
    assert "peanuts" in harken("memory", "recall", "What is my sister Ana allergic to?").out
    assert harken("why").code == 1, "a dry run leaves no entry in the ledger"


def test_an_unrelated_text_gets_nothing(harken: Call) -> None:
    harken("memory", "remember", FACT)
    document = harken("memory", "recall", "What is seven times six?", "--json").json
    assert (document["items"], document["tokens"]) == ([], 0)


def test_several_memories_are_shown_one_after_the_other(harken: Call) -> None:
    ids = [harken("memory", "remember", text, "--json").json["id"] for text in (FACT, "I play the viola")]
    shown = harken("memory", "show", *ids).out
    assert shown.index(FACT) < shown.index("I play the viola")
    assert [one["id"] for one in harken("memory", "show", *ids, "--json").json] == ids
    assert "f999" in harken("memory", "show", ids[0], "f999").err


def test_only_one_fact_is_pinned_at_a_time_and_the_usage_says_so(harken: Call) -> None:
    assert "ID [ID" not in harken("memory", "pin", "--help").out
    assert harken("memory", "pin", "f1", "f2").code == 2


def test_forget_shows_the_plan_and_erases_with_yes(harken: Call) -> None:
    harken("memory", "remember", FACT)
    plan = harken("memory", "forget", "peanuts")
    assert plan.code == 1
    assert FACT in plan.out
    assert "--yes" in plan.err
    assert len(harken("memory", "list", "--json").json) == 1
    done = harken("memory", "forget", "peanuts", "--yes", "--json")
    assert done.code == 0
    assert done.json["targets"][0]["text"] == FACT
    assert done.json["erased"]
    assert harken("memory", "list", "--json").json == []
    assert harken("memory", "forget", "peanuts", "--yes").code == 1


def test_forget_says_before_and_after_that_there_is_no_undo(harken: Call) -> None:
    harken("memory", "remember", FACT)
    assert "This can't be undone" in harken("memory", "forget", "peanuts").out
    told = harken("memory", "forget", "peanuts", "--yes").out
    plan, receipt = told.split("Forgotten:")
    assert "This can't be undone" in plan and "This can't be undone" in receipt


def test_forget_says_how_many_own_messages_stay(harken: Call, model: ScriptedModel) -> None:
    harken("ask", "The quixotrel sleeps in the shed")
    assert "What you said yourself stays (1 message); add --with-turns" in harken("memory", "forget", "quixotrel").out
    assert "stays" not in harken("memory", "forget", "quixotrel", "--with-turns").out


def test_on_a_terminal_forget_asks(harken: Call) -> None:
    harken("memory", "remember", FACT)
    assert harken("memory", "forget", "peanuts", stdin=b"\n", terminal=True).code == 1
    assert len(harken("memory", "list", "--json").json) == 1
    assert harken("memory", "forget", "peanuts", stdin=b"yes\n", terminal=True).code == 0
    assert harken("memory", "list", "--json").json == []


def test_on_a_terminal_a_secret_is_asked_about(harken: Call) -> None:
    words = ("memory", "remember", "my key is sk-abcd1234efgh5678ijkl")
    refused = harken(*words, stdin=b"\n", terminal=True)
    assert (refused.code, "holds a secret" in refused.err) == (1, True)
    assert harken("memory", "list", "--json").json == []
    assert harken(*words, stdin=b"y\n", terminal=True).code == 0
    assert "sk-" not in harken("memory", "list").out


def test_identity_is_added_edited_and_removed(harken: Call, home: Path) -> None:
    lines = harken("memory", "identity", "add", "I", "live", "in", "Graz", "--json").json
    assert [line["text"] for line in lines] == ["I live in Graz"]
    assert "I live in Graz" in (home / "profiles" / "default" / "identity.md").read_text(encoding="utf-8")
    lines = harken("memory", "identity", "edit", lines[0]["id"], "I live in Linz", "--json").json
    assert [line["text"] for line in lines] == ["I live in Linz"]
    assert "I live in Linz" in harken("memory", "identity").out
    assert harken("memory", "identity", "remove", lines[0]["id"], "--json").json == []


def test_what_is_no_identity_line_is_called_so(harken: Call) -> None:
    assert "is not the id of an identity line" in harken("memory", "identity", "remove", "f1").err


def test_identity_says_what_each_line_takes_and_makes_one_a_fact(harken: Call, home: Path) -> None:
    (line,) = harken("memory", "identity", "add", "I live in Graz", "--json").json
    assert line["tokens"] > 0
    listed = harken("memory", "identity").out
    assert f"{line['id']}  {line['tokens']} tokens  I live in Graz" in listed
    assert f"{line['tokens']} of 400 tokens are always in context" in listed
    stats = harken("memory", "stats", "--json").json
    assert (stats["standing_tokens"], stats["standing_bound"]) == (line["tokens"], 400)
    refused = harken("memory", "identity", "add", "I collect very old pocket watches and their keys " * 40)
    assert (refused.code, refused.err.count("\n")) == (2, 1)
    demoted = harken("memory", "identity", "demote", line["id"])
    assert "An ordinary fact now, as f1: I live in Graz" in demoted.out
    assert [fact["text"] for fact in harken("memory", "list", "--json").json] == ["I live in Graz"]


def test_beyond_the_bound_the_command_line_refuses_and_says_how(harken: Call, home: Path) -> None:
    text = "I collect very old pocket watches and their keys " * 15
    assert harken("memory", "identity", "add", text, "1").code == 0
    refused = harken("memory", "identity", "add", text, "2")
    assert (refused.code, refused.err.count("\n")) == (1, 1)
    assert "identity demote ID" in refused.err
    assert len(harken("memory", "identity", "--json").json) == 1
    with (home / "profiles" / "default" / "identity.md").open("a", encoding="utf-8") as file:
        file.writelines(f"- {text} {number}\n" for number in range(3, 7))
    told = harken("memory", "identity", "--json")
    assert len(told.json) == 5
    assert "of 400 tokens are always in context. All of it is sent" in told.err


def test_a_fact_is_pinned_and_unpinned(harken: Call) -> None:
    harken("memory", "remember", FACT)
    assert harken("memory", "pin", "f1", "--json").json["pinned"]
    assert "(pinned)" in harken("memory", "identity").out
    assert harken("memory", "unpin", "f1").out.startswith("Not pinned any more: f1")
    assert "(pinned)" not in harken("memory", "identity").out


@pytest.mark.parametrize("words", [["show", "f999"], ["identity", "remove", "i999"], ["pin", "f999"]])
def test_an_unknown_id_is_one_line(harken: Call, words: list[str]) -> None:
    printed = harken("memory", *words)
    assert printed.code == 1
    assert printed.err.count("\n") == 1


def test_an_empty_memory_has_a_state_and_no_log(harken: Call) -> None:
    stats = harken("memory", "stats", "--json").json
    assert (stats["facts"], stats["messages"]) == (0, 0)
    assert "0 facts" in harken("memory", "stats").out
    assert harken("memory", "activity", "--json").json == []
    assert harken("memory", "sync", "--json").json == []


@pytest.mark.parametrize(("damage", "hint"), [("rot", "damaged"), ("newer", "newer")])
def test_a_database_that_can_not_be_used_is_one_line_and_left_alone(
    harken: Call, home: Path, damage: str, hint: str
) -> None:
    harken("memory", "remember", FACT)
    database = home / "profiles" / "default" / "memory.sqlite"
    if damage == "rot":
        database.write_bytes(database.read_bytes()[:100] + b"\xff" * 8000)
    else:
        with closing(sqlite3.connect(database)) as connection:
            connection.execute("PRAGMA user_version = 999")
    before = database.read_bytes()
    printed = harken("memory", "list")
    assert (printed.code, printed.out) == (1, "")
    assert printed.err.count("\n") == 1
    assert hint in printed.err
    assert database.read_bytes() == before
    assert harken("doctor").code == 1


def test_profiles_know_nothing_of_each_other(harken: Call) -> None:
    harken("memory", "remember", FACT, "--profile", "one")
    harken("profile", "create", "two")
    assert harken("memory", "search", "peanuts", "--profile", "two", "--json").json == []
    assert len(harken("--profile", "one", "memory", "search", "peanuts", "--json").json) == 1


def test_nothing_of_the_text_reaches_the_log(harken: Call, home: Path) -> None:
    harken("memory", "remember", FACT)
    harken("memory", "search", "peanuts")
    harken("memory", "forget", "peanuts", "--yes")
    log = home / "logs" / "harken.log"
    assert log.stat().st_mode & 0o077 == 0
    assert "peanuts" not in log.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "words",
    [
        *(["memory", verb] for verb in ("list", "stats", "activity", "sync", "identity", "consolidate", "undo")),
        *(["memory", verb, "f1"] for verb in ("show", "search", "recall", "reflect")),
        ["memory", "forget", "f1", "--yes"],
        ["memory", "identity", "remove", "i1"],
        ["why"],
    ],
)
def test_what_only_looks_or_corrects_makes_no_profile(harken: Call, home: Path, words: list[str]) -> None:
    printed = harken(*words, "--profile", "nobody")
    assert (printed.code, printed.out) == (2, "")
    assert "There is no profile nobody. harken profile create nobody" in printed.err
    assert not home.exists()


@pytest.mark.parametrize("words", [["memory", "remember", FACT], ["memory", "identity", "add", "I live in Graz"]])
def test_what_keeps_something_may_begin_a_profile(harken: Call, home: Path, words: list[str]) -> None:
    assert harken(*words, "--profile", "new").code == 0
    assert (home / "profiles" / "new").is_dir()


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["list"], "nothing is remembered yet"),
        (["list", "--kind", "episode"], "with these filters"),
        (["search", "unicorns"], "nothing found for unicorns"),
    ],
)
def test_an_empty_list_says_so_beside_stdout(harken: Call, words: list[str], line: str) -> None:
    printed = harken("memory", *words)
    assert (printed.code, printed.out, printed.err.count("\n")) == (0, "", 1)
    assert line in printed.err
    assert harken("memory", *words, "--json").json == []


def test_what_is_written_is_for_its_user_alone(harken: Call, home: Path) -> None:
    harken("memory", "remember", FACT)
    harken("memory", "identity", "add", "I live in Graz")
    made = [home, *home.rglob("*")]
    assert {"memory.sqlite", "identity.md"} <= {place.name for place in made}
    assert [place for place in made if place.stat().st_mode & 0o077] == []


def test_the_inbox_is_listed_and_decided(harken: Call, home: Path) -> None:
    assert "Nothing waits" in harken("memory", "inbox").err
    profile = home / "profiles" / "default"
    bees, tea, shop = (asyncio.run(propose(profile, text)) for text in ("I keep bees", "I like tea", "Buy at Example"))
    assert [one["state"] for one in harken("memory", "inbox", "--json").json] == ["inbox"] * 3
    assert "I keep bees" in harken("memory", "inbox").out
    assert harken("memory", "inbox", "accept", bees, "--json").json["origin"] == "confirmed"
    harken("memory", "inbox", "edit", tea, "I", "like", "green", "tea")
    harken("memory", "inbox", "reject", shop)
    assert {one["text"] for one in harken("memory", "list", "--json").json} == {"I keep bees", "I like green tea"}
    assert harken("memory", "inbox", "--json").json == []


def test_of_two_facts_that_may_contradict_the_user_keeps_one(harken: Call, home: Path) -> None:
    pair = asyncio.run(doubt(home / "profiles" / "default", "I like tea", "I hate tea", contradicts=True))
    assert "may contradict f1" in harken("memory", "inbox").out
    assert [one["kind"] for one in harken("memory", "inbox", "--json").json] == ["contradict"]
    assert "I hate tea" in harken("memory", "show", pair).out
    assert harken("memory", "inbox", "both", pair).out == "Both are kept: f2 and f1\n"
    assert "both are true" in harken("memory", "show", "f1").out
    harken("memory", "inbox", "undo", pair)
    harken("memory", "inbox", "new", pair)
    assert [one["text"] for one in harken("memory", "list", "--json").json] == ["I like tea"]


@pytest.mark.parametrize(
    "words",
    [["accept"], ["accept", "f99"], ["edit", "f1"], ["reject", "f1", "bees"], ["list", "f1"], ["new", "f1"], ["undo"]],
)
def test_a_wrong_word_to_the_inbox_is_one_line(harken: Call, words: list[str]) -> None:
    printed = harken("memory", "inbox", *words)
    assert printed.code in (1, 2)
    assert len(printed.err.splitlines()) == 1


def test_a_pass_is_previewed_made_and_taken_back(harken: Call, home: Path) -> None:
    harken("memory", "remember", FACT)
    assert harken("memory", "consolidate").out == "Nothing to tidy\n"
    with closing(sqlite3.connect(home / "profiles" / "default" / "memory.sqlite")) as connection:
        connection.execute("UPDATE fact SET method = 'distilled', created_at = 0, updated_at = 0, valid_from = 0")
        connection.commit()
    preview = harken("memory", "consolidate", "--dry-run", "--json").json
    assert [(one["action"], one["id"], one["text"]) for one in preview["changes"]] == [("evict", "f1", FACT)]
    assert preview.keys() >= {"proposed", "skipped", "waiting", "dry_run"}
    assert len(harken("memory", "list", "--json").json) == 1
    assert "harken memory undo" in harken("memory", "consolidate").out
    assert harken("memory", "list", "--json").json == []
    assert harken("memory", "activity", "--json").json[0]["outcome"] == "tidied"
    assert [one["id"] for one in harken("memory", "undo", "--dry-run", "--json").json["restored"]] == ["f1"]
    assert harken("memory", "list", "--json").json == []
    undone = harken("memory", "undo", "--json").json
    assert ([one["id"] for one in undone["restored"]], undone["refused"]) == (["f1"], [])
    assert harken("memory", "search", "peanuts", "--json").json[0]["text"] == FACT
    assert harken("memory", "undo").out == "There is nothing to take back\n"


def test_forget_by_entity_conversation_and_span(harken: Call) -> None:
    harken("memory", "remember", FACT)
    for words, code in (
        (["--entity", "Nobody"], 1),
        (["c99"], 1),
        (["--since", "2026-05-02", "--until", "2026-05-01"], 2),
        (["--since", "soon"], 2),
        (["peanuts", "--since", "2026-05-02"], 2),
        ([], 2),
        (["--until", "2001-01-01"], 1),
    ):
        refused = harken("memory", "forget", *words, "--yes")
        assert (refused.code, refused.out) == (code, ""), words
        assert refused.err.count("\n") == 1, words
    assert len(harken("memory", "list", "--json").json) == 1
    done = harken("memory", "forget", "--since", "2001-01-01", "--yes", "--json").json
    assert [one["text"] for one in done["targets"]] == [FACT]
    assert done["query"]["since"].startswith("2001-01-01T00:00")
    assert harken("memory", "list", "--json").json == []


def test_a_profile_is_cleared_by_its_name(harken: Call) -> None:
    harken("memory", "remember", FACT)
    for words, code in (
        (["--everything"], 1),
        (["--everything", "--yes"], 1),
        (["--everything", "--yes-profile", "other"], 2),
        (["--everything", "peanuts", "--yes-profile", "default"], 2),
    ):
        refused = harken("memory", "forget", *words)
        assert refused.code == code, words
        assert "default" in refused.err or "--everything" in refused.err
    assert len(harken("memory", "list", "--json").json) == 1
    shown = harken("memory", "forget", "--everything", stdin=b"defaul\n", terminal=True)
    assert (shown.code, "facts: 1" in shown.out) == (2, True)
    done = harken("memory", "forget", "--everything", stdin=b"default\n", terminal=True)
    assert done.code == 0
    assert harken("memory", "list", "--json").json == []
    harken("memory", "remember", FACT)
    report = harken("memory", "forget", "--everything", "--yes-profile", "default", "--json").json
    assert (report["profile"], report["pending"], report["exports"]) == ("default", False, [])
    assert harken("memory", "list", "--json").json == []


async def _learn(home: Path) -> None:
    async with open_memory(home) as memory:
        await in_lisbon(memory)
        await in_porto(memory)


def test_what_was_learnt_is_listed_and_judged(harken: Call, home: Path) -> None:
    assert "Nothing is learnt yet" in harken("memory", "learnt").err
    asyncio.run(_learn(home))
    newest, first = harken("memory", "learnt", "--json").json
    assert [item["action"] for item in newest["items"]] == ["changed"]
    assert (newest["items"][0]["record"]["text"], newest["items"][0]["replaced"]["text"]) == (PORTO, LISBON)
    assert (newest["items"][0]["message"], sum(newest["dropped"].values())) == ("m3", 1)
    assert len(harken("memory", "learnt", "--json", "--conversation", first["conversation"]).json) == 1
    shown = harken("memory", "learnt").out
    assert f"3  ~ f3  {LISBON} -> {PORTO}" in shown and "“I live in Porto now” · m3" in shown
    assert harken("memory", "learnt", "undo", "f3").out == f"Taken back f3: {PORTO}\n"
    assert {one["text"] for one in harken("memory", "list", "--kind", "fact", "--json").json} == {LISBON, DOG}
    assert harken("memory", "learnt", "undo", "f3").code == 1
    assert "is not the id of a fact" in harken("memory", "learnt", "undo", "9" * 20).err
    harken("memory", "learnt", "redo", "3")
    assert harken("memory", "learnt", "keep", "f2", "--json").json["origin"] == "confirmed"
    assert harken("memory", "learnt", "edit", "f3", "I", "live", "in", "Gaia").out == "Changed to f4: I live in Gaia\n"
    assert {one["text"] for one in harken("memory", "list", "--kind", "fact", "--json").json} == {"I live in Gaia", DOG}


@pytest.mark.parametrize("words", [["undo"], ["edit", "f1"], ["keep", "f1", "f2"], ["list", "f1"], ["undo", "m1"]])
def test_a_wrong_word_on_what_was_learnt_is_one_line(harken: Call, words: list[str]) -> None:
    printed = harken("memory", "learnt", *words)
    assert printed.code == 2
    assert printed.err.count("\n") == 1
