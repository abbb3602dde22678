"""Answers from memory: only what was given, cited; a plain list where no model can be trusted."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from memory.errors import ModelError
from memory.reflect import reflect
from memory.types import Kind, Record, Usage
from tests.scripted import ScriptedModel

AT = datetime(2026, 5, 18, 9, 40, tzinfo=UTC)
MEMORIES = [
    Record("f12", Kind.FACT, "The user is allergic to nuts.", valid_from=AT),
    Record("e3", Kind.EPISODE, "Talked about a cake for Juno.", created_at=AT),
]


async def test_citations_are_checked_against_what_was_given() -> None:
    model = ScriptedModel(replies=["Avoid nuts [f12], also [F12, f99]. A cake was planned [e3] [f7]."])
    answer = await reflect("What may I bake?", MEMORIES, model)
    assert answer.text == "Avoid nuts [f12], also [f12]. A cake was planned [e3]."
    assert [record.id for record in answer.cited] == ["f12", "e3"]
    assert answer.model == "scripted/test"
    assert "f12" in str(model.requests[0].messages[1].content)


@pytest.mark.parametrize("model", [None, ScriptedModel(distils=False), ScriptedModel(replies=["Try a carrot cake."])])
async def test_without_a_cited_answer_the_memories_are_listed(model: ScriptedModel | None) -> None:
    answer = await reflect("What may I bake?", MEMORIES, model)
    assert answer.text.splitlines() == [
        "From memory:",
        "- The user is allergic to nuts. [f12]",
        "- Talked about a cake for Juno. [e3]",
    ]
    assert (answer.cited, answer.model) == (tuple(MEMORIES), "")


async def test_the_model_is_told_the_last_day_of_what_is_over() -> None:
    tokyo, new_year = ZoneInfo("Asia/Tokyo"), (1, 1)
    was = Record(
        "f1",
        Kind.FACT,
        "The user was a gardener.",
        valid_from=datetime(2010, *new_year, tzinfo=tokyo),
        valid_to=datetime(2016, *new_year, tzinfo=tokyo),
    )
    model = ScriptedModel(replies=["You gardened [f1]."])
    await reflect("What was I?", [was], model, zone=tokyo)
    assert "(2010-01-01 to 2015-12-31)" in str(model.requests[0].messages[1].content)


async def test_neither_the_question_asked_before_nor_a_reply_stands_before_what_is_known() -> None:
    asked = Record("m1", Kind.TURN, "what may I bake?", category="user", created_at=AT)
    reply = Record("m2", Kind.TURN, "Perhaps a walnut bread.", category="assistant", created_at=AT)
    answer = await reflect("What may I bake?", [asked, reply, *MEMORIES], None)
    assert [record.id for record in answer.cited] == ["f12", "e3", "m2"]
    assert (await reflect("What may I bake?", [asked], None)).cited == ()


async def test_nothing_in_memory_says_so() -> None:
    model = ScriptedModel(replies=["NOTHING"])
    assert (await reflect("Where?", [], model)).text == "Nothing in memory answers this."
    assert model.requests == []
    assert (await reflect("Where?", MEMORIES, model)).cited == ()


async def test_a_question_with_half_a_character_can_be_sent() -> None:
    model = ScriptedModel(replies=["Nuts [f12]."])
    await reflect("What about \udced nuts?", MEMORIES, model)
    assert "What about \ufffd nuts?" in str(model.requests[0].messages[1].content)


async def test_a_failing_model_is_an_error_and_a_missing_one_a_list() -> None:
    with pytest.raises(ModelError):
        await reflect("Where?", MEMORIES, ScriptedModel(replies=[ModelError("no network", kind="network")]))
    answer = await reflect("Where?", MEMORIES, ScriptedModel(replies=[ModelError("none", kind="no_model")]))
    assert answer.text.startswith("From memory:")


async def test_the_answer_streams_and_its_cost_is_told() -> None:
    pieces: list[str] = []
    usages: list[Usage] = []
    model = ScriptedModel(replies=["Avoid nuts [f12]."])
    await reflect("What?", MEMORIES, model, on_text=pieces.append, on_usage=usages.append)
    assert "".join(pieces) == "Avoid nuts [f12]."
    assert len(pieces) > 1
    assert len(usages) == 1
