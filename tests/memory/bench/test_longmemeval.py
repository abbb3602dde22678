"""LongMemEval on a tiny made-up set: its figures, its logs, and that a run goes on where it ended."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from memory.bench.longmemeval import data as files
from memory.bench.longmemeval.data import entries, survey
from memory.bench.longmemeval.logs import Log
from memory.bench.longmemeval.run import Models, run
from memory.bench.longmemeval.scores import of_retrieval
from memory.errors import BadInput, ModelError
from memory.ports import ModelRequest
from tests.scripted import ScriptedModel


def talk(*texts: str, answers: int | None = None) -> list[dict[str, Any]]:
    """A session; the turn at `answers` is evidence."""
    turns: list[dict[str, Any]] = []
    for place, text in enumerate(texts):
        turn: dict[str, Any] = {"role": "assistant" if place % 2 else "user", "content": text}
        turns.append(turn if place != answers else {**turn, "has_answer": True})
    return turns


COMET = talk("I adopted a greyhound called Comet.", "A fine name for a greyhound!", answers=0)
CELLO = talk("I have bought a cello and take lessons.", "Enjoy your cello lessons.", answers=0)
LISBON = talk("We flew to Lisbon last week.", "I hope the weather was good in Lisbon.")
TALKS: dict[str, Any] = {
    "haystack_session_ids": ["answer_comet", "answer_cello", "lisbon"],
    "haystack_dates": ["2023/05/20 (Sat) 02:21", "2023/05/22 (Mon) 10:00", "2023/05/25 (Thu) 23:40"],
    "haystack_sessions": [COMET, CELLO, LISBON],
    "question_date": "2023/05/30 (Tue) 23:40",
}
SET = [
    {
        **TALKS,
        "question_id": "q1",
        "question_type": "single-session-user",
        "question": "What is my greyhound called?",
        "answer": "Comet",
        "answer_session_ids": ["answer_comet"],
    },
    {
        **TALKS,
        "question_id": "q2",
        "question_type": "multi-session",
        "question": "Do I own a greyhound and a cello?",
        "answer": 2,
        "answer_session_ids": ["answer_comet", "answer_cello"],
    },
    {
        **TALKS,
        "question_id": "q3_abs",
        "question_type": "multi-session",
        "question": "What is my violin teacher called?",
        "answer": "You spoke of a cello, of no violin.",
        "answer_session_ids": ["answer_cello"],
    },
]


@pytest.fixture(scope="module")
def models_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(tmp_path_factory.mktemp("models"))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    path = tmp_path / "longmemeval_tiny.json"
    path.write_text(json.dumps(SET, indent=1), encoding="utf-8")
    return path


def logged(folder: Path, name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / name).read_text(encoding="utf-8").splitlines()]


def model(*replies: Any) -> ScriptedModel:
    return ScriptedModel(list(replies), chunk=100)


async def test_a_run_reports_its_figures_and_keeps_its_logs(data: Path, tmp_path: Path, models_dir: Path) -> None:
    out = tmp_path / "run"
    answers = model("Comet.", "Yes, both.", "You did not tell me.")
    judge = model("Yes", "no.", "Yes.")
    told: list[str] = []
    report = await run(
        data, out, models_dir, models=Models(answers, judge), progress=lambda what, done, total: told.append(what)
    )
    wanted = {"questions": 3, "recall_all@5": 1.0, "recall_any@5": 1.0, "recall_any@10": 1.0, "turn_recall@10": 1.0}
    assert {name: report[name] for name in wanted} == wanted
    assert {"recall_all@1", "recall_all@10", "recall_all@50", "turn_recall@5", "evidence_in_block"} < set(report)
    assert {name: group["questions"] for name, group in report["by_type"].items()} == {
        "multi-session": 2,
        "single-session-user": 1,
    }
    assert (report["accuracy"], report["accuracy_abstention"], report["judged"]) == (0.6667, 1.0, 3)
    assert report["accuracy_by_type"] == {"multi-session": 0.5, "single-session-user": 1.0}
    assert report["answering"]["calls"] == report["judging"]["calls"] == 3
    assert report["answering"]["prompt_tokens"] == 30
    (first, *_) = logged(out, "retrieval.jsonl")
    assert first["sessions"][0] == "answer_comet"
    assert "answer_comet_1" in first["turns"][:2]
    assert "Comet" in first["block"]
    assert [line["hypothesis"] for line in logged(out, "answers.jsonl")][::2] == ["Comet.", "You did not tell me."]
    assert [line["right"] for line in logged(out, "judgements.jsonl")] == [True, False, True]
    assert set(told) == {"retrieving", "answering", "judging"}
    assert not list(out.glob("stores/*"))


async def test_the_models_are_asked_by_the_rules_of_the_set(data: Path, tmp_path: Path, models_dir: Path) -> None:
    answers, judge = model("I don't know."), model("yes")
    await run(data, tmp_path / "run", models_dir, models=Models(answers, judge))
    asked, judged = ([text(request) for request in one.requests] for one in (answers, judge))
    assert "What is my greyhound called?" in asked[0]
    assert "Comet" in asked[0]
    assert "2023/05/30" in asked[0]
    assert "Right answer: Comet" in judged[0]
    assert "Explanation: You spoke of a cello" in judged[2]
    assert {request.temperature for one in (answers, judge) for request in one.requests} == {0.0}


def text(request: ModelRequest) -> str:
    content = request.messages[0].content
    assert isinstance(content, str)
    return content


async def test_a_run_that_was_broken_off_goes_on(data: Path, tmp_path: Path, models_dir: Path) -> None:
    out = tmp_path / "run"
    with pytest.raises(ModelError):
        await run(data, out, models_dir, models=Models(model("Comet.", ModelError("no answer", kind="server"))))
    found = (out / "retrieval.jsonl").read_bytes()
    with (out / "answers.jsonl").open("ab") as file:
        file.write(b'{"question_id": "q2", "hypoth')
    again = model("Both.", "No.")
    await run(data, out, models_dir, stage="qa", models=Models(again))
    assert [line["hypothesis"] for line in logged(out, "answers.jsonl")] == ["Comet.", "Both.", "No."]
    assert (out / "retrieval.jsonl").read_bytes() == found
    assert len(again.requests) == 2
    report = await run(data, out, models_dir, stage="judge", models=Models(judges=model("yes")))
    assert report["accuracy"] == 1.0
    assert (await run(data, out, models_dir, stage="score"))["judged"] == 3


async def test_ingest_fills_one_store_for_each_question_and_retrieve_uses_it(
    data: Path, tmp_path: Path, models_dir: Path
) -> None:
    out = tmp_path / "run"
    report = await run(data, out, models_dir, stage="ingest", limit=2)
    assert report == {"run": str(out), "questions": 0}
    assert {store.name for store in out.glob("stores/*")} == {"q1", "q2"}
    assert (await run(data, out, models_dir, stage="retrieve", limit=2))["questions"] == 2
    assert (await run(data, out, models_dir, stage="retrieve", limit=1))["questions"] == 1
    assert (await run(data, out, models_dir))["questions"] == 3


async def test_stages_that_lack_something_and_other_data_are_refused(
    data: Path, tmp_path: Path, models_dir: Path
) -> None:
    out = tmp_path / "run"
    for stage, lacks in (("score", "retrieved"), ("qa", "model"), ("judge", "model")):
        with pytest.raises(BadInput, match=lacks):
            await run(data, out, models_dir, stage=stage)
    with pytest.raises(BadInput, match="answered"):
        await run(data, out, models_dir, stage="judge", models=Models(judges=model("yes")))
    with pytest.raises(BadInput, match="another budget"):
        await run(data, out, models_dir, budget=400)
    data.write_text(json.dumps(SET[:1]), encoding="utf-8")
    with pytest.raises(BadInput, match="another data"):
        await run(data, out, models_dir)


@pytest.mark.parametrize(
    "content", ["", "{}", "[{}]", "[1]", '[{"question_id": "q"', json.dumps([{**SET[0], "haystack_dates": []}])]
)
def test_another_file_is_refused_in_plain_words(tmp_path: Path, content: str) -> None:
    path = tmp_path / "other.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(BadInput, match="no file of LongMemEval"):
        list(entries(path))


@pytest.mark.parametrize("chunk", [1, 7, 100, 5000])
def test_a_file_is_read_piece_by_piece(data: Path, monkeypatch: pytest.MonkeyPatch, chunk: int) -> None:
    whole = list(entries(data)), survey(data)
    monkeypatch.setattr(files, "_CHUNK", chunk)
    assert (list(entries(data)), survey(data)) == whole
    first = whole[0][0]
    assert (first.answer_turns, first.abstention) == (("answer_comet_1", "answer_cello_1"), False)
    assert (whole[0][1].answer, whole[0][2].abstention, whole[1].questions) == ("2", True, 3)
    assert first.sessions == ("answer_comet", "answer_cello", "lisbon")


def test_sessions_are_read_in_the_order_of_their_dates(data: Path) -> None:
    data.write_text(json.dumps([{**SET[0], "haystack_dates": TALKS["haystack_dates"][::-1]}]), encoding="utf-8")
    (entry,) = entries(data)
    assert entry.sessions == ("lisbon", "answer_cello", "answer_comet")
    assert entry.turns[0].text == "We flew to Lisbon last week."


def test_the_official_recall_wants_all_sessions_and_leaves_out_what_nothing_answers() -> None:
    def line(number: str, wanted: list[str], ranked: list[str]) -> dict[str, Any]:
        return {
            "question_id": number,
            "question_type": "multi-session",
            "answer_sessions": wanted,
            "answer_turns": [],
            "sessions": ranked,
            "turns": [],
            "block_turns": [],
            "ms": 1.0,
        }

    far = [f"s{number}" for number in range(9)]
    report = of_retrieval([line("a", ["x", "y"], ["x", *far[:4], "y"]), line("b_abs", ["z"], far)])
    assert (report["recall_all@5"], report["recall_all@10"]) == (0.0, 1.0)
    assert (report["recall_any@5"], report["recall_any@10"]) == (0.5, 0.5)


def test_a_log_of_nothing_is_empty(tmp_path: Path) -> None:
    (tmp_path / "log.jsonl").write_bytes(b'{"question_id": "q1"')
    log = Log(tmp_path / "log.jsonl")
    log.add({"question_id": "q2"})
    assert (tmp_path / "log.jsonl").read_text(encoding="utf-8") == '{"question_id": "q2"}\n'
