"""The user's word on what was learnt: kept, said in other words, taken back, or taken up again. Runs inside the store.

Each verdict is one transaction. It is given on a fact as the user saw it (`seen`, its version): where that was changed
meanwhile, the change wins. Taking back needs the line of facts as the run left it, or what came later would break.
"""

from __future__ import annotations

from datetime import datetime

from memory.errors import BadInput, Changed, NotFound
from memory.store import documents, doubts, facts, graph, history, ids, inbox, learnt, rivals, statements
from memory.store.learnt import Images
from memory.store.tables import Fact, LearntItem
from memory.text.normal import clean, fold
from memory.text.secrets import redact
from memory.text.stated import loses
from memory.text.twins import twin
from memory.types import Action, Kind, Origin, Part, Verdict

ABANDONED = "abandoned"
"""The state of a fact whose turns are followed no longer."""
LATER = "What it touched was changed since"


def keep(number: int, at: datetime, seen: int | None = None) -> int:
    """The user says it is true: no pass drops it by itself. The number of the fact that says it."""
    row = _seen(number, seen)
    if row.verdict == Verdict.UNDONE:
        restore(number)
        row = get(number)
    if facts.get(row.fact_id).state != "live":
        return _accepted(row, at)
    facts.vouch(row.fact_id, at)
    if row.verdict != Verdict.EDITED:
        _judge(row, Verdict.KEPT)
    return row.fact_id


def edit(number: int, text: str, at: datetime, seen: int | None = None) -> int:
    """What is true instead, in the user's words; the words before stay in the history of the fact."""
    content = redact(clean(text))[0].strip()
    if Part(content).blank:
        raise BadInput("There is nothing to keep", hint="Write what is true instead")
    row = _seen(number, seen)
    if row.verdict == Verdict.UNDONE:
        restore(number)
        row = get(number)
    old = facts.get(row.fact_id)
    if twin(content) == old.twin:
        return keep(number, at)
    if (known := facts.same(content, old.partition)) is not None:
        raise BadInput(f"{ids.show(Kind.FACT, known)} says that already", hint="Undo this one instead")
    if old.state != "live":
        return _accepted(row, at, content)
    if old.superseded_by is not None:
        raise Changed(f"{ids.show(Kind.FACT, old.id)} does not count any more", hint="Edit what took its place")
    return _corrected(old, content, at)


def undo(number: int, seen: int | None = None) -> int:
    """Takes it back as if it had been rejected: what it ended is true again, what it confirmed counts one less.

    What the user held to be wrong beside it is asked about anew.
    """
    row = _seen(number, seen)
    if row.verdict == Verdict.UNDONE:
        raise Changed("It is taken back already")
    if row.action == Action.CONFIRMED:
        facts.unconfirm(row.fact_id, row.messages)
        _date(row.left, row.undone)
    else:
        _take_back(row, inbox.REJECTED)
    _judge(row, Verdict.UNDONE)
    return row.fact_id


def _take_back(row: LearntItem, state: str) -> None:
    if row.action in inbox.WAITING:  # the inbox itself may have decided on it since
        row = _seen_anew(row)
    row = _with_what_it_ended(row)
    own = str(row.fact_id)
    undone = {**row.undone, own: {**row.undone[own], "state": state}}
    _swap(row.left, undone)
    LearntItem.update(undone=undone).where(LearntItem.id == row.id).execute()
    doubts.ask_anew(row.fact_id)


def restore(number: int, seen: int | None = None) -> int:
    """Takes the undo back."""
    row = _seen(number, seen)
    if row.verdict != Verdict.UNDONE:
        raise Changed("It is not taken back")
    if row.action == Action.CONFIRMED:
        facts.confirm(row.fact_id, row.messages, facts.get(row.fact_id).updated_at)
        _date(row.undone, row.left)
    else:
        _not_learnt_anew(row)
        _swap(row.undone, row.left)
    _judge(row, _before(facts.get(row.fact_id)))
    return row.fact_id


def abandon(fact: int) -> None:
    """Its turns are followed no longer: it counts no more, and what it ended is true again, until `take_up`.

    Changed, where what it touched was changed since.
    """
    row = learnt.of_fact(fact)
    if row is None or row.action == Action.CONFIRMED or row.verdict == Verdict.UNDONE:  # it came with a file
        _state(fact, ABANDONED)
        return
    _take_back(row, ABANDONED)
    _judge(row, Verdict.UNDONE)


def take_up(fact: int) -> None:
    """Its turns are followed again. Changed, where it was said again meanwhile, or something else in its place."""
    row = learnt.of_fact(fact)
    if row is not None and row.verdict == Verdict.UNDONE:
        restore(row.id)
    else:
        came = facts.get(fact)
        _state(fact, inbox.state_of(came.origin, came.content))


def _state(fact: int, state: str) -> None:
    Fact.update(state=state).where(Fact.id == fact).execute()
    _searched(facts.get(fact))


def get(number: int) -> LearntItem:
    row = LearntItem.get_or_none(LearntItem.id == number)
    if row is None:
        raise NotFound(
            f"Nothing learnt has the number {number} any more", hint="harken memory learnt shows what there is"
        )
    return row


def _seen(number: int, seen: int | None) -> LearntItem:
    row = get(number)
    if seen is not None and facts.get(row.fact_id).version != seen:
        raise Changed("It was changed meanwhile, by another window or by a newer turn", hint="Look at it again")
    return row


def _before(fact: Fact) -> Verdict:
    """What the user had said of a fact before they took it back."""
    if fact.method == "edited":
        return Verdict.EDITED
    return Verdict.KEPT if fact.touched else Verdict.NONE


def _judge(row: LearntItem, verdict: Verdict) -> None:
    LearntItem.update(verdict=verdict).where(LearntItem.id == row.id).execute()


def _seen_anew(row: LearntItem) -> LearntItem:
    """The item with its facts as they are now: taking it back begins from there."""
    LearntItem.update(left=learnt.images(row.left)).where(LearntItem.id == row.id).execute()
    return get(row.id)


def _with_what_it_ended(row: LearntItem) -> LearntItem:
    """The item with what the fact ended after the run, by a choice in the inbox or a pass: true again without it.

    What was merged into the fact, or never true, stays so. The pin goes back with the place.
    """
    held = Fact.valid_from.is_null() | (Fact.valid_to > Fact.valid_from)
    ended = Fact.select(Fact.id).where(Fact.superseded_by == row.fact_id, held)
    later = learnt.images({fact.id for fact in ended} - set(map(int, row.left)))
    if not later:
        return row
    own = str(row.fact_id)
    pinned = {"pinned": learnt.images([own])[own]["pinned"]}
    left = {**row.left, own: {**row.left[own], **pinned}, **later}
    undone = {**row.undone, **{number: {**learnt.lasting(image), **pinned} for number, image in later.items()}}
    LearntItem.update(left=left, undone=undone).where(LearntItem.id == row.id).execute()
    return get(row.id)


def _accepted(row: LearntItem, at: datetime, text: str = "") -> int:
    """Out of the inbox; where a fact says the same already, the item goes with what waited."""
    number = inbox.accept(row.fact_id, at, text)
    if number == row.fact_id:
        _judge(_seen_anew(row), Verdict.EDITED if text else Verdict.KEPT)
    return number


def _corrected(old: Fact, content: str, at: datetime) -> int:
    """A new fact in the place of `old`, which stays as the words it once had."""
    number = facts.add(
        content,
        at=at,
        category=old.category,
        origin=Origin.CONFIRMED,
        method="edited",
        salience=old.salience,
        keywords=old.keywords,
        quote=old.quote,
        sources=facts.sources(old.id),
        partition=old.partition,
    )
    still = [entity.id for entity in graph.mentioned(Kind.FACT, old.id) if entity.folded in fold(content)]
    graph.mention(still, Kind.FACT, number)
    Fact.update(touched=True).where(Fact.id.in_([old.id, number])).execute()
    doubts.pass_on(old.id, number, at)
    history.correct(old.id, number, at)
    new = facts.get(number)
    over = rivals.ended_by(new, new.partition)
    ends = {one.id for one in over if not loses(content, one.content)}
    before = learnt.images(ends)
    for other in before:
        history.end(int(other), at, at)
    for row in LearntItem.select().where(LearntItem.fact == old.id):
        _follow(row, number, before)
    return number


def _follow(row: LearntItem, number: int, before: Images) -> None:
    """The item is about the new fact from now on; taken back, both wordings go and what they ended lives again."""
    left, undone = row.left, row.undone
    if row.action != Action.CONFIRMED:
        left = learnt.images([*left, *before, number])
        undone = {
            **before,
            **undone,
            str(row.fact_id): {**left[str(row.fact_id)], "state": inbox.REJECTED},
            str(number): learnt.without(left[str(number)]),
        }
    LearntItem.update(fact=number, left=left, undone=undone, verdict=Verdict.EDITED).where(
        LearntItem.id == row.id
    ).execute()


def _swap(here: Images, there: Images) -> None:
    """Puts the facts from one state into the other, unless something else has moved them; what is gone stays gone."""
    found = learnt.images(here)
    for number, image in found.items():
        if any(image[column] != here[number][column] for column in image if column != "pinned"):
            raise Changed(LATER, hint="Take back first what came later")
    for number in found:
        columns = ", ".join(f"{column} = ?" for column in there[number])
        statements.run(f"UPDATE fact SET {columns} WHERE id = ?", *there[number].values(), int(number))
        _searched(facts.get(int(number)))


def _date(here: Images, there: Images) -> None:
    """The last confirmation of the facts, where no later one has come."""
    for number, image in there.items():
        before = here[number]["updated_at"]
        Fact.update(updated_at=image["updated_at"]).where(Fact.id == int(number), Fact.updated_at == before).execute()


def _searched(row: Fact) -> None:
    """A fact is found while it counts and was true for a time."""
    empty = row.valid_from is not None and row.valid_to is not None and row.valid_to <= row.valid_from
    if row.state != "live" or empty:
        documents.drop(Kind.FACT, [row.id])
        return
    place = facts.conversation_of(facts.sources(row.id))
    facts.searched(row, place)


def _not_learnt_anew(item: LearntItem) -> None:
    """Changed, where the user has said it again meanwhile, or something else in its place."""
    row = facts.get(item.fact_id)
    others = {facts.same(row.content, row.partition), *(one.id for one in rivals.ended_by(row, row.partition))}
    if again := next((one for one in others if one is not None and str(one) not in item.left), None):
        raise Changed(f"{ids.show(Kind.FACT, again)} was learnt since and says it", hint="Undo that one first")
