"""/audit in the chat."""

from __future__ import annotations

from pathlib import Path

from memory.engine import Memory
from tests.tui.commands.given import context, flat, say
from tui.commands.outcome import Confirm, Page, Say
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


async def test_exported_files_are_asked_about_after_a_forget(memory: Memory, tmp_path: Path) -> None:
    talk = (await memory.new_conversation()).id
    await say(memory, talk, "My sister is called Quixana.", "A fine name.")
    export = tmp_path / "mine.md"
    await run(f"/export md {export}", context(memory, talk))
    plan = await run("/forget Quixana --with-turns", context(memory, talk))
    assert isinstance(plan, Confirm)
    assert str(export) in "".join(plan.body_lines)
    asked = [one for one in flat(await plan.action()) if isinstance(one, Confirm)]
    assert [one.body_lines for one in asked] == [(str(export),)]
    assert export.exists()
    said = await asked[0].action()
    assert said == Say("Deleted 1 exported file")
    assert not export.exists()
    assert (await memory.audits.text("Quixana")).clean
