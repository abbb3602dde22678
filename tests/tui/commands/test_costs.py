from __future__ import annotations

from memory.engine import Memory
from memory.ports import Delta
from memory.types import Usage
from tests.scripted import SetClock
from tests.tui.commands.given import context
from tui.commands.outcome import Page, Say
from tui.commands.registry import run


async def answered(memory: Memory, talk: str, model: str, usage: Usage | None) -> None:
    turn = await memory.begin(talk, "Hello", model=model)
    turn.append(Delta(text="Hi."))
    await memory.finish(turn, usage=usage)


async def page(memory: Memory, line: str, talk: str | None = None) -> str:
    shown = await run(line, context(memory, talk))
    assert isinstance(shown, Page)
    return shown.markdown.replace("\\", "")


async def test_what_was_spent_is_told_by_purpose_model_conversation_and_day(
    memory: Memory, talk: str, clock: SetClock
) -> None:
    await answered(memory, talk, "big", Usage(1000, 50, 0.02))
    clock.move(days=1)
    other = (await memory.new_conversation()).id
    await answered(memory, other, "small", Usage(200, 10, 0.001))
    shown = await page(memory, "/cost")
    assert shown.startswith("2 calls, 1,200 tokens in, 60 out: $0.0210")
    for row in ("replies | 2 | 1,200 | 60 | $0.0210", "big | 1 | 1,000 | 50 | $0.0200", f"{talk} Hello | 1 |"):
        assert f"| {row}" in shown
    assert len([line for line in shown.splitlines() if line.startswith("| 20")]) == 2
    assert "| small |" in await page(memory, "/cost day")
    assert "| big |" not in await page(memory, "/cost day")
    assert "| big |" in await page(memory, "/cost month")
    assert "| big |" not in await page(memory, "/cost conversation", other)


async def test_what_an_answer_to_compare_took_is_told_apart(memory: Memory, talk: str) -> None:
    await answered(memory, talk, "m", Usage(100, 5, 0.01))
    asked = (await memory.messages(talk))[-1].parent
    turn = await memory.turns.beside(talk, str(asked), model="m")
    turn.append(Delta(text="Hello."))
    await memory.finish(turn, usage=Usage(10, 5, 0.02))
    assert "| replies to compare | 1 | 10 | 5 | $0.0200 |" in await page(memory, "/cost")


async def test_what_is_not_known_is_said_and_never_nought(memory: Memory, talk: str) -> None:
    await answered(memory, talk, "unheard-of", Usage(1000, 50, None))
    assert "1,000 tokens in, 50 out: price not known" in await page(memory, "/cost")
    await answered(memory, talk, "silent", None)
    assert "| silent | 1 | 0 | 0 | not counted |" in await page(memory, "/cost")
    await answered(memory, talk, "own", Usage(10, 5, 0.0))
    shown = await page(memory, "/cost")
    assert "$0+, and 1 call of unknown price and 1 call not counted" in shown
    assert "| own | 1 | 10 | 5 | $0 |" in shown


async def test_without_a_call_it_says_so(memory: Memory, talk: str) -> None:
    said = await run("/cost", context(memory))
    assert isinstance(said, Say) and said.text.startswith("No model was called")
    wrong = await run("/cost yesterday", context(memory))
    assert isinstance(wrong, Say) and "Usage: /cost" in wrong.text


async def test_a_title_is_neither_markup_nor_a_column(memory: Memory, talk: str) -> None:
    await answered(memory, talk, "m", Usage(1, 1, 0.5))
    await memory.talks.rename(talk, "a | **b** \x1b[31m")
    shown = await run("/cost", context(memory))
    assert isinstance(shown, Page)
    assert "a \\| \\*\\*b\\*\\*" in shown.markdown and "\x1b" not in shown.markdown
