"""The read path: gate, two legs, fusion, plan, block. No model is called and no failing leg stops a turn."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

from memory.embed.embedder import Embedder
from memory.errors import HarkenError
from memory.index.neighbours import Neighbours
from memory.ports import Clock, TokenCounter
from memory.recall import lexical
from memory.recall.advice import Advice
from memory.recall.asking import is_question
from memory.recall.calls import Calls
from memory.recall.decide import Evidence, Verdict, beside_identity, best_section, by_chances, by_words, decide, learnt
from memory.recall.dense import Dense, Near
from memory.recall.events import asked_time
from memory.recall.fuse import Candidate, fuse
from memory.recall.gate import Needs, Opening, is_broad, is_follow_up, opening
from memory.recall.learned import learned
from memory.recall.lexical import Worded
from memory.recall.own_words import own_words, without_material
from memory.recall.picks import named, plan_with
from memory.recall.planner import Context, Course, Limits
from memory.recall.prefetch import Prefetch
from memory.recall.recent import Recent
from memory.recall.signs import Signs, signs_of
from memory.recall.standing import context_of, weightiest
from memory.recall.tasks import StandingFacts
from memory.recall.timely import KINDS as KINDS_BY_TIME
from memory.recall.timely import only_the_time, over_then, timely, with_past
from memory.recall.touch import subject, touches
from memory.recall.turns import WORTH, rank_turns
from memory.settings import Settings
from memory.store import judgements
from memory.store.hits import Hit, Scope
from memory.store.store import Store
from memory.text.normal import search_text
from memory.text.query import content
from memory.text.secrets import redact
from memory.text.times import Span
from memory.types import NO_PICKS, GateDecision, Injection, Kind, Leaning, Leg, Mode, Picks, Role, Section

if TYPE_CHECKING:
    from numpy import float32
    from numpy.typing import NDArray

log = logging.getLogger(__name__)
KINDS = (Kind.FACT, Kind.EPISODE, Kind.TURN, Kind.IDENTITY)
LIMITS = {
    Section.IDENTITY: Limits(8, share=0.5),
    Section.PINNED: Limits(5, share=0.5),
    Section.EPISODE: Limits(3, share=0.5),
    Section.TRANSCRIPT: Limits(12, within=3 * WORTH),
}
"""Few and close: each further item costs attention. Most questions need one or two; where turns are hard to tell apart,
the right one is among more of them."""
LEAN = {section: replace(limits, items=min(3, limits.items)) for section, limits in LIMITS.items()}
"""Where the gate is not sure."""
ATTACHED = Limits(3)
BESIDE = Limits(2, share=0.5)
MOST_OF_A_TASK = 3
"""Standing facts cost their place in every task of a kind."""
CONSIDERED = 16
SHORT_WORDS = 2
SHORT_CHARS = 2000
QUERY_CHARS = 2000
COLD_SECONDS = 2.0
"""So much longer the first question of a process waits for the words: what they need is still being loaded."""


@dataclass(frozen=True, slots=True)
class RecallRequest:
    """What a turn asks of memory.

    `held` are numbers of messages in the working window, `recent` the last user texts before this one, oldest first;
    `message` is the number of the user's own message, which is no answer to itself. Only what belongs to `partitions`
    is found, () are all. `conversation` is None before anything was said; `over` is the version of the store just
    before it got the message, None where it is not stored or was before. Without `calls` no model is asked. `counter`
    counts the tokens of the budget as the model does; None: they are estimated.
    """

    text: str
    conversation: int | None = None
    held: frozenset[int] = frozenset()
    recent: tuple[str, ...] = ()
    mode: Mode = Mode.READ_WRITE
    budget_tokens: int = 800
    deadline_ms: int = 300
    message: int | None = None
    partitions: tuple[int, ...] = ()
    over: int | None = None
    calls: bool = True
    picks: Picks = NO_PICKS
    counter: TokenCounter | None = None


@dataclass(frozen=True, slots=True)
class Query:
    """A question; `wider` is it with the words before, "" where it stands alone, `leans` that it means little alone."""

    own: str
    wider: str = ""
    leans: bool = False

    @property
    def worded(self) -> tuple[str, ...]:
        """Each is looked for: with more words, a document covers a smaller share of what is asked."""
        return (self.own, self.wider) if self.wider else (self.own,)

    @property
    def meant(self) -> str:
        return self.wider if self.leans else self.own


@dataclass(slots=True)
class Found:
    """What the legs brought by the deadline."""

    worded: Worded | None = None
    near: Near | None = None
    legs: list[Leg] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Weighed:
    """A message with all that the gate goes by.

    `broad` asks about the user at large, `leans` means little without the message before. `span` is the time it
    names, `past` the facts that held then and hold no more.
    """

    found: Found
    opened: Opening
    evidence: Evidence
    signs: Signs
    broad: bool = False
    leans: bool = False
    span: Span | None = None
    past: Sequence[Candidate] = ()

    @property
    def vector(self) -> NDArray[float32] | None:
        """That of the message itself, None where it was not embedded."""
        return self.found.near.message if self.found.near else None

    @property
    def model(self) -> str:
        return self.found.near.model if self.found.near else ""


class Recaller:
    """Finds what a turn needs from memory, within its deadline."""

    def __init__(
        self,
        store: Store,
        embedder: Embedder,
        neighbours: Neighbours,
        settings: Callable[[], Settings],
        counter: TokenCounter,
        clock: Clock,
        advice: Advice | None = None,
    ) -> None:
        self._store = store
        self._embedder = embedder
        self._dense = Dense(store, embedder, neighbours)
        self._standing = StandingFacts()
        self._settings = settings
        self._counter = counter
        self._clock = clock
        self.advice = advice or Advice(Calls(store, settings, clock), settings)
        self._worded = False
        self.recent = Recent(store, self._whole)
        self.prefetch = Prefetch(store, embedder, self._dense, self._standing)

    async def recall(self, request: RecallRequest) -> Injection:
        """Gate to block. A leg that is slow or fails is named in `legs`; the others are used.

        Secrets are taken out first: what is searched by and what quotes the message stands in the ledger.
        """
        started = time.perf_counter()
        text = await _redacted(request.text)
        request = replace(request, text=text)
        weighed = await self.recent.of(request, partial(self.weigh, request))
        decided = self._verdict(weighed, await self._leaning())
        verdict, gate = await self.advice.on_gate(request, weighed.evidence, decided)
        pools = dict(weighed.evidence.pools)
        pools[Section.IDENTITY] = await self._about_the_user(request, verdict.decision, weighed)
        pools |= await self._timely(request, verdict.decision.section, weighed, pools)
        attached = attachments(weighed, pools) if verdict.decision.section is Section.PINNED else []
        pinned = await self._pinned(request, [*chain(*pools.values())])
        known = await self._context(request, [*chain(*pools.values()), *attached, *pinned])
        context = replace(known, zone=self._settings().zone)
        found, shut_out = courses_of(verdict, pools, attached)
        courses, rerank = await self.advice.on_order(request, verdict, pools, found)
        counter = request.counter or self._counter
        planned = plan_with(request.picks, pinned, courses, shut_out, context, counter, request.budget_tokens)
        return Injection(
            gate=verdict.decision,
            items=planned.items,
            cut=planned.cut,
            block=planned.block,
            tokens=planned.tokens,
            ms=round(1000 * (time.perf_counter() - started), 2),
            legs=(*weighed.found.legs, *gate, *rerank),
            mode=request.mode,
            query=search_text(request.text[:QUERY_CHARS]),
            at=self._clock.now(),
        )

    def queue_prefetch(self, seen: Callable[[], Awaitable[tuple[int, ...]]]) -> None:
        """A turn is over: makes ready in the background what the next question needs of the partitions `seen`."""

        async def scope() -> Scope:
            return _scope(await seen())

        self.prefetch.queue(scope)

    def _whole(self, weighed: Weighed) -> bool:
        """Each leg brought what it has."""
        found = weighed.found
        return found.worded is not None and (found.near is not None or not self._embedder.available)

    async def weigh(self, request: RecallRequest) -> Weighed:
        """What the legs find for a message, and what the gate can tell from that and from its words."""
        query = query_of(request)
        span = await self._span(request)
        seconds = request.deadline_ms / 1000
        found, then = await self._looks(query, span, seconds, request.partitions)
        pools = candidates(found, query, request)
        if then is not found:
            pools[Section.PINNED] = candidates(then, query, request)[Section.PINNED]
        over = span is not None and span.end <= self._now()
        past = await self._past(then, span, request) if span and over else []
        pools[Section.PINNED] = _merged(pools[Section.PINNED], past)
        evidence = Evidence(pools, _best(pools.get(Section.IDENTITY, [])), found.near is not None)
        worded = found.worded or Worded({})
        opened = opening(request.text, worded.names)
        if over and opened.section is Section.PINNED and is_question(request.text):
            opened = replace(opened, outright=True)  # what was so of the user at a time that is over
        told = {task: bool(facts) for task, facts in worded.standing.items()}
        signs = signs_of(request.text, opened, worded.names, evidence, told, leans=query.leans)
        broad = opened.section is Section.IDENTITY and is_broad(request.text)
        return Weighed(found, opened, evidence, signs, broad, query.leans, span, past)

    def _now(self) -> datetime:
        return self._clock.now().astimezone(self._settings().zone)

    async def _span(self, request: RecallRequest) -> Span | None:
        """The time that the message names."""
        now = self._now()
        try:
            return await asked_time(self._store, own_words(request.text), now, request.partitions, request.message)
        except HarkenError as error:
            log.warning("what the message names by an event can't be read: %s", error)
            return None

    async def _past(self, found: Found, span: Span, request: RecallRequest) -> list[Candidate]:
        """The facts near the message that held in `span` and hold no more."""
        scores, near = found.worded.scores if found.worded else {}, found.near
        try:
            work = partial(over_then, scores.keys(), near.close.keys() if near else (), span, request.partitions)
            facts = await self._store.read(work)
            near = near and await self._dense.compare(near, {hit.document for hit in facts})
        except HarkenError as error:
            log.warning("what held then can't be read: %s", error)
            return []
        return fuse([hit._replace(score=scores.get(hit.document, 0.0)) for hit in facts], (), near)

    async def _looks(
        self, query: Query, span: Span | None, seconds: float, partitions: tuple[int, ...]
    ) -> tuple[Found, Found]:
        """What the legs find for the message, and what they find without the words that tell its time."""
        if span is None or not span.told or only_the_time(span.rest):
            found = await self.look(query, seconds, partitions)
            return found, found
        looks = (self.look(one, seconds, partitions) for one in (query, Query(span.rest)))
        found, then = await asyncio.gather(*looks)
        return found, then

    async def look(self, query: Query, seconds: float, partitions: tuple[int, ...] = ()) -> Found:
        """Runs both legs, without an embedder that of words alone; after `seconds` those that are finished count, the
        first time a little later."""
        found = Found()
        scope = _scope(partitions)
        running: dict[str, Awaitable[tuple[Worded | Near, float]]] = {
            "words": _timed(lexical.find(self._store, query.worded, scope, self._standing))
        }
        if self._embedder.available:
            running["vectors"] = _timed(self._dense.find(query.meant, scope))
        tasks = {name: asyncio.ensure_future(work) for name, work in running.items()}
        try:
            await asyncio.wait(tasks.values(), timeout=seconds)
            if not self._worded:
                await asyncio.wait([tasks["words"]], timeout=COLD_SECONDS)
                self._worded = True
        finally:
            for task in tasks.values():
                task.cancel()
        for name, task in tasks.items():
            result, leg = _outcome(name, task, seconds)
            found.legs.append(leg)
            if isinstance(result, Worded):
                found.worded = result
            elif isinstance(result, Near):
                found.near = result
        if found.near and found.worded:
            found.near = await self._dense.compare(found.near, _beside(found.worded, found.near))
        return found

    async def _about_the_user(
        self, request: RecallRequest, decision: GateDecision, weighed: Weighed
    ) -> list[Candidate]:
        """What goes beside the identity lines: the facts that answer, or for a broad question the weightiest."""
        if decision.section is not Section.IDENTITY:
            return []
        if weighed.broad:
            at, categories = self._clock.now(), self._settings().memory.categories
            return await self._store.read(lambda: weightiest(at, categories, request.partitions))
        return beside_identity(weighed.evidence)

    def _verdict(self, weighed: Weighed, leaning: Leaning) -> Verdict:
        mode = self._settings().memory.gate
        if mode == "off":
            return Verdict(best_section(weighed.evidence))
        if mode == "heuristic":
            return Verdict(by_words(weighed.opened))
        if weighed.broad:
            return Verdict(GateDecision(Section.IDENTITY, weighed.opened.rule))
        if weighed.vector is not None and (weights := learned(weighed.model)) is not None:
            chances = weights.chances(weighed.vector, weighed.signs)
            return by_chances(chances, weighed.opened, weighed.evidence, leans=weighed.leans, leaning=leaning)
        guessed = weighed.opened.needs in (Needs.LIKELY, Needs.STRONG)
        return Verdict(decide(weighed.opened, weighed.evidence), split=guessed)

    async def _leaning(self) -> Leaning:
        try:
            return await self._store.read(judgements.leaning)
        except HarkenError as error:
            log.warning("the user's verdicts can't be read: %s", error)
            return Leaning()

    async def _context(self, request: RecallRequest, seen: Iterable[Candidate]) -> Context:
        found = [one for one in seen if request.held or one.hit.kind == Kind.FACT or one.hit.partition]
        if not found:
            return Context(request.held)
        try:
            return await self._store.read(lambda: context_of(request.held, found))
        except HarkenError as error:
            log.warning("the facts' evidence can't be read: %s", error)
            return Context(request.held)

    async def _timely(
        self,
        request: RecallRequest,
        section: Section,
        weighed: Weighed,
        pools: Mapping[Section, Sequence[Candidate]],
    ) -> dict[Section, list[Candidate]]:
        """The section that is open, ranked by the time that the message names, where it names one."""
        if section is Section.NONE or (span := weighed.span) is None:
            return {}
        try:
            ranked = list(pools.get(section, ()))
            if section in KINDS_BY_TIME:
                work = partial(timely, section, ranked, span, request.partitions, request.message)
                ranked = await self._store.read(work)
            if section in (Section.PINNED, Section.IDENTITY) and span.end <= self._now():
                ranked = await self._store.read(partial(with_past, ranked, weighed.past, span))
            return {section: ranked}
        except HarkenError as error:
            log.warning("what was said at that time can't be read: %s", error)
            return {}

    async def _pinned(self, request: RecallRequest, found: Sequence[Candidate]) -> list[Candidate]:
        """What the user pinned to the message, whether it was found or not."""
        if not request.picks.pinned:
            return []
        return await self._store.read(lambda: named(request.picks.pinned, found, request.partitions))


def courses_of(
    verdict: Verdict, pools: Mapping[Section, Sequence[Candidate]], attached: Sequence[Candidate]
) -> tuple[list[Course], list[Candidate]]:
    """What may go in, course by course, and the nearest of what the gate keeps out."""
    section = verdict.decision.section
    if section is Section.NONE:
        return [], [one for one in pools.get(Section.PINNED, []) if one.score > 0][:3]
    courses = [Course(pools[section][:CONSIDERED], LEAN[section] if verdict.lean else LIMITS[section])]
    if attached:
        courses.append(Course(attached, ATTACHED))
    if verdict.beside:
        courses.append(Course(learnt(pools[verdict.beside])[:CONSIDERED], BESIDE))
    return courses, []


def _scope(partitions: tuple[int, ...]) -> Scope:
    return Scope(tuple(map(str, KINDS)), partitions=partitions)


def query_of(request: RecallRequest) -> Query:
    """What to look for: the asking part of the message; a few words may lean on the message before."""
    own = (without_material(request.text) or request.text)[:QUERY_CHARS]
    named = len(content(own).split())
    if not request.recent or named > SHORT_WORDS or is_follow_up(request.text):
        return Query(own)
    return Query(own, f"{own} {without_material(request.recent[-1])[:300]}"[:QUERY_CHARS], leans=named < SHORT_WORDS)


def candidates(found: Found, query: Query, request: RecallRequest) -> dict[Section, list[Candidate]]:
    """The candidates of each section, best first. Turns not distilled yet stand in for facts and episodes."""
    worded, near = found.worded, found.near
    fused = {kind: fuse(_of(worded, kind), _of(near, kind), near, worded.scores if worded else None) for kind in KINDS}
    question = search_text(request.text[:QUERY_CHARS])
    answers = [one for one in fused[Kind.TURN] if not _is_question(one, request, question)]
    turns = rank_turns(answers, near, query.meant, worded.scores if worded else {})
    fresh = [one for one in turns if one.hit.fresh]
    asked = subject(query.worded[-1])
    said = [one for one in fresh if _states(one) and touches(one.hit.text, asked, one.dense)]
    return {
        Section.PINNED: _merged(fused[Kind.FACT], said),
        Section.EPISODE: _merged(fused[Kind.EPISODE], fresh),
        Section.TRANSCRIPT: turns,
        Section.IDENTITY: fused[Kind.IDENTITY],
    }


def attachments(weighed: Weighed, pools: Mapping[Section, Sequence[Candidate]]) -> list[Candidate]:
    """Standing facts for the kinds of task asked for, those nearest to the message first, a few of each kind."""
    near = {one.key: one for one in pools.get(Section.PINNED, ())}
    found: dict[tuple[str, int], Candidate] = {}
    for facts in (weighed.found.worded.standing if weighed.found.worded else {}).values():
        known = [near.get((hit.kind, hit.item), Candidate(hit, 0.0)) for hit in facts]
        best = sorted(known, key=lambda one: -one.score)[:MOST_OF_A_TASK]
        found |= {one.key: one for one in best}
    return sorted(found.values(), key=lambda one: -one.score)


def _of(leg: Worded | Near | None, kind: Kind) -> Sequence[Hit]:
    return leg.hits.get(str(kind), ()) if leg else ()


def _is_question(one: Candidate, request: RecallRequest, question: str) -> bool:
    """The message itself, or the same asked before: no answer stands in a question."""
    return one.hit.item == request.message or one.hit.text[:QUERY_CHARS] == question


def _beside(worded: Worded, near: Near) -> set[int]:
    """What only shares words with the question, and the turns before all that was found: their likeness counts too."""
    found = [*chain(*worded.hits.values()), *chain(*near.hits.values())]
    return {hit.document for hit in found} | {hit.before for hit in found if hit.before}


def _states(one: Candidate) -> bool:
    """The user says something in it, beyond asking."""
    return one.hit.role == Role.USER and not is_question(one.hit.text)


def _merged(first: Sequence[Candidate], second: Sequence[Candidate]) -> list[Candidate]:
    return sorted((*first, *second), key=lambda one: (-one.score, -one.hit.document))


def _best(found: Sequence[Candidate]) -> float:
    return max((one.score for one in found), default=float("-inf"))


async def _redacted(text: str) -> str:
    """A long text takes its time: not on the event loop."""
    return redact(text)[0] if len(text) < SHORT_CHARS else (await asyncio.to_thread(redact, text))[0]


async def _timed(work: Awaitable[Worded] | Awaitable[Near]) -> tuple[Worded | Near, float]:
    started = time.perf_counter()
    result = await work
    return result, 1000 * (time.perf_counter() - started)


def _outcome(
    name: str, task: asyncio.Future[tuple[Worded | Near, float]], seconds: float
) -> tuple[Worded | Near | None, Leg]:
    if not task.done() or task.cancelled():
        return None, Leg(name, False, 1000 * seconds, f"it took longer than {round(seconds, 2):g} s")
    error = task.exception()
    if error is not None:
        log.warning("the leg %s failed: %s", name, error, exc_info=not isinstance(error, HarkenError))
        said = error.line if isinstance(error, HarkenError) else str(error)
        return None, Leg(name, False, 0.0, said or type(error).__name__)
    result, ms = task.result()
    return result, Leg(name, True, round(ms, 2))
