"""A correction takes the place of what was said before, in the words of the sentence that it corrects."""

from __future__ import annotations

import pytest

from memory.distill.sentences.correcting import correction
from memory.text.languages import ENGLISH
from tests.memory.distill.talk import Talk, fact, reply, scripted

LONG = "A reply that is long enough for the session to be worth a distillation, whatever the user said."

CORRECTED = [
    (
        "Quiero correr la media maratón de octubre",
        "no, perdona, quise decir noviembre, no octubre",
        "Quiero correr la media maratón de noviembre",
    ),
    (
        "I want to run the half marathon in October.",
        "No, sorry, I meant November, not October.",
        "I want to run the half marathon in November.",
    ),
    (
        "I want to run the half marathon in October.",
        "no sorry i meant november not october",
        "I want to run the half marathon in November.",
    ),
    ("My daughter Ida is six.", "Sorry, seven, not six.", "My daughter Ida is seven."),
    ("I live in Bath.", "Correction: Bristol, not Bath.", "I live in Bristol."),
    (
        "Ich fahre im Oktober nach Rom.",
        "Nein, Entschuldigung, ich meinte November, nicht Oktober.",
        "Ich fahre im November nach Rom.",
    ),
    ("J'habite à Lille.", "Non pardon, je voulais dire Lens, pas Lille.", "J'habite à Lens."),
    ("Abito a Lecce con mio fratello.", "Scusa, volevo dire Bari, non Lecce.", "Abito a Bari con mio fratello."),
    ("Moro em Faro.", "Não, desculpa, queria dizer Beja, não Faro.", "Moro em Beja."),
    ("I have three kids.", "sorry, typo, four kids", "I have four kids."),
    ("J'ai trois chats.", "pardon, quatre chats", "J'ai quatre chats."),
    ("我住在苏州。", "我说错了，是宁波，不是苏州。", "我住在宁波。"),
    ("私は金沢に住んでいます。", "すみません、金沢ではなく富山です。", "私は富山に住んでいます。"),
]


@pytest.mark.parametrize("operation", ["new", "correction"])
@pytest.mark.parametrize(("said", "put_right", "corrected"), CORRECTED)
async def test_what_a_model_takes_from_it_ends_what_was_wrong(
    talk: Talk, said: str, put_right: str, corrected: str, operation: str
) -> None:
    await talk.say(said, LONG)
    talk.model = scripted(reply(fact(said, said, 1)))
    await talk.learn()
    await talk.say(put_right, LONG)
    named = {"operation": operation, "replaces": 1} if operation == "correction" else {}
    talk.model = scripted(reply(fact(corrected, put_right, 1, **named)))
    await talk.learn()
    assert await talk.texts() == {corrected}


@pytest.mark.parametrize(("said", "put_right", "corrected"), CORRECTED)
async def test_what_it_says_is_wrong_is_not_taken_from_it(
    talk: Talk, said: str, put_right: str, corrected: str
) -> None:
    await talk.say("Good morning, how are you today?", LONG)
    await talk.say(put_right, LONG)
    talk.model = scripted(reply(fact(said, put_right, 3)))
    await talk.learn()
    assert await talk.texts() <= {put_right}


@pytest.mark.parametrize(("said", "put_right", "corrected"), [row for row in CORRECTED if row[0].isascii()])
async def test_a_model_that_passes_it_over_leaves_nothing_wrong(
    talk: Talk, said: str, put_right: str, corrected: str
) -> None:
    await talk.say(said, LONG)
    talk.model = scripted(reply(fact(said, said, 1)))
    await talk.learn()
    await talk.say(put_right, LONG)
    talk.model = scripted(reply())
    await talk.learn()
    assert {text.casefold() for text in await talk.texts()} == {corrected.casefold()}


async def test_by_rule_it_takes_the_place_too(talk: Talk) -> None:
    await talk.say("I live in Bath.", LONG)
    await talk.learn()
    await talk.say("Correction: Bristol, not Bath.", LONG)
    await talk.learn()
    assert await talk.texts() == {"I live in Bristol."}


@pytest.mark.parametrize(
    ("said", "put_right"),
    [
        ("If I lived in Bath, I would row.", "Sorry, I meant Bristol, not Bath."),
        ("Is it far to Bath?", "Sorry, I meant Bristol, not Bath."),
        ("I live in Leeds.", "Sorry, I meant Bristol, not Bath."),
        ("I live in Bath.", "Sorry, not Bath."),
        ("I live in Bath.", "Sorry, I meant what you said, not Bath."),
    ],
)
async def test_what_was_not_stated_is_not_put_right(talk: Talk, said: str, put_right: str) -> None:
    await talk.say(said, LONG)
    await talk.say(put_right, LONG)
    talk.model = scripted(reply())
    await talk.learn()
    assert await talk.texts() <= {said}


@pytest.mark.parametrize("said", ["Sorry, two more questions.", "Sorry, 2 minutes.", "Sorry, my son has two kids."])
def test_a_number_of_something_else_is_no_correction(said: str) -> None:
    put = correction(said, ENGLISH)
    assert put is None or not put.put_into("I have three cats.", ENGLISH)
