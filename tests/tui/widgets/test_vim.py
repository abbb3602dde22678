"""The keys of vi in the composer."""

from __future__ import annotations

import pytest

from tests.tui.widgets.test_composer import Bench, bench
from tui.widgets.composer.composer import Composer
from tui.widgets.composer.vim import index_of

KEYS = {"$": "dollar_sign"}


async def vi(here: Bench, text: str, keys: str) -> str:
    """The text after `keys`, given at its beginning; `|` stands for the cursor."""
    composer = here.app.query_one(Composer)
    composer.use_vim(True)
    here.editor.text = text
    here.editor.move_cursor((0, 0))
    await here.press("escape", *(KEYS.get(key, key) for key in keys))
    at = index_of(here.editor.text, here.editor.cursor_location)
    return f"{here.editor.text[:at]}|{here.editor.text[at:]}"


@pytest.mark.parametrize(
    ("keys", "after"),
    [
        ("llh", "o|ne two, six\nlast"),
        ("w", "one |two, six\nlast"),
        ("ww", "one two|, six\nlast"),
        ("wwb", "one |two, six\nlast"),
        ("e", "on|e two, six\nlast"),
        ("ee", "one tw|o, six\nlast"),
        ("$", "one two, six|\nlast"),
        ("$0", "|one two, six\nlast"),
        ("j", "one two, six\n|last"),
        ("jk", "|one two, six\nlast"),
        ("G", "one two, six\nlast|"),
        ("Ggg", "|one two, six\nlast"),
        ("x", "|ne two, six\nlast"),
        ("dd", "|last"),
        ("jdd", "one two, six|"),
        ("dw", "|two, six\nlast"),
        ("de", "| two, six\nlast"),
        ("wd0", "|two, six\nlast"),
        ("wd$", "one |\nlast"),
        ("cwno", "no| two, six\nlast"),
        ("ccno", "no|\nlast"),
        ("ia", "a|one two, six\nlast"),
        ("aa", "oa|ne two, six\nlast"),
        ("Aa", "one two, sixa|\nlast"),
        ("wIa", "a|one two, six\nlast"),
        ("oa", "one two, six\na|\nlast"),
        ("dwwp", "two,one|  six\nlast"),
        ("ddp", "last\none two, six|"),
        ("yyjp", "one two, six\nlast\none two, six|"),
        ("xxuu", "|one two, six\nlast"),
        ("dqz", "|one two, six\nlast"),
    ],
)
async def test_commands(keys: str, after: str) -> None:
    async with bench() as here:
        found = await vi(here, "one two, six\nlast", keys)
        if "u" in keys or "p" in keys:
            assert found.replace("|", "") == after.replace("|", "")
        else:
            assert found == after


async def test_the_mode_is_shown_and_enter_sends_from_both() -> None:
    async with bench() as here:
        assert await vi(here, "one", "x") == "|ne"
        assert here.editor.border_subtitle == "normal"
        await here.press("enter")
        await here.until(lambda: here.app.sent == ["ne"])
        assert here.editor.border_subtitle == "insert"
        await here.press(*"dd", "enter")
        await here.until(lambda: here.app.sent == ["ne", "dd"])
        here.app.query_one(Composer).use_vim(False)
        assert not here.editor.border_subtitle
        await here.press("escape", "x")
        assert here.editor.text == "x"


async def test_commands_that_come_in_one_read_are_no_text() -> None:
    async with bench() as here:
        await vi(here, "hello big world", "")
        await here.burst("dwwdwi")
        assert here.editor.text == "big "
        await here.burst("small ")
        await here.until(lambda: here.editor.text == "big small ")
