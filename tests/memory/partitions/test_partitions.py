"""Projects: what is said in one stays there, what is about the user holds everywhere, and only the user moves it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from memory.engine import Memory
from memory.errors import BadInput
from memory.types import Conversation, Kind
from tests.memory.distill.talk import fact, reply
from tests.memory.partitions.opening import facts, opened, say, shown
from tests.scripted import ScriptedModel, SetClock

KEY = "sk-proj-Ab3dEf6hIj9kLm2nOp5qRs8t"


@pytest.fixture
def folder(home: Path) -> Path:
    return home / "profiles" / "default"


@pytest.fixture
async def memory(folder: Path, clock: SetClock) -> AsyncIterator[Memory]:
    async with opened(folder, clock) as found:
        yield found


async def test_a_fact_of_a_project_is_recalled_there_alone(memory: Memory) -> None:
    await memory.remember("The deadline is the fourth of May", project="Zephyr")
    await memory.remember("The deadline is the ninth of June", project="House")
    await memory.remember("The deadline of all taxes is the first of March")
    everywhere = {"The deadline of all taxes is the first of March": ""}
    assert shown(await memory.preview("When is the deadline?", project="zephyr")) == {
        "The deadline is the fourth of May": "project:Zephyr",
        **everywhere,
    }
    assert shown(await memory.preview("When is the deadline?")) == everywhere
    assert shown(await memory.preview("When is the deadline?", project="Garden")) == everywhere
    assert len(await memory.search("deadline")) == 3


async def test_the_ledger_says_where_what_a_turn_got_belongs(memory: Memory) -> None:
    await memory.remember("The workshop key hangs behind the door", project="Zephyr")
    talk = await memory.new_conversation(project="Zephyr")
    turn = await memory.begin(talk.id, "Where is the workshop key?")
    given = await memory.recall(turn)
    assert [item.partition for item in given.items] == ["project:Zephyr"]
    assert await memory.why(turn.user.id) == given


async def test_what_is_said_with_a_persona_is_learnt_for_it_and_recalled_with_it_alone(
    folder: Path, clock: SetClock
) -> None:
    said, model = "The launch is on 4 May, behind the mill.", ScriptedModel()
    async with opened(folder, clock, llm=model) as memory:
        tutor, other = await memory.new_conversation(), await memory.new_conversation()
        await learnt(memory, model, await memory.partitions.talk_with(tutor.id, "Tutor"), said)
        assert await facts(memory) == [("persona:Tutor", said)]
        with_tutor = await memory.preview("When is the launch?", conversation=tutor.id)
        assert shown(with_tutor)[said] == "persona:Tutor"
        assert shown(await memory.preview("When is the launch?", conversation=other.id)) == {}


@pytest.mark.parametrize(("recall_from", "found"), [("own", 2), ("profile", 1), ("all", 3)])
async def test_the_settings_say_how_far_a_conversation_sees(
    folder: Path, clock: SetClock, recall_from: str, found: int
) -> None:
    async with opened(folder, clock, recall_from=recall_from) as memory:
        await memory.remember("The deadline is the fourth of May", project="Zephyr")
        await memory.remember("The deadline is the ninth of June", project="House")
        await memory.remember("The deadline of taxes is the first of March")
        assert len(shown(await memory.preview("When is the deadline?", project="Zephyr"))) == found


async def test_turns_belong_where_their_conversation_does(memory: Memory) -> None:
    talk = await say(memory, "Zephyr", "The reactor valve is quixotic.")
    assert shown(await memory.preview("What about the reactor valve?", project="House")) == {}
    await memory.partitions.enter(talk.id, "House")
    assert shown(await memory.preview("What about the reactor valve?", project="Zephyr")) == {}
    assert shown(await memory.preview("What about the reactor valve?", project="House")) != {}
    await memory.partitions.enter(talk.id, "")
    assert (await memory.conversation(talk.id)).project == ""
    assert shown(await memory.preview("What about the reactor valve?")) != {}
    (turn, *_) = await memory.search("reactor", kinds=[Kind.TURN])
    assert turn.partition == ""


async def test_what_is_about_the_user_holds_everywhere_and_the_rest_stays_in_its_project(
    folder: Path, clock: SetClock
) -> None:
    model = ScriptedModel([
        reply(
            fact("The user prefers short answers", "I prefer short answers", 1, category="preferences"),
            fact("The launch is on 4 May", "the launch is on 4 May", 1, category="events"),
            fact("The user lives in Lisbon", "I live in Lisbon", 1, category="entities"),
            fact("The client is Anna Berg", "the client is Anna Berg", 1, category="of no known kind"),
            summary="They spoke of the launch of a satellite",
        )
    ])  # fmt: skip
    async with opened(folder, clock, llm=model) as memory:
        said = "I prefer short answers, the launch is on 4 May, I live in Lisbon and the client is Anna Berg."
        await say(memory, "Zephyr", said)
        await memory.sync()
        assert await facts(memory) == [
            ("", "The user lives in Lisbon"),
            ("", "The user prefers short answers"),
            ("project:Zephyr", "The client is Anna Berg"),
            ("project:Zephyr", "The launch is on 4 May"),
        ]
        (episode,) = await memory.search("", kinds=[Kind.EPISODE])
        assert episode.partition == "project:Zephyr"
        assert [record.text for record in await memory.search("", place="project:zephyr", kinds=[Kind.FACT])] == [
            "The client is Anna Berg",
            "The launch is on 4 May",
        ]


async def learnt(memory: Memory, model: ScriptedModel, talk: Conversation | str, text: str) -> Conversation:
    """The user says `text`, which a model takes for a fact in these words."""
    model.replies = [reply(fact(text, text, 1, category="events"))]
    home = await say(memory, talk, text)
    await memory.sync()
    return home


async def test_news_of_a_project_ends_nothing_of_another_nor_of_the_whole_profile(
    folder: Path, clock: SetClock
) -> None:
    model = ScriptedModel()
    async with opened(folder, clock, llm=model) as memory:
        for place in ("Zephyr", "House", ""):
            await learnt(memory, model, place, "The garden party has 40 guests.")
            clock.move(days=1)
        await learnt(memory, model, "House", "The garden party has 50 guests.")
        assert await facts(memory) == [
            ("", "The garden party has 40 guests."),
            ("project:House", "The garden party has 50 guests."),
            ("project:Zephyr", "The garden party has 40 guests."),
        ]


async def test_what_a_project_repeats_confirms_the_fact_of_the_whole_profile(folder: Path, clock: SetClock) -> None:
    model = ScriptedModel()
    async with opened(folder, clock, llm=model) as memory:
        await learnt(memory, model, "", "The garden party has 40 guests.")
        await learnt(memory, model, "Zephyr", "The garden party has 40 guests.")
        (kept,) = await memory.search("", kinds=[Kind.FACT])
        assert (kept.partition, kept.source_count) == ("", 2)


async def test_what_is_said_for_all_stands_beside_the_fact_of_a_project(folder: Path, clock: SetClock) -> None:
    model = ScriptedModel()
    async with opened(folder, clock, llm=model) as memory:
        await learnt(memory, model, "Zephyr", "The garden party has 40 guests.")
        await learnt(memory, model, "", "The garden party has 40 guests.")
        found = await memory.search("", kinds=[Kind.FACT])
        assert sorted(record.partition for record in found) == ["", "project:Zephyr"]


async def test_what_ends_a_fact_of_a_project_belongs_to_it_too(folder: Path, clock: SetClock) -> None:
    async with opened(folder, clock) as memory:
        for said in ("I have a heron.", "I no longer have a heron."):
            await say(memory, "Zephyr", said)
            await memory.sync()
            clock.move(days=1)
        assert await facts(memory) == [("project:Zephyr", "I no longer have a heron.")]


async def test_a_model_is_offered_nothing_of_another_project(folder: Path, clock: SetClock) -> None:
    model = ScriptedModel([reply()])
    async with opened(folder, clock, llm=model) as memory:
        await memory.remember("The password of the vault is a herons secret", project="Zephyr")
        await memory.remember("The herons nest in April", project="House")
        await say(memory, "House", "I counted nine herons at the vault this morning, they nest in the reeds behind it.")
        await memory.sync()
        asked = str(model.requests[-1].messages)
        assert "nest in April" in asked
        assert "of the vault" not in asked


async def test_the_user_moves_a_fact_with_all_it_followed(folder: Path, clock: SetClock) -> None:
    model = ScriptedModel()
    async with opened(folder, clock, llm=model) as memory:
        await learnt(memory, model, "Zephyr", "The garden party has 40 guests.")
        clock.move(days=1)
        await learnt(memory, model, "Zephyr", "The garden party has 50 guests.")
        (holds,) = await memory.search("", kinds=[Kind.FACT])
        moved = await memory.partitions.move(holds.id, "project:House")
        assert moved.partition == "project:House"
        assert (await memory.show("f1")).partition == "project:House"
        for project, found in (("Zephyr", False), ("House", True)):
            given = await memory.preview("How many guests has the garden party?", project=project)
            assert (holds.id in [item.id for item in (*given.items, *given.cut)]) is found
        assert (await memory.partitions.move(holds.id, "profile")).partition == ""


async def test_an_older_export_neither_moves_back_nor_doubles_what_the_user_moved(memory: Memory, folder: Path) -> None:
    kept = await memory.remember("The herons nest in April", project="Zephyr")
    await memory.portable.export(folder / "before.jsonl")
    await memory.partitions.move(kept.id, "project:House")
    await memory.portable.bring_in(folder / "before.jsonl")
    assert await facts(memory) == [("project:House", "The herons nest in April")]


@pytest.mark.parametrize("place", ["project:", "nowhere", "team:Zephyr", f"project:{'x' * 61}"])
async def test_a_place_that_is_none_is_refused(memory: Memory, place: str) -> None:
    kept = await memory.remember("The herons nest in April")
    with pytest.raises(BadInput):
        await memory.partitions.move(kept.id, place)


async def test_a_project_of_the_name_none_is_no_project(memory: Memory) -> None:
    kept = await memory.remember("The herons nest in April", project="Zephyr")
    assert (await memory.partitions.move(kept.id, "project:none")).partition == ""


async def test_no_secret_becomes_the_name_of_a_project(memory: Memory, folder: Path) -> None:
    kept = await memory.remember("The herons nest in April", project="Zephyr")
    talk = await memory.new_conversation()
    for refused in (
        memory.partitions.enter(talk.id, KEY),
        memory.partitions.move(kept.id, f"project:{KEY}"),
        memory.new_conversation(project=KEY),
        memory.partitions.begin_in(KEY),
    ):
        with pytest.raises(BadInput, match="API key"):
            await refused
    await memory.portable.export(folder / "all.jsonl")
    exported = (folder / "all.jsonl").read_text(encoding="utf-8")
    foreign = exported.replace("project:Zephyr", f"project:{KEY}").replace("herons", "storks")
    (folder / "all.jsonl").write_text(foreign, encoding="utf-8")
    await memory.portable.bring_in(folder / "all.jsonl")
    assert ("project:[API key removed]", "The storks nest in April") in await facts(memory)


async def test_a_fact_is_not_moved_to_where_one_says_the_same_or_something_else_of_the_same(memory: Memory) -> None:
    first = await memory.remember("I live in Lisbon", project="Zephyr")
    await memory.remember("I live in Porto")
    with pytest.raises(BadInput, match="f2 speaks of the same there"):
        await memory.partitions.move(first.id, "profile")
    with pytest.raises(BadInput, match="no fact"):
        await memory.partitions.move("e1", "profile")
    assert (await memory.show(first.id)).partition == "project:Zephyr"


async def test_a_pinned_fact_of_a_project_stands_in_its_conversations_alone(memory: Memory) -> None:
    kept = await memory.remember("The herons nest in April", project="Zephyr")
    await memory.identity.pin(kept.id)
    there, elsewhere = await memory.new_conversation(project="zephyr"), await memory.new_conversation()
    assert "herons" in (await memory.standing(there.id)).text
    assert "herons" not in (await memory.standing(elsewhere.id)).text
    assert "herons" not in (await memory.standing()).text
    assert [fact.id for fact in (await memory.identity.standing()).pinned] == [kept.id]


async def test_names_of_projects_differ_by_more_than_capitals(memory: Memory) -> None:
    await memory.remember("The herons nest in April", project="Zephyr")
    await memory.remember("The herons leave in August", project="  ZEPHYR ")
    (use,) = await memory.partitions.known()
    assert (str(use.partition), use.facts, use.conversations) == ("project:Zephyr", 2, 0)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Zep\u202ehyr", "Zephyr"),
        ("\u200bZe\u00adphyr\ufeff\u2066", "Zephyr"),
        ("Zephyr\x1b[2J\0", "Zephyr[2J"),
        ("Ze\nphyr \u3164", "Ze phyr"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("👩\u200d🌾 ❤\ufe0f", "👩\u200d🌾 ❤\ufe0f"),
    ],
)
async def test_a_name_is_kept_as_it_is_seen(memory: Memory, typed: str, kept: str) -> None:
    talk = await memory.new_conversation(project=typed)
    assert talk.project == kept
    assert (await memory.partitions.talk_with(talk.id, typed)).persona == kept
    fact = await memory.partitions.move((await memory.remember("The herons nest in April")).id, f"project:{typed}")
    assert fact.partition == f"project:{kept}"
    await memory.talks.rename(talk.id, typed)
    assert (await memory.conversation(talk.id)).title == kept


@pytest.mark.parametrize("typed", ["\u202e", "\u200b \u3164", "\x1b", "x" * 61])
async def test_a_name_that_nobody_can_see_or_that_is_too_long_is_refused(memory: Memory, typed: str) -> None:
    with pytest.raises(BadInput, match="1 to 60 letters"):
        await memory.new_conversation(project=typed)


async def test_digests_of_two_projects_that_say_the_same_both_stay(folder: Path, clock: SetClock) -> None:
    model = ScriptedModel()
    async with opened(folder, clock, llm=model) as memory:
        for place in ("Zephyr", "House", "House"):
            said = "We went through the budget of the herons, line by line, and found nothing that was missing."
            model.replies = [reply(summary=said)]
            await say(memory, place, said)
            await memory.sync()
            clock.move(days=1)
        await memory.consolidate()
        left = await memory.search("", kinds=[Kind.EPISODE])
        assert sorted(record.partition for record in left) == ["project:House", "project:Zephyr"]


async def test_a_project_that_is_forgotten_by_name_keeps_what_belongs_to_it_under_no_name(
    memory: Memory, folder: Path
) -> None:
    talk = await say(memory, "Quixotrel", "The herons nest in April.")
    kept = await memory.remember("The herons leave in August", project="Quixotrel")
    await memory.forget(await memory.plan_forget("quixotrel"))
    assert (await memory.show(kept.id)).partition == "project:nameless 1"
    assert (await memory.conversation(talk.id)).project == "nameless 1"


async def test_a_name_is_forgotten_where_another_project_bears_the_one_that_would_follow(memory: Memory) -> None:
    kept = await memory.remember("The herons nest in April", project="Quixotrel")
    other = await memory.remember("The herons leave in August", project="nameless 1")
    await memory.forget(await memory.plan_forget("quixotrel"))
    assert (await memory.show(kept.id)).partition == "project:nameless 2"
    assert (await memory.show(other.id)).partition == "project:nameless 1"


async def test_the_next_conversation_does_not_bring_a_forgotten_name_back(memory: Memory) -> None:
    await memory.partitions.begin_in("Quixotrel")
    talk = await memory.new_conversation()
    await memory.forget(await memory.plan_forget("quixotrel"))
    assert (await memory.new_conversation()).project == (await memory.conversation(talk.id)).project
    assert [str(use.partition) for use in await memory.partitions.known()] == ["project:nameless 1"]


async def test_a_fact_keeps_the_session_it_came_from(memory: Memory, folder: Path) -> None:
    import sqlite3
    from contextlib import closing

    talk = await say(memory, "", "I live in Lisbon.")
    await memory.sync()
    await memory.remember("The herons nest in April", conversation=talk.id)
    with closing(sqlite3.connect(folder / "memory.sqlite")) as file:
        assert file.execute("SELECT session FROM fact").fetchall() == [(1,), (1,)]
