"""What a run reads, what it leaves alone, and what the log tells of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from memory.distill.candidates import Draft
from memory.distill.hooks import Hooks
from memory.distill.source import CONTEXT_CHARS, INPUT_CHARS, Batch, Line
from memory.settings import MemorySettings, Settings
from memory.store import activity
from memory.store.store import Store
from memory.store.tables import Call, Episode
from memory.types import Status
from tests.memory.distill.talk import Talk, fact, reply, scripted
from tests.scripted import SetClock

LONG = "A reply that is long enough for the session to be worth a distillation, whatever the user said."
ALLERGY = reply(fact("The user is allergic to nuts.", "I'm allergic to nuts", 1))


def sections(talk: Talk, call: int = -1) -> dict[str, str]:
    """The sections of a request by their titles."""
    material = str(talk.model.requests[call].messages[1].content)  # type: ignore[union-attr]
    return dict(part.partition("\n")[::2] for part in f"\n\n{material}".split("\n\n# ")[1:])


async def test_a_learnt_session_is_learnt_again_when_it_has_ended(talk: Talk) -> None:
    talk.model = scripted(reply(summary="Tides."))
    await talk.say("Tell me about the tides in the North Sea.", LONG)
    await talk.learn()
    await talk.say("And about those in the Baltic, which are small?", LONG)
    await talk.distiller.turn_finished(talk.conversation)
    talk.clock.move(hours=5)
    assert await talk.distiller.run_due() == []
    talk.clock.move(hours=1)
    assert [run.outcome for run in await talk.distiller.run_due()] == ["distilled"]
    assert await talk.read(lambda: Episode.select().count()) == 1


async def test_six_hours_of_quiet_make_another_episode(talk: Talk) -> None:
    talk.model = scripted(reply(summary="Tides."), reply(summary="Buoys."))
    await talk.say("Tell me about the tides in the North Sea.", LONG)
    await talk.learn()
    await talk.say("Tell me about the buoys in the North Sea.", LONG, minutes=6 * 60)
    await talk.learn()
    assert await talk.read(lambda: [row.summary for row in Episode.select().order_by(Episode.id)]) == [
        "Tides.",
        "Buoys.",
    ]


@pytest.mark.parametrize("turns", [0, 3])
async def test_an_empty_or_only_cancelled_session_leaves_no_row(talk: Talk, turns: int) -> None:
    talk.model = model = scripted(reply(summary="Nothing."))
    for _ in range(turns):
        await talk.say(
            "Tell me all that there is to know about the tides, and do not spare the details.",
            "Tides a",
            status=Status.CANCELLED,
        )
    await talk.learn()
    assert (model.requests, await talk.read(lambda: Episode.select().count())) == ([], 0)


async def test_of_a_cancelled_turn_what_the_user_stated_is_learnt(talk: Talk) -> None:
    talk.model = scripted(ALLERGY)
    await talk.say("I'm allergic to nuts.", "No", status=Status.CANCELLED)
    await talk.learn()
    assert await talk.texts() == {"The user is allergic to nuts."}


async def test_a_turn_that_was_learnt_is_context_and_no_evidence(talk: Talk) -> None:
    talk.model = scripted(reply(), reply(fact("The user likes Brahms.", "I heard Brahms and liked it", 1)))
    await talk.say("Yesterday I heard Brahms and liked it, who else wrote such symphonies?", LONG)
    await talk.learn()
    await talk.say("And who conducted them first, do we know that?", LONG)
    await talk.learn()
    assert "liked it" in sections(talk)["Earlier turns (no evidence)"]
    assert "liked it" not in sections(talk)["New turns"]
    assert await talk.texts() == set()


async def test_the_turns_before_take_a_third_of_the_input_at_most(talk: Talk) -> None:
    talk.model = scripted(reply())
    for part in range(5):
        await talk.say(f"Part {part}: " + "the tide comes and the tide goes, " * 120, LONG * 20)
    await talk.learn()
    await talk.say("So what does that mean for the harbour of Porto in spring?", LONG)
    await talk.learn()
    earlier = sections(talk)["Earlier turns (no evidence)"]
    assert 0 < len(earlier) <= CONTEXT_CHARS + 800
    assert "characters left out" in earlier


async def test_a_call_gets_eight_thousand_characters_with_head_and_tail(talk: Talk) -> None:
    talk.model = model = scripted(reply())
    for part in range(9):
        await talk.say(f"Head {part}. " + "The tide comes and goes. " * 200 + f"Tail {part}.", LONG)
    await talk.learn()
    assert len(model.requests) > 1
    shown = [sections(talk, call)["New turns"] for call in range(len(model.requests))]
    assert all(len(new) <= INPUT_CHARS * 1.1 for new in shown)
    assert all(f"Head {part}." in "".join(shown) and f"Tail {part}." in "".join(shown) for part in range(9))
    assert "characters left out" in shown[0]


async def test_what_is_dropped_is_counted_in_the_log(talk: Talk) -> None:
    cut = '{"title": "", "facts": [{"content": 5}, null, {"content": "The user lives in Oslo.", "quote": "Oslo", '
    cut += '"evidence": [1]}, {"content": "The us'
    talk.model = scripted(cut)
    await talk.say("What do people in the north do in the dark months of the year?", LONG)
    [run] = await talk.learn()
    assert "dropped" in run.detail and "unusable 2" in run.detail and "cut off" in run.detail


async def test_the_log_tells_model_tokens_and_duration_and_the_call_is_booked(talk: Talk) -> None:
    talk.model = scripted(ALLERGY)
    await talk.say("I'm allergic to nuts.", LONG)
    await talk.learn()
    [run] = await talk.read(activity.listing)
    assert (run.outcome, run.model, run.learned) == ("distilled", "scripted/test", ("f1",))
    assert run.usage is not None and run.usage.prompt_tokens == 10 and run.ms > 0
    assert await talk.read(lambda: [(row.purpose, row.prompt_tokens) for row in Call.select()]) == [("distil", 10)]


async def test_the_program_hears_of_the_work_and_of_its_end(talk: Talk) -> None:
    talk.model = scripted(ALLERGY)
    await talk.say("I'm allergic to nuts.", LONG)
    await talk.learn()
    assert [event.kind for event in talk.events] == ["working", "learned", "idle"]


async def test_a_cap_of_none_a_day_asks_no_model(talk: Talk) -> None:
    talk.model = model = scripted(ALLERGY)
    talk.settings = Settings(memory=MemorySettings(daily_call_cap=0))
    await talk.say("I'm allergic to nuts.", LONG)
    await talk.learn()
    assert (model.requests, await talk.texts()) == ([], {"I'm allergic to nuts."})


async def test_opening_a_long_session_again_and_again_calls_no_model(talk: Talk) -> None:
    talk.model = model = scripted(reply(summary="The sea."))
    for turn in range(30):
        await talk.say(f"Question number {turn} about the sea?", LONG)
    await talk.learn()
    calls = len(model.requests)
    for _ in range(10):
        other = Talk(talk.store, talk.clock, model)
        await other.distiller.start()
        await other.distiller.leave(talk.conversation)
        await other.distiller.stop()
    assert len(model.requests) == calls


async def test_a_library_formats_the_turns_and_changes_the_candidates(store: Store, clock: SetClock) -> None:
    def formatted(lines: Mapping[int, Line]) -> str:
        return "\n".join(f"<{number}> {line.text}" for number, line in lines.items())

    def processed(draft: Draft, batch: Batch) -> Draft:
        invented = replace(draft.facts[0], content="The user lives in Atlantis.")
        return replace(draft, facts=(*(replace(one, category="health") for one in draft.facts), invented))

    categories = {"health": Settings().memory.categories["profile"]}
    talk = Talk(
        store,
        clock,
        scripted(ALLERGY),
        Settings(memory=MemorySettings(categories=categories)),
        hooks=Hooks(formatted, processed),
    )
    await talk.say("I'm allergic to nuts.", LONG)
    await talk.learn()
    assert sections(talk)["New turns"].startswith("<1> I'm allergic to nuts.")
    [kept] = await talk.facts()
    assert (kept.text, kept.category) == ("The user is allergic to nuts.", "health")


async def test_days_are_those_of_the_user_and_not_of_greenwich(talk: Talk) -> None:
    """At half past nine on Monday evening in Greenwich it is Tuesday morning in Auckland."""
    talk.settings = Settings(time_zone="Pacific/Auckland")
    talk.clock.time = datetime(2026, 5, 18, 21, 30, tzinfo=UTC)
    said = "I moved to Napier yesterday"
    talk.model = model = scripted(reply(fact("The user moved to Napier.", said, 1, since="2026-05-18")))
    await talk.say(f"{said}.", LONG)
    await talk.learn()
    assert "Tuesday 2026-05-19 09:31" in str(model.requests[0].messages[1].content)
    [known] = await talk.facts()
    assert known.valid_from == datetime(2026, 5, 17, 12, tzinfo=UTC)
