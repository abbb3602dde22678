"""What words leave open: vectors find it, one call decides it, and whatever the model says, nothing is lost."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.distill.reconciling import asking
from memory.distill.reconciling.known import Fact as Known
from memory.distill.reconciling.ruling import doubt
from memory.embed.embedder import Embedder
from memory.errors import ModelError
from memory.index.near_facts import NearFacts
from memory.index.neighbours import Neighbours
from memory.ports import ModelRequest
from memory.settings import MemorySettings, Settings
from memory.store import doubts, facts
from memory.store.store import Store
from memory.store.tables import Call, Doubt, Fact
from tests.memory.distill.talk import Talk, fact, reply, scripted
from tests.scripted import ScriptedModel, SetClock

LONG = "A reply that is long enough for the session to be worth a distillation at all, as it were."
NURSE = ("I work as a nurse.", "The user works as a nurse.")
NURSING = ("I earn my living in nursing.", "The user earns a living in nursing.")
COFFEE = ("I drink coffee at work.", "The user drinks coffee at work.")
TEA = ("I drink tea at home.", "The user drinks tea at home.")


class Model(ScriptedModel):
    """Brings one fact a session, and answers what it is asked about it with `ruling`."""

    def __init__(self, said: tuple[str, str], ruling: Any = None) -> None:
        super().__init__(chunk=400)
        quote = said[0].rstrip(".")
        self._replies = {"distil": reply(fact(said[1], quote, 1)), "reconcile": ruling}
        self.replies = [self._answer]

    def _answer(self, request: ModelRequest) -> str:
        found = self._replies[request.purpose]
        if isinstance(found, Exception):
            raise found
        return found if isinstance(found, str) else json.dumps(found)

    @property
    def questions(self) -> list[str]:
        return [str(one.messages[-1].content) for one in self.requests if one.purpose == "reconcile"]


def ruled(action: str, number: int = 1, kind: str = "none", item: int = 1) -> dict[str, object]:
    return {"answers": [{"item": item, "action": action, "id": number, "kind": kind}]}


@pytest.mark.parametrize(
    ("content", "known", "contradicts"),
    [
        ("My dentist is Dr. Falk in Harbour Street.", "My dentist is Dr. Falk.", False),
        ("My dentist is Dr. Falk.", "My dentist is Dr. Falk in Harbour Street.", False),
        ("My dentist is Dr. Holm in Harbour Street.", "My dentist is Dr. Falk.", True),
        ("My dentist is not Dr. Falk.", "My dentist is Dr. Falk.", True),
        ("My dentist is Dr. Falk, not Dr. Holm.", "My dentist is Dr. Falk.", True),
        ("Mein Zahnarzt heißt Falk und sitzt in Linz.", "Mein Zahnarzt heißt Falk", False),
    ],
)
def test_what_only_says_more_contradicts_nothing(content: str, known: str, contradicts: bool) -> None:
    assert doubt(content, Known(1, known, "", "", True, None)).contradicts is contradicts


async def learnt(talk: Talk, said: tuple[str, str], ruling: Any = None) -> Model:
    await talk.begin()
    await talk.say(said[0], LONG)
    model = Model(said, ruling)
    talk.model = model
    await talk.learn()
    talk.clock.move(days=1)
    return model


async def waiting(talk: Talk) -> list[tuple[str, str]]:
    return [(one.newer.text, one.older.text) for one in await talk.read(doubts.waiting)]


async def purposes(talk: Talk) -> list[str]:
    return await talk.read(lambda: [row.purpose for row in Call.select().order_by(Call.id)])


async def test_the_same_in_other_words_becomes_one_with_both_evidences(near: Talk) -> None:
    await learnt(near, NURSE)
    model = await learnt(near, NURSING, ruled("merge"))
    assert NURSE[1] in model.questions[0]
    [kept] = await near.facts()
    assert (kept.source_count, len(kept.evidence)) == (2, 2)
    assert kept.text in (NURSE[1], NURSING[1])
    assert await purposes(near) == ["distil", "distil", "reconcile"]
    assert {one.text for one in await near.facts(past=True)} == {NURSE[1], NURSING[1]}


async def test_what_is_said_already_confirms_the_fact(near: Talk) -> None:
    long = (
        "I play chess on Sundays with friends in the park.",
        "The user plays chess on Sundays with friends in a park.",
    )
    await learnt(near, long)
    await learnt(near, ("I play chess on Sundays.", "The user plays chess on Sundays."), ruled("skip"))
    [kept] = await near.facts(past=True)
    assert (kept.text, kept.source_count) == (long[1], 2)


async def test_an_answer_without_a_kind_counts(near: Talk) -> None:
    await learnt(near, COFFEE)
    model = await learnt(near, TEA, {"answers": [{"item": 1, "action": "create", "id": 0}]})
    assert len(model.questions) == 1
    assert await near.texts() == {COFFEE[1], TEA[1]}
    assert await waiting(near) == []


async def test_unrelated_statements_ask_nobody(near: Talk) -> None:
    await learnt(near, NURSE)
    model = await learnt(near, ("I collect old stamps.", "The user collects old stamps."))
    assert model.questions == []
    assert await waiting(near) == []


async def test_a_change_ends_the_old_and_keeps_both_times(near: Talk) -> None:
    rents = ("I rent a flat in Porto.", "The user rents a flat in Porto.")
    bought = ("I bought a flat in Porto.", "The user bought a flat in Porto.")
    await learnt(near, rents)
    await learnt(near, bought, ruled("delete", kind="change"))
    assert await near.texts() == {bought[1]}
    [now, then] = await near.facts(past=True)
    assert then.valid_to == now.valid_from
    assert then.end_known_at is not None and then.end_known_at >= now.valid_from  # type: ignore[operator]


async def test_a_correction_is_true_from_the_beginning(near: Talk) -> None:
    await learnt(near, ("I rent a flat in Porto.", "The user rents a flat in Porto."))
    [before] = await near.facts()
    await learnt(
        near,
        ("I bought a flat in Porto.", "The user bought a flat in Porto."),
        ruled("delete", kind="correction"),
    )
    [now] = await near.facts()
    assert now.valid_from == before.valid_from


async def test_both_in_their_place_stay_linked_and_are_not_asked_about_again(near: Talk) -> None:
    await learnt(near, COFFEE)
    model = await learnt(near, TEA, ruled("create", kind="context"))
    assert len(model.questions) == 1
    assert await near.texts() == {COFFEE[1], TEA[1]}
    [pair] = await near.read(lambda: doubts.beside(1))
    assert (pair.newer.text, pair.older.text, pair.waits) == (TEA[1], COFFEE[1], False)
    again = await learnt(near, TEA)
    assert again.questions == []


async def test_the_distillation_itself_may_say_that_both_hold(talk: Talk) -> None:
    await learnt(talk, COFFEE)
    await talk.begin()
    await talk.say(TEA[0], LONG)
    talk.model = scripted(reply(fact(TEA[1], "I drink tea at home", 1, operation="context", replaces=1)))
    await talk.learn()
    assert [pair.older.text for pair in await talk.read(lambda: doubts.beside(2))] == [COFFEE[1]]


async def test_a_context_can_not_keep_two_homes(talk: Talk) -> None:
    await learnt(talk, ("I live in Berlin.", "I live in Berlin."))
    await talk.begin()
    await talk.say("I live in Lisbon now.", LONG)
    talk.model = scripted(
        reply(fact("I live in Lisbon now.", "I live in Lisbon now", 1, operation="context", replaces=1))
    )
    await talk.learn()
    assert await talk.texts() == {"I live in Lisbon now."}


BAD = {
    "an id that was not offered": ruled("delete", 7, "change"),
    "an item there is none of": ruled("delete", 1, "change", item=9),
    "an unknown action": ruled("destroy"),
    "no id": ruled("merge", 0),
    "no answer": {"answers": []},
    "another shape": {"verdict": "delete all"},
    "garbage": "I'd rather not say.",
    "cut off": '{"answers": [{"item": 1, "act',
    "a refusal": ModelError("The model broke", kind="server"),
    "no network": ModelError("No network", kind="network"),
}


@pytest.mark.parametrize("ruling", BAD.values(), ids=BAD.keys())
async def test_what_is_of_no_use_leaves_both_and_asks_the_user(near: Talk, ruling: Any) -> None:
    await learnt(near, NURSE)
    await learnt(near, NURSING, ruling)
    assert await near.texts() == {NURSE[1], NURSING[1]}
    assert await waiting(near) == [(NURSING[1], NURSE[1])]


async def test_a_model_that_hangs_leaves_both(near: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "CALL_SECONDS", 0.01)
    await learnt(near, NURSE)
    await near.begin()
    await near.say(NURSING[0], LONG)
    model = Model(NURSING, ruled("merge"))

    async def hang(request: ModelRequest, answer: Any = model.stream) -> AsyncIterator[Any]:
        if request.purpose == "reconcile":
            await asyncio.Event().wait()
        async for delta in answer(request):
            yield delta

    monkeypatch.setattr(model, "stream", hang)
    near.model = model
    [run] = await near.learn()
    assert "no reply within" in run.detail
    assert await waiting(near) == [(NURSING[1], NURSE[1])]
    assert (await purposes(near))[-1] == "reconcile"


async def test_without_calls_left_for_today_the_user_decides(near: Talk) -> None:
    await learnt(near, NURSE)
    near.settings = Settings(memory=MemorySettings(daily_call_cap=2))
    near.clock.move(days=-1)
    model = await learnt(near, NURSING, ruled("merge"))
    assert model.questions == []
    assert await waiting(near) == [(NURSING[1], NURSE[1])]


async def test_what_the_user_stated_is_never_ended_by_a_model(near: Talk) -> None:
    await near.store.write(lambda: facts.remember("I rent a flat in Porto.", at=near.clock.now()))
    bought = ("I bought a flat in Porto.", "I bought a flat in Porto.")
    await learnt(near, bought, ruled("delete", kind="change"))
    assert await near.texts() == {"I rent a flat in Porto.", bought[1]}
    [pair] = await near.read(doubts.waiting)
    assert pair.kind == "contradict"


async def test_a_merge_keeps_the_users_own_wording(near: Talk) -> None:
    await near.store.write(lambda: facts.remember("I work as a nurse.", at=near.clock.now()))
    await learnt(near, NURSING, ruled("merge"))
    assert await near.texts() == {"I work as a nurse."}


async def test_another_persons_fact_is_never_merged(near: Talk) -> None:
    await learnt(near, ("My sister works as a nurse.", "The user's sister works as a nurse."))
    await learnt(near, NURSING, ruled("merge"))
    assert len(await near.facts()) == 2


async def test_the_log_says_that_only_words_were_compared(talk: Talk) -> None:
    await talk.say(NURSE[0], LONG)
    talk.model = Model(NURSE)
    [run] = await talk.learn()
    assert "compared by words only" in run.detail


async def test_without_a_model_what_is_very_near_is_for_the_user(near: Talk) -> None:
    for text in ("I love hiking in the Alps.", "I like mountain hikes in the Alps."):
        await near.begin()
        await near.say(text)
        await near.learn()
    assert len(await waiting(near)) == 1
    assert await purposes(near) == []


async def test_a_prompt_of_the_users_own_takes_the_place_of_ours(near: Talk, tmp_path: Path) -> None:
    (tmp_path / "reconcile.md").write_text("Mine.", encoding="utf-8")
    near.prompts = tmp_path
    near.__post_init__()
    await learnt(near, NURSE)
    model = await learnt(near, NURSING, ruled("merge"))
    asked = next(one for one in model.requests if one.purpose == "reconcile")
    assert asked.messages[0].content == "Mine."


# Whatever it answers

SAID = (NURSE, COFFEE, ("I have a cat named Tom.", "The user has a cat named Tom."))
NEW = (
    NURSING,
    TEA,
    ("I want a garden for my cat.", "The user wants a garden for the cat."),
    ("I EARN MY LIVING in nursing", "THE USER earns a living in nursing"),
)
answers = st.fixed_dictionaries(
    {
        "item": st.integers(-1, 6) | st.sampled_from(["1", "[2]", None]),
        "action": st.sampled_from(["create", "skip", "merge", "delete", "delete", "destroy"]),
        "id": st.integers(-1, 9) | st.none(),
        "kind": st.sampled_from(["none", "change", "correction", "context", "no"]),
    }
)
replies = st.builds(lambda found: {"answers": found}, st.lists(answers, max_size=12)) | st.text(max_size=60)


@settings(max_examples=25)
@given(answer=replies)
def test_whatever_the_model_answers_no_fact_is_lost(minilm: Embedder, answer: Any) -> None:
    asyncio.run(_answered(minilm, answer))


async def _answered(minilm: Embedder, answer: Any) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "memory.sqlite")
        await store.open()
        neighbours = Neighbours(store, minilm, None)
        talk = Talk(store, SetClock(), nearby=NearFacts(store, minilm, neighbours))
        try:
            await _spoken(talk, SAID, answer)
            untouched = await store.write(lambda: facts.remember("My boat lies in Faro.", at=talk.clock.now()))
            talk.clock.move(days=1)
            await _spoken(talk, NEW, answer)
            await store.read(lambda: _nothing_lost(untouched))
        finally:
            await neighbours.close()
            await store.close()


async def _spoken(talk: Talk, said: tuple[tuple[str, str], ...], answer: Any) -> None:
    await talk.begin()
    for text, _ in said:
        await talk.say(text, LONG)
    model = Model(said[0], answer)
    model._replies["distil"] = reply(*(fact(one[1], one[0].rstrip("."), 2 * at + 1) for at, one in enumerate(said)))
    talk.model = model
    await talk.learn()


def _nothing_lost(untouched: int) -> None:
    """Each statement is there, holds, or was ended by one that is there; twins of one session are one."""
    rows = {row.id: row for row in Fact.select()}
    texts = [row.content for row in rows.values()]
    assert {one[1] for one in (*SAID, *NEW[:3])} <= set(texts)
    assert NEW[3][1] not in texts
    for row in rows.values():
        assert row.valid_to is None or _last(rows, row).valid_to is None
    assert rows[untouched].valid_to is None
    assert not Doubt.select().where((Doubt.newer == untouched) | (Doubt.older == untouched)).exists()


def _last(rows: dict[int, Fact], row: Fact) -> Fact:
    seen: set[int] = set()
    while row.valid_to is not None and row.superseded_by is not None and row.id not in seen:
        seen.add(row.id)
        row = rows[row.superseded_by]
    return row
