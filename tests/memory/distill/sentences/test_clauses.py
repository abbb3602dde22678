"""Of a sentence that also wishes, asks or tells what others say, the user's own statement is kept, and it alone."""

from __future__ import annotations

import pytest

from memory.distill.sentences import speech
from memory.text.languages import KNOWN
from tests.memory.distill.sentences.clauses_not_stated import NOT_STATED
from tests.memory.distill.sentences.clauses_stated import STATED
from tests.memory.distill.talk import Talk, fact, reply, scripted

LONG = "A reply that is long enough for the session to be worth a distillation, whatever the user said."


@pytest.mark.parametrize(("code", "said", "stated"), STATED)
def test_only_the_clause_that_states_something_is_heard(code: str, said: str, stated: str) -> None:
    heard, _ = speech.heard(said, KNOWN[code])
    assert [one.text for one in heard if not one.objection] == [stated]


@pytest.mark.parametrize(("code", "said"), NOT_STATED)
def test_what_is_supposed_asked_or_told_as_a_whole_states_nothing(code: str, said: str) -> None:
    heard, _ = speech.heard(said, KNOWN[code])
    assert [one.text for one in heard if not one.objection] == []


@pytest.mark.parametrize("quote", ["I live in Bergen", "I live in Bergen and I would like to move to Lisbon."])
@pytest.mark.parametrize(
    ("content", "kept"), [("The user lives in Bergen.", True), ("The user lives in Lisbon.", False)]
)
async def test_a_fact_rests_on_the_clause_that_says_it(talk: Talk, quote: str, content: str, kept: bool) -> None:
    await talk.say("I live in Bergen and I would like to move to Lisbon.", LONG)
    talk.model = scripted(reply(fact(content, quote, 1)))
    await talk.learn()
    assert (content in await talk.texts()) is kept


@pytest.mark.parametrize(
    ("said", "stored"),
    [
        ("I'm allergic to peanuts and I'd like to know which Thai dishes are safe.", "I'm allergic to peanuts"),
        ("Soy alérgica a los cacahuetes y me gustaría saber qué platos son seguros.", "Soy alérgica a los cacahuetes"),
        ("Falls es hilft: Ich wohne in Bergen.", "Falls es hilft: Ich wohne in Bergen."),
    ],
)
async def test_by_rule_the_clause_is_the_fact(talk: Talk, said: str, stored: str) -> None:
    await talk.say(said, LONG)
    await talk.learn()
    assert await talk.texts() == {stored}


def test_each_of_very_many_clauses_is_looked_at_once() -> None:
    said = "I live in Oslo" + ", and my brother thinks that I may go" * 2_000 + "?"
    heard, _ = speech.heard(said, KNOWN["en"])
    assert "".join(one.text for one in heard).count("brother") == 2_000
