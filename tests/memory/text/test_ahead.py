"""What is planned or still to come is told from what is so already, in each language."""

from __future__ import annotations

import pytest

from memory.text.stated import comes_to, planned, slot

TO_COME = [
    "I'm moving to Riga in March",
    "I start at Nokia next Monday",
    "I'm quitting Nokia next month",
    "wir ziehen nächsten Monat nach Halle",
    "Ich werde nach Jena ziehen",
    "on déménage à Lyon l'été prochain",
    "Je m'installe à Metz en mai",
    "nos mudamos a Alboraya el mes que viene",
    "Me mudo a Vigo en marzo",
    "Ci trasferiamo a Bari a marzo",
    "Mudo-me para Faro em março",
    "我们明年要搬到成都",
    "来月大阪に引っ越します",
    "大阪に引っ越す予定です",
]

SO_NOW = [
    "I moved to Riga in March",
    "I stopped smoking, next week I run a race",
    "I don't work at Nokia any more, I start at Volvo next week",
    "I live in Riga until next June",
    "I work from Monday to Friday at Nokia",
    "Am Morgen arbeite ich bei Bosch",
    "Ich ziehe Tomaten auf dem Balkon",
    "On a déménagé à Lyon en mai",
    "Nos mudamos a León",
    "Mi alzo presto",
    "Mudámo-nos para Beja",
    "我搬到大阪了",
    "大阪に引っ越しました",
]


@pytest.mark.parametrize("said", TO_COME)
def test_a_plan_is_one(said: str) -> None:
    assert planned(said)
    assert slot(said) == ""


@pytest.mark.parametrize("said", SO_NOW)
def test_what_is_so_now_is_no_plan(said: str) -> None:
    assert not planned(said)


@pytest.mark.parametrize(
    "said",
    [
        "Ab April wohne ich in Jena",
        "El mes que viene, vivimos en Jaca",
        "From next week on I work at Nokia",
        "A partire da maggio abito a Bari",
    ],
)
def test_a_home_or_an_employer_to_come_is_none_yet(said: str) -> None:
    assert slot(said) == ""


@pytest.mark.parametrize(
    "said",
    [
        "I live in Riga and next month I start at Nokia",
        "Ich wohne in Jena, und ab April arbeite ich in einer anderen Stadt",
        "J'habite à Metz, demain je pars",
        "Vivo en Lugo y el mes que viene me caso",
        "I live in Riga until next June",
    ],
)
def test_what_is_to_come_beside_a_home_leaves_it_one(said: str) -> None:
    assert slot(said) == "home"


@pytest.mark.parametrize(
    ("said", "quote", "content", "early"),
    [
        ("nos mudamos a Alboraya el mes que viene", "nos mudamos a Alboraya", "Vivimos en Alboraya", True),
        ("Next month, we move to Gdynia", "we move to Gdynia", "We moved to Gdynia", True),
        ("im März ziehen wir nach Celle um", "ziehen wir nach Celle um", "Wir wohnen in Celle", True),
        ("Le mois prochain on déménage à Pau", "on déménage à Pau", "Nous habitons à Pau", True),
        ("A partir de maio trabalho na Galp", "trabalho na Galp", "Trabalho na Galp", True),
        ("我下个月搬到大阪", "搬到大阪", "我住在大阪", True),
        ("I'm moving to Riga in March", "I'm moving to Riga in March", "I'm moving to Riga", False),
        ("I live in Riga and next month I start at Nokia", "I live in Riga", "I live in Riga", False),
        ("Ich wohne in Jena, ab April arbeite ich bei Bosch", "Ich wohne in Jena", "Ich wohne in Jena", False),
        ("Nos mudamos a León en enero", "Nos mudamos a León en enero", "Nos mudamos a León", False),
    ],
)
def test_a_statement_that_comes_too_early_is_noticed(said: str, quote: str, content: str, early: bool) -> None:
    assert comes_to(content, said, quote) is early
