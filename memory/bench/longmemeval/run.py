"""The stages of a run, each of which goes on where it was broken off."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from memory.bench.longmemeval import scores
from memory.bench.longmemeval.answering import answered, judged
from memory.bench.longmemeval.data import Entry, entries, survey
from memory.bench.longmemeval.histories import KnownVectors, found, history
from memory.bench.longmemeval.logs import Log, RunFolder
from memory.bench.workspace import Progress, silent
from memory.embed.embedder import Embedder
from memory.embed.models import embedder
from memory.embed.tokens import WordPieces
from memory.errors import BadInput
from memory.ports import LanguageModel

STAGES = ("ingest", "retrieve", "score", "qa", "judge", "all")
BUDGET_TOKENS = 800


@dataclass(frozen=True, slots=True)
class Models:
    """Who answers and who judges; without them these stages are left out of `all`."""

    answers: LanguageModel | None = None
    judges: LanguageModel | None = None


async def run(
    data: Path,
    out: Path,
    models_dir: Path,
    *,
    stage: str = "all",
    limit: int | None = None,
    embedding_model: str = "minilm",
    budget: int = BUDGET_TOKENS,
    models: Models | None = None,
    progress: Progress = silent,
) -> dict[str, Any]:
    """The report over all that the run in `out` has done so far, this stage included; of the first `limit` questions.

    `out` is the run's own folder: no memory of the user's is touched. BadInput for a file of another kind, for a folder
    with another run, and for a stage that lacks its model or the one before it.
    """
    chosen = models or Models()
    known = survey(data)
    folder = RunFolder(out, {"data": known.sha256, "embedding_model": embedding_model, "budget": budget})
    total = min(known.questions, limit or known.questions)
    _need(stage, folder, chosen)
    work = _Run(data, folder, total, progress)
    if stage in ("ingest", "retrieve", "all"):
        await work.retrieve(models_dir, embedding_model, budget, only_ingest=stage == "ingest")
    if chosen.answers is not None and stage in ("qa", "all"):
        await work.answer(chosen.answers)
    if chosen.judges is not None and stage in ("judge", "all"):
        await work.judge(chosen.judges)
    return work.report()


def _need(stage: str, folder: RunFolder, models: Models) -> None:
    if stage == "qa" and models.answers is None:
        raise BadInput("The stage qa needs a model that answers", hint="Name one with --model")
    if stage == "judge" and models.judges is None:
        raise BadInput("The stage judge needs a model that judges", hint="Name one with --judge-model or --model")
    if stage in ("score", "qa") and not folder.retrieval.lines:
        raise BadInput(f"Nothing is retrieved yet in {folder.path}", hint="Run --stage retrieve first")
    if stage == "judge" and not folder.answers.lines:
        raise BadInput(f"Nothing is answered yet in {folder.path}", hint="Run --stage qa first")


class _Run:
    def __init__(self, data: Path, folder: RunFolder, total: int, progress: Progress) -> None:
        self._data = data
        self._folder = folder
        self._total = total
        self._progress = progress

    def _entries(self, what: str) -> Iterator[Entry]:
        for done, entry in enumerate(islice(entries(self._data), self._total), start=1):
            yield entry
            self._progress(what, done, self._total)

    async def retrieve(self, models_dir: Path, embedding_model: str, budget: int, *, only_ingest: bool) -> None:
        """Fills a memory for each question and looks into it; a memory that was looked into is dropped."""
        model, counter = embedder(embedding_model, models_dir), WordPieces(models_dir)
        if model.available:
            await model.warm()
        known = KnownVectors(self._folder.path / "vectors", model.fingerprint or "none")
        try:
            for entry in self._entries("ingesting" if only_ingest else "retrieving"):
                await self._look_into(entry, model, known, counter, budget, only_ingest)
        finally:
            known.close()
            model.close()

    async def _look_into(
        self, entry: Entry, model: Embedder, known: KnownVectors, counter: WordPieces, budget: int, only_ingest: bool
    ) -> None:
        log = self._folder.retrieval
        if entry.id in log.lines:
            return
        store = self._folder.store(entry.id)
        async with history(entry, store, model, known, counter) as place:
            if only_ingest:
                return
            line = await found(entry, place, counter, budget)
        log.add(line)
        shutil.rmtree(store, ignore_errors=True)

    async def answer(self, model: LanguageModel) -> None:
        lines = self._chosen(self._folder.retrieval)
        for done, line in enumerate(lines, start=1):
            if line["question_id"] not in self._folder.answers.lines:
                self._folder.answers.add(await answered(line, model))
            self._progress("answering", done, len(lines))

    async def judge(self, model: LanguageModel) -> None:
        lines = [
            one for one in self._chosen(self._folder.retrieval) if one["question_id"] in self._folder.answers.lines
        ]
        for done, line in enumerate(lines, start=1):
            number = line["question_id"]
            if number not in self._folder.judgements.lines:
                reply = self._folder.answers.lines[number]["hypothesis"]
                self._folder.judgements.add(await judged(line, reply, model))
            self._progress("judging", done, len(lines))

    def report(self) -> dict[str, Any]:
        """The figures of what the logs hold."""
        answers, judgements = self._chosen(self._folder.answers), self._chosen(self._folder.judgements)
        made: dict[str, Any] = {
            "run": str(self._folder.path),
            **scores.of_retrieval(self._chosen(self._folder.retrieval)),
        }
        if answers:
            made["answering"] = scores.spent(answers)
        if judgements:
            made |= scores.of_judgements(judgements)
            made["judging"] = scores.spent(judgements)
        return made

    def _chosen(self, log: Log) -> Sequence[dict[str, Any]]:
        """The first lines, as many as the run is limited to; the logs are in the order of the file."""
        return list(log.lines.values())[: self._total]
