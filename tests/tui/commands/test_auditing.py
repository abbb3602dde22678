"""/audit in the chat."""

from __future__ import annotations

from memory.engine import Memory
from tests.tui.commands.given import context
from tui.commands.outcome import Page, Say
from tui.commands.registry import completions, run

FACT = "My sister Quixana is allergic to peanuts"


async def page(memory: Memory, line: str) -> str:
    outcome = await run(line, context(memory))
    assert isinstance(outcome, Page)
    return outcome.markdown


async def test_an_empty_list_teaches(memory: Memory) -> None:
    assert "Nothing was forgotten yet" in await page(memory, "/audit")


async def test_a_forgotten_fact_has_a_receipt_and_is_gone(memory: Memory) -> None:
    fact = await memory.remember(FACT)
    report = await memory.forget(await memory.plan_forget(fact.id))
    assert report.receipt in await page(memory, "/audit")
    shown = await page(memory, f"/audit {fact.id}")
    assert "Nothing found" in shown
    assert f"Receipt {report.receipt}" in shown


async def test_words_are_looked_for(memory: Memory) -> None:
    await memory.remember(FACT)
    assert "facts\\: 1 text" in await page(memory, "/audit --text quixana")


async def test_what_makes_no_sense_is_said(memory: Memory) -> None:
    for line in ("/audit f1 f2", "/audit f99", "/audit --text"):
        assert isinstance(await run(line, context(memory)), Say), line


async def test_it_completes(memory: Memory) -> None:
    assert [one.text for one in completions("/audit -", context(memory))] == ["/audit --text "]
