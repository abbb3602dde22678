"""New against old: said again, changed, corrected, late; and what must not end anything."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial

import pytest

from memory.distill import candidates
from memory.distill.reconciling.ground import survey
from memory.distill.reconciling.reconcile import News
from memory.distill.reconciling.sameness import better, same
from memory.store import doubts, facts, history
from memory.types import Origin
from tests.memory.distill.talk import Talk, fact, reply, scripted
from tests.plans import watched

TOLD = "I grow red tomatoes in pots"
LESS, MORE = "The user grows red tomatoes in pots", "The user grows red tomatoes in big pots"


async def learnt(talk: Talk, text: str, *facts_: dict[str, object]) -> None:
    """One session in which the user says `text` and a model brings these facts."""
    await talk.begin()
    await talk.say(text, "A reply that is long enough for the session to be worth a distillation at all.")
    talk.model = scripted(reply(*facts_))
    await talk.learn()


async def test_one_reply_with_the_same_fact_three_times_makes_one(talk: Talk) -> None:
    await learnt(
        talk,
        "By the way, I'm allergic to peanuts.",
        fact("The user is allergic to peanuts.", "I'm allergic to peanuts", 1),
        fact("USER IS ALLERGIC TO PEANUTS", "I'm allergic to peanuts", 1),
        fact("The user has a peanut allergy.", "allergic to peanuts", 1),
    )
    [kept] = await talk.facts()
    assert kept.source_count == 1


async def test_two_facts_of_one_sentence_stay_two(talk: Talk) -> None:
    quote = "I have a cat named Tom and a dog named Rex"
    await learnt(
        talk,
        f"{quote}.",
        fact("The user has a cat named Tom.", quote, 1),
        fact("The user has a dog named Rex.", quote, 1),
    )
    assert len(await talk.facts()) == 2


async def test_saying_it_again_confirms_and_adds_nothing(talk: Talk) -> None:
    for _ in range(3):
        await learnt(talk, "I work as a nurse.", fact("The user works as a nurse.", "I work as a nurse", 1))
    [kept] = await talk.facts()
    assert kept.source_count == 3


async def test_a_change_ends_the_old_and_keeps_it(talk: Talk) -> None:
    await learnt(talk, "I work at Brinelark.", fact("The user works at Brinelark.", "I work at Brinelark", 1))
    talk.clock.move(days=90)
    await learnt(
        talk,
        "I changed jobs: now I work at Tidewise.",
        fact("The user works at Tidewise.", "now I work at Tidewise", 1, operation="change", replaces=1),
    )
    assert await talk.texts() == {"The user works at Tidewise."}
    then = await talk.read(lambda: facts.listing(as_of=datetime(2026, 6, 1, tzinfo=UTC)))
    assert [one.text for one in then] == ["The user works at Brinelark."]


async def test_a_change_that_would_take_something_else_along_is_asked_about(talk: Talk) -> None:
    both = "I live in Bergen and work at Equinor"
    await learnt(talk, f"{both}.", fact("I live in Bergen and work at Equinor", both, 1))
    await learnt(
        talk, "I live in Oslo now.", fact("I live in Oslo now", "I live in Oslo now", 1, operation="change", replaces=1)
    )
    assert {one.text for one in await talk.facts()} == {both, "I live in Oslo now"}
    [doubt] = await talk.read(doubts.waiting)
    assert (doubt.newer.text, doubt.older.text) == ("I live in Oslo now", both)


async def test_two_homes_in_one_session_leave_the_last(talk: Talk) -> None:
    await talk.say("I live in Berlin.", "A reply that is long enough to be read by a model at all, and a bit more.")
    await talk.say("I moved to Lisbon last week.")
    talk.model = scripted(
        reply(
            fact("I moved to Lisbon.", "I moved to Lisbon", 3),
            fact("I live in Berlin.", "I live in Berlin", 1),
        )
    )
    await talk.learn()
    assert await talk.texts() == {"I moved to Lisbon."}


async def test_a_correction_leaves_no_trace_in_any_time(talk: Talk) -> None:
    await learnt(talk, "My daughter Juno is six.", fact("The user's daughter Juno is 6.", "My daughter Juno is six", 1))
    await learnt(
        talk,
        "Sorry, I mistyped: my daughter Juno is seven.",
        fact("The user's daughter Juno is 7.", "my daughter Juno is seven", 1, operation="correction", replaces=1),
    )
    assert await talk.texts() == {"The user's daughter Juno is 7."}
    then = await talk.read(lambda: facts.listing(as_of=datetime(2026, 5, 18, 9, 41, 30, tzinfo=UTC)))
    assert [one.text for one in then] == ["The user's daughter Juno is 7."]


async def test_late_news_goes_before_the_present(talk: Talk) -> None:
    await learnt(talk, "I work at Tidewise.", fact("The user works at Tidewise.", "I work at Tidewise", 1))
    talk.clock.time = datetime(2025, 3, 1, 12, tzinfo=UTC)
    await learnt(
        talk,
        "I work at Brinelark.",
        fact("The user works at Brinelark.", "I work at Brinelark", 1, operation="change", replaces=1),
    )
    assert await talk.texts() == {"The user works at Tidewise."}
    then = await talk.read(lambda: facts.listing(as_of=datetime(2025, 6, 1, tzinfo=UTC)))
    assert [one.text for one in then] == ["The user works at Brinelark."]


HAMBURG = fact("The user lives in Hamburg.", "I live in Hamburg", 1)
BERLIN = fact("The user has lived in Berlin since 2010.", "I have lived in Berlin since 2010", 1)
CHANGE = {"operation": "change", "replaces": 1, "since": "2010-01-01"}


async def test_what_has_been_so_for_long_is_no_past_of_what_was_said_before(talk: Talk) -> None:
    await learnt(talk, "I live in Hamburg.", HAMBURG)
    talk.clock.move(days=30)
    await learnt(talk, "I have lived in Berlin since 2010.", {**BERLIN, **CHANGE})
    assert await talk.texts() == {"The user lives in Hamburg.", "The user has lived in Berlin since 2010."}
    [asked] = await talk.read(doubts.waiting)
    assert (asked.kind, asked.older.text) == ("contradict", "The user lives in Hamburg.")
    await talk.store.write(lambda: doubts.settle(2, doubts.NEW, talk.clock.now()))
    assert await talk.texts() == {"The user has lived in Berlin since 2010."}


async def test_news_of_an_earlier_time_leaves_a_present_whose_beginning_is_known(talk: Talk) -> None:
    dated = {**HAMBURG, "quote": "I live in Hamburg since 2024", "since": "2024-01-01"}
    await learnt(talk, "I live in Hamburg since 2024.", dated)
    talk.clock.move(days=30)
    moved = fact("The user moved to Berlin in 2010.", "I moved to Berlin in 2010", 1, **CHANGE)
    await learnt(talk, "I moved to Berlin in 2010.", moved)
    assert await talk.texts() == {"The user lives in Hamburg."}
    then = await talk.read(lambda: facts.listing(as_of=datetime(2015, 1, 1, tzinfo=UTC)))
    assert [one.text for one in then] == ["The user moved to Berlin in 2010."]


GARDENER = "I worked as a gardener from 2010 to 2015."


@pytest.mark.parametrize(("since", "until"), [("2010-01-01", "2015-12-31"), ("2010", "2015"), ("2010-01", "2015-12")])
async def test_what_was_over_before_the_present_was_told_ends_nothing(talk: Talk, since: str, until: str) -> None:
    await learnt(talk, "I work as a nurse.", fact("The user works as a nurse.", "I work as a nurse", 1))
    was = fact("The user worked as a gardener.", GARDENER, 1, **{**CHANGE, "since": since, "until": until})
    await learnt(talk, GARDENER, was)
    assert await talk.texts() == {"The user works as a nurse."}
    for day, true in (
        (datetime(2012, 1, 1, tzinfo=UTC), ["The user worked as a gardener."]),
        (datetime(2015, 12, 31, 23, 59, tzinfo=UTC), ["The user worked as a gardener."]),
        (datetime(2016, 1, 1, tzinfo=UTC), []),
    ):
        then = await talk.read(partial(facts.listing, as_of=day))
        assert [one.text for one in then] == true


async def test_an_end_without_a_beginning_before_the_present_was_told_is_asked_about(talk: Talk) -> None:
    await learnt(talk, "I work as a nurse.", fact("The user works as a nurse.", "I work as a nurse", 1))
    said = "I worked as a gardener until 2015."
    was = fact("The user worked as a gardener.", said, 1, **{**CHANGE, "since": "", "until": "2015"})
    await learnt(talk, said, was)
    assert "The user works as a nurse." in await talk.texts()
    [asked] = await talk.read(doubts.waiting)
    assert asked.older.text == "The user works as a nurse."


async def test_a_model_that_takes_what_was_done_on_another_day_for_a_change_ends_nothing(talk: Talk) -> None:
    for hours, more in ((5, {}), (9, {"operation": "change", "replaces": 1})):
        said = f"I am rebuilding a boat, and today I sanded for {hours} hours"
        await learnt(talk, f"{said}.", fact(f"The user sanded for {hours} hours today.", said, 1, **more))
    assert await talk.texts() == {f"The user sanded for {hours} hours today." for hours in (5, 9)}
    assert await talk.read(doubts.waiting) == []


@pytest.mark.parametrize(
    ("said", "content"),
    [
        ("Anna's dog moved to the garden.", "Anna's dog moved to the garden."),
        ("Bob moved to Faro.", "Bob moved to Faro."),
    ],
)
async def test_news_about_others_ends_nothing_even_if_the_model_says_so(talk: Talk, said: str, content: str) -> None:
    await learnt(talk, "Anna moved to Porto.", fact("Anna moved to Porto.", "Anna moved to Porto", 1))
    await learnt(talk, said, fact(content, said.rstrip("."), 1, operation="change", replaces=1))
    assert "Anna moved to Porto." in await talk.texts()


async def test_a_reply_can_only_replace_what_it_was_offered(talk: Talk) -> None:
    await learnt(talk, "I collect stamps.", fact("The user collects stamps.", "I collect stamps", 1))
    for target in (0, 2, 99, -1):
        await learnt(
            talk,
            f"I bought number {target % 7} of the kayaks on offer.",
            fact("The user bought a kayak.", "I bought number", 1, operation="correction", replaces=target),
        )
    assert "The user collects stamps." in await talk.texts()


async def test_more_detail_takes_the_place_of_less_with_all_that_said_it(talk: Talk) -> None:
    less, more = "I grow red tomatoes in pots", "I grow red tomatoes in big pots"
    await learnt(talk, f"{less}.", fact("The user grows red tomatoes in pots.", less, 1))
    [before] = await talk.facts()
    await learnt(talk, f"{more}.", fact("The user grows red tomatoes in big pots.", more, 1))
    [now] = await talk.facts()
    assert (now.text, now.quote) == ("The user grows red tomatoes in big pots.", more)
    assert (now.evidence, now.valid_from) == (("m1", "m3"), before.valid_from)


def test_of_two_that_say_the_same_the_one_with_more_in_it_goes_on_also_where_the_user_worded_the_other() -> None:
    assert better(MORE, "in big pots", LESS, LESS)
    assert not better(LESS, LESS, MORE, "in big pots")
    assert better(TOLD, TOLD, LESS, TOLD)


async def test_recalled_text_that_comes_back_is_never_learnt_again(talk: Talk) -> None:
    await learnt(talk, "I'm allergic to nuts.", fact("The user is allergic to nuts.", "I'm allergic to nuts", 1))
    block = "Relevant memories:\n- The user is allergic to nuts. (2026-05-18)\n- (end of memories)"
    echo = fact("The user is allergic to nuts.", "The user is allergic to nuts", 1)
    for turn in range(20):
        await talk.begin()
        said = await talk.say(
            f"{block}\n\nWhat can I bake for party number {turn}, with flour and butter at hand?", block
        )
        await talk.inject(said, block)
        talk.model = scripted(reply(echo))
        await talk.learn()
    [kept] = await talk.facts()
    assert (await talk.rows(), kept.source_count) == (1, 1)


async def test_the_user_repeating_a_memory_confirms_it(talk: Talk) -> None:
    await learnt(talk, "I'm allergic to nuts.", fact("I'm allergic to nuts.", "I'm allergic to nuts", 1))
    await talk.begin()
    said = await talk.say("I'm allergic to nuts.", "Yes, I know, and I keep it in mind for each and every recipe.")
    await talk.inject(said, "- I'm allergic to nuts. (2026-05-18)")
    talk.model = scripted(reply(fact("I'm allergic to nuts.", "I'm allergic to nuts", 1)))
    await talk.learn()
    [kept] = await talk.facts()
    assert kept.source_count == 2


async def crowd(talk: Talk, size: int) -> None:
    """As many facts of every kind as no search looks at in full."""
    at = talk.clock.now()
    categories = ("profile", "preferences", "")
    texts = [f"The user keeps {number} boxes of nails on shelf {number * 7}." for number in range(size)]
    work = partial(facts.add, at=at)
    await talk.store.write(
        lambda: [work(text, category=categories[number % 3]) for number, text in enumerate(texts)] and None
    )


async def test_in_a_large_memory_the_old_is_still_known(talk: Talk) -> None:
    await learnt(
        talk,
        "I live in Berlin. I'm allergic to peanuts. I work as a nurse.",
        fact("I live in Berlin.", "I live in Berlin", 1),
        fact("I'm allergic to peanuts.", "I'm allergic to peanuts", 1),
        fact("The user works as a nurse.", "I work as a nurse", 1),
    )
    before = {record.text: record.id for record in await talk.facts()}
    await crowd(talk, 1000)
    talk.clock.move(days=90)
    await learnt(
        talk,
        "I live in Lisbon now. As I said, I'M ALLERGIC TO PEANUTS. And I work as a nurse.",
        fact("I live in Lisbon now.", "I live in Lisbon now", 1),
        fact("I'm allergic to peanuts", "I'M ALLERGIC TO PEANUTS", 1),
        fact("The user is working as a nurse.", "I work as a nurse", 1),
    )
    about = {record.text: record for record in await talk.read(lambda: facts.listing(limit=2000))}
    assert "I live in Berlin." not in about
    assert "I live in Lisbon now." in about
    assert about["I'm allergic to peanuts."].id == before["I'm allergic to peanuts."]
    assert about["I'm allergic to peanuts."].source_count == 2
    assert len(about) == 1003


@pytest.mark.parametrize(
    ("before", "after"),
    [("My name is Tess Arden.", "I'm called Wren Moreau."), ("I'm 41 years old.", "I'm 42 years old.")],
)
async def test_a_new_value_ends_the_old_however_many_facts_came_between(talk: Talk, before: str, after: str) -> None:
    talk.model = None
    await talk.say(before)
    await talk.learn()
    await crowd(talk, 1000)
    talk.clock.move(days=90)
    await talk.begin()
    await talk.say(after)
    await talk.learn()
    held = await talk.read(lambda: facts.listing(limit=2000))
    assert {one.text for one in held} & {before, after} == {after}


async def test_what_another_window_stored_meanwhile_counts(talk: Talk) -> None:
    at = talk.clock.now()
    await talk.store.write(lambda: facts.add("I live in Berlin.", at=at, category="profile"))
    said = candidates.Fact("I live in Lisbon.", category="profile")
    ground = await survey(talk.store, [News(said, (1,), Origin.USER, at)])
    assert [one.content for one in await talk.read(lambda: ground.around(said.content))] == ["I live in Berlin."]
    newer = await talk.store.write(lambda: facts.remember("i live in LISBON", at=at))
    await talk.store.write(lambda: history.supersede(1, newer, at, at))
    assert [one.content for one in await talk.read(lambda: ground.around(said.content))] == ["i live in LISBON"]


async def test_a_distillation_reads_no_whole_table(talk: Talk) -> None:
    found = watched(talk.store)
    for town in ("Berlin", "Lisbon"):
        await learnt(
            talk,
            f"I live in {town}. My friend Ottilie lives in Porto.",
            fact(f"I live in {town}.", f"I live in {town}", 1),
            fact("My friend Ottilie lives in Porto.", "My friend Ottilie lives in Porto", 1),
        )
    await talk.begin()
    talk.model = None
    await talk.say("I work as a nurse in Porto. My sister Anna lives in Berlin.")
    await talk.learn()
    assert [sql for sql in found if 'FROM "identity"' not in sql and "path.depth" not in sql] == []


@pytest.mark.parametrize(
    ("one", "other", "twins"),
    [
        ("I live in Berlin.", "i live in BERLIN", True),
        ("The user lives in Berlin.", "The user lives in Hamburg.", False),
        ("The user's son is 6 years old.", "The user's son is 7 years old.", False),
        ("The user likes black coffee.", "The user does not like black coffee.", False),
        ("The user loves old black jazz records.", "The user hates old black jazz records.", False),
        ("The user works as a nurse.", "The user is working as a nurse.", True),
        ("用户住在上海。", "用户住在上海", True),
        ("用户住在上海浦东。", "用户住在北京浦东。", False),
    ],
)
def test_same(one: str, other: str, twins: bool) -> None:
    assert same(one, other) is twins
    assert same(other, one) is twins
