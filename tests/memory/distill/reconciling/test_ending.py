"""Which news ends what is known, and which leaves it or asks: decided by the words alone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from memory.distill.candidates import Fact
from memory.distill.reconciling import known, reconcile
from memory.distill.reconciling.reconcile import News
from memory.types import Origin

TOLD = datetime(2026, 5, 20, 9, 0, tzinfo=UTC)
BEFORE = TOLD - timedelta(days=9)

ENDS = [
    ("I work at Lidl", "I was made redundant from Lidl"),
    ("I work at Lidl", "I resigned from Lidl"),
    ("我抽烟。", "我把烟戒了"),
    ("I drink coffee", "I don't drink coffee"),
    ("Call me Dan", "Call me Danny"),
    ("Call me Dan", "Call me Dee"),
    ("Nenn mich Hannes", "Nenn mich Jo"),
    ("I smoke", "I stopped smoking"),
    ("I smoke", "I quit smoking"),
    ("I smoke.", "I gave up smoking last year."),
    ("I eat meat", "I stopped eating meat"),
    ("I drink alcohol", "I stopped drinking alcohol"),
    ("I drive to work", "I stopped driving to work"),
    ("I run marathons", "I stopped running marathons"),
    ("I no longer smoke", "I smoke again"),
    ("Ich rauche", "Ich habe mit dem Rauchen aufgehört"),
    ("Ich rauche.", "Ich rauche nicht mehr."),
    ("Ich esse Fleisch", "Ich habe aufgehört, Fleisch zu essen"),
    ("Je fume", "J'ai arrêté de fumer"),
    ("Je bois de l'alcool", "J'ai arrêté de boire de l'alcool"),
    ("Je mange de la viande", "J'ai arrêté de manger de la viande"),
    ("Fumo", "He dejado de fumar"),
    ("Fumo.", "Dejé de fumar."),
    ("Como carne", "Dejé de comer carne"),
    ("Bebo alcohol", "Ya no bebo alcohol"),
    ("Conduzco al trabajo", "Dejé de conducir al trabajo"),
    ("Fumo", "Ho smesso di fumare"),
    ("Mangio carne", "Ho smesso di mangiare carne"),
    ("Fumo", "Parei de fumar"),
    ("Como carne", "Deixei de comer carne"),
    ("我抽烟", "我戒烟了"),
    ("我抽烟", "我不抽烟了"),
    ("我养狗", "我不养狗了"),
    ("我养了一只狗", "我不养狗了"),
    ("我住在北京", "我不住北京了"),
    ("我住在北京", "我不住在北京了"),
    ("タバコを吸います", "タバコをやめました"),
    ("私は東京に住んでいます", "もう東京に住んでいません"),
    ("I play tennis", "I no longer play tennis"),
    ("I live in Hull", "I moved from Hull to York three weeks ago"),
    ("I live in Hull", "I moved to York three years ago"),
    ("Trabajo para Seat", "Ahora trabajo para Iberia"),
    ("Lavoro alla Fiat", "Lavoro alla Ferrari"),
    ("Lavoro per Enel", "Lavoro presso Eni"),
    ("I live in Hull", "We moved to Oslo"),
]

STAYS = [
    ("I play table tennis", "I no longer play tennis"),
    ("I play ice hockey", "I stopped playing hockey"),
    ("I drink green tea", "I stopped smoking"),
    ("I eat fish", "I stopped eating meat"),
    ("I smoke", "My wife stopped smoking"),
    ("I smoke", "I stopped drinking"),
    ("Fumo", "Dejé de beber"),
    ("Trabajo en Seat", "Trabajo en Renault"),
    ("Trabalho na Galp", "Trabalho na Sonae"),
    ("Trabajo en Seat", "Trabajo en Madrid"),
    ("Mein Name ist Petra", "Hallo, ich bin Lehrerin"),
    ("My name is Petra", "Hi, I'm a teacher"),
    ("I drink coffee", "I don't drink coffee after 3pm"),
    ("Ich trinke Kaffee", "Nach 15 Uhr trinke ich keinen Kaffee"),
    ("Je bois du café", "Je ne bois pas de café après 15h"),
    ("I work at Lidl", "I resigned from the choir"),
    ("Ich arbeite bei Edeka", "Mein Bruder hat bei Edeka gekündigt"),
    ("Je joue du piano", "J'ai arrêté le violon"),
    ("My name is Dana", "Call me Dan"),
    ("My name is Dana", "I go by Dan at work"),
    ("Call me Dan", "I go by Dee at work"),
    ("Ich heiße Johannes", "Nenn mich Hannes"),
    ("Me llamo Francisco", "Llámame Paco"),
    ("Je m'appelle Alexandra", "Appelle-moi Alex"),
    ("Chamo-me José", "Chama-me Zé"),
    ("Mi chiamo Giuseppe", "Chiamami Beppe"),
    ("我叫陈静", "叫我小静"),
    ("名前は田村です", "タムと呼んで"),
    ("I live in Hull", "We moved to Kubernetes"),
    ("I live in Hull", "We moved to Kubernetes last year."),
]


def action(old: str, new: str) -> str:
    """What is done with `new` where `old` is known."""
    fact = known.Fact(1, old, "profile", "rules", True, BEFORE, learnt=BEFORE)
    news = News(Fact(new, category="profile", quote=new), (1,), Origin.USER, TOLD, new)
    return reconcile.step(news, [fact], ()).action


@pytest.mark.parametrize(("old", "new"), ENDS)
def test_what_is_over_or_has_changed_ends(old: str, new: str) -> None:
    assert action(old, new) == "supersede"


@pytest.mark.parametrize(("old", "new"), STAYS)
def test_what_may_still_be_so_stays(old: str, new: str) -> None:
    assert action(old, new) in ("create", "doubt")
