"""A ruling about a new statement, held against what is true at the moment, and done. Runs inside the store."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime

from memory.distill.candidates import Fact
from memory.distill.reconciling import known, sameness
from memory.distill.reconciling.reconcile import Step
from memory.distill.reconciling.ruling import Ruling
from memory.distill.sentences import speech
from memory.store import current, doubts, facts, history, merging, messages, rivals
from memory.text.languages import detect
from memory.text.stated import claim


def decided(step: Step, rulings: Mapping[str, Ruling], ways: Mapping[int, Collection[str]]) -> Step:
    """The step as it was ruled, where the rules decide nothing and the known fact is still what it was.

    `ways` says what may be done to the facts of which partition.
    """
    found = _ruled(step, rulings, ways)
    if found.action != "supersede" or found.target is None:
        return found
    over = _over_before(found)
    if over and found.fact.since is not None:
        return replace(found, action="create", target=None)
    if not over and not _dated_back(found):
        return found
    if "doubt" not in ways.get(facts.get(found.target).partition, ()):
        return replace(found, action="create", target=None)
    return replace(found, action="doubt", contradicts=True)


def _ruled(step: Step, rulings: Mapping[str, Ruling], ways: Mapping[int, Collection[str]]) -> Step:
    ruling = rulings.get(step.fact.content)
    if step.action != "create" or ruling is None:
        return step
    if ruling.old is None:
        return replace(step, apart=tuple(fact.number for fact in ruling.apart if _stands(fact)))
    if not _stands(ruling.old):
        return step
    action = ruling.action
    if action == "skip":
        action = "merge" if sameness.says_more(step.fact.content, ruling.old.content) else "confirm"
    if action not in ways.get(ruling.old.partition, ()):
        return step
    return replace(step, action=action, target=ruling.old.number, contradicts=ruling.contradicts)


def _over_before(step: Step) -> bool:
    """News of what was over when the known fact began, or was first told: "from 2010 to 2015 I was a gardener"."""
    old = facts.get(step.target) if step.target is not None else None
    until = step.fact.until
    return old is not None and old.valid_from is not None and until is not None and until <= old.valid_from


def _dated_back(step: Step) -> bool:
    """News told after the known fact, of what is so since before that was told, when only its telling is known of it.

    "I have lived in Berlin since 2010" makes no past of Berlin because "I live in Hamburg" was said in May.
    """
    fact = step.fact
    if step.target is None or fact.since is None or fact.until is not None:
        return False
    old = facts.get(step.target)
    if (
        old.valid_from is None
        or not fact.since < old.valid_from < step.at
        or speech.past(fact.content, detect(fact.content))
    ):
        return False
    told = [message.created_at for message in messages.records(facts.sources(old.id))]
    return old.valid_from in (old.created_at, *told)


def _stands(old: known.Fact) -> bool:
    rows = current.of([old.number])
    return any((row.content, row.partition) == (old.content, old.partition) for row in rows)


def carry_out(step: Step, number: int, at: datetime) -> int:
    """Sets the fact `number`, just made, beside or above the step's target; the fact that now says it."""
    target = step.target
    for other in step.apart:
        doubts.note(number, other, doubts.SAME, doubts.APART, at)
    if target is None:
        return number
    if step.action == "merge":
        return _merged(step.fact, number, target, at)
    if step.action == "context":
        doubts.note(number, target, doubts.SAME, doubts.BOTH, at)
    elif step.action == "doubt":
        kind = doubts.CONTRADICT if step.contradicts else doubts.SAME
        doubts.note(number, target, kind, doubts.OPEN, at)
    elif step.action == "correct":
        history.correct(target, number, at)
    else:
        history.supersede(target, number, step.fact.since or step.at, at)
    if step.action in ("doubt", "supersede", "correct"):
        _ask_of_the_rest(number, target, at)
    return number


def _ask_of_the_rest(number: int, target: int, at: datetime) -> None:
    """Asks of the further homes, names, ages or employers that still hold beside the new one; not of a mere move."""
    row = facts.get(number)
    if row.valid_to is not None:
        return
    for other in (*rivals.ended_by(row, row.partition), *rivals.doubted_by(row, row.partition)):
        if other.id != target and not claim(other.content, other.category).moved_to:
            doubts.note(number, other.id, doubts.CONTRADICT, doubts.OPEN, at)


def _merged(fact: Fact, number: int, target: int, at: datetime) -> int:
    """The one of both that says it best goes on; what the user worded stays."""
    row = facts.get(target)
    better = not known.fact(row).own and sameness.better(fact.content, fact.quote, row.content, row.quote)
    loser, winner = (target, number) if better else (number, target)
    doubts.pass_on(loser, winner, at)
    merging.merge(loser, winner, at)
    return winner
