"""What is still to come is learnt as it was said, and ends nothing that holds."""

from __future__ import annotations

import pytest

from tests.memory.distill.talk import Talk, fact, reply, scripted

LONG = "A reply that is long enough for the session to be worth a distillation, whatever the user said."


@pytest.mark.parametrize(
    ("home", "plan"),
    [
        ("Vivo en Huesca.", "Nos mudamos a Jaca el mes que viene."),
        ("京都に住んでいます。", "来月大阪に引っ越します。"),
        ("Ich arbeite bei Bosch.", "Ab nächster Woche arbeite ich bei Siemens."),
        ("Moro em Faro.", "A partir de maio moro em Beja."),
    ],
)
async def test_by_rule_a_plan_ends_no_home_and_no_job(talk: Talk, home: str, plan: str) -> None:
    for said in (home, plan):
        await talk.begin()
        await talk.say(said)
        await talk.learn()
    assert await talk.texts() == {home, plan}


@pytest.mark.parametrize(
    ("said", "content"),
    [
        ("I'm moving to Riga in March", "I live in Riga"),
        ("gonna move to Riga", "I moved to Riga"),
        ("Ich überlege, nach Riga zu ziehen", "Ich wohne in Riga"),
        ("nos mudamos a Alboraya el mes que viene", "Vivimos en Alboraya"),
        ("on déménage à Pau le mois prochain, alors je trie mes livres", "Nous habitons à Pau"),
        ("im März ziehen wir nach Celle um, deshalb verkaufe ich das Klavier", "Wir wohnen in Celle"),
    ],
)
async def test_a_model_that_tells_a_plan_as_done_ends_nothing(talk: Talk, said: str, content: str) -> None:
    talk.model = scripted(
        reply(fact("I live in Bergen", "I live in Bergen", 1)),
        reply(fact(content, said, 1, operation="change", replaces=1)),
    )
    for one in ("I live in Bergen", said):
        await talk.begin()
        await talk.say(one, LONG)
        await talk.learn()
    assert await talk.texts() == {"I live in Bergen", said}


@pytest.mark.parametrize(
    ("said", "content"),
    [
        ("I live in York, I'll go to Hull tomorrow.", "I live in York"),
        ("I've worked at Siemens since 2020 and I'll retire soon", "I've worked at Siemens since 2020"),
        ("Nos mudamos a Alboraya el mes que viene y vivimos en Valencia.", "Vivimos en Valencia"),
    ],
)
async def test_what_is_so_beside_a_plan_is_told_as_so(talk: Talk, said: str, content: str) -> None:
    talk.model = scripted(reply(fact(content, said, 1)))
    await talk.say(said, LONG)
    await talk.learn()
    assert await talk.texts() == {content}


async def test_one_plan_takes_the_place_of_another(talk: Talk) -> None:
    early, late = "I'm moving to Riga in March", "I'm moving to Riga in April"
    talk.model = scripted(
        reply(fact(early, early, 1)),
        reply(fact(late, late, 1, operation="change", replaces=1)),
    )
    for one in (early, late):
        await talk.begin()
        await talk.say(one, LONG)
        await talk.learn()
    assert await talk.texts() == {late}
