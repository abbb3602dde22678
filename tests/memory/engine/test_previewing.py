"""What is looked up before a message is sent, and who has a say in what it gets."""

from __future__ import annotations

from pathlib import Path

from memory.engine import Memory
from memory.recall.recent import NOTE
from memory.settings import MemorySettings, Settings
from tests.scripted import ScriptedModel, SetClock


async def test_what_a_preview_found_serves_the_message_that_follows(memory: Memory) -> None:
    await memory.remember("My cat is called Mango")
    await memory.preview("What is my cat called?")
    talk = await memory.new_conversation()
    turn = await memory.begin(talk.id, "What is my cat called?")
    injection = await memory.recall(turn)
    assert [item.text for item in injection.items] == ["My cat is called Mango"]
    assert {leg.note for leg in injection.legs if leg.finished} == {NOTE}
    await memory.finish(turn)


async def test_what_was_remembered_since_the_preview_is_not_missed(memory: Memory) -> None:
    await memory.remember("My cat is called Mango")
    await memory.preview("What are my cats called?")
    await memory.remember("My other cat is called Fig")
    talk = await memory.new_conversation()
    turn = await memory.begin(talk.id, "What are my cats called?")
    assert {item.text for item in (await memory.recall(turn)).items} == {
        "My cat is called Mango",
        "My other cat is called Fig",
    }
    await memory.finish(turn)


async def test_a_model_may_have_the_last_word_and_the_ledger_says_so(folder: Path, clock: SetClock) -> None:
    settings = Settings(memory=MemorySettings(gate="llm", embedding_model="none"))
    model = ScriptedModel(["facts"])
    async with Memory.open(folder, settings=settings, llm=model, clock=clock, background=False) as memory:
        await memory.remember("Severe tree-nut allergy, carries an adrenaline pen")
        talk = await memory.new_conversation()
        turn = await memory.begin(talk.id, "I want to eat tree nuts")
        injection = await memory.recall(turn)
        assert injection.gate.rule == "scripted/test says: something you once said is needed"
        booked = await memory.why(turn.user.id)
        assert booked is not None
        assert (booked.gate, booked.legs) == (injection.gate, injection.legs)
        assert "gate" in {leg.name for leg in booked.legs}
        await memory.finish(turn)
