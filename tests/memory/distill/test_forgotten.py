"""What was forgotten does not come back with the next digest of the turns that stayed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

from memory.engine import Memory
from memory.ports import Delta, ModelRequest
from tests.scripted import ScriptedModel, SetClock

DIGEST: dict[str, object] = {
    "episode": {
        "summary": "The user plans a garden. The user's aunt Ottilie lives in Husum.",
        "topics": ["garden", "Ottilie"],
        "entities": ["Ottilie"],
        "decisions": [],
        "action_items": [],
        "salience": 0.5,
    },
    "facts": [],
    "entities": [{"name": "Ottilie", "kind": "person", "aliases": []}],
    "relations": [],
    "identity": [],
    "title": "Aunt Ottilie in Husum",
}


async def test_a_later_digest_does_not_bring_it_back(home: Path, clock: SetClock) -> None:
    model = ScriptedModel([DIGEST])
    async with Memory.open(home / "profiles" / "default", llm=model, clock=clock, background=False) as memory:
        conversation = await memory.new_conversation()
        for text in ("My aunt Ottilie lives in Husum by the sea.", "I plan a garden with beans and tall sunflowers."):
            turn = await memory.begin(conversation.id, text)
            turn.append(Delta(text="Noted, that sounds good."))
            await memory.finish(turn)
        await memory.forget(await memory.plan_forget("aunt Ottilie Husum"))
        await memory.sync()
        texts = [record.text for record in await memory.search("")]
        assert texts
        assert not [text for text in texts if "Ottilie" in text or "Husum" in text]
        assert "Ottilie" not in (await memory.conversation(conversation.id)).title


BESIDE: dict[str, object] = {
    "episode": {"summary": "The user tells of a cat and a garden."},
    "facts": [
        {
            "content": "The user plans a garden with beans and sunflowers.",
            "quote": "I plan a garden with beans and sunflowers for Ottilie",
            "evidence": [1],
            "keywords": ["garden", "Ottilie"],
        }
    ],
    "entities": [{"name": "Mango", "kind": "cat of Ottilie", "aliases": ["Ottilie"]}],
}


async def test_nothing_that_is_learnt_beside_it_says_it(home: Path, clock: SetClock) -> None:
    folder = home / "profiles" / "default"
    async with Memory.open(folder, llm=ScriptedModel([BESIDE]), clock=clock, background=False) as memory:
        conversation = await memory.new_conversation()
        turn = await memory.begin(
            conversation.id, "I plan a garden with beans and sunflowers for Ottilie. Mango purrs."
        )
        turn.append(Delta(text="Noted, that sounds good."))
        await memory.finish(turn)
        await memory.forget(await memory.plan_forget("Ottilie"))
        await memory.sync()
        [fact] = [record for record in await memory.search("") if record.kind == "fact"]
        assert (fact.text, fact.quote) == ("The user plans a garden with beans and sunflowers.", "")
        audit = await memory.audits.text("Ottilie")
        stores = {trace.place for trace in audit.found if not Path(trace.place).is_absolute()}
        assert stores == {"turns", "search", "search words"}  # the user's message, which stays


class Overheard(ScriptedModel):
    """While it answers, another window forgets the conversation."""

    memory: Memory | None = None

    async def stream(self, request: ModelRequest) -> AsyncIterator[Delta]:
        assert self.memory is not None
        await self.memory.forget(await self.memory.plan_forget("c1"))
        async for delta in super().stream(request):
            yield delta


async def test_what_is_being_learnt_while_it_is_forgotten_is_not_kept(home: Path, clock: SetClock) -> None:
    model = Overheard([DIGEST])
    async with Memory.open(home / "profiles" / "default", llm=model, clock=clock, background=False) as memory:
        conversation = await memory.new_conversation()
        turn = await memory.begin(conversation.id, "My aunt Ottilie lives in Husum by the sea, and I plan a garden.")
        turn.append(Delta(text="Noted, that sounds good."))
        await memory.finish(turn)
        model.memory = memory
        assert [run.outcome for run in await memory.sync()] == ["skipped"]
        assert await memory.search("") == []
        assert await memory.sync() == []


async def test_a_reply_to_a_message_that_was_forgotten_while_it_grew_is_not_kept(home: Path, clock: SetClock) -> None:
    async with Memory.open(home / "profiles" / "default", clock=clock, background=False) as memory:
        conversation = await memory.new_conversation()
        turn = await memory.begin(conversation.id, "My aunt Ottilie lives in Husum.")
        turn.append(Delta(text="Ottilie, by the sea."))
        await memory.forget(await memory.plan_forget("c1", with_turns=True))
        await memory.finish(turn)
        assert [message.text for message in await memory.messages("c1")] == ["[forgotten]", "[forgotten]"]
        assert await memory.sync() == []
