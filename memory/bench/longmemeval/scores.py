"""The figures over the logs of a run.

recall_all@k is the official one: all sessions of the evidence among the first k, over the questions that have an
answer (470 of the 500). recall_any@k, at least one of them over all questions, is what is mostly published.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from statistics import fmean
from typing import Any

from memory.bench.workspace import percentiles

ALL_AT = (1, 3, 5, 10, 30, 50)
ANY_AT = (5, 10)
TURNS_AT = (5, 10)
Line = Mapping[str, Any]


def abstention(line: Line) -> bool:
    return str(line["question_id"]).endswith("_abs")


def of_retrieval(lines: Collection[Line]) -> dict[str, Any]:
    """What was found, over all questions and by their type; before any was looked at, nothing."""
    if not lines:
        return {"questions": 0}
    return {
        "questions": len(lines),
        **_figures(list(lines)),
        "by_type": {name: {**_figures(group), "questions": len(group)} for name, group in _by_type(lines).items()},
        "recall_ms": percentiles([line["ms"] for line in lines]),
    }


def _figures(lines: Sequence[Line]) -> dict[str, float]:
    answerable = [line for line in lines if not abstention(line) and line["answer_sessions"]]
    with_sessions = [line for line in lines if line["answer_sessions"]]
    with_turns = [line for line in answerable if line["answer_turns"]]
    return {
        **{f"recall_all@{k}": _mean(answerable, lambda line, k=k: _all(line, k)) for k in ALL_AT},  # type: ignore[misc]
        **{f"recall_any@{k}": _mean(with_sessions, lambda line, k=k: _any(line, k)) for k in ANY_AT},  # type: ignore[misc]
        **{f"turn_recall@{k}": _mean(with_turns, lambda line, k=k: _turns(line, k)) for k in TURNS_AT},  # type: ignore[misc]
        "evidence_in_block": _mean(with_turns, lambda line: len(line["block_turns"]) / len(line["answer_turns"])),
    }


def _all(line: Line, k: int) -> float:
    return float(set(line["answer_sessions"]) <= set(line["sessions"][:k]))


def _any(line: Line, k: int) -> float:
    return float(not set(line["answer_sessions"]).isdisjoint(line["sessions"][:k]))


def _turns(line: Line, k: int) -> float:
    wanted = set(line["answer_turns"])
    return len(wanted & set(line["turns"][:k])) / len(wanted)


def of_judgements(lines: Collection[Line]) -> dict[str, Any]:
    """The share of right answers: over all, by type, and of the questions that nothing answers."""
    by_type = {name: _mean(group, _right) for name, group in _by_type(lines).items()}
    none = [line for line in lines if abstention(line)]
    return {
        "accuracy": _mean(list(lines), _right),
        "accuracy_mean_of_types": round(fmean(by_type.values()), 4) if by_type else 0.0,
        "accuracy_abstention": _mean(none, _right),
        "judged": len(lines),
        "accuracy_by_type": by_type,
    }


def spent(lines: Collection[Line]) -> dict[str, Any]:
    """What the calls took; `cost` in dollars, as far as the prices are known."""
    usages = [line["usage"] for line in lines if line["usage"]]
    costs = [usage["cost"] for usage in usages if usage["cost"] is not None]
    return {
        "calls": len(lines),
        "prompt_tokens": sum(usage["prompt_tokens"] for usage in usages),
        "completion_tokens": sum(usage["completion_tokens"] for usage in usages),
        "cost": round(sum(costs), 6) if costs else None,
    }


def _right(line: Line) -> float:
    return float(line["right"])


def _by_type(lines: Collection[Line]) -> dict[str, list[Line]]:
    groups: dict[str, list[Line]] = defaultdict(list)
    for line in lines:
        groups[line["question_type"]].append(line)
    return dict(sorted(groups.items()))


def _mean(lines: Sequence[Line], value: Callable[[Line], float]) -> float:
    return round(fmean(map(value, lines)), 4) if lines else 0.0
