"""What single passes do: to whom, when, and what stands in their way."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from memory.consolidate import changes
from memory.errors import BadInput, NotFound, StoreError
from memory.settings import CATEGORIES, MemorySettings, Settings
from memory.store import (
    activity,
    consolidations,
    conversations,
    doubts,
    episodes,
    facts,
    history,
    images,
    learnt,
    lease,
    salience,
)
from memory.store.connection import raw
from memory.store.learnt import Noted
from memory.store.lease import HeldElsewhere
from memory.store.store import Store
from memory.store.tables import Episode, Fact, LearntItem, Message, Vector
from memory.types import Action, Event, Kind
from tests.memory.consolidate.worlds import TALES, AFact, AnEpisode, Pass, World, dump, left, made
from tests.memory.forget.profile import open_profile, where
from tests.scripted import SetClock

FADED = AFact("The user met Ilse at the fair", "events", age=200)
TODAY = AnEpisode(TALES[2], 0)


async def test_a_faded_fact_goes_with_its_document_and_vector_and_comes_back(store: Store, clock: SetClock) -> None:
    one = await made(World((FADED, AFact("The user swims on Fridays", "patterns", age=200))), store, clock)
    done = await one.consolidator.consolidate()
    assert [(told.action, told.id, told.text) for told in done.changes] == [("evict", "f1", FADED.content)]
    with pytest.raises(NotFound):
        await store.read(lambda: facts.get(1))
    assert await store.read(lambda: Vector.select().count()) == 1
    assert [event.kind for event in one.events] == ["working", "idle"]
    undone = await one.consolidator.undo()
    assert [told.id for told in undone.restored] == ["f1"]
    assert one.restored == 1, "the vector is made anew"
    runs = await store.read(activity.listing)
    assert [(run.purpose, run.outcome) for run in runs] == [("consolidate", "undone"), ("consolidate", "tidied")]
    assert not any("Ilse" in run.detail for run in runs)


@pytest.mark.parametrize("meanwhile", [False, True], ids=["all-there", "one-gone"])
async def test_doubts_and_what_was_learnt_come_back_too(store: Store, clock: SetClock, meanwhile: bool) -> None:
    others = AFact("The user swims on Fridays", "patterns"), AFact("The user met Ada", "events")
    one = await made(World((FADED, *others), log=(200,)), store, clock)

    def judged() -> None:
        for other in (2, 3):
            doubts.note(1, other, doubts.SAME, doubts.BOTH, clock.now())
        learnt.note(1, [Noted(Action.LEARNT, 1, (7,)), Noted(Action.CONFIRMED, 2, (8,), replaced=3)])

    await store.write(judged)
    done = await one.consolidator.consolidate()
    assert {told.action for told in done.changes} == {"evict", "purge"}
    assert await store.read(lambda: (list(LearntItem.select()), doubts.known([1]))) == ([], frozenset())
    if meanwhile:
        await store.write(lambda: facts.remove([3]))
    await one.consolidator.undo()
    items = await store.read(lambda: list(LearntItem.select().order_by(LearntItem.id)))
    replaced = None if meanwhile else 3
    assert [(row.fact_id, row.messages, row.replaced_id) for row in items] == [(1, [7], None), (2, [8], replaced)]
    pairs = {frozenset((1, other)) for other in ((2,) if meanwhile else (2, 3))}
    assert await store.read(lambda: doubts.known([1])) == pairs


@pytest.mark.parametrize(
    "own", [{"method": "remembered"}, {"pinned": True}, {"touched": True}], ids=["remembered", "pinned", "touched"]
)
async def test_what_the_user_stated_is_only_proposed(store: Store, clock: SetClock, own: dict[str, object]) -> None:
    fact = AFact("The user met Ilse at the fair", "events", age=4000, **own)  # type: ignore[arg-type]
    one = await made(World((fact,)), store, clock)
    done = await one.consolidator.consolidate()
    assert (done.changes, [told.id for told in done.proposed]) == ((), ["f1"])


async def test_a_fact_with_a_history_stays(store: Store, clock: SetClock) -> None:
    one = await made(
        World((AFact("Lives in Bonn", "events", age=400), AFact("Lives in Trier", "events", age=200))), store, clock
    )
    await store.write(lambda: history.supersede(1, 2, clock.now() - timedelta(days=200), clock.now()))
    assert not (await one.consolidator.consolidate()).changes


async def test_the_newer_of_two_near_duplicates_stands(store: Store, clock: SetClock) -> None:
    older, newer = f"{TALES[0]} at 8.", f"{TALES[0]} at 9."
    one = await made(World(episodes=(AnEpisode(newer, 3), AnEpisode(older, 9))), store, clock)
    done = await one.consolidator.consolidate()
    assert [(told.action, told.id) for told in done.changes] == [("merge", "e2")]
    assert [row.summary for row in await store.read(lambda: list(Episode.select()))] == [newer]


async def test_a_pass_removes_a_twentieth_and_the_rest_waits(store: Store, clock: SetClock) -> None:
    one = await made(
        World(tuple(AFact(f"The user met number {n}", "events", age=200) for n in range(60))), store, clock
    )
    done = await one.consolidator.consolidate()
    assert (len(done.changes), done.waiting) == (3, 57)
    assert len((await store.read(left))[0]) == 57


async def test_conversations_and_the_digests_behind_living_facts_are_never_pruned(
    store: Store, clock: SetClock
) -> None:
    lasting = AFact("The user was born in Trier", "profile", age=500, sessions=(0,))
    world = World((lasting,), (AnEpisode(TALES[0], 500), AnEpisode(TALES[1], 500)), log=(89, 91))
    one = await made(world, store, clock)
    done = await one.consolidator.consolidate()
    assert sorted(told.action for told in done.changes) == ["prune", "purge", "retell"]
    assert await store.read(left) == ({1}, set(), {1}, 1)
    assert await store.read(lambda: Message.select().count()) == 2


async def test_with_retention_zero_digests_stay_for_ever(store: Store, clock: SetClock) -> None:
    one = await made(World(episodes=(AnEpisode(TALES[0], 5000),), retention=0), store, clock)
    assert not (await one.consolidator.consolidate()).changes


async def test_a_fact_that_many_talks_carry_weighs_more_once(store: Store, clock: SetClock) -> None:
    carried = AFact("The user plays the viola", "profile", salience=0.5, sessions=(0, 1, 2))
    told = tuple(AnEpisode(tale, age) for age, tale in enumerate(TALES))
    one = await made(World((carried, AFact("The user keeps bees", "profile", sessions=(0,))), told), store, clock)
    actions = [[told.action for told in (await one.consolidator.consolidate()).changes] for _ in range(5)]
    assert actions == [["retell", "promote"], [], [], [], []]
    row = await store.read(lambda: facts.get(1))
    assert (row.promoted, row.salience) == (True, 0.5)
    assert not (await store.read(lambda: facts.get(2))).promoted


async def test_what_was_said_in_many_talks_weighs_more_where_their_digests_became_one(
    store: Store, clock: SetClock
) -> None:
    said = AFact("The user is called Xenia", "profile", salience=0.5, sessions=(0, 1, 2))
    alike = tuple(AnEpisode(f"{TALES[0]} at {hour}.", hour) for hour in (7, 8, 9))
    one = await made(World((said,), alike), store, clock)
    actions = [[told.action for told in (await one.consolidator.consolidate()).changes] for _ in range(4)]
    assert actions == [["retell", "merge", "promote"], ["merge"], [], []]
    assert (await store.read(lambda: facts.get(1))).promoted


async def test_what_was_said_in_conversations_that_are_deleted_or_long_ago_weighs_no_more(
    store: Store, clock: SetClock
) -> None:
    said = AFact("The user is called Xenia", "profile", sessions=(0, 1, 2))
    old = AFact("The user lives in Bonn", "profile", sessions=(0, 1, 3))
    told = tuple(AnEpisode(tale, age) for tale, age in zip((*TALES, "A tale of its own"), (1, 2, 3, 61), strict=True))
    one = await made(World((said, old), told), store, clock)
    await store.write(lambda: episodes.remove([1, 2, 3]))
    await store.write(lambda: conversations.delete(1, clock.now()))
    assert {told.action for told in (await one.consolidator.consolidate()).changes} <= {"retell"}


async def test_an_edit_made_meanwhile_wins(store: Store, clock: SetClock, monkeypatch: pytest.MonkeyPatch) -> None:
    one = await made(World((FADED,)), store, clock)
    stands = changes.stands

    def edited_first(operation: object) -> bool:
        facts.rewrite(1, "The user met Ilse, his wife, at the fair", clock.now())
        return stands(operation)  # type: ignore[arg-type]

    monkeypatch.setattr(changes, "stands", edited_first)
    done = await one.consolidator.consolidate()
    assert (done.changes, done.skipped) == ((), 1)
    assert "his wife" in (await store.read(lambda: facts.get(1))).content


async def test_a_merge_needs_the_newer_digest_as_it_was(
    store: Store, clock: SetClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = await made(World(episodes=(AnEpisode(TALES[0], 3), AnEpisode(f"{TALES[0]}!", 9))), store, clock)
    stands = changes.stands

    def gone_first(operation: object) -> bool:
        episodes.remove([1])
        return stands(operation)  # type: ignore[arg-type]

    monkeypatch.setattr(changes, "stands", gone_first)
    assert (await one.consolidator.consolidate()).skipped == 1
    assert [row.id for row in await store.read(lambda: list(Episode.select()))] == [2]


async def test_undo_leaves_what_was_changed_since(store: Store, clock: SetClock) -> None:
    carried = AFact("The user plays the viola", "patterns", sessions=(0, 1, 2))
    told = tuple(AnEpisode(tale, age) for age, tale in enumerate(TALES))
    one = await made(World((carried, FADED), told), store, clock)
    assert len((await one.consolidator.consolidate()).changes) == 2
    await store.write(lambda: facts.rewrite(1, "The user plays the cello", clock.now()))
    again = await store.write(lambda: facts.remember(FADED.content, at=clock.now()))
    undone = await one.consolidator.undo()
    assert not undone.restored
    assert {told.id: told.why for told in undone.refused} == {
        "f1": "it was changed since",
        "f2": f"it was learnt again as f{again}",
    }
    assert (await one.consolidator.undo()).at is None


async def test_undo_does_not_bring_back_a_home_beside_the_newer_one(store: Store, clock: SetClock) -> None:
    one = await made(World((AFact("The user lives in Bonn", "cases", age=400),)), store, clock)
    await one.consolidator.consolidate()
    newer = await store.write(lambda: facts.add("The user lives in Jena", at=clock.now(), valid_from=clock.now()))
    undone = await one.consolidator.undo()
    assert [told.why for told in undone.refused] == [f"f{newer} says otherwise since"]
    assert [fact.text for fact in await store.read(facts.listing)] == ["The user lives in Jena"]


async def test_undo_does_not_bring_back_what_a_deleted_conversation_left(store: Store, clock: SetClock) -> None:
    one = await made(World(episodes=(AnEpisode(TALES[0], 500),)), store, clock)
    await one.consolidator.consolidate()
    await store.write(lambda: conversations.delete(1, clock.now() - timedelta(days=8)))
    await store.write(lambda: conversations.purge_deleted(clock.now()))
    undone = await one.consolidator.undo()
    assert undone.at is None
    assert "quartet" not in str(await store.read(dump))


async def test_what_is_forgotten_can_not_be_taken_back(tmp_path: Path, store: Store, clock: SetClock) -> None:
    word = "Quixotrel"
    faded = AFact(f"The user met {word} at the fair", "events", age=200)
    one = await made(World((faded,), (AnEpisode(f"They spoke of {word}.", 500),)), store, clock)
    await one.consolidator.consolidate()
    assert where(tmp_path, word)
    profile = open_profile(tmp_path, store, clock)
    plan = await profile.forgetting.plan(word)
    assert not plan.targets
    assert [(trace.place, trace.count) for trace in plan.traces] == [("undo", 2)]
    assert not (await profile.forgetting.forget(plan)).pending
    assert where(tmp_path, word) == []
    assert (await one.consolidator.undo()).at is None


async def test_what_is_forgotten_goes_from_every_line_of_what_could_be_taken_back(
    tmp_path: Path, store: Store, clock: SetClock
) -> None:
    word = "Quixotrel"
    one = await made(World((), (AnEpisode("They spoke of the fair.", 500),)), store, clock)
    await store.write(lambda: Episode.update(decisions=[f"Go to the fair\n{word} comes along"]).execute())
    await one.consolidator.consolidate()
    profile = open_profile(tmp_path, store, clock)
    await profile.forget(word)
    assert where(tmp_path, word) == []


async def test_a_forgotten_turn_takes_the_undo_of_what_rests_on_it(
    store: Store, clock: SetClock, tmp_path: Path
) -> None:
    world = World((AFact("The user met Ilse", "events", age=200, sessions=(0,)),), (AnEpisode(TALES[0], 200),))
    one = await made(world, store, clock)
    await one.consolidator.consolidate()
    profile = open_profile(tmp_path, store, clock)
    await profile.forgetting.forget(await profile.forgetting.plan("m1", with_turns=True))
    assert (await one.consolidator.undo()).at is None


async def test_two_windows_take_turns(store: Store, clock: SetClock) -> None:
    one = await made(World((FADED,)), store, clock)
    other = lease.Holder.here("another window")
    await store.write(lambda: lease.take("consolidate", other, clock.now(), timedelta(minutes=5)))
    with pytest.raises(HeldElsewhere, match="Another window"):
        await one.consolidator.consolidate()
    assert (await one.consolidator.consolidate(dry_run=True)).changes
    await store.write(lambda: lease.drop("consolidate", other))
    assert (await one.consolidator.consolidate()).changes


async def test_a_pass_is_due_each_day_while_the_chat_is_idle(store: Store, clock: SetClock) -> None:
    one = await made(World((FADED,), (TODAY,)), store, clock)
    consolidator = one.consolidator
    assert await consolidator.run_due()
    assert [event.text for event in one.events if event.kind == "changed"] == ["Memory tidied: 1 fact faded"]
    clock.move(hours=23)
    assert not await consolidator.run_due()
    clock.move(hours=1)
    consolidator.chat_busy(True)
    assert not await consolidator.run_due()
    consolidator.chat_busy(False)
    assert not await consolidator.run_due()
    clock.move(seconds=9)
    assert await consolidator.run_due()
    one.settings = Settings(memory=MemorySettings(consolidation_hours=1))
    clock.move(hours=1)
    assert await consolidator.run_due()


async def until(one: Pass, kind: str) -> Event:
    """The next event of the kind, once it has come."""
    async with asyncio.timeout(20):
        while (event := await one.news.get()).kind != kind:
            pass
    return event


async def test_the_program_tidies_by_itself_a_while_after_its_start(store: Store, clock: SetClock) -> None:
    one = await made(World((FADED,), (TODAY,)), store, clock)
    consolidator = one.consolidator
    consolidator.start()
    try:
        assert not await consolidator.run_due(), "a start has enough to do"
        clock.move(minutes=2)
        consolidator.changed()
        assert "1 fact faded" in (await until(one, "changed")).text
        assert [event.kind for event in one.events] == ["working", "idle", "changed"]
    finally:
        await consolidator.stop()


async def test_a_pass_that_fails_is_told_logged_and_made_later(
    store: Store, clock: SetClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = await made(World((FADED,), (TODAY,)), store, clock)
    consolidator = one.consolidator

    def broken(*_: object) -> None:
        raise StoreError("The disk is not there")

    with monkeypatch.context() as patch:
        patch.setattr(changes, "make", broken)
        consolidator.start()
        clock.move(minutes=2)
        consolidator.changed()
        assert (await until(one, "trouble")).text == "Tidying memory failed: The disk is not there"
        await consolidator.stop()
    assert [event.kind for event in one.events] == ["working", "idle", "trouble"]
    (run,) = await store.read(activity.listing)
    assert (run.purpose, run.outcome, run.detail) == ("consolidate", "error", "The disk is not there")
    assert not await consolidator.run_due()
    clock.move(hours=1)
    assert await consolidator.run_due()


async def test_a_pass_noted_by_a_clock_that_was_wrong_holds_up_none(store: Store, clock: SetClock) -> None:
    one = await made(World((), (TODAY,)), store, clock)
    await store.write(lambda: consolidations.finished(clock.now() + timedelta(days=4000)))
    assert await one.consolidator.run_due()


async def test_a_clock_that_was_years_ahead_and_is_right_again_holds_up_none(store: Store, clock: SetClock) -> None:
    one = await made(World((FADED,), (TODAY,)), store, clock)
    consolidator, right = one.consolidator, clock.time
    clock.move(days=4000)
    await made(World(episodes=(TODAY,)), store, clock)  # a talk under the wrong clock
    consolidator.start()
    await consolidator.stop()  # from here on only `run_due` runs
    clock.move(minutes=2)
    assert await consolidator.run_due()
    consolidator.chat_busy(True)
    consolidator.chat_busy(False)
    clock.time = right
    assert await consolidator.run_due()
    clock.move(hours=23)
    assert not await consolidator.run_due()
    clock.move(hours=1)
    assert await consolidator.run_due()


async def test_nothing_goes_by_itself_while_the_user_is_away_or_the_clock_runs_ahead(
    store: Store, clock: SetClock
) -> None:
    one = await made(World((FADED,), (TODAY,)), store, clock)
    clock.move(days=4000)
    assert not await one.consolidator.run_due()
    assert (await one.consolidator.consolidate(dry_run=True)).changes
    clock.move(days=-4000 + 29)
    assert await one.consolidator.run_due()


async def test_a_hundred_passes_under_any_clock_leave_what_a_memory_weighs(store: Store, clock: SetClock) -> None:
    held = tuple(AFact(f"The user met number {n}", "cases", 0.3 + n / 20, age=n * 9, uses=n) for n in range(10))
    one = await made(World(held, (TODAY,)), store, clock)
    now, before = clock.time, await store.read(dump)
    weights = [salience.now(row, now, CATEGORIES) for row in await store.read(lambda: list(Fact.select()))]
    for number in range(100):
        clock.time = now - timedelta(days=[0, 300, 9000][number % 3])
        await one.consolidator.consolidate()
    assert await store.read(dump) == before
    assert [salience.now(row, now, CATEGORIES) for row in await store.read(lambda: list(Fact.select()))] == weights


async def test_a_profile_that_is_only_read_is_looked_at_and_left(tmp_path: Path, clock: SetClock) -> None:
    path = tmp_path / "memory.sqlite"
    store = Store(path)
    await store.open()
    await made(World((FADED,)), store, clock)
    await store.close()
    store = Store(path, read_only=True)
    await store.open()
    one = Pass(store, clock, Settings())
    assert (await one.consolidator.consolidate(dry_run=True)).changes
    for work in (one.consolidator.consolidate, one.consolidator.undo):
        with pytest.raises(BadInput, match="only read"):
            await work()
    await store.close()


async def test_what_was_taken_back_is_left_alone_for_three_months_from_then_on(store: Store, clock: SetClock) -> None:
    one = await made(World((FADED,)), store, clock)
    await one.consolidator.consolidate()
    clock.move(days=60)
    await one.consolidator.undo()
    clock.move(days=90)
    await one.consolidator.consolidate()
    assert await store.read(lambda: facts.get(1).content) == FADED.content
    clock.move(days=1)
    assert "f1" in [told.id for told in (await one.consolidator.consolidate()).changes]


async def test_the_journal_is_kept_as_long_as_the_log(store: Store, clock: SetClock) -> None:
    one = await made(World((FADED,)), store, clock)
    await one.consolidator.consolidate()
    clock.move(days=91)
    await one.consolidator.consolidate()
    kept = await store.read(lambda: raw().execute("SELECT kind FROM consolidation_step").fetchall())
    assert kept == [("log",)], "of the second pass: it drops the line of the first one"


APART = {"fact_source": "has a place of its own in the image", "narrative": "is told anew by its own step"}


async def test_every_row_that_goes_along_comes_back_or_is_known_not_to(store: Store) -> None:
    def cascades() -> set[tuple[str, str, str]]:
        tables = [name for (name,) in raw().execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        keys = {name: raw().execute(f'PRAGMA foreign_key_list("{name}")').fetchall() for name in tables}
        kinds = {"fact": Kind.FACT, "episode": Kind.EPISODE, "activity": images.LOG}
        return {
            (str(kinds[to]), table, column)
            for table, rows in keys.items()
            for _, _, to, column, _, _, on_delete, _ in rows
            if to in kinds and on_delete == "CASCADE" and table not in APART
        }

    known = {(str(kind), *one) for kind, some in images.GO_ALONG.items() for one in some}
    assert await store.read(cascades) == known
