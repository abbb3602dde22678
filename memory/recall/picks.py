"""What the user pinned or took out for one turn, worked into its plan."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import groupby

from memory.ports import TokenCounter
from memory.recall.fuse import Candidate
from memory.recall.planner import Context, Course, Limits, Plan, plan_courses, refused
from memory.store import hits, ids
from memory.types import Kind, Picks

PINNED = "you pinned it"
DROPPED = "you took it out"
SHUT = "the gate stayed shut"
PINNABLE = {"fact": Kind.FACT, "episode": Kind.EPISODE, "message": Kind.TURN}


def named(wanted: Iterable[str], found: Iterable[Candidate], within: Collection[int]) -> list[Candidate]:
    """The candidates of these ids, in their order, as `found` or as they are stored. Runs inside the store.

    What is gone, or belongs to none of the partitions `within` (empty are all), is left out.
    """
    known = {_id(one): one for one in found}
    parsed = [place for one in wanted if one not in known and (place := ids.parse(one)) and place[0] in PINNABLE]
    for kind, places in groupby(sorted(parsed), key=lambda place: place[0]):
        for hit in hits.of_items(PINNABLE[kind], [number for _, number in places]):
            if not within or hit.partition in within:
                known[ids.show(hit.kind, hit.item)] = Candidate(hit, 0.0)
    return [known[one] for one in wanted if one in known]


def plan_with(
    picks: Picks,
    pinned: Sequence[Candidate],
    courses: Sequence[Course],
    shut_out: Sequence[Candidate],
    context: Context,
    counter: TokenCounter,
    budget_tokens: int,
) -> Plan:
    """Fills the block with what is pinned, then from `courses`, and with nothing that was taken out.

    `shut_out` are the nearest of what the gate kept out.
    """
    served = [Course(pinned, Limits(len(pinned)))] if pinned else []
    served += [replace(course, candidates=_without(course.candidates, picks.dropped)) for course in courses]
    plan = plan_courses(served, context, counter, budget_tokens)
    seen = [*shut_out, *(one for course in courses for one in course.candidates)]
    dropped = {one.key: one for one in seen if _id(one) in picks.dropped}
    kept_out = _without(shut_out, {*picks.dropped, *picks.pinned})
    return replace(
        plan,
        items=tuple(replace(item, reason=PINNED) if item.id in picks.pinned else item for item in plan.items),
        cut=(
            *refused([*dropped.values()], context, counter, DROPPED).cut,
            *plan.cut,
            *refused(kept_out, context, counter, SHUT).cut,
        ),
    )


def _without(candidates: Sequence[Candidate], out: Collection[str]) -> list[Candidate]:
    return [one for one in candidates if _id(one) not in out]


def _id(candidate: Candidate) -> str:
    return ids.show(candidate.hit.kind, candidate.hit.item)
