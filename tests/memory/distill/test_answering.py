"""What the user answers is read together with the assistant's question, and not where that asks something else."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from memory.distill.answering import answered
from memory.distill.candidates import Fact
from memory.distill.source import Line
from memory.types import Origin, Role
from tests.memory.distill.believing import line_of

SAID = [
    ("Where do you live?", "Leeds", "I live in Leeds"),
    ("Nice! And where do you live?", "in leeds, with my mum", "I live in Leeds with my mum"),
    ("Do you have any pets?", "yes, two cats", "I have two cats"),
    ("Do you have any pets?", "Two cats and a dog", "I have a dog"),
    ("How old are you?", "34", "I am 34"),
    ("How old is your son?", "6", "My son is 6"),
    ("Are you vegetarian?", "yes", "I'm vegetarian"),
    ("Are you still vegetarian?", "Yep, I am", "The user is still vegetarian"),
    ("Wo wohnst du?", "in Ulm", "Ich wohne in Ulm"),
    ("Wie heißt du?", "Nele", "Ich heiße Nele"),
    ("Haben Sie Haustiere?", "Ja, einen Hund", "Ich habe einen Hund"),
    ("Où habites-tu ?", "à Lyon", "J'habite à Lyon"),
    ("Tu as des enfants ?", "oui, deux filles", "J'ai deux filles"),
    ("¿Tienes mascotas?", "sí, un perro", "Tengo un perro"),
    ("Onde moras?", "em Faro", "Moro em Faro"),
    ("Dove abiti?", "a Bari", "Abito a Bari"),
    ("你住在哪里？", "成都", "我住在成都"),
    ("どこに住んでいますか？", "福岡です", "福岡に住んでいます"),
]

NOT_SAID = [
    ("Where did you live before?", "Leeds", "I live in Leeds"),
    ("Where would you like to live?", "Leeds", "I live in Leeds"),
    ("Where does your sister live?", "Leeds", "I live in Leeds"),
    ("Do you want to live in York?", "yes", "I live in York"),
    ("Are you moving to York?", "yes", "I live in York"),
    ("Shall I note that you live in York?", "yes", "I live in York"),
    ("Do you live in Leeds or York?", "yes", "I live in York"),
    ("Do you live in Leeds or York?", "Leeds", "I live in York"),
    ("Do you have cats?", "two dogs", "I have two cats"),
    ("Do you smoke?", "never", "I smoke"),
    ("Do you smoke?", "not any more", "I smoke"),
    ("Do you have any pets?", "no, but my sister has two cats", "I have two cats"),
    ("How old is your son?", "34", "I am 34"),
    ("What would you name a dog?", "Rex", "I have a dog called Rex"),
    ("Wohnt deine Mutter in Ulm?", "ja", "Ich wohne in Ulm"),
    ("Wo hast du früher gewohnt?", "in Ulm", "Ich wohne in Ulm"),
    ("Tu fumes ?", "plus maintenant", "Je fume"),
    ("¿Dónde te gustaría vivir?", "en Vigo", "Vivo en Vigo"),
    ("Dove abitavi?", "a Bari", "Abito a Bari"),
    ("你想住在哪里？", "成都", "我住在成都"),
    ("お母さんはどこに住んでいますか？", "福岡です", "福岡に住んでいます"),
]


@pytest.mark.parametrize(("asked", "said", "content"), SAID)
def test_an_answer_says_what_was_asked(asked: str, said: str, content: str) -> None:
    assert confirmed(asked, said, content)


@pytest.mark.parametrize(("asked", "said", "content"), NOT_SAID)
def test_an_answer_to_something_else_says_nothing_of_the_user(asked: str, said: str, content: str) -> None:
    assert not confirmed(asked, said, content)


def confirmed(asked: str, said: str, content: str) -> bool:
    """Whether a model may have `content` from the user's answer, which it quotes as a whole."""
    question = Line(2, Role.ASSISTANT, datetime(2026, 9, 1, tzinfo=UTC), asked)
    line = replace(line_of(said, asked), number=3)
    kept = answered(Fact(content, quote=said, evidence=(1,)), [question, line], {1: line})
    return kept is not None and kept.origin is Origin.CONFIRMED
