from __future__ import annotations

from pathlib import Path

import pytest

from memory.errors import ModelError
from tests.loopback import Loopback, configure, fail, say
from tests.scripted import ScriptedModel
from tests.tui.cli.calling import Call
from tests.tui.cli.files import snapshot
from tests.tui.test_personas import COACH, put
from tui.llm.models import Models

FACT = "My sister Ana is allergic to peanuts"


def newest(model: ScriptedModel) -> str:
    return str(model.requests[-1].messages[-1].content)


def test_the_reply_goes_to_stdout_and_the_turn_is_kept(harken: Call, model: ScriptedModel) -> None:
    printed = harken("ask", "What", "is a heron?")
    assert (printed.code, printed.out, printed.err) == (0, "A heron is a bird.\n", "")
    assert newest(model) == "What is a heron?"
    assert {one["text"] for one in harken("memory", "list", "--kind", "turn", "--json").json} >= {"What is a heron?"}


def test_json_holds_reply_model_usage_and_injection(harken: Call, model: ScriptedModel) -> None:
    harken("memory", "remember", FACT)
    document = harken("ask", "What is my sister Ana allergic to?", "--json").json
    assert document["reply"] == "A heron is a bird."
    assert document["model"] == "scripted/test"
    assert document["usage"]["prompt_tokens"] == 10
    assert [item["text"] for item in document["injection"]["items"]] == [FACT]
    why = harken("why", "--json").json
    assert why["items"] == document["injection"]["items"]
    assert harken("why", document["message"], "--json").json["gate"] == document["injection"]["gate"]
    assert FACT in harken("why").out


def test_nothing_of_a_reply_acts_on_what_a_pipe_leads_to(harken: Call, model: ScriptedModel) -> None:
    reply = "A \x1b]52;c;eA==\x07 \x9b1m \u202eheron \U0001f469\u200d\U0001f467 \u6f22"
    model.replies = [reply, reply]
    assert not set("\x1b\x07\x9b\u202e") & set(harken("ask", "Hi").out)
    printed = harken("ask", "Hi", "--json")
    assert not set("\x1b\x07\x9b\u202e") & set(printed.out)
    assert printed.json["reply"] == reply
    assert "\u6f22" in printed.out


def test_a_model_that_only_thinks_has_not_answered(harken: Call, home: Path) -> None:
    with Loopback(say("<think>hm yes")) as server:
        configure(home, server)
        printed = harken("ask", "Hi")
    assert (printed.code, printed.out, printed.err) == (1, "", "harken: The model thought and gave no answer\n")


def test_a_secret_is_told_of_with_the_command_that_takes_it_out(harken: Call, model: ScriptedModel) -> None:
    printed = harken("ask", "Is password=hunter22 a good one?")
    assert printed.err.splitlines() == [
        "harken: A secret (password): memory keeps none of it, harken memory redact m1 takes it out here too"
    ]


def test_standard_input_is_added_to_the_text(harken: Call, model: ScriptedModel) -> None:
    harken("ask", "Translate this", stdin=b"Reiher\n")
    assert newest(model) == "Translate this\n\nReiher\n"


def test_standard_input_alone_is_enough_and_may_hold_anything(harken: Call, model: ScriptedModel) -> None:
    assert harken("ask", stdin=b"What is \xff?").code == 0
    assert newest(model) == "What is \ufffd?"


def test_a_conversation_goes_on(harken: Call, model: ScriptedModel) -> None:
    first = harken("ask", "What is a heron?", "--json").json
    harken("ask", "And where does it live?", "--conversation", first["conversation"])
    assert [one.content for one in model.requests[-1].messages][-3:] == [
        "What is a heron?",
        "A heron is a bird.",
        "And where does it live?",
    ]
    assert harken("ask", "Hi", "--conversation", "c999").code == 1


def test_a_question_in_a_project_gets_what_belongs_to_it(harken: Call, model: ScriptedModel) -> None:
    harken("memory", "remember", FACT, "--project", "Zephyr")
    for words, found in (("--project", "zephyr"), ["project:Zephyr"]), ((), []):
        asked = harken("ask", "What is my sister Ana allergic to?", *words, "--json").json
        assert [item["partition"] for item in asked["injection"]["items"]] == found


def test_a_project_is_for_new_conversations_and_has_a_name(harken: Call) -> None:
    assert harken("ask", "Hi", "--conversation", "c1", "--project", "Zephyr").code == 2
    assert harken("ask", "Hi", "--project", " ").code == 2


def test_no_memory_neither_uses_nor_learns_and_leaves_the_conversation_as_it_was(
    harken: Call, model: ScriptedModel
) -> None:
    harken("memory", "remember", FACT)
    question = "What is my sister Ana allergic to?"
    first = harken("ask", question, "--no-memory", "--json").json
    assert first["injection"]["items"] == []
    assert "peanuts" not in newest(model)
    second = harken("ask", question, "--json").json
    alone = harken("ask", question, "--no-memory", "--conversation", second["conversation"], "--json").json
    assert alone["injection"]["items"] == []
    again = harken("ask", "Hello", "--conversation", second["conversation"], "--json").json
    assert again["injection"]["mode"] == "read-write"


def test_a_turn_waits_to_be_distilled(harken: Call, model: ScriptedModel) -> None:
    harken("ask", "I moved to Linz")
    assert harken("memory", "stats", "--json").json["waiting_turns"] == 1
    harken("ask", "I moved to Graz", "--mode", "read-only")
    assert harken("memory", "stats", "--json").json["waiting_turns"] == 1


def test_incognito_uses_memory_and_changes_no_file(harken: Call, model: ScriptedModel, home: Path) -> None:
    harken("memory", "remember", FACT)
    before = snapshot(home)
    printed = harken("ask", "What is my sister Ana allergic to, asked in a whisper?", "--mode", "incognito")
    assert printed.code == 0
    assert "peanuts" in newest(model)
    assert snapshot(home) == before


def test_a_failing_model_is_one_line_and_exit_code_one(harken: Call, model: ScriptedModel) -> None:
    model.replies = [ModelError("The key is wrong", kind="auth", hint="Set OPENAI_API_KEY")]
    printed = harken("ask", "Hello")
    assert (printed.code, printed.out) == (1, "")
    assert printed.err == "harken: The key is wrong. Set OPENAI_API_KEY\n"


def test_a_text_that_is_too_long_is_told_what_helps_here(harken: Call, home: Path) -> None:
    with Loopback(fail(400, "maximum context length is 8192 tokens")) as server:
        configure(home, server)
        printed = harken("ask", "What is in this log?", stdin=b"heron " * 40_000)
    assert (printed.code, printed.out) == (1, "")
    assert "This message is too long for local. Send less at once" in printed.err
    assert "--model on the command line" in printed.err
    assert "/new" not in printed.err
    assert printed.err.count("\n") == 1


def test_a_model_without_its_key_is_one_line(harken: Call, home: Path) -> None:
    printed = harken("ask", "Hello", "--model", "anthropic/claude-sonnet-5-5")
    assert printed.code == 1
    assert "ANTHROPIC_API_KEY" in printed.err
    assert printed.err.count("\n") == 1


def test_a_persona_answers_with_its_prompt_parameters_model_and_mode(
    harken: Call, model: ScriptedModel, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []

    def open_named(models: Models, name: str) -> ScriptedModel:
        opened.append(name)
        return model

    monkeypatch.delenv("HARKEN_MODEL")
    monkeypatch.setattr(Models, "open", open_named)
    put(home / "personas", "coach.toml", COACH)
    conversation = harken("ask", "--persona", "coach", "Shall I run?", "--json").json["conversation"]
    request = model.requests[-1]
    assert str(request.messages[0].content).startswith("You coach runners.")
    assert (request.parameters, opened[-1]) == ({"temperature": 0.2}, "openai/gpt-5")
    assert "Nothing waits" in harken("memory", "sync").out, "its mode learns nothing"
    harken("ask", "--conversation", conversation, "And tomorrow?")
    assert str(model.requests[-1].messages[0].content).startswith("You coach runners.")
    harken("ask", "--persona", "coach", "--mode", "read-write", "--model", "openai/other", "I run in Graz each day.")
    assert opened[-1] == "openai/other"
    assert "Nothing waits" not in harken("memory", "sync").out


def test_a_persona_begins_a_conversation_and_must_be_there(harken: Call, model: ScriptedModel) -> None:
    assert "no persona nobody" in harken("ask", "--persona", "nobody", "Hello").err
    refused = harken("ask", "--persona", "coach", "--conversation", "c1", "Hello")
    assert (refused.code, model.requests) == (2, [])
