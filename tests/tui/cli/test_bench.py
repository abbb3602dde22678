"""harken bench, as typed: one JSON document, or lines, bars and tables."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.memory.bench.test_longmemeval import SET
from tests.scripted import ScriptedModel
from tests.tui.cli.calling import Call
from tui.cli.figures import report_lines
from tui.cli.progress import bar
from tui.llm.models import Models


@pytest.fixture
def data(tmp_path: Path) -> str:
    path = tmp_path / "longmemeval_tiny.json"
    path.write_text(json.dumps(SET), encoding="utf-8")
    return str(path)


def test_longmemeval_is_one_document_and_touches_no_profile(harken: Call, home: Path, data: str) -> None:
    printed = harken("bench", "longmemeval", "--data", data, "--limit", "1", "--json")
    assert (printed.code, printed.err, printed.json["questions"]) == (0, "", 1)
    assert (home / "bench" / "longmemeval_tiny" / "retrieval.jsonl").is_file()
    assert not (home / "profiles").exists()


def test_longmemeval_is_told_with_bars_and_a_table(harken: Call, tmp_path: Path, data: str) -> None:
    printed = harken("bench", "longmemeval", "--data", data, "--out", str(tmp_path / "run"))
    lines = printed.out.splitlines()
    assert any(line.startswith("recall_all@5") and bar(1.0) in line for line in lines)
    assert any(line.startswith("type") and "recall_any@10" in line for line in lines)
    assert any(line.startswith("multi-session") for line in lines)


@pytest.mark.parametrize("stage", ["qa", "judge"])
def test_a_stage_with_a_model_needs_one(harken: Call, data: str, stage: str) -> None:
    printed = harken("bench", "longmemeval", "--data", data, "--stage", stage)
    assert (printed.code, printed.out, printed.err.count("\n")) == (2, "", 1)
    assert "--model" in printed.err


def test_the_models_that_are_named_answer_and_judge(
    harken: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, data: str
) -> None:
    models = {"openai/answers": ScriptedModel(["Comet."]), "openai/judges": ScriptedModel(["yes"])}
    monkeypatch.setattr(Models, "open", lambda self, name: models[name])
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-not-a-real-key-000000")
    options = ("--model", "openai/answers", "--judge-model", "openai/judges", "--out", str(tmp_path / "run"))
    report = harken("bench", "longmemeval", "--data", data, *options, "--json").json
    assert (report["accuracy"], report["judged"], report["judging"]["calls"]) == (1.0, 3, 3)
    assert [len(model.requests) for model in models.values()] == [3, 3]
    assert harken("bench", "longmemeval", "--data", data, *options, "--stage", "score", "--json").json == report


def test_a_model_that_can_not_be_used_is_one_line(harken: Call, data: str) -> None:
    printed = harken("bench", "longmemeval", "--data", data, "--model", "openai/gpt-5")
    assert (printed.code, printed.out, printed.err.count("\n")) == (1, "", 1)
    assert "OPENAI_API_KEY" in printed.err


def test_a_file_that_is_not_there_is_one_line(harken: Call) -> None:
    printed = harken("bench", "longmemeval", "--data", "nowhere.json")
    assert (printed.code, printed.err.count("\n")) == (2, 1)


def test_a_file_of_another_format_is_one_line(harken: Call, home: Path, tmp_path: Path) -> None:
    other = tmp_path / "locomo.json"
    other.write_text('[{"conversation": {}, "qa": []}]', encoding="utf-8")
    printed = harken("bench", "longmemeval", "--data", str(other))
    assert (printed.code, printed.err.count("\n")) == (2, 1)
    assert "no question of LongMemEval" in printed.err
    assert not (home / "bench").exists()


def test_shares_get_bars_groups_a_table_and_the_rest_a_line_each() -> None:
    report = {
        "accuracy": 0.5,
        "messages": 4,
        "signal_ms": 0.057,
        "ratio": 0.5,
        "recall_ms": {"p50": 1.25, "p95": 2.5},
        "by_class": {"none": {"accuracy": 1.0, "messages": 2}, "pinned": {"accuracy": 0.0}},
    }
    assert list(report_lines(report)) == [
        f"accuracy  {bar(0.5)}  0.5000",
        "messages: 4",
        "signal_ms: 0.057",
        "ratio: 0.5",
        "recall_ms.p50: 1.25",
        "recall_ms.p95: 2.5",
        "",
        "class   accuracy  messages",
        "none       1.000         2",
        "pinned     0.000         -",
    ]
