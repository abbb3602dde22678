"""Forgetting a person, a conversation or a span of time: what was learnt from it goes, all else stays."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from memory.errors import BadInput, NotFound
from memory.store import conversations, episodes, facts, graph, identity, ids, ledger, merging, signals, tombstones
from memory.store.connection import raw
from memory.store.tables import (
    Activity,
    Conversation,
    Entity,
    Episode,
    Fact,
    FactSource,
    Injection,
    Message,
    Relation,
    Signal,
)
from memory.types import About, Forgettable, Kind, Span
from tests.memory.forget.profile import Profile, back_up, everywhere, where

WORD = "Quixotrel"


async def contents(profile: Profile) -> list[str]:
    return await profile.store.read(lambda: [row.content for row in Fact.select().order_by(Fact.id)])


async def state(profile: Profile) -> dict[str, list[tuple[object, ...]]]:
    """Every row of what a forget changes."""
    tables = (Conversation, Message, Fact, FactSource, Episode, Entity, Relation, Injection, Signal, Activity)

    def rows() -> dict[str, list[tuple[object, ...]]]:
        names = [table._meta.table_name for table in tables]
        return {name: raw().execute(f'SELECT * FROM "{name}"').fetchall() for name in names}

    return await profile.store.read(rows)


def everything() -> Span:
    return Span(until=datetime(2100, 1, 1, tzinfo=UTC))


# No byte is left


@pytest.mark.parametrize("query", [About(WORD), About(f"{WORD} the code"), "c1", everything()])
async def test_no_byte_is_left_when_the_turns_go_too(profile: Profile, query: Forgettable) -> None:
    await everywhere(profile, WORD, by_the_user=isinstance(query, About))
    await back_up(profile)
    assert len(where(profile.folder, WORD)) >= 3
    await profile.forget(query, with_turns=True)
    assert where(profile.folder, WORD) == []


@pytest.mark.parametrize("query", [About(WORD), "c1", everything()])
async def test_without_the_turns_only_the_users_own_messages_stay(profile: Profile, query: Forgettable) -> None:
    await everywhere(profile, WORD, by_the_user=False)
    await profile.forget(query)
    assert [text for text in await profile.texts() if WORD in text] == [f"My locker code is {WORD}. I like tea."]
    assert await contents(profile) == []


@pytest.mark.parametrize("query", [About(WORD), "c1", everything()])
async def test_the_preview_changes_nothing_and_counts_by_place(profile: Profile, query: Forgettable) -> None:
    fact = await everywhere(profile, WORD)
    before = await state(profile)
    plan = await profile.forgetting.plan(query, with_turns=True)
    assert await state(profile) == before
    assert {fact, "r1", "e1"} <= {record.id for record in plan.targets}
    assert {trace.place for trace in plan.traces} >= {"facts", "episodes", "entities", "ledger", "turns", "replies"}


@pytest.mark.parametrize(
    ("query", "error"),
    [
        (About("Nobody"), NotFound),
        (About(""), NotFound),
        ("c99", NotFound),
        (Span(), BadInput),
        (Span(datetime(2026, 5, 2, tzinfo=UTC), datetime(2026, 5, 1, tzinfo=UTC)), BadInput),
        (Span(datetime(2026, 5, 2, tzinfo=UTC), datetime(2026, 5, 2, tzinfo=UTC)), BadInput),
    ],
)
async def test_what_makes_no_sense_is_said_and_changes_nothing(
    profile: Profile, query: Forgettable, error: type[Exception]
) -> None:
    await everywhere(profile, WORD)
    before = await state(profile)
    with pytest.raises(error):
        await profile.forgetting.plan(query, with_turns=True)
    assert await state(profile) == before


# A person, place or thing


@pytest.mark.parametrize("query", ["Mia", About("Mia")])
async def test_a_name_that_is_a_small_word_of_another_language_can_be_forgotten(
    profile: Profile, query: Forgettable
) -> None:
    await profile.fact("My daughter Mia plays the cello")
    await profile.store.write(lambda: graph.entity("Mia", at=profile.clock.now()))
    await profile.forget(query)
    assert await contents(profile) == []


async def test_a_small_word_of_the_language_is_nothing_to_forget_by(profile: Profile) -> None:
    await profile.fact("La mia sorella vive a Torino con la madre")
    with pytest.raises(BadInput, match="too little"):
        await profile.forget("mia")
    assert len(await contents(profile)) == 1


async def test_a_name_that_two_bear_forgets_neither(profile: Profile) -> None:
    def known() -> None:
        for name in ("Sam Brown", "Sam Miller"):
            graph.entity(name, at=profile.clock.now(), aliases=["Sam"])

    await profile.store.write(known)
    with pytest.raises(BadInput, match="Sam Brown, Sam Miller"):
        await profile.forgetting.plan(About("sam"))


async def test_a_person_goes_by_any_of_their_names_and_others_stay(profile: Profile) -> None:
    talk = await profile.conversation()
    said = await profile.said(talk, "Ana, my sister Anouk to some, lives in Porto. Tom lives in Ghent.", "I see.")
    await profile.fact("The user's sister Ana lives in Porto", said, quote="Ana lives in Porto")
    await profile.fact("Anouk plays the oboe", said)
    tom = await profile.fact("Tom lives in Ghent", said)

    def known() -> None:
        at = profile.clock.now()
        ana, them = graph.entity("Ana", at=at, aliases=["Anouk"]), graph.entity("Tom", at=at)
        graph.relate(ana, "knows", them, at=at, message=said)
        graph.relate(them, "lives in", graph.entity("Ghent", at=at), at=at, message=said)
        session = Message.get_by_id(said).session_id
        assert session is not None
        episodes.upsert(session, "Anouk moved. Tom stayed in Ghent.", at=at, entities=["Anouk", "Tom"])

    await profile.store.write(known)
    await profile.forget(About("ANOUK"))
    assert [record.id for record in await profile.store.read(facts.listing)] == [tom]
    assert [one.text for one in await profile.store.read(graph.relations)] == ["Tom lives in Ghent"]
    assert await profile.store.read(lambda: Episode.get().summary) == "Tom stayed in Ghent."
    assert await profile.store.read(lambda: graph.find("Ana")) is None
    assert await profile.store.read(lambda: graph.find("Anouk")) is None


async def test_a_fact_that_does_not_name_the_person_goes_when_it_is_known_to_be_about_them(profile: Profile) -> None:
    said = await profile.said(await profile.conversation(), "Ana is a nurse. She is kind. Tom is kind.", "Fine.")
    hers = await profile.fact("A kind nurse", said, quote="She is kind.")
    his = await profile.fact("Tom is kind", said, quote="Tom is kind.")
    number = ids.number(hers, Kind.FACT)
    await profile.store.write(lambda: graph.mention([graph.entity("Ana", at=profile.clock.now())], Kind.FACT, number))
    await profile.forget(About("Ana"))
    assert [record.id for record in await profile.store.read(facts.listing)] == [his]


async def test_a_name_that_two_people_share_takes_only_the_one_that_was_named(profile: Profile) -> None:
    said = await profile.said(await profile.conversation(), "Hello", "Hi.")
    await profile.fact("Ana sings", said)
    eva = await profile.fact("Sis calls Eva on Sundays", said)

    def known() -> None:
        graph.entity("Ana", at=profile.clock.now(), aliases=["Sis"])
        graph.entity("Eva", at=profile.clock.now(), aliases=["Sis"])

    await profile.store.write(known)
    await profile.forget(About("Ana"))
    assert [record.id for record in await profile.store.read(facts.listing)] == [eva]


async def test_old_turns_do_not_bring_a_person_back(profile: Profile) -> None:
    said = await profile.said(await profile.conversation(), "Ana lives in Porto.", "Fine.")
    await profile.fact("Ana lives in Porto", said)
    await profile.store.write(lambda: graph.entity("Ana", at=profile.clock.now()))
    await profile.forget(About("Ana"))
    assert await profile.store.read(lambda: tombstones.blocks("The user knows Ana", [said]))
    assert not await profile.store.read(lambda: tombstones.blocks("The user knows Tom", [said]))


# A conversation


async def two_talks(profile: Profile) -> tuple[int, int, int, int]:
    """Two conversations with a turn each: their numbers and those of the turns."""
    one, other = await profile.conversation(), await profile.conversation()
    said = await profile.said(one, "I like oolong. I keep bees.", "You like oolong, noted.")
    profile.clock.move(days=1)
    again = await profile.said(other, "I like oolong. I own a canoe.", "You like oolong, noted.")
    return one, other, said, again


async def test_of_a_conversation_goes_what_rests_on_it_alone(profile: Profile) -> None:
    one, other, said, again = await two_talks(profile)
    await profile.fact("The user keeps bees", said, quote="I keep bees.")
    shared = await profile.fact("The user likes oolong", said, again, quote="I like oolong.")
    mine = await profile.fact("The user owns a canoe", again)
    await profile.forget(ids.show("conversation", one))
    left = {record.id: record for record in await profile.store.read(facts.listing)}
    assert left.keys() == {shared, mine}
    assert left[shared].evidence == (ids.show("message", again),)
    assert (left[shared].source_count, left[shared].quote) == (1, "I like oolong.")
    assert (await profile.texts())[-1] == "You like oolong, noted."
    shown = await profile.store.read(lambda: [talk.id for talk in conversations.listing()])
    assert shown == [ids.show("conversation", other), ids.show("conversation", one)]


async def test_a_fact_loses_the_quote_that_stands_in_the_forgotten_conversation_alone(profile: Profile) -> None:
    one, _, said, again = await two_talks(profile)
    shared = await profile.fact("The user likes tea", said, again, quote="I keep bees.")
    await profile.forget(ids.show("conversation", one))
    assert (await profile.store.read(lambda: facts.record(facts.get(ids.number(shared, Kind.FACT))))).quote == ""


async def test_what_the_user_says_elsewhere_too_is_not_cut_there(profile: Profile) -> None:
    one, _, said, _ = await two_talks(profile)
    profile.identity.add("I like oolong")
    await profile.store.write(lambda: identity.sync(profile.identity.lines, profile.clock.now()))
    await profile.fact("The user likes oolong", said, quote="I like oolong.")
    await profile.forget(ids.show("conversation", one), with_turns=True)
    assert await contents(profile) == []
    assert profile.identity.lines == ("I like oolong",)
    assert await profile.texts() == [
        "[forgotten]", "[forgotten]", "I like oolong. I own a canoe.", "You like oolong, noted."
    ]  # fmt: skip


async def test_with_its_turns_the_conversation_leaves_the_list(profile: Profile) -> None:
    one, other, _, _ = await two_talks(profile)
    await profile.store.write(lambda: conversations.rename(one, "Bees and tea"))
    await profile.forget(ids.show("conversation", one), with_turns=True)
    shown = await profile.store.read(lambda: [talk.id for talk in conversations.listing()])
    assert shown == [ids.show("conversation", other)]
    assert where(profile.folder, "bees") == []


async def test_what_was_remembered_in_a_conversation_belongs_to_it_unless_it_was_said_elsewhere(
    profile: Profile,
) -> None:
    one, other, _, again = await two_talks(profile)
    at = profile.clock.now()
    await profile.store.write(lambda: facts.remember("My bike is red", at=at, conversation=one))
    kept = await profile.store.write(lambda: facts.remember("I own a canoe", at=at, conversation=one))
    await profile.store.write(lambda: facts.confirm(kept, [again], at))
    there = await profile.store.write(lambda: facts.remember("My boat is blue", at=at, conversation=other))
    await profile.forget(ids.show("conversation", one))
    left = await profile.store.read(lambda: [row.id for row in Fact.select().order_by(Fact.id)])
    assert left == [kept, there]


async def test_the_ledger_and_the_log_of_a_conversation_lose_their_texts(profile: Profile) -> None:
    await everywhere(profile, WORD)
    await profile.store.write(lambda: Activity.update(conversation=1).execute())
    await profile.forget("c1")
    entry = await profile.store.read(ledger.read)
    assert entry is not None
    assert (entry.forgotten, entry.block, entry.query) == (True, "", "")
    assert await profile.store.read(lambda: [row.detail for row in Activity.select()]) == [""]


async def test_nothing_is_learnt_later_from_a_forgotten_conversation(profile: Profile) -> None:
    one, other, _, _ = await two_talks(profile)
    await profile.forget(ids.show("conversation", one))
    waiting = await profile.store.read(lambda: [one.conversation for one in signals.waiting()])
    assert waiting == [other]


async def test_a_name_that_only_the_conversation_knew_goes(profile: Profile) -> None:
    one, _, said, again = await two_talks(profile)
    fact = ids.number(await profile.fact("The user keeps bees", said), Kind.FACT)

    def known() -> None:
        at = profile.clock.now()
        bees, canoe = graph.entity("Bees", at=at), graph.entity("Canoe", at=at)
        graph.mention([bees], Kind.FACT, fact)
        graph.relate(graph.entity("Hive", at=at), "holds", bees, at=at, message=said)
        graph.relate(canoe, "floats on", graph.entity("Lake", at=at), at=at, message=again)
        graph.entity("Oolong", at=at)

    await profile.store.write(known)
    await profile.forget(ids.show("conversation", one))
    names = await profile.store.read(lambda: sorted(row.name for row in Entity.select()))
    assert names == ["Canoe", "Lake", "Oolong"]


# A span of time


async def test_a_span_is_half_open(profile: Profile) -> None:
    talk = await profile.conversation()
    start = profile.clock.now()
    for day in ("bees", "canoe", "tea"):
        said = await profile.said(talk, f"I have {day}.", "Fine.")
        await profile.fact(f"The user has {day}", said)
        profile.clock.move(days=1)
    await profile.forget(Span(start + timedelta(days=1), start + timedelta(days=2)))
    assert await contents(profile) == ["The user has bees", "The user has tea"]
    await profile.forget(Span(until=start))
    await profile.forget(Span(since=start + timedelta(days=2, milliseconds=1)))
    assert await contents(profile) == ["The user has bees", "The user has tea"]
    await profile.forget(Span(since=start + timedelta(days=2)), with_turns=True)
    assert await profile.texts() == ["I have bees.", "Fine.", "I have canoe.", "Fine.", "[forgotten]", "[forgotten]"]


async def test_a_digest_goes_with_its_whole_session_only(profile: Profile) -> None:
    talk = await profile.conversation()
    first = await profile.said(talk, "I have bees.", "Fine.")
    profile.clock.move(hours=1)
    middle = profile.clock.now()
    await profile.said(talk, "I have a canoe.", "Fine.")

    def digest() -> None:
        session = Message.get_by_id(first).session_id
        assert session is not None
        episodes.upsert(session, "They spoke of bees and a canoe.", at=profile.clock.now())

    await profile.store.write(digest)
    await profile.forget(Span(until=middle))
    assert await profile.store.read(Episode.select().count) == 1
    await profile.forget(Span(until=middle + timedelta(hours=1)))
    assert await profile.store.read(Episode.select().count) == 0


async def test_what_a_deleted_conversation_left_is_dated_by_the_fact(profile: Profile) -> None:
    one, _, said, _ = await two_talks(profile)
    start = profile.clock.now() - timedelta(days=1)
    old = ids.number(await profile.fact("The user keeps bees", said), Kind.FACT)
    await profile.store.write(lambda: Fact.update(created_at=start).where(Fact.id == old).execute())
    await profile.store.write(lambda: Conversation.delete().where(Conversation.id == one).execute())
    await profile.forget(Span(since=start + timedelta(hours=1)))
    assert await contents(profile) == ["The user keeps bees"]
    await profile.forget(Span(until=start + timedelta(hours=1)))
    assert await contents(profile) == []


async def test_a_place_that_two_reasons_lead_to_is_told_once(profile: Profile) -> None:
    await everywhere(profile, WORD)
    plan = await profile.forgetting.plan("c1")
    told = [(trace.place, trace.what) for trace in plan.traces]
    assert sorted(told) == sorted(set(told))
    report = await profile.forgetting.forget(plan)
    went = [(trace.place, trace.what) for trace in report.erased]
    assert sorted(went) == sorted(set(went))


# A fact that was told in other words since


async def in_other_words(profile: Profile) -> tuple[int, str]:
    """A fact of one conversation, and in its place one of a second that says more; that conversation and message."""
    less, more = "I am allergic to nuts and pollen", f"I am allergic to nuts, pollen and {WORD}"
    first = await profile.said(await profile.conversation(), f"{less}.", "I see.")
    later = await profile.conversation()
    second = await profile.said(later, f"{more}.", "I see.")
    before = await profile.fact(f"The user said: {less}", first, quote=less)
    now = await profile.fact(f"The user said: {more}", second, quote=more)
    await profile.store.write(lambda: merging.merge(int(before[1:]), int(now[1:]), profile.clock.now()))
    return later, ids.show("message", second)


@pytest.mark.parametrize("by", ["conversation", "message"])
async def test_words_that_came_with_what_is_forgotten_go_and_the_fact_is_told_as_before(
    profile: Profile, by: str
) -> None:
    conversation, message = await in_other_words(profile)
    await profile.forget(f"c{conversation}" if by == "conversation" else message, with_turns=True)
    [left] = await profile.store.read(facts.listing)
    assert (left.text, left.evidence) == ("The user said: I am allergic to nuts and pollen", ("m1",))
    assert "I am allergic to nuts and pollen." in await profile.texts()
    assert where(profile.folder, WORD) == []


async def test_a_fact_with_a_word_from_nowhere_else_goes_whole(profile: Profile) -> None:
    first = await profile.said(await profile.conversation(), "I avoid nuts.", "I see.")
    later = await profile.conversation()
    second = await profile.said(later, f"I avoid nuts and {WORD}.", "I see.")
    await profile.fact(f"The user avoids nuts and {WORD}", first, second)
    await profile.forget(f"c{later}", with_turns=True)
    assert await profile.store.read(facts.listing) == []
    assert where(profile.folder, WORD) == []
