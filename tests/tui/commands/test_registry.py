from __future__ import annotations

import pytest

from memory.engine import Memory
from tests.tui.commands.given import context
from tui.commands.outcome import Page, Quit, Say
from tui.commands.registry import COMMANDS, completions, run

NAMES = (
    *(
        "help",
        "new",
        "resume",
        "find",
        "rename",
        "delete",
        "model",
        "persona",
        "system",
        "set",
        "theme",
        "settings",
        "profile",
        "remember",
        "forget",
        "recall",
        "search",
    ),
    *(
        "reflect",
        "why",
        "redact",
        "audit",
        "backup",
        "import",
        "memory",
        "identity",
        "pin",
        "unpin",
        "inbox",
        "learnt",
        "project",
        "move",
        "sync",
        "consolidate",
        "rebuild",
        "mode",
        "regenerate",
        "continue",
        "edit",
        "branch",
        "compare",
        "verdict",
        "fork",
        "copy",
        "export",
        "cost",
        "log",
        "top",
        "quit",
    ),
)


def test_every_command_is_there_with_its_usage() -> None:
    assert set(COMMANDS) == set(NAMES)
    assert all(command.usage.startswith(f"/{name}") and command.summary for name, command in COMMANDS.items())


async def test_an_unknown_command_offers_the_nearest(memory: Memory) -> None:
    outcome = await run("/rembember tea", context(memory))
    assert isinstance(outcome, Say)
    assert "/remember" in outcome.text
    assert outcome.severity == "warning"


@pytest.mark.parametrize("line", ["/remember", "/forget", "/rename", "/search", "/recall", "/reflect"])
async def test_wrong_arguments_get_the_usage(memory: Memory, talk: str, line: str) -> None:
    outcome = await run(line, context(memory, talk))
    assert isinstance(outcome, Say)
    assert f"Usage: {line.split()[0]}" in outcome.text


@pytest.mark.parametrize("line", ["/copy", "/regenerate", "/export", "/rename Tea", "/delete"])
async def test_what_needs_a_conversation_says_so(memory: Memory, line: str) -> None:
    outcome = await run(line, context(memory))
    assert isinstance(outcome, Say)
    assert outcome.severity == "error"
    assert "Write one first" in outcome.text


async def test_help_and_quit(memory: Memory) -> None:
    ctx = context(memory)
    page = await run("/help", ctx)
    assert isinstance(page, Page)
    assert all(f"/{name}" in page.markdown for name in NAMES)
    assert all(f"{word}\\: " in page.markdown for word in ("gate", "section", "learning", "fit", "ledger"))
    assert "distil" not in page.markdown
    about = await run("/help /forget", ctx)
    assert isinstance(about, Say)
    assert "erase" in about.text
    assert await run("/QUIT", ctx) == Quit()


async def test_completions_of_names_and_of_words(memory: Memory) -> None:
    ctx = context(memory)
    assert [found.text for found in completions("/re", ctx)] == [
        "/resume",
        "/rename",
        "/regenerate",
        "/remember",
        "/recall",
        "/reflect",
        "/redact",
        "/rebuild",
    ]
    assert [found.text for found in completions("/mode read", ctx)] == ["/mode read-write", "/mode read-only"]
    assert [found.text for found in completions("/theme ", ctx)] == ["/theme dark", "/theme light"]
    assert completions("/remember te", ctx) == ()
    assert completions("hello", ctx) == ()


def test_the_usage_of_forget_names_the_whole_profile() -> None:
    assert COMMANDS["forget"].usage.endswith("--everything")


def test_which_commands_need_words_follows_from_their_usage() -> None:
    assert all(COMMANDS[name].needs_words for name in ("remember", "forget", "rename", "move", "recall", "pin"))
    assert not any(COMMANDS[name].needs_words for name in ("delete", "redact", "theme", "help", "regenerate", "export"))
