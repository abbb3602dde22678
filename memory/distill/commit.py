"""One distillation into the store, all of it in one transaction. The functions run inside `Store.write`."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from memory.distill import candidates, digest, entities, forgotten
from memory.distill.candidates import Draft
from memory.distill.home import Home
from memory.distill.judge import Verdict
from memory.distill.reconciling import known, settle
from memory.distill.reconciling.asking import Answer
from memory.distill.reconciling.ground import Ground
from memory.distill.reconciling.reconcile import News, Step
from memory.distill.reconciling.ruling import Ruling
from memory.distill.secondhand import Aside
from memory.distill.source import Batch
from memory.store import (
    activity,
    conversations,
    current,
    episodes,
    facts,
    graph,
    history,
    ids,
    inbox,
    learnt,
    signals,
    tombstones,
)
from memory.store.learnt import Noted
from memory.text.twins import one_within_other
from memory.types import Action, Activity, Kind, Role, Usage


class Overtaken(Exception):
    """Another window learnt these turns meanwhile; nothing was written."""


@dataclass(frozen=True, slots=True)
class Run:
    """How a reply came about, for the log and the books."""

    model: str
    usage: Usage | None
    ms: float
    at: datetime


def distilled(
    batch: Batch,
    draft: Draft,
    verdict: Verdict,
    ground: Ground,
    settled: Answer,
    run: Run,
) -> Activity:
    """Keeps what a model learnt from `batch` and marks its turns done. Raises Overtaken."""
    if signals.mark(batch.signals, "done") < len(batch.signals):
        raise Overtaken
    signals.mark(batch.abandoned, signals.ABANDONED)
    draft = forgotten.kept_draft(draft, batch)
    wanted, unwanted = forgotten.wanted(verdict.news)
    stale = replaceable(batch, wanted)
    done = _apply_all(wanted, ground, settled.rulings, run.at, stale)
    steps, learned = [one.step for one in done], [one.number for one in done]
    facts.remove([number for number in stale if number not in {step.target for step in steps}])
    waiting = _set_aside(verdict.asides, ground.home, run.at)
    _episode(batch, draft, run.at)
    entities.save(batch, draft, learned, run.at)
    _title(batch, draft.title)
    conversations.distilled(batch.session, batch.last)
    told = _told(steps, learned)
    outcome = "distilled" if told or draft.episode else "empty"
    return activity.log_run(
        "distil",
        outcome,
        at=run.at,
        detail="; ".join([*_counts(steps), *_waiting(waiting), *draft.notes]),
        model=run.model,
        conversation=batch.conversation,
        session=batch.session,
        learned=tuple(told),
        ms=run.ms + settled.ms,
        usage=_together(run.usage, settled.usage),
        dropped={**+verdict.dropped, **unwanted},
        items=[*_noted(done), *waiting],
    )


def _together(one: Usage | None, other: Usage | None) -> Usage | None:
    if one is None or other is None:
        return one or other
    return Usage(
        one.prompt_tokens + other.prompt_tokens,
        one.completion_tokens + other.completion_tokens,
        None if one.cost is None and other.cost is None else (one.cost or 0.0) + (other.cost or 0.0),
    )


def extracted(
    batch: Batch,
    found: Sequence[tuple[News, Sequence[str]]],
    ground: Ground,
    why: str,
    at: datetime,
    doubts: Mapping[str, Ruling],
) -> Activity:
    """Keeps what the rules found, with the names in it; the turns still wait for a model.

    A statement taken before is not taken again. Of turns that were learnt or forgotten meanwhile nothing is kept.
    """
    place = ids.show("conversation", batch.conversation)
    if not signals.all_unlearnt(batch.signals):
        return Activity(at, "distil", "skipped", "the turns wait no longer", conversation=place)
    signals.mark(batch.signals, "extracted")
    fresh = [one for one, _ in found if not current.quoting(one.fact.quote, one.messages)]
    wanted, _ = forgotten.wanted(fresh)
    done = []
    for one, called in found:
        if one not in wanted:
            continue
        step = _step(one, ground, doubts)
        done.append(_apply(step, ground.home, at, "extracted"))
        if step.action != "confirm":
            graph.mention([graph.entity(name, at=at) for name in called], Kind.FACT, done[-1].number)
    learned = [one.number for one in done if one.step.action != "confirm"]
    before = episodes.of_session(batch.session)
    if batch.users and (not batch.distilled or (before is not None and before.abandoned)):
        _save_episode(batch, digest.by_rule(batch), at, "extracted")
    if not learned:
        return Activity(at, "distil", "skipped", why, conversation=place)
    return activity.log_run(
        "distil",
        "extracted",
        at=at,
        detail=why,
        conversation=batch.conversation,
        session=batch.session,
        learned=tuple(learned),
        items=_noted(done),
    )


def replaceable(batch: Batch, news: Sequence[News]) -> list[int]:
    """Facts found by rule in this batch whose very words the model now puts into facts of its own."""
    here = {line.number for line in batch.users}
    found = [known.fact(row) for row in current.said_by(list(here))]
    ruled = [fact for fact in found if fact.ours and fact.method == "extracted"]
    said = {fact.number: set(facts.sources(fact.number)) for fact in ruled}
    return [
        fact.number
        for fact in ruled
        if said[fact.number] <= here
        and any(
            said[fact.number] & set(one.messages) and one_within_other(one.fact.quote, fact.content) for one in news
        )
    ]


@dataclass(frozen=True, slots=True)
class _Done:
    """A step, the fact that now says it, and what is noted of it: nothing where it says nothing new."""

    step: Step
    number: int
    noted: Noted | None


def _noted(done: Sequence[_Done]) -> list[Noted]:
    return [one.noted for one in done if one.noted is not None]


def _apply_all(
    news: Sequence[News],
    ground: Ground,
    rulings: Mapping[str, Ruling],
    at: datetime,
    stale: Collection[int],
) -> list[_Done]:
    """One candidate after the other, each against what holds after the last."""
    done = []
    for one in sorted(news, key=lambda one: one.at):
        step = _step(one, ground, rulings)
        done.append(_apply(step, ground.home, at, "distilled", stale))
    return done


def _step(one: News, ground: Ground, rulings: Mapping[str, Ruling]) -> Step:
    step = ground.step(one, ground.around(one.fact.content))
    return settle.decided(step, rulings, ground.ways(one.fact))


def _apply(step: Step, home: Home, at: datetime, method: str, stale: Collection[int] = ()) -> _Done:
    """Does one step; a fact that ends another belongs where that did."""
    fact, target = step.fact, step.target
    if target is not None and (step.action == "confirm" or (step.action == "merge" and target in stale)):
        if target in stale:
            quote = _kept(fact.quote, step.messages)
            facts.rewrite(target, fact.content, at, quote=quote, method=method)
        return _Done(step, target, _confirmed(target, step.messages, at))
    before = learnt.images(one.id for one in history.chain(target)) if target is not None else {}
    heard = _fresh(target, step.messages) if target is not None else ()
    number = facts.add(
        fact.content,
        at=at,
        category=home.category(fact),
        origin=step.origin,
        method=method,
        salience=fact.salience,
        keywords=forgotten.kept_words(fact.keywords, step.messages),
        quote=_kept(fact.quote, step.messages),
        sources=step.messages,
        valid_from=fact.since or step.at,
        partition=home.of(fact) if target is None else facts.get(target).partition,
    )
    kept = settle.carry_out(step, number, at)
    if kept != number:
        return _Done(step, kept, learnt.confirmed(kept, heard, facts.get(kept).updated_at, at))
    if fact.until is not None and (fact.since or step.at) < fact.until <= at and facts.get(number).valid_to is None:
        history.end(number, fact.until, at)
    return _Done(step, number, learnt.made(_ACTIONS[step.action], number, step.messages, before))


def _kept(quote: str, messages: Sequence[int]) -> str:
    """The quote, or "" where it says what was forgotten of these turns."""
    return "".join(forgotten.kept_words([quote], messages))


def _confirmed(number: int, messages: Sequence[int], at: datetime) -> Noted | None:
    fresh = _fresh(number, messages)
    last = facts.get(number).updated_at
    return learnt.confirmed(number, fresh, last, at) if facts.confirm(number, fresh, at) else None


def _fresh(number: int, messages: Sequence[int]) -> list[int]:
    """The turns that did not say the fact before, and are not taken back."""
    known = learnt.withdrawn(number).union(facts.sources(number))
    return [message for message in messages if message not in known]


_ACTIONS = {
    "create": Action.LEARNT,
    "context": Action.LEARNT,
    "doubt": Action.LEARNT,
    "supersede": Action.CHANGED,
    "correct": Action.CORRECTED,
    "merge": Action.CORRECTED,
}


def _set_aside(asides: Sequence[Aside], home: Home, at: datetime) -> list[Noted]:
    """Lays before the user what waits for their word, once each."""
    return [noted for one in asides if (noted := _proposed(one, home, at)) is not None]


def _waiting(noted: Sequence[Noted]) -> list[str]:
    """How many wait in which state."""
    actions = [one.action for one in noted]
    return [f"{actions.count(action)} {word}" for action, word in _ASIDE.items() if action in actions]


def _proposed(one: Aside, home: Home, at: datetime) -> Noted | None:
    if tombstones.blocks(one.fact.content, (one.message,)):
        return None
    number = inbox.propose(
        one.fact.content,
        at=at,
        origin=one.origin,
        state=one.state,
        quote=_kept(one.fact.quote, (one.message,)),
        sources=(one.message,),
        category=home.category(one.fact),
        salience=one.fact.salience,
        said_at=one.at,
        partition=home.of(one.fact),
    )
    return None if number is None else learnt.made(Action(one.state), number, (one.message,), {})


_ASIDE = {Action.INBOX: "waiting in the inbox", Action.QUARANTINED: "quarantined"}


def _episode(batch: Batch, draft: Draft, at: datetime) -> None:
    before = episodes.told_of(batch.session)
    if draft.episode is not None:
        _save_episode(batch, digest.checked(draft.episode, batch, before.summary if before else ""), at, "distilled")
    elif before is None and batch.users:
        _save_episode(batch, digest.by_rule(batch), at, "extracted")


def _save_episode(batch: Batch, proposed: candidates.Episode, at: datetime, method: str) -> None:
    episode = forgotten.kept_episode(proposed, batch)
    if not episode.summary:
        return
    number = episodes.upsert(
        batch.session,
        episode.summary,
        at=at,
        topics=episode.topics,
        entities=episode.entities,
        decisions=episode.decisions,
        action_items=episode.action_items,
        salience=episode.salience,
        method=method,
        head=max((line.number for line in batch.lines if line.fresh and line.role is Role.USER), default=None),
    )
    graph.mention([graph.entity(name, at=at) for name in episode.entities], Kind.EPISODE, number)


def _title(batch: Batch, proposed: str) -> None:
    title = forgotten.kept_title(digest.title(proposed, batch), batch)
    if title:
        conversations.entitle(batch.conversation, title)


def _told(steps: Sequence[Step], learned: Sequence[int]) -> list[int]:
    """The facts that are news: made or changed, not only confirmed."""
    return list(dict.fromkeys(number for step, number in zip(steps, learned, strict=True) if step.action != "confirm"))


_WORDS = {
    "create": "new",
    "confirm": "confirmed",
    "supersede": "changed",
    "correct": "corrected",
    "merge": "merged",
    "context": "true beside another",
    "doubt": "for you to decide in /inbox",
}


def _counts(steps: Sequence[Step]) -> list[str]:
    actions = [step.action for step in steps]
    return [f"{actions.count(action)} {word}" for action, word in _WORDS.items() if action in actions]
