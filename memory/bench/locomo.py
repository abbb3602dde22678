"""How much of the evidence recall finds in long conversations (LoCoMo's format): no gate, no model call."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from memory.bench.chats import Chat, Question, fill, load
from memory.bench.workspace import Progress, Workspace, embed_all, find_turns, percentiles, silent, workspace
from memory.embed.models import embedder
from memory.embed.tokens import WordPieces
from memory.ports import TokenCounter

BUDGET_TOKENS = 800
CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}


@dataclass(frozen=True, slots=True)
class Answer:
    """One question's shares of its evidence; the turn figures are None where the category has none."""

    category: int
    session_5: float
    session_10: float
    turn_5: float | None
    turn_10: float | None
    evidence_800: float | None
    ms: float


async def run(
    data: Path, models_dir: Path, *, embedding_model: str = "minilm", progress: Progress = silent
) -> dict[str, Any]:
    """The report of the bench: mean shares, rounded to four places. Raises BadInput for a file of another kind."""
    chats = load(data)
    model = embedder(embedding_model, models_dir)
    counter = WordPieces(models_dir)
    answers: list[Answer] = []
    try:
        for number, chat in enumerate(chats, start=1):
            async with workspace(model, counter=counter) as place:
                names = await place.store.write(lambda chat=chat: fill(chat.turns))  # type: ignore[misc]
                await embed_all(place, model, f"embedding {number}/{len(chats)}", len(chat.turns), progress)
                answers += await _asked(place, chat, names, counter, progress)
    finally:
        model.close()
    return report(answers)


async def _asked(
    place: Workspace, chat: Chat, names: Mapping[int, str], counter: TokenCounter, progress: Progress
) -> list[Answer]:
    sessions = {turn.id: turn.session for turn in chat.turns}
    answers = []
    for done, question in enumerate(chat.questions, start=1):
        found = await find_turns(place, question.text, chat.turns[-1].at, counter, BUDGET_TOKENS)
        ranked, block = [names[turn] for turn in found.turns], {names[turn] for turn in found.inside}
        answers.append(measured(question, ranked, block, sessions, found.ms))
        progress(f"asking {chat.name}", done, len(chat.questions))
    return answers


def measured(
    question: Question, ranked: Sequence[str], block: set[str], sessions: Mapping[str, int], ms: float
) -> Answer:
    """The shares of the question's evidence among the first turns, the first sessions, and in the block."""
    order = list(dict.fromkeys(sessions[turn] for turn in ranked))
    wanted = {sessions[turn] for turn in question.evidence}
    evidence = set(question.evidence)
    answerable = question.category != 5
    return Answer(
        question.category,
        len(wanted & set(order[:5])) / len(wanted),
        len(wanted & set(order[:10])) / len(wanted),
        len(evidence & set(ranked[:5])) / len(evidence) if answerable else None,
        len(evidence & set(ranked[:10])) / len(evidence) if answerable else None,
        len(evidence & block) / len(evidence) if answerable else None,
        ms,
    )


def report(answers: Sequence[Answer]) -> dict[str, Any]:
    """The figures over all questions and by category."""
    by_category: dict[int, list[Answer]] = defaultdict(list)
    for answer in answers:
        by_category[answer.category].append(answer)
    multi_hop = [answer.session_10 for answer in by_category.get(1, [])]
    return {
        **_figures(answers),
        "multi_hop_session_recall@10": _mean(multi_hop),
        "questions": len(answers),
        "by_category": {
            CATEGORIES.get(category, str(category)): {**_figures(group), "questions": len(group)}
            for category, group in sorted(by_category.items())
        },
        "recall_ms": percentiles([answer.ms for answer in answers]),
    }


def _figures(answers: Sequence[Answer]) -> dict[str, float]:
    return {
        "session_recall@5": _mean([answer.session_5 for answer in answers]),
        "session_recall@10": _mean([answer.session_10 for answer in answers]),
        "turn_recall@5": _mean([answer.turn_5 for answer in answers]),
        "turn_recall@10": _mean([answer.turn_10 for answer in answers]),
        "evidence@800": _mean([answer.evidence_800 for answer in answers]),
    }


def _mean(values: Sequence[float | None]) -> float:
    known = [value for value in values if value is not None]
    return round(fmean(known), 4) if known else 0.0
