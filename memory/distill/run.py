"""One run over one window of a session: by a model where one can be trusted with it, by rule otherwise."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from pathlib import Path

from memory.distill import commit, extractive, prompt, source
from memory.distill.commit import Overtaken, Run
from memory.distill.home import Home
from memory.distill.hooks import Hooks
from memory.distill.judge import by_rule, judge
from memory.distill.parse import parse
from memory.distill.prompt import NO_HOOKS
from memory.distill.reconciling import asking, known, moves, ruling, undecided
from memory.distill.reconciling.asking import Answer
from memory.distill.reconciling.ground import Ground, survey
from memory.distill.reconciling.known import Known
from memory.distill.reconciling.reconcile import News, without_twins
from memory.distill.reconciling.ruling import Question
from memory.distill.sentences.objections import of_self
from memory.distill.sentences.wording import terms
from memory.distill.source import Batch, Line
from memory.errors import HarkenError, ModelError
from memory.ports import Clock, LanguageModel, Nearby, complete
from memory.settings import Settings
from memory.store import activity, allowance, conversations, signals
from memory.store.allowance import Ticket
from memory.store.store import Store
from memory.text.scripts import spaceless
from memory.types import Activity, Usage

log = logging.getLogger(__name__)
PURPOSE = "distil"
NOVEL_CHARS = 80
"""Less text than this, both sides together, is learnt only with more turns (Osaurus's novelty gate)."""
TELLING = 2
"""Terms that a sentence about oneself needs to be learnt from by itself."""
ATTEMPTS = 3
CALL_SECONDS = 180.0
THIS_COMPUTER = "this computer"
WAITS = ("no_model", "auth", "billing", "unknown_model")
"""Failures that mean "no model": the turns wait for one."""
PASSES = ("network", "rate_limit", "overloaded")
"""Failures of the moment: tried again later, never counted."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a run ended. `again` asks for the next window, `retry` for another try after so long."""

    activity: Activity
    again: bool = False
    retry: timedelta | None = None


@dataclass(frozen=True, slots=True)
class Worker:
    """What a run needs; `prompts` is the folder of the user's own prompts, `nearby` None compares by words only."""

    store: Store
    clock: Clock
    settings: Callable[[], Settings]
    model: Callable[[], LanguageModel | None]
    prompts: Path | None = None
    hooks: Hooks = NO_HOOKS
    nearby: Nearby | None = None

    async def run(self, session: int) -> Outcome | None:
        """Distils the session's first waiting window; None where nothing waits."""
        told = await self.store.read(partial(conversations.vendors, session))
        refused = self.refusal(told)
        spent = "" if refused else await self._spent()
        why = refused or spent
        batch = await self.store.read(partial(source.load, session, whole=bool(why)))
        if batch is None:
            return None
        if not batch.signals:
            await self.store.write(partial(signals.mark, batch.abandoned, signals.ABANDONED))
            return None
        if not await asyncio.to_thread(_novel, batch):
            await self.store.write(partial(signals.mark, batch.signals, "gated"))
            return Outcome(await self._log(batch, "skipped", "too little was said yet"))
        model = self.model()
        if model is not None and self._withheld(model, told):
            ruled = await self.by_rule(batch, why)
            return Outcome(_with_found(await self._log(batch, "skipped", why), ruled))
        if why or model is None:
            retry = allowance.renewed(self.clock.now()) if spent else None
            return Outcome(await self.by_rule(batch, why), retry=retry)
        return await self._by_model(batch, model)

    async def by_rule(self, batch: Batch, why: str) -> Activity:
        """Takes the user's own statements; the turns stay pending for a model."""
        found = await asyncio.to_thread(by_rule, batch.lines, self.settings().zone)
        news = [one for one, _ in found]
        ground = await self._ground(batch, news)
        left = await undecided.find(self.store, self.nearby, news, ground, bound=undecided.VERY_NEAR)
        doubts = asking.to_the_user(left.questions, Answer()).rulings
        work = partial(commit.extracted, batch, found, ground, why, self.clock.now(), doubts)
        return await self.store.write(work)

    async def _ground(self, batch: Batch, news: Sequence[News], offered: Sequence[known.Fact] = ()) -> Ground:
        ground = await survey(self.store, news, self._home(batch), offered)
        return replace(ground, elsewhere=await moves.elsewhere(self.nearby, news))

    def _home(self, batch: Batch) -> Home:
        return Home(batch.partition, self.settings().memory.categories)

    def refusal(self, told: Sequence[str]) -> str:
        """Why the present model does not learn from a conversation that the vendors `told` got, "" where it does."""
        model = self.model()
        if model is None:
            return "no model is set"
        if not model.traits.distils:
            return f"{model.traits.name} is too small to learn more from a conversation"
        return self._withheld(model, told)

    def _withheld(self, model: LanguageModel, told: Sequence[str]) -> str:
        """A conversation goes in the background to no vendor that did not get it in the foreground.

        Where none is noted, it was held without the program, and whoever gave the model answers for it.
        """
        vendor = model.traits.vendor
        if self.settings().memory.core_model or vendor == THIS_COMPUTER or not told or vendor in told:
            return ""
        return f"was held with {', '.join(told)}; {vendor} does not get it unless memory.core_model names it"

    async def _spent(self) -> str:
        return await allowance.used_up(self.store, self.settings().memory, self.clock.now())

    async def _by_model(self, batch: Batch, model: LanguageModel) -> Outcome:
        ticket = await self._ticket(batch, PURPOSE, model)
        if ticket.refused:
            ruled = await self.by_rule(batch, ticket.refused)
            return Outcome(ruled, retry=allowance.renewed(self.clock.now()))
        around = await known.around(self.store, batch, self._home(batch).seen)
        categories = self.settings().memory.categories
        zone = self.settings().zone
        request = prompt.build(batch, around, model.traits, categories, self.prompts, self.hooks, zone)
        started = time.perf_counter()
        try:
            async with asyncio.timeout(CALL_SECONDS):
                reply, usage = await complete(model, request)
        except (ModelError, TimeoutError) as error:
            return await self._failed(batch, model, error, ticket)
        run = Run(model.traits.name, usage, (time.perf_counter() - started) * 1000, self.clock.now())
        await ticket.spend(usage)
        try:
            return await self._keep(batch, reply, around, run, model)
        except HarkenError:
            raise
        except Exception as error:  # what a hook or a reply brought on: it must not be asked for again without end
            log.exception("what was learnt could not be kept")
            return await self._given_up(batch, f"{type(error).__name__}: {error}", run)

    async def _keep(self, batch: Batch, reply: str, around: Known, run: Run, model: LanguageModel) -> Outcome:
        draft = await asyncio.to_thread(parse, reply, self.settings().zone)
        if draft is None:
            return await self._given_up(batch, "the reply could not be read", run)
        if self.hooks.post_process is not None:
            draft = await asyncio.to_thread(self.hooks.post_process, draft, batch)
        verdict = await asyncio.to_thread(judge, draft, batch, self.settings().zone)
        verdict = replace(verdict, news=tuple(await asyncio.to_thread(without_twins, verdict.news)))
        ground = await self._ground(batch, verdict.news, around.offered)
        going = await self.store.read(partial(commit.replaceable, batch, verdict.news))
        left = await undecided.find(self.store, self.nearby, verdict.news, ground, going=going)
        settled = await self._settled(batch, left.questions, model)
        cut_off = () if draft.whole else ("the reply was cut off",)
        by_words = (f"compared by words only: {left.skipped}",) if left.skipped else ()
        draft = replace(draft, notes=(*verdict.notes, *cut_off, *by_words, *settled.notes))
        work = partial(commit.distilled, batch, draft, verdict, ground, settled, run)
        try:
            return Outcome(await self.store.write(work), again=batch.more)
        except Overtaken:
            return Outcome(await self._log(batch, "skipped", "another window learnt this meanwhile", run))

    async def _settled(self, batch: Batch, questions: Sequence[Question], model: LanguageModel) -> Answer:
        """What the model says of all that is left open, in at most one call."""
        if not questions:
            return Answer()
        ticket = await self._ticket(batch, ruling.PURPOSE, model)
        if ticket.refused:
            return asking.to_the_user(questions, Answer(notes=(ticket.refused,)))
        answer = await asking.ask(model, questions, self.prompts)
        await ticket.spend(answer.usage)
        return asking.to_the_user(questions, answer)

    async def _failed(
        self, batch: Batch, model: LanguageModel, error: ModelError | TimeoutError, ticket: Ticket
    ) -> Outcome:
        kind = error.kind if isinstance(error, ModelError) else "timeout"
        name = model.traits.name
        if kind in WAITS or kind in PASSES:
            await ticket.give_back()
        if kind in WAITS:
            ruled = await self.by_rule(batch, str(error))
            return Outcome(_with_found(await self._log(batch, "skipped", f"no model: {error}"), ruled))
        if kind in PASSES:
            after = error.retry_after if isinstance(error, ModelError) else None
            run = Run(name, None, 0.0, self.clock.now())
            retry = timedelta(seconds=max(60.0, after or 300.0))
            return Outcome(await self._log(batch, "error", str(error), run), retry=retry)
        detail = str(error) or f"no reply within {CALL_SECONDS:.0f} s"
        return await self._given_up(batch, detail, Run(name, None, 0.0, self.clock.now()))

    async def _given_up(self, batch: Batch, detail: str, run: Run) -> Outcome:
        """Counts a failed attempt; after three the turns go to the rules and are left alone."""
        dead = await self.store.write(partial(signals.fail, batch.signals, ATTEMPTS))
        logged = await self._log(batch, "dead_letter" if dead else "error", detail, run)
        if dead:
            return Outcome(_with_found(logged, await self.by_rule(batch, detail)))
        return Outcome(logged, retry=timedelta(minutes=5))

    async def _ticket(self, batch: Batch, purpose: str, model: LanguageModel) -> Ticket:
        """Books a call before it is made, whatever comes of it."""
        now, bounds = self.clock.now(), self.settings().memory
        return await allowance.take(
            self.store, bounds, now, purpose, model.traits.name, conversation=batch.conversation
        )

    async def _log(self, batch: Batch, outcome: str, detail: str, run: Run | None = None) -> Activity:
        usage: Usage | None = run.usage if run else None
        work = partial(
            activity.log_run,
            PURPOSE,
            outcome,
            at=self.clock.now(),
            detail=detail,
            model=run.model if run else "",
            conversation=batch.conversation,
            session=batch.session,
            ms=run.ms if run else 0.0,
            usage=usage,
        )
        return await self.store.write(work)


def _with_found(run: Activity, ruled: Activity) -> Activity:
    """A run without a model's reply, with what the rules found in its stead."""
    return replace(run, learned=ruled.learned, id=ruled.id)


def _novel(batch: Batch) -> bool:
    """Whether the turns say enough for a run: some text, or one statement of the user about themselves."""
    if extractive.durable(batch.lines):
        return True
    replies = [line for line in batch.lines if line.fresh and not line.evidence]
    cancelled = bool(replies) and all(line.cancelled for line in replies)
    if cancelled or not batch.users:
        return False
    return _weight(batch.said) >= NOVEL_CHARS or any(_of_oneself(line) for line in batch.lines if line.evidence)


def _weight(text: str) -> int:
    """How much is said: a Chinese, Japanese or Korean sign counts as two letters, as X counts the length of posts."""
    return len(text) + sum(map(spaceless, text))


def _of_oneself(line: Line) -> bool:
    """Says in earnest something about its speaker, in more than a word: "My plumber is Otto Kran."."""
    return any(
        not sentence.objection and of_self(sentence.text, line.language) and len(terms(sentence.text)) >= TELLING
        for sentence in line.sentences
    )
