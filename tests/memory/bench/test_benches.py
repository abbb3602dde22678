"""The benches run on tiny made-up sets and report what others read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from memory.bench import gate, latency, locomo
from memory.bench.chats import Question, load
from memory.bench.locomo import measured
from memory.errors import BadInput

CHAT = [
    {
        "sample_id": "tiny",
        "conversation": {
            "speaker_a": "Ada",
            "speaker_b": "Bo",
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [
                {"speaker": "Ada", "dia_id": "D1:1", "text": "I adopted a greyhound called Comet."},
                {"speaker": "Bo", "dia_id": "D1:2", "text": "Lovely! I bought a cello.", "blip_caption": "a cello"},
            ],
            "session_2_date_time": "9:10 am on 2 June, 2023",
            "session_2": [
                {"speaker": "Ada", "dia_id": "D2:1", "text": "We flew to Lisbon last week."},
                {"speaker": "Bo", "dia_id": "D2:2", "text": "My cello teacher is strict."},
            ],
        },
        "qa": [
            {"question": "What is Ada's greyhound called?", "answer": "Comet", "evidence": ["D1:1"], "category": 4},
            {"question": "What did Bo buy?", "answer": "a cello", "evidence": ["D1:2; D2:2"], "category": 1},
            {"question": "Who won?", "answer": "", "evidence": ["D9:9"], "category": 4},
            {"question": "Where did Bo fly?", "answer": "", "evidence": ["D2:1"], "category": 5},
        ],
    }
]
STORE = {
    "now": "2026-05-18T09:40:00+01:00",
    "identity": {"overrides": [{"id": "i1", "content": "The user is called Ada and lives in Porto."}]},
    "facts": [
        {"id": "f01", "content": "Severe peanut allergy.", "created_at": "2026-01-01T10:00:00+00:00"},
        {
            "id": "f02",
            "content": "Lives in Leeds in a terrace house.",
            "created_at": "2023-01-01T10:00:00+00:00",
            "superseded_by": "f01",
        },
    ],
    "entities": [{"name": "Comet", "aliases": ["the greyhound"]}],
    "episodes": [{"id": "e01", "date": "2026-02-02", "summary": "Chose the printer in Porto for the harbour posters."}],
    "transcript": [
        {
            "id": "s1",
            "date": "2026-02-02",
            "turns": [{"id": "s1t1", "role": "user", "content": "Come early, leave late."}],
        }
    ],
}
MESSAGES = [
    {"id": "d1", "lang": "en", "text": "What is my name?", "expect": "identity", "relevant": ["i1"], "must_not": []},
    {
        "id": "d2",
        "lang": "en",
        "text": "Is my peanut allergy severe?",
        "expect": "pinned",
        "relevant": ["f01"],
        "must_not": ["f02"],
    },
    {"id": "d3", "lang": "en", "text": "what is 17% of 2,340", "expect": "none", "relevant": [], "must_not": []},
    {"id": "d4", "lang": "de", "text": "danke", "expect": "none", "relevant": [], "must_not": []},
]


@pytest.fixture(scope="module")
def models_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(tmp_path_factory.mktemp("models"))


def written(folder: Path, name: str, content: Any) -> Path:
    path = folder / name
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


async def test_locomo_reports_its_figures(tmp_path: Path, models_dir: Path) -> None:
    told: list[str] = []
    report = await locomo.run(
        written(tmp_path, "chat.json", CHAT), models_dir, progress=lambda what, done, total: told.append(what)
    )
    assert report["questions"] == 3
    assert report["session_recall@5"] == report["turn_recall@5"] == report["evidence@800"] == 1.0
    assert set(report["by_category"]) == {"multi-hop", "single-hop", "adversarial"}
    assert set(report["recall_ms"]) == {"p50", "p95"}
    assert {"session_recall@10", "multi_hop_session_recall@10", "turn_recall@10"} < set(report)
    assert told


def test_evidence_is_read_from_joined_ids_and_unknown_ones_are_left_out(tmp_path: Path) -> None:
    (chat,) = load(written(tmp_path, "chat.json", CHAT))
    assert [question.evidence for question in chat.questions] == [("D1:1",), ("D1:2", "D2:2"), ("D2:1",)]
    assert chat.turns[1].text == "Bo: Lovely! I bought a cello. [shares a cello]"


def test_shares_are_counted_by_turn_session_and_block() -> None:
    sessions = {f"D{session}:{turn}": session for session in range(1, 8) for turn in range(1, 4)}
    ranked = ["D1:1", "D2:1", "D2:2", "D3:1", "D4:1", "D5:1", "D6:1"]
    answer = measured(Question("?", ("D2:2", "D6:1"), 1), ranked, {"D2:2"}, sessions, 1.0)
    assert (answer.turn_5, answer.turn_10, answer.evidence_800) == (0.5, 1.0, 0.5)
    assert (answer.session_5, answer.session_10) == (0.5, 1.0)
    adversarial = measured(Question("?", ("D2:2",), 5), ranked, set(), sessions, 1.0)
    assert (adversarial.turn_5, adversarial.session_5) == (None, 1.0)


async def test_the_gate_bench_reports_its_figures(tmp_path: Path, models_dir: Path) -> None:
    written(tmp_path, "store.json", STORE)
    lines = "\n".join(json.dumps(message) for message in MESSAGES)
    (tmp_path / "messages.jsonl").write_text(lines, encoding="utf-8")
    report = await gate.run(tmp_path, models_dir)
    wanted = {"accuracy": 1.0, "needless": 0.0, "missed": 0.0, "must_not": 0.0, "precision": 1.0, "recall": 1.0}
    assert {name: report[name] for name in wanted} == wanted
    assert report["messages"] == 4
    assert set(report["by_class"]) == {"identity", "none", "pinned"}
    assert report["by_language"]["de"]["messages"] == 1


async def test_the_latency_bench_reports_its_figures(models_dir: Path) -> None:
    report = await latency.run(120, models_dir, rounds=4)
    assert report["memories"] == 120
    for name in ("recall_ms", "embed_ms", "added_ms", "write_ms"):
        assert 0 < report[name]["p50"] <= report[name]["p95"]
    assert report["ratio"] > 0
    assert report["rss_mb"] > 10
    assert report["learning_writes"] == {"INSERT signal": 1}


@pytest.mark.parametrize("content", ["", "{", '[{"sample_id": 1}]', '{"a": 1}'])
async def test_another_file_is_refused_in_plain_words(tmp_path: Path, models_dir: Path, content: str) -> None:
    path = tmp_path / "other.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(BadInput, match="no file of conversations"):
        await locomo.run(path, models_dir)
    with pytest.raises(BadInput, match="no gate set"):
        await gate.run(tmp_path, models_dir)
