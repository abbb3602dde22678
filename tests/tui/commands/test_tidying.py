from __future__ import annotations

from datetime import timedelta

from memory.engine import Memory
from memory.store import facts
from tests.scripted import ScriptedModel, SetClock
from tests.tui.commands.given import context, flat
from tui.commands.outcome import Confirm, Refresh, Say
from tui.commands.registry import completions, run


async def said(memory: Memory, line: str) -> str:
    outcomes = flat(await run(line, context(memory)))
    assert any(isinstance(one, Refresh) for one in outcomes)
    return next(one.text for one in outcomes if isinstance(one, Say))


async def faded(memory: Memory, clock: SetClock, text: str, method: str) -> None:
    """A fact nobody came back to for years."""
    at = clock.now() - timedelta(days=3000)
    store = memory._parts.store
    await store.write(lambda: facts.add(text, at=at, category="events", method=method))


async def test_a_pass_is_previewed_made_and_taken_back(memory: Memory, clock: SetClock) -> None:
    await faded(memory, clock, "The user met Ilse at the fair [red]", "distilled")
    await faded(memory, clock, "The user met Jonas", "remembered")
    preview = await said(memory, "/consolidate preview")
    assert "f1  The user met Ilse at the fair [red] (salience 0.00" in preview
    assert "your own words" in preview
    assert "f2  The user met Jonas" in preview
    assert preview.endswith("this is a preview")
    stats = await memory.stats()
    assert (stats.facts, stats.tidied_at) == (2, None)
    assert (await said(memory, "/consolidate")).endswith("/consolidate undo takes this back")
    assert (await memory.stats()).tidied_at == clock.now()
    (ask,) = flat(await run("/consolidate undo", context(memory)))
    assert isinstance(ask, Confirm)
    assert (ask.danger, ask.body_lines[:2]) == (
        False,
        ("Faded facts", "  f1  The user met Ilse at the fair [red]"),
    )
    assert [record.id for record in await memory.search("")] == ["f2"]
    back = next(one for one in flat(await ask.action()) if isinstance(one, Say))
    assert back.text.endswith("was taken back")
    assert [one.detail for one in await memory.activity(limit=1)] == ["1 change taken back"]
    assert {record.id for record in await memory.search("")} == {"f1", "f2"}
    assert (await said(memory, "/consolidate")).endswith("Nothing to tidy")
    assert flat(await run("/consolidate undo", context(memory))) == [Say("There is nothing to take back")]


async def test_a_review_merges_what_is_said_twice(memory: Memory, clock: SetClock) -> None:
    answers = [{"item": 1, "action": "merge", "id": 1, "kind": "none"}]
    memory.use_model(ScriptedModel([{"answers": answers}], chunk=400))
    store = memory._parts.store
    for text in ("The user plays the viola in a quartet", "The user plays the viola in a string quartet"):
        await store.write(lambda text=text: facts.add(text, at=clock.now(), category="events"))  # type: ignore[misc]
    told = await said(memory, "/consolidate review")
    assert "f2 says the same: The user plays the viola in a string quartet" in told
    assert [record.id for record in await memory.search("")] == ["f2"]


async def test_a_review_without_a_model_says_so(memory: Memory) -> None:
    assert "no model is set" in await said(memory, "/consolidate review")


async def test_other_words_are_refused_and_those_it_takes_are_offered(memory: Memory) -> None:
    (refused,) = flat(await run("/consolidate all", context(memory)))
    assert isinstance(refused, Say)
    assert refused.severity == "warning"
    offered = [one.text for one in completions("/consolidate ", context(memory))]
    assert offered == ["/consolidate preview", "/consolidate review", "/consolidate undo"]
