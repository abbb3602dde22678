"""When the work is done, by whom, and what happens when it goes wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from memory.distill import commit, source
from memory.distill.candidates import Draft
from memory.distill.distiller import LEASE, LEASE_LENGTH
from memory.distill.hooks import Hooks
from memory.distill.source import Batch
from memory.errors import ModelError
from memory.settings import MemorySettings, Settings
from memory.store import activity, episodes, lease, signals, tables
from memory.store.store import Store
from memory.store.tables import Call, Conversation, Document, Episode, Fact, Session
from memory.types import Activity
from tests.memory.distill.talk import Talk, fact, manual, reply, scripted
from tests.scripted import ScriptedModel, SetClock

LONG = "A reply that is long enough for the session to be worth a distillation, whatever the user said."
ALLERGY = reply(fact("The user is allergic to nuts.", "I'm allergic to nuts", 1))


async def test_nothing_runs_before_the_quiet_is_over(talk: Talk) -> None:
    talk.model = scripted(ALLERGY)
    await talk.say("I'm allergic to nuts.")
    await talk.distiller.turn_finished(talk.conversation)
    talk.clock.move(seconds=59)
    assert await talk.distiller.run_due() == []
    talk.clock.move(seconds=1)
    [run] = await talk.distiller.run_due()
    assert run.outcome == "distilled"
    assert await talk.distiller.run_due() == []


async def test_leaving_the_conversation_makes_it_due(talk: Talk) -> None:
    talk.model = scripted(ALLERGY)
    await talk.say("I'm allergic to nuts.")
    await talk.distiller.turn_finished(talk.conversation)
    await talk.distiller.leave(talk.conversation)
    assert len(await talk.distiller.run_due()) == 1


async def test_a_busy_chat_and_eight_seconds_after_it_come_first(talk: Talk) -> None:
    talk.model = scripted(ALLERGY)
    await talk.say("I'm allergic to nuts.")
    talk.distiller.chat_busy(True)
    await talk.distiller.leave(talk.conversation)
    assert await talk.distiller.run_due() == []
    talk.distiller.chat_busy(False)
    talk.clock.move(seconds=7)
    assert await talk.distiller.run_due() == []
    talk.clock.move(seconds=1)
    assert len(await talk.distiller.run_due()) == 1


async def test_orphans_are_taken_up_at_the_start(talk: Talk) -> None:
    talk.model = scripted(ALLERGY)
    await talk.say("I'm allergic to nuts.")
    await talk.distiller.start()
    await _until(lambda: any(event.kind == "learned" for event in talk.events))
    await talk.distiller.stop()
    assert await talk.texts() == {"The user is allergic to nuts."}


async def test_stopping_learns_what_is_planned(talk: Talk) -> None:
    talk.model = scripted(ALLERGY)
    await talk.distiller.start()
    await talk.say("I'm allergic to nuts.")
    await talk.distiller.turn_finished(talk.conversation)
    await talk.distiller.stop()
    assert await talk.states() == ["done"]


async def test_stopping_does_not_wait_for_a_slow_model(talk: Talk) -> None:
    talk.model = model = ScriptedModel(replies=[ALLERGY], gate=asyncio.Event())
    await talk.say("I'm allergic to nuts.")
    await talk.distiller.turn_finished(talk.conversation)
    await talk.distiller.stop(deadline_s=1.0)
    assert await talk.states() == ["pending"]
    assert model.closed == 1
    other = Talk(talk.store, talk.clock, scripted(ALLERGY))
    assert [run.outcome for run in await other.learn()] == ["distilled"]


async def test_manual_learning_waits_for_sync(talk: Talk) -> None:
    talk.model, talk.settings = scripted(ALLERGY), manual()
    await talk.say("I'm allergic to nuts.")
    await talk.distiller.turn_finished(talk.conversation)
    await talk.distiller.leave(talk.conversation)
    talk.clock.move(hours=1)
    assert await talk.distiller.run_due() == []
    await talk.distiller.stop()
    assert talk.events[-1].kind == "waiting" and "1 turn to learn from" in talk.events[-1].text
    assert [run.outcome for run in await talk.learn()] == ["distilled"]


async def test_learning_set_to_manual_leaves_what_was_planned_to_sync(talk: Talk) -> None:
    talk.model = scripted(ModelError("no network", kind="network"), ALLERGY)
    await talk.say("I'm allergic to nuts.")
    await talk.distiller.leave(talk.conversation)
    talk.settings = manual()
    assert await talk.distiller.run_due() == []
    assert [run.outcome for run in await talk.learn()] == ["error"]
    talk.clock.move(hours=1)
    assert await talk.distiller.run_due() == []
    assert [run.outcome for run in await talk.learn()] == ["distilled"]


async def test_signs_that_say_more_than_letters_count_for_more(talk: Talk) -> None:
    talk.model = scripted(reply(summary="A boat was sold."))
    await talk.say("昨日ヨットを売りました。保険会社には何と言えばいいですか。手続きが分かりません。", "そうですね。")
    assert [run.outcome for run in await talk.learn()] == ["distilled"]


async def test_a_short_turn_counts_with_the_next(talk: Talk) -> None:
    talk.model = model = scripted(reply(summary="Greetings and the weather in May."))
    await talk.say("Hi", "Hello.")
    [run] = await talk.learn()
    assert (run.outcome, model.requests) == ("skipped", [])
    assert await talk.states() == ["gated"]
    await talk.say("What is the weather usually like in May?", "Mild, with some rain in the first half of it.")
    await talk.learn()
    assert await talk.states() == ["done", "done"]
    assert "Hi" in str(model.requests[0])
    assert await talk.read(lambda: Episode.select().count()) == 1


@pytest.mark.parametrize(
    ("said", "outcome"),
    [
        ("My plumber is Otto Kran.", "distilled"),
        ("I play the cello.", "distilled"),
        ("Mein Rasenmäher steht bei Anton.", "distilled"),
        ("J'ai un vieux tracteur rouge.", "distilled"),
        ("我会弹大提琴。", "distilled"),
        ("Do I need a visa?", "skipped"),
        ("If I had a boat, we could sail.", "skipped"),
        ("I see.", "skipped"),
        ("Thanks, and good night.", "skipped"),
        ("Merci, bonne nuit.", "skipped"),
    ],
)
async def test_however_short_what_someone_says_of_themselves_is_learnt(talk: Talk, said: str, outcome: str) -> None:
    talk.model = scripted(reply(summary="A short talk."))
    await talk.say(said, "Nice.")
    assert [run.outcome for run in await talk.learn()] == [outcome]


async def test_a_running_session_is_learnt_again_after_six_turns_with_one_episode(talk: Talk) -> None:
    talk.model = model = scripted(reply(summary="First."), reply(summary="First and more."))
    await talk.say("Tell me about the tides in the North Sea.", LONG)
    await talk.learn()
    for turn in range(6):
        await talk.say(f"And what about bay number {turn}?", LONG)
        await talk.distiller.turn_finished(talk.conversation)
        talk.clock.move(minutes=2)
        done = await talk.distiller.run_due()
        assert bool(done) is (turn == 5)
    assert len(model.requests) == 2
    assert "First." in str(model.requests[1].messages[1].content)
    [episode] = await talk.read(episodes.listing)
    assert episode.text == "First and more."


async def test_no_turn_is_new_twice(talk: Talk) -> None:
    talk.model = model = scripted(ALLERGY, reply())
    await talk.say("I'm allergic to nuts.", LONG)
    await talk.learn()
    await talk.say("What else should I know about nuts and seeds?", LONG)
    await talk.learn()
    content = str(model.requests[1].messages[1].content)
    assert content.index("Earlier turns") < content.index("I'm allergic to nuts.") < content.index("New turns")
    assert await talk.learn() == []


async def test_a_long_session_is_read_in_windows_of_ten(talk: Talk) -> None:
    talk.model = model = scripted(reply(summary="Part."))
    for turn in range(52):
        await talk.say(f"Question number {turn} about the sea and its tides?", LONG)
    await talk.learn()
    assert len(model.requests) == 2
    assert set(await talk.states()) == {"done"}
    assert all(len(str(request.messages[1].content)) < 14_000 for request in model.requests)


async def test_without_a_model_turns_wait_and_drain_when_one_comes(talk: Talk) -> None:
    await talk.say("I'm allergic to nuts.", LONG)
    await talk.distiller.leave(talk.conversation)
    [run] = await talk.distiller.run_due()
    assert (run.outcome, await talk.states()) == ("extracted", ["extracted"])
    assert any(event.kind == "waiting" for event in talk.events)
    talk.model = scripted(ALLERGY)
    talk.distiller.changed()
    [run] = await talk.distiller.run_due()
    assert (run.outcome, await talk.states()) == ("distilled", ["done"])


async def test_a_model_that_cannot_be_trusted_is_not_asked(talk: Talk) -> None:
    talk.model = model = ScriptedModel(replies=[ALLERGY], distils=False)
    await talk.say("I'm allergic to nuts.", LONG)
    await talk.learn()
    assert model.requests == []
    assert await talk.texts() == {"I'm allergic to nuts."}


async def test_the_daily_cap_stops_calls_until_tomorrow(talk: Talk) -> None:
    talk.model = model = scripted(reply())
    talk.settings = Settings(memory=MemorySettings(daily_call_cap=2))
    for _ in range(3):
        await talk.begin()
        await talk.say("I work as a nurse in the north of the city.", LONG)
    runs = await talk.learn()
    assert len(model.requests) == 2
    assert [run.outcome for run in runs][2] in ("extracted", "skipped")
    assert await talk.distiller.run_due() == []
    talk.clock.move(days=1)
    assert [run.outcome for run in await talk.distiller.run_due()] == ["distilled"]
    assert (len(model.requests), set(await talk.states())) == (3, {"done"})


async def test_a_failure_stands_in_the_log_without_what_was_said(talk: Talk, caplog: pytest.LogCaptureFixture) -> None:
    talk.model = scripted("I would rather not.")
    await talk.say("I'm allergic to nuts.", LONG)
    await talk.learn()
    assert "learning failed: the reply could not be read" in caplog.text
    assert "nuts" not in caplog.text and "rather not" not in caplog.text


@pytest.mark.parametrize("bad", [ModelError("broken", kind="bad_reply"), "I would rather not.", "{"])
async def test_three_failures_give_the_turns_to_the_rules(talk: Talk, bad: str | Exception) -> None:
    talk.model = scripted(bad)
    await talk.say("I'm allergic to nuts.", LONG)
    await talk.distiller.leave(talk.conversation)
    runs = []
    for _ in range(5):
        runs += await talk.distiller.run_due()
        talk.clock.move(minutes=6)
    assert [run.outcome for run in runs] == ["error", "error", "dead_letter"]
    assert [len(run.learned) for run in runs] == [0, 0, 1]
    assert [event.kind for event in talk.events if event.kind in ("learned", "trouble")][-2:] == ["learned", "trouble"]
    assert await talk.states() == ["dead"]
    assert await talk.texts() == {"I'm allergic to nuts."}
    talk.model = scripted(ALLERGY)
    assert [run.outcome for run in await talk.learn()] == ["distilled"]


@pytest.mark.parametrize(
    ("kind", "state", "learnt"),
    [
        ("no_model", "extracted", {"I'm allergic to nuts."}),
        ("auth", "extracted", {"I'm allergic to nuts."}),
        ("network", "pending", set()),
        ("rate_limit", "pending", set()),
    ],
)
async def test_a_missing_key_or_network_is_no_failure(talk: Talk, kind: str, state: str, learnt: set[str]) -> None:
    """Without a model the rules read the turns meanwhile; what fails for the moment is only tried again."""
    talk.model = scripted(ModelError("not now", kind=kind))
    await talk.say("I'm allergic to nuts.", LONG)
    [run] = await talk.learn()
    assert len(run.learned) == len(learnt)
    for _ in range(5):
        await talk.learn()
        talk.clock.move(minutes=10)
        assert (await talk.states(), await talk.texts()) == ([state], learnt)
    talk.model = scripted(ALLERGY)
    assert [run.outcome for run in await talk.learn()] == ["distilled"]
    assert (await talk.states(), await talk.rows()) == (["done"], 1)


async def test_only_one_window_learns_at_a_time(talk: Talk) -> None:
    await talk.say("I'm allergic to nuts.", LONG)
    gate = asyncio.Event()
    slow = ScriptedModel(replies=[ALLERGY], gate=gate)
    talk.model = slow
    first = asyncio.create_task(talk.learn())
    await _until(lambda: bool(slow.requests))
    other = Talk(talk.store, talk.clock, scripted(ALLERGY))
    [refused] = await other.learn()
    assert (refused.outcome, refused.detail) == ("skipped", "another window is learning just now")
    gate.set()
    assert [run.outcome for run in await first] == ["distilled"]
    assert await other.learn() == []
    assert await talk.rows() == 1


async def test_many_slow_sessions_leave_no_gap_for_another_window(store: Store, clock: SetClock) -> None:
    loop, elsewhere = asyncio.get_running_loop(), list[Activity]()
    other = Talk(store, clock, scripted(ALLERGY))

    def tried(draft: Draft, batch: Batch) -> Draft:
        clock.move(minutes=2)
        elsewhere.extend(asyncio.run_coroutine_threadsafe(other.learn(), loop).result())
        return draft

    talk = Talk(store, clock, scripted(ALLERGY), hooks=Hooks(post_process=tried))
    for _ in range(4):
        await talk.begin()
        await talk.say("I'm allergic to nuts.", LONG)
    assert [run.outcome for run in await talk.learn()] == ["distilled"] * 4
    assert [run.detail for run in elsewhere] == ["another window is learning just now"] * 4


async def test_a_window_whose_lease_went_to_another_leaves_it_the_rest(store: Store, clock: SetClock) -> None:
    def asleep(draft: Draft, batch: Batch) -> Draft:
        clock.move(hours=1)
        taken = partial(lease.take, LEASE, lease.Holder.here("other"), clock.now(), LEASE_LENGTH)
        asyncio.run_coroutine_threadsafe(store.write(taken), loop).result()
        return draft

    loop = asyncio.get_running_loop()
    talk = Talk(store, clock, scripted(ALLERGY), hooks=Hooks(post_process=asleep))
    for _ in range(2):
        await talk.begin()
        await talk.say("I'm allergic to nuts.", LONG)
    assert [run.outcome for run in await talk.learn()] == ["distilled", "skipped"]
    assert await talk.states() == ["done", "pending"]
    clock.move(seconds=LEASE_LENGTH.total_seconds())
    assert [run.outcome for run in await talk.distiller.run_due()] == ["distilled"]


async def test_a_window_that_was_overtaken_writes_nothing(talk: Talk) -> None:
    await talk.say("I'm allergic to nuts.", LONG)
    other = Talk(talk.store, talk.clock, scripted(ALLERGY))
    gate = asyncio.Event()
    talk.model = slow = ScriptedModel(replies=[ALLERGY], gate=gate)
    running = asyncio.create_task(talk.learn())
    await _until(lambda: bool(slow.requests))
    talk.clock.move(minutes=30)
    assert [run.outcome for run in await other.learn()] == ["distilled"]
    gate.set()
    [run] = await running
    assert (run.outcome, await talk.rows()) == ("skipped", 1)


async def test_a_lease_of_a_dead_process_is_free(store: Store, clock: SetClock) -> None:
    gone = lease.Holder("gone", 2**22 - 7, lease.Holder.here("x").host)
    await store.write(lambda: lease.take(LEASE, gone, clock.now(), LEASE_LENGTH))
    assert await store.write(lambda: lease.take(LEASE, lease.Holder.here("me"), clock.now(), LEASE_LENGTH)) is None


async def test_a_failure_half_way_leaves_nothing_behind(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    await talk.say("I'm allergic to nuts.", LONG)
    before = await talk.read(_everything)
    talk.model = scripted(ALLERGY)

    def broken(*_: object, **__: object) -> None:
        raise OSError("the disk went away")

    monkeypatch.setattr(activity, "log_run", broken)
    with pytest.raises(Exception, match="disk went away"):
        await talk.learn()
    monkeypatch.undo()
    assert await talk.read(_everything) == before
    assert await talk.states() == ["pending"]
    assert await talk.read(lambda: Call.select().count()) == 1
    assert [run.outcome for run in await talk.learn()] == ["distilled"]


async def test_a_broken_hook_costs_three_calls_and_not_one_each_minute(store: Store, clock: SetClock) -> None:
    def broken(draft: Draft, batch: Batch) -> Draft:
        raise ValueError("no such thing")

    talk = Talk(store, clock, scripted(ALLERGY), hooks=Hooks(post_process=broken))
    await talk.say("I'm allergic to nuts.", LONG)
    await talk.distiller.leave(talk.conversation)
    runs = []
    for _ in range(6):
        runs += await talk.distiller.run_due()
        talk.clock.move(minutes=6)
    assert [run.outcome for run in runs] == ["error", "error", "dead_letter"]
    assert runs[0].detail == "ValueError: no such thing"
    assert await talk.read(lambda: Call.select().count()) == 3
    assert await talk.texts() == {"I'm allergic to nuts."}


async def test_a_failing_store_does_not_end_the_work(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    talk.model = scripted(ALLERGY)
    await talk.say("I'm allergic to nuts.", LONG)
    monkeypatch.setattr(commit, "_apply_all", lambda *_: 1 / 0)
    await talk.distiller.start()
    await _until(lambda: any(event.kind == "trouble" for event in talk.events))
    assert [run.outcome for run in await talk.read(activity.listing)] == ["error"]
    monkeypatch.undo()
    talk.clock.move(minutes=2)
    talk.distiller.changed()
    await _until(lambda: any(event.kind == "learned" for event in talk.events))
    await talk.distiller.stop()


async def test_an_own_prompt_takes_the_place_of_ours(store: Store, clock: SetClock, tmp_path: Path) -> None:
    (tmp_path / "distil.md").write_text("Write what matters. {categories}", encoding="utf-8")
    talk = Talk(store, clock, scripted(ALLERGY), prompts=tmp_path)
    await talk.say("I'm allergic to nuts.", LONG)
    await talk.learn()
    assert isinstance(talk.model, ScriptedModel)
    assert str(talk.model.requests[0].messages[0].content).startswith("Write what matters. - profile")


async def test_a_conversation_goes_to_no_vendor_that_did_not_get_it(talk: Talk) -> None:
    await talk.say("I'm allergic to nuts.", LONG)
    await talk.store.write(lambda: Conversation.update(vendors=[["this computer", 1]]).execute())
    talk.model = model = scripted(ALLERGY)
    [run] = await talk.learn()
    assert (run.outcome, model.requests) == ("skipped", [])
    assert run.detail.startswith("was held with this computer; Scripted does not get it")
    assert await talk.texts() == {"I'm allergic to nuts."}
    talk.settings = Settings(memory=MemorySettings(core_model="scripted/test"))
    talk.distiller.changed()
    assert [run.outcome for run in await talk.distiller.run_due()] == ["distilled"]


async def test_what_the_rules_have_read_is_not_read_again(talk: Talk) -> None:
    await talk.say("I'm allergic to nuts.", LONG)
    await talk.learn()
    talk.distiller.changed()
    assert await talk.distiller.run_due() == []
    assert await talk.read(signals.count) == 1


async def test_a_distillation_in_flight_is_finished_at_the_end(talk: Talk) -> None:
    talk.model = slow = ScriptedModel(replies=[ALLERGY], gate=asyncio.Event())
    await talk.say("I'm allergic to nuts.", LONG)
    await talk.distiller.start()
    await _until(lambda: bool(slow.requests))
    talk.model = scripted(ALLERGY)
    await talk.distiller.stop()
    assert await talk.states() == ["done"]


async def test_the_chat_is_busy_until_the_last_turn_has_ended(talk: Talk) -> None:
    talk.model = scripted(ALLERGY)
    await talk.say("I'm allergic to nuts.", LONG)
    await talk.distiller.leave(talk.conversation)
    for busy in (False, True, True, False):
        talk.distiller.chat_busy(busy)
    talk.clock.move(minutes=1)
    assert await talk.distiller.run_due() == []
    talk.distiller.chat_busy(False)
    talk.clock.move(minutes=1)
    assert len(await talk.distiller.run_due()) == 1


async def test_of_an_endless_message_head_and_tail_are_read(talk: Talk) -> None:
    await talk.say("I'm allergic to nuts. " + "Row after row of it. " * 3000 + "I live in Porto.", LONG)
    await talk.learn()
    batch = await talk.read(lambda: source.load(1))
    assert batch is not None and len(batch.users[0].typed) <= source.TYPED_CHARS
    assert await talk.texts() == {"I'm allergic to nuts.", "I live in Porto."}


def _everything() -> list[int]:
    return [table.select().count() for table in (Fact, Episode, tables.Activity)] + [
        Document.select().where(Document.kind.in_(("fact", "episode"))).count(),
        Session.get().distilled_to,
    ]


async def _until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not condition():  # noqa: ASYNC110 - the condition is set by work that has no event of its own
            await asyncio.sleep(0)
