"""What is said to be over ends, and what was told of it in more words; where that is open, the user is asked."""

from __future__ import annotations

import pytest

from memory.store import doubts
from tests.memory.distill.talk import Talk


async def told(talk: Talk, *said: str) -> tuple[set[str], list[tuple[str, str]]]:
    """What holds after these sentences were learnt by rule, and what the user is asked about."""
    for one in said:
        await talk.begin()
        await talk.say(one)
        await talk.learn()
    waiting = await talk.read(doubts.waiting)
    return set(await talk.texts()), [(one.newer.text, one.older.text) for one in waiting]


@pytest.mark.parametrize(
    ("old", "over"),
    [
        ("Ich fahre einen alten Volvo.", "Ich fahre keinen Volvo mehr."),
        ("I have a white cat.", "I no longer have a cat."),
        ("I like green tea.", "I no longer like tea."),
        ("I live in Oslo near the harbour.", "I no longer live in Oslo."),
        ("I work at Siemens in Erlangen.", "I no longer work at Siemens."),
        ("我开丰田。", "我不开丰田了。"),
        ("我在华为工作。", "我不在华为工作了。"),
    ],
)
async def test_what_only_describes_it_ends_with_it(talk: Talk, old: str, over: str) -> None:
    assert await told(talk, old, over) == ({over}, [])


@pytest.mark.parametrize(
    ("old", "over"),
    [
        ("I drive a Volvo to work.", "I no longer drive to work."),
        ("J'ai une moto rouge.", "Je n'ai plus de moto."),
        ("I work in Oslo as a nurse.", "I no longer work in Oslo."),
        ("I work as a nurse at La Fe, mostly nights.", "I don't work at La Fe anymore."),
        ("i work as a nurse at La Fe, mostly nights", "i don't work at La Fe anymore"),
        ("Ich arbeite als Pfleger bei Siemens.", "Ich arbeite nicht mehr bei Siemens."),
        ("Je travaille comme infirmière chez Renault.", "Je ne travaille plus chez Renault."),
        ("Trabajo de enfermera en La Fe.", "Ya no trabajo en La Fe."),
        ("Trabalho como enfermeira no Santa Maria.", "Já não trabalho no Santa Maria."),
        ("I like coffee.", "I no longer like black coffee."),
        ("Ich fahre einen Volvo.", "Ich fahre keinen alten Volvo mehr."),
        ("I have a black cat and a white dog.", "I no longer have a cat."),
    ],
)
async def test_where_more_may_end_than_was_said_the_user_is_asked(talk: Talk, old: str, over: str) -> None:
    assert await told(talk, old, over) == ({old, over}, [(over, old)])


@pytest.mark.parametrize(
    ("old", "over"),
    [
        ("I was born in Oslo.", "I no longer live in Oslo."),
        ("My brother lives in Oslo.", "I no longer live in Oslo."),
        ("I never drink black coffee.", "I no longer drink coffee."),
        ("I like vitamin D.", "I no longer like vitamin C."),
        ("Ich esse kein rohes Fleisch.", "Ich esse kein Fleisch mehr."),
        ("我开丰田。", "我不开本田了。"),
    ],
)
async def test_what_is_said_of_something_else_stays(talk: Talk, old: str, over: str) -> None:
    held, asked = await told(talk, old, over)
    assert old in held
    assert asked == []
