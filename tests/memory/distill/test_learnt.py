"""What a run did is kept as data, and the user's word on it holds: kept, edited, taken back, taken up again."""

from __future__ import annotations

import pytest

from memory.consolidate.snapshot import look
from memory.engine.learnt import Learnt
from memory.errors import BadInput, Changed, NotFound
from memory.forget.forgetting import Forgetting
from memory.index.backfill import Backfill
from memory.store import conversations, documents, doubts, facts, inbox, tables
from memory.store.hits import Hit
from memory.store.store import Store
from memory.types import Action, LearntItem, News, Part, PartSource, Verdict
from tests.memory.distill.talk import Talk, fact, reply, scripted
from tests.scripted import SetClock

LISBON, PORTO = "The user lives in Lisbon.", "The user lives in Porto."


class _Quiet(Backfill):
    """No vectors here."""

    def __init__(self) -> None: ...

    def wake(self) -> None: ...


@pytest.fixture
def told(store: Store, clock: SetClock) -> Learnt:
    return Learnt(store, clock, _Quiet())


async def live_in(talk: Talk, place: str, statement: str, *more: str) -> None:
    """One turn that says where the user lives, learnt by a model."""
    said = f"I live in {place}."
    await talk.begin()
    await talk.say(" ".join([said, *more]))
    talk.model = scripted(reply(fact(statement, said.rstrip("."), 1)))
    await talk.learn()


async def moved(talk: Talk) -> None:
    await live_in(talk, "Lisbon", LISBON)
    talk.clock.move(days=3)
    await live_in(talk, "Porto now", PORTO, "I moved last week.")


async def newest(told: Learnt) -> LearntItem:
    return (await told.runs())[0].items[0]


async def test_each_run_tells_what_it_did_with_the_turn_it_came_from(talk: Talk, told: Learnt) -> None:
    await moved(talk)
    change, first = await told.runs()
    assert [item.action for item in (*change.items, *first.items)] == [Action.CHANGED, Action.LEARNT]
    [item] = change.items
    assert item.replaced is not None
    assert (item.record.text, item.replaced.text) == (PORTO, LISBON)
    assert (item.record.quote, item.message) == ("I live in Porto now", "m3")
    assert (item.conversation, change.conversation, change.episode) == ("c2", "c2", "e2")
    assert change.fresh and first.fresh
    assert [run.conversation for run in await told.runs(conversation="c1")] == ["c1"]


async def test_news_are_told_until_the_user_has_looked(talk: Talk, told: Learnt) -> None:
    await moved(talk)
    assert await told.news() == News(learnt=1, changed=1)
    assert (await told.news()).line == "Learnt 1, changed 1"
    await told.looked()
    assert await told.news() == News()
    assert [run.fresh for run in await told.runs()] == [False, False]


async def test_what_is_said_again_is_confirmed_once_for_each_turn(talk: Talk, told: Learnt) -> None:
    await live_in(talk, "Lisbon", LISBON)
    await live_in(talk, "Lisbon", LISBON)
    assert await told.news() == News(learnt=1, confirmed=1)
    [known] = await talk.facts()
    assert known.source_count == 2
    await told.undo((await newest(told)).id)
    [known] = await talk.facts()
    assert (known.source_count, known.evidence) == (1, ("m1",))
    await told.redo((await newest(told)).id)
    assert [one.source_count for one in await talk.facts()] == [2]


async def test_more_detail_that_is_taken_back_leaves_the_words_before(talk: Talk, told: Learnt) -> None:
    for pots in ("pots", "big pots"):
        await talk.begin()
        await talk.say(f"I grow red tomatoes in {pots}.", "A reply that is long enough to be worth a look by a model.")
        talk.model = scripted(reply(fact(f"The user grows red tomatoes in {pots}.", f"red tomatoes in {pots}", 1)))
        await talk.learn()
    item = await newest(told)
    assert (item.action, item.replaced and item.replaced.text) == (
        Action.CORRECTED,
        "The user grows red tomatoes in pots.",
    )
    await told.undo(item.id)
    [left] = await talk.facts()
    assert (left.text, left.quote, left.evidence) == (
        "The user grows red tomatoes in pots.",
        "red tomatoes in pots",
        ("m1",),
    )
    await told.redo(item.id)
    assert await talk.texts() == {"The user grows red tomatoes in big pots."}


async def test_a_confirmation_that_is_taken_back_does_not_come_again(talk: Talk, told: Learnt) -> None:
    await live_in(talk, "Lisbon", LISBON)
    talk.model = None
    await talk.begin()
    await talk.say("I live in Lisbon. My dog is called Bruno.")
    await talk.learn()
    [confirmation] = [item for item in (await told.runs())[0].items if item.action is Action.CONFIRMED]
    await told.undo(confirmation.id)
    talk.model = scripted(reply(fact(LISBON, "I live in Lisbon", 1)))
    await talk.learn()
    assert {one.source_count for one in await talk.facts() if one.text == LISBON} == {1}


async def test_what_waits_is_decided_here_or_in_the_inbox(talk: Talk, told: Learnt) -> None:
    await talk.say([Part("What does this letter say? "), Part("I keep bees in Kent.", source=PartSource.PASTED)])
    talk.model = scripted(reply(fact("The user keeps bees in Kent.", "I keep bees in Kent", 1)))
    await talk.learn()
    waiting = await newest(told)
    assert (waiting.action, waiting.record.state) == (Action.INBOX, "inbox")
    await told.undo(waiting.id)
    assert (await newest(told)).record.state == "rejected"
    await told.redo(waiting.id)
    await talk.store.write(lambda: inbox.accept(1, talk.clock.now()))
    assert await talk.texts() == {"The user keeps bees in Kent."}
    await told.undo(waiting.id)
    assert await talk.facts() == []
    kept = await told.keep(waiting.id)
    assert (kept.state, kept.origin) == ("live", "confirmed")
    await told.edit(waiting.id, "I kept bees until 2020")
    assert await talk.texts() == {"I kept bees until 2020"}


async def test_what_was_left_out_is_counted_by_its_reason(talk: Talk, told: Learnt) -> None:
    await talk.say("I live in Lisbon, by the river.")
    talk.model = scripted(reply(fact("The user owns a yacht.", "I own a yacht", 1)))
    [done] = await talk.learn()
    [run] = await told.runs()
    assert sum(run.dropped.values()) == 1 and all(run.dropped.values())
    assert done.dropped == run.dropped


async def test_an_undone_fact_is_gone_and_its_turns_never_bring_it_back(talk: Talk, told: Learnt) -> None:
    await talk.say("I live in Lisbon, by the river.")
    await talk.learn()
    assert len(await talk.facts()) == 1
    await told.undo((await newest(told)).id)
    assert await talk.facts() == []
    talk.model = scripted(reply(fact(LISBON, "I live in Lisbon, by the river", 1)))
    [run] = await talk.learn()
    assert await talk.facts() == []
    assert run.dropped == {"taken back": 1}


async def test_what_waited_for_a_word_is_no_news_once_it_has_one(talk: Talk, told: Learnt, store: Store) -> None:
    await talk.say(
        [
            Part("What do you make of these old notes that I found today?"),
            Part("I keep bees. I drive a van.", source=PartSource.PASTED),
        ]
    )
    talk.model = scripted(reply(fact("I keep bees.", "I keep bees", 1), fact("I drive a van.", "I drive a van", 1)))
    await talk.learn()
    assert (await told.news()).line == "2 in the inbox"
    bees, van = [row.id for row in await store.read(inbox.waiting)]
    await store.write(lambda: inbox.accept(int(bees[1:]), talk.clock.now()))
    assert (await told.news()).line == "1 in the inbox"
    await store.write(lambda: inbox.reject(int(van[1:]), talk.clock.now()))
    assert (await told.news()).line == ""


async def test_an_undone_fact_that_is_said_anew_is_learnt(talk: Talk, told: Learnt) -> None:
    await live_in(talk, "Lisbon", LISBON)
    first = await newest(told)
    await told.undo(first.id)
    await live_in(talk, "Lisbon", LISBON)
    assert await talk.texts() == {LISBON}
    with pytest.raises(Changed, match="learnt since"):
        await told.redo(first.id)


async def test_a_change_that_is_undone_lets_the_old_fact_live_again(talk: Talk, told: Learnt) -> None:
    await moved(talk)
    before = await talk.facts(past=True)
    change = await newest(told)
    await told.undo(change.id)
    [old] = await talk.facts()
    assert (old.text, old.valid_to, old.end_known_at) == (LISBON, None, None)
    assert (await newest(told)).verdict is Verdict.UNDONE
    await told.redo(change.id)
    assert await talk.facts(past=True) == before


async def test_a_correction_that_is_undone_lets_the_old_fact_live_again(talk: Talk, told: Learnt) -> None:
    await live_in(talk, "Lisbon", LISBON)
    talk.clock.move(minutes=2)
    await talk.say("Sorry, I meant I live in Porto.")
    talk.model = scripted(reply())
    await talk.learn()
    correction = await newest(told)
    assert correction.action is Action.CORRECTED
    await told.undo(correction.id)
    assert await talk.texts() == {LISBON}
    assert [hit.item for hit in await talk.read(lambda: _found("Lisbon"))] == [1]
    await told.redo(correction.id)
    assert [one.text for one in await talk.facts()] == [correction.record.text]
    assert await talk.read(lambda: _found("Lisbon")) == []


def _found(words: str) -> list[Hit]:
    return documents.search_words(words, kinds=("fact",))


async def test_what_came_later_has_to_be_taken_back_first(talk: Talk, told: Learnt) -> None:
    await moved(talk)
    change, first = await told.runs()
    with pytest.raises(Changed):
        await told.undo(first.items[0].id)
    await told.undo(change.items[0].id)
    await told.undo(first.items[0].id)
    assert await talk.facts() == []


async def test_a_home_from_the_inbox_that_is_taken_back_gives_the_one_before_back(talk: Talk, told: Learnt) -> None:
    await live_in(talk, "Lisbon", LISBON)
    talk.clock.move(days=3)
    await talk.begin()
    await talk.say([Part("What does this letter say? "), Part("I live in Porto now.", source=PartSource.PASTED)])
    talk.model = scripted(reply(fact(PORTO, "I live in Porto now", 1)))
    await talk.learn()
    waiting = await newest(told)
    await told.keep(waiting.id)
    assert await talk.texts() == {PORTO}
    await told.undo(waiting.id)
    assert await talk.texts() == {LISBON}
    assert len(await talk.read(lambda: _found("Lisbon"))) == 1
    assert await talk.read(lambda: _found("Porto")) == []
    await told.redo(waiting.id)
    assert await talk.texts() == {PORTO}


DOG, CAT = "The user has a dog called Rex.", "The user has a cat called Mia."


async def contradicting(talk: Talk, told: Learnt) -> tuple[LearntItem, LearntItem]:
    """The earlier and the later item of two facts, which the user is asked about."""
    for said, statement in (("I have a dog called Rex", DOG), ("I have a cat called Mia", CAT)):
        talk.clock.move(days=1)
        await talk.begin()
        await talk.say(
            f"{said}. " + "It is the joy of the house and sleeps at my feet every evening, winter and summer."
        )
        talk.model = scripted(reply(fact(statement, said, 1)))
        await talk.learn()
    later, earlier = [run.items[0] for run in await told.runs()]
    newer, older = (number_of(item) for item in (later, earlier))
    await talk.store.write(
        lambda: doubts.note(newer, older, doubts.CONTRADICT, doubts.OPEN, talk.clock.now()),
    )
    return earlier, later


def number_of(item: LearntItem) -> int:
    return int(item.record.id[1:])


async def asked(talk: Talk) -> list[tuple[str, str]]:
    return [(pair.newer.text, pair.older.text) for pair in await talk.read(doubts.waiting)]


async def test_a_fact_that_won_over_another_since_gives_that_one_back(talk: Talk, told: Learnt) -> None:
    earlier, later = await contradicting(talk, told)

    def chosen() -> None:
        at = talk.clock.now()
        facts.pin(number_of(earlier), at, pinned=True)
        doubts.settle(number_of(later), doubts.NEW, at)

    await talk.store.write(chosen)
    assert await talk.texts() == {CAT}
    await told.undo(later.id)
    assert [one.text for one in await talk.read(facts.pinned)] == [DOG]
    assert await talk.texts() == {DOG}
    await told.redo(later.id)
    assert [one.text for one in await talk.read(facts.pinned)] == [CAT]
    assert await talk.texts() == {CAT}


async def test_a_fact_the_user_chose_and_took_back_gives_the_other_back(talk: Talk, told: Learnt) -> None:
    earlier, later = await contradicting(talk, told)
    await talk.store.write(lambda: doubts.settle(number_of(later), doubts.OLD, talk.clock.now()))
    assert await talk.texts() == {DOG}
    await told.undo(earlier.id)
    assert await talk.texts() == {CAT}
    assert await asked(talk) == []
    await told.redo(earlier.id)
    assert await talk.texts() == {CAT, DOG}
    assert await asked(talk) == [(CAT, DOG)]


@pytest.mark.parametrize("which", [0, 1])
async def test_an_edited_fact_is_still_asked_about(talk: Talk, told: Learnt, which: int) -> None:
    pair = await contradicting(talk, told)
    edited = (await told.edit(pair[which].id, "I have a parrot called Coco")).text
    assert await asked(talk) == [(edited, (DOG, CAT)[1 - which])]
    await told.undo(pair[which].id)
    assert await asked(talk) == []


async def test_what_is_kept_is_the_users_own(talk: Talk, told: Learnt, store: Store) -> None:
    await live_in(talk, "Lisbon", LISBON)
    kept = await told.keep((await newest(told)).id)
    assert kept.origin == "confirmed"
    assert (await newest(told)).verdict is Verdict.KEPT
    assert [one.own for one in (await look(store, talk.clock.now())).facts] == [True]


async def test_an_edit_says_it_in_the_users_words_and_keeps_the_old_in_the_history(talk: Talk, told: Learnt) -> None:
    await live_in(talk, "Lisbon", LISBON)
    learnt_first = await newest(told)
    edited = await told.edit(learnt_first.id, "I live in Almada, near Lisbon")
    assert (edited.origin, edited.evidence) == ("confirmed", ("m1",))
    assert await talk.texts() == {"I live in Almada, near Lisbon"}
    assert LISBON in {one.text for one in await talk.facts(past=True)}
    assert (await newest(told)).verdict is Verdict.EDITED
    await told.undo(learnt_first.id)
    assert await talk.facts() == []
    await told.redo(learnt_first.id)
    assert await talk.texts() == {"I live in Almada, near Lisbon"}


async def test_an_edit_survives_a_model_that_reads_the_same_turns(talk: Talk, told: Learnt) -> None:
    await talk.say("I live in Lisbon, by the river.")
    await talk.learn()
    await told.edit((await newest(told)).id, "I live in Almada")
    talk.model = scripted(reply(fact(LISBON, "I live in Lisbon, by the river", 1)))
    await talk.learn()
    assert await talk.texts() == {"I live in Almada"}


async def test_an_edit_of_a_change_still_lets_the_old_fact_live_again(talk: Talk, told: Learnt) -> None:
    await moved(talk)
    change = await newest(told)
    await told.edit(change.id, "I live in Gaia")
    await told.undo(change.id)
    assert await talk.texts() == {LISBON}
    await told.redo(change.id)
    assert await talk.texts() == {"I live in Gaia"}


async def test_an_edit_ends_what_gives_another_value_to_the_same_thing(talk: Talk, told: Learnt) -> None:
    await talk.store.write(lambda: facts.remember("I live in Lisbon", at=talk.clock.now()))
    await talk.say("My dog is called Bruno, he is a beagle.")
    await talk.learn()
    item = (await newest(told)).id
    await told.edit(item, "I live in Porto")
    assert await talk.texts() == {"I live in Porto"}
    await told.undo(item)
    assert await talk.texts() == {"I live in Lisbon"}
    await told.redo(item)
    assert await talk.texts() == {"I live in Porto"}


async def test_an_edit_must_say_something_new(talk: Talk, told: Learnt) -> None:
    await live_in(talk, "Lisbon", LISBON)
    item = (await newest(told)).id
    with pytest.raises(BadInput):
        await told.edit(item, " \u200b ")
    await talk.store.write(lambda: facts.remember("I have a dog", at=talk.clock.now()))
    with pytest.raises(BadInput, match="f2 says that already"):
        await told.edit(item, "I have a dog")


async def test_what_another_window_changed_meanwhile_wins(talk: Talk, told: Learnt) -> None:
    await live_in(talk, "Lisbon", LISBON)
    item = await newest(told)
    await told.edit(item.id, "I live in Almada")
    for late in (told.undo, told.keep):
        with pytest.raises(Changed, match="meanwhile"):
            await late(item.id, seen=item.version)
    assert await talk.texts() == {"I live in Almada"}


async def test_two_windows_that_undo_at_once_take_it_back_once(talk: Talk, told: Learnt) -> None:
    await moved(talk)
    item = (await newest(told)).id
    await told.undo(item)
    with pytest.raises(Changed, match="already"):
        await told.undo(item)
    assert await talk.texts() == {LISBON}


async def test_an_item_is_named_by_its_fact_too(talk: Talk, told: Learnt) -> None:
    await live_in(talk, "Lisbon", LISBON)
    await live_in(talk, "Lisbon", LISBON)
    await told.undo("f1")
    assert await talk.facts() == []
    with pytest.raises(NotFound):
        await told.undo("f99")
    with pytest.raises(NotFound):
        await told.undo("99")


async def test_a_deleted_conversation_leaves_the_item_without_its_turn(talk: Talk, told: Learnt) -> None:
    await live_in(talk, "Lisbon", LISBON)
    await talk.store.write(lambda: conversations.delete(talk.conversation, talk.clock.now()))
    [run] = await told.runs()
    assert (run.conversation, run.items[0].message, run.items[0].conversation) == (None, None, None)
    assert run.items[0].record.text == LISBON


async def test_what_is_forgotten_is_gone_from_what_was_learnt(talk: Talk, told: Learnt) -> None:
    await moved(talk)
    forgetting = Forgetting(talk.store, talk.clock)
    await forgetting.forget(await forgetting.plan("Porto", with_turns=True))
    runs = await told.runs()
    assert [item.record.text for run in runs for item in run.items] == [LISBON]
    await forgetting.forget(await forgetting.plan("f1", with_turns=False))
    assert [item for run in await told.runs() for item in run.items] == []


async def test_only_numbers_are_kept_of_what_was_learnt(talk: Talk, told: Learnt) -> None:
    await moved(talk)
    await told.edit((await newest(told)).id, "I live in Gaia")
    rows = await talk.read(lambda: [str(row.__data__) for row in tables.LearntItem.select()])
    assert rows and not any(word in row for row in rows for word in ("Lisbon", "Porto", "Gaia", "live in"))
