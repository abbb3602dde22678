"""Of whom something is said is told by the clause around the quote, even where the quote leaves it out."""

from __future__ import annotations

import pytest

from memory.distill.sentences.subject import of_another
from memory.text.languages import detect
from tests.memory.distill.believing import believed
from tests.memory.distill.sentences.subjects import NOT_SWAPPED, OF_OTHERS, OF_THE_USER, SWAPPED
from tests.memory.distill.talk import Talk, fact, reply, scripted

LONG = "A reply that is long enough for the session to be worth a distillation, whatever the user said."


@pytest.mark.parametrize(("said", "quote", "content"), OF_OTHERS)
def test_what_somebody_else_is_or_does_is_not_of_the_user(said: str, quote: str, content: str) -> None:
    assert of_another(content, said, quote, detect(said))


@pytest.mark.parametrize(("said", "quote", "content"), OF_THE_USER)
def test_what_the_user_is_or_does_is_of_nobody_else(said: str, quote: str, content: str) -> None:
    assert not of_another(content, said, quote, detect(said))


@pytest.mark.parametrize(("said", "content"), SWAPPED)
def test_of_two_people_in_a_sentence_none_gets_what_the_other_is(said: str, content: str) -> None:
    assert not believed(said, content)


@pytest.mark.parametrize(("said", "content"), NOT_SWAPPED)
def test_beside_somebody_else_the_user_keeps_their_own(said: str, content: str) -> None:
    assert believed(said, content)


@pytest.mark.parametrize(
    ("asked", "content"),
    [
        ("Do you live in Jena?", "I live in Jena"),
        ("Wohnst du in Jena?", "Ich wohne in Jena"),
        ("Arbeiten Sie bei Bosch?", "Ich arbeite bei Bosch"),
        ("Est-ce que tu habites à Lille ?", "J'habite à Lille"),
        ("Habitez-vous à Lille ?", "J'habite à Lille"),
        ("¿Trabaja usted en Seat?", "Trabajo en Seat"),
        ("¿Vive en Lugo?", "Vivo en Lugo"),
        ("Lei abita a Como?", "Abito a Como"),
        ("Mora em Faro?", "Moro em Faro"),
    ],
)
def test_a_question_to_the_user_is_about_them(asked: str, content: str) -> None:
    assert not of_another(content, asked, asked, detect(asked))


@pytest.mark.parametrize("asked", ["Does Tom live in Jena?", "Does your sister live in Jena?", "Does he live in Jena?"])
def test_a_question_about_somebody_else_is_not(asked: str) -> None:
    assert of_another("I live in Jena", asked, asked, detect(asked))


async def test_a_sister_elsewhere_ends_no_home(talk: Talk) -> None:
    talk.model = scripted(
        reply(fact("I live in Bergen", "I live in Bergen", 1)),
        reply(
            fact("I live in Lyon", "lives in Lyon", 1, operation="change", replaces=1),
            fact("My sister Laia lives in Lyon", "my sister Laia lives in Lyon", 1, category="entities"),
        ),
    )
    for said in ("I live in Bergen.", "my sister Laia lives in Lyon and works for Sanofi."):
        await talk.begin()
        await talk.say(said, LONG)
        await talk.learn()
    assert await talk.texts() == {"I live in Bergen", "My sister Laia lives in Lyon"}
