"""What was forgotten does not come back with the next digest of the turns that stayed."""

from __future__ import annotations

from pathlib import Path

from memory.engine import Memory
from memory.ports import Delta
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
