"""What one statement gives a value to."""

from __future__ import annotations

import pytest

from memory.text.languages import ENGLISH
from memory.text.stated import claim, claimed, displaces, loses, opens, slot
from memory.text.values import Form


def test_a_statement_gives_one_value_and_a_long_text_is_no_statement() -> None:
    assert slot("I live in Ghent") == "home"
    assert slot("I live in Ghent. " * 10_000) == ""


def test_a_long_text_opens_with_no_statement_of_its_own() -> None:
    assert opens("I live in Ghent, with a dog", ENGLISH)
    assert not opens("I live in Ghent" + ", with a dog" * 1_000, ENGLISH)


@pytest.mark.parametrize(
    "said",
    [
        "No I live in York now.",
        "I quit and I moved to Oslo.",
        "No regrets I moved to Oslo.",
        "Nein ich wohne in Wien.",
        "No, vivo en Cádiz.",
        "Non so come, ma abito a Genova.",
    ],
)
def test_a_no_to_something_else_leaves_the_home(said: str) -> None:
    assert slot(said) == "home"


@pytest.mark.parametrize("said", ["Ya no vivo en Sevilla.", "Non ci vivo in Italia.", "Eu já não moro em Recife."])
def test_a_no_right_before_the_verb_gives_no_home(said: str) -> None:
    assert slot(said) == ""


@pytest.mark.parametrize(
    "said",
    [
        "Toco jazz en vivo en Madrid.",
        "Compré un cangrejo vivo en Vigo.",
        "Es un artículo vivo en Wikipedia.",
        "Ascolto musica dal vivo a Milano.",
        "Ho comprato un abito a Milano.",
        "L'abito da sposa a Torino mi piace.",
        "Gosto de jazz ao vivo em Lisboa.",
        "Vi o moro em Faro.",
    ],
)
def test_a_noun_in_the_form_of_a_verb_gives_no_home(said: str) -> None:
    assert claim(said).slot == ""


@pytest.mark.parametrize(
    "said",
    [
        "Con mi primo vivo en Lugo.",
        "Este año vivo en Lugo.",
        "En el piso de mi tía vivo en Lugo.",
        "Con mio fratello vivo a Como.",
        "Quest'anno abito a Como.",
        "Há dois anos moro em Faro.",
    ],
)
def test_a_verb_behind_a_noun_gives_a_home(said: str) -> None:
    assert slot(said) == "home"


def test_where_somebody_else_lives_is_no_home_of_the_user() -> None:
    assert slot("東京に住んでいます") == "home"
    assert slot("彼は東京に住んでいます") == ""


@pytest.mark.parametrize(
    "said",
    [
        "I live in Leeds, England",
        "I moved to the Netherlands last year",
        "I live in a small flat with two cats in Bergen",
        "I live in downtown Toronto",
        "I moved to Oslo with my family",
        "I moved to Oslo for work",
        "I moved to Bergen near my sister",
        "I live in St. Gallen",
        "Ich wohne in der 3. Etage in Graz.",
        "Ich lebe seit Mai in Köln",
        "J'habite en France",
        "Vivo en la Ciudad de México",
        "Me mudé a Granada hace un mes.",
        "Mi sono trasferita a Bari",
        "Moro no Porto",
        "我住在上海三年了",
        "去年我搬到成都工作",
        "Ci siamo trasferiti ad Asti",
        "Abito con mia sorella ad Arezzo",
        "Mi sono trasferita all'Aquila",
        "Abito vicino ad Aosta",
        "Vivo nell'Irpinia",
        "J'habite près d'Arles",
        "J'ai déménagé de Nice à l'Île-Rousse",
        "Nous avons déménagé d'Arles à Nîmes",
        "J'habite un studio près d'Orléans",
        "On vient de s'installer à Metz",
        "函館に住んでいます",
        "先月、福岡に引っ越しました。",
    ],
)
def test_a_home_is_a_place_named_by_itself(said: str) -> None:
    assert slot(said) == "home"


@pytest.mark.parametrize(
    "said",
    [
        "Wir sind jetzt nach Halle gezogen.",
        "Gestern sind wir nach Halle gezogen.",
        "Wir wohnen in Jena",
        "Nous avons emménagé à Brest",
        "J'ai emménagé à Brest",
        "Nous nous sommes installés à Metz",
        "Nos hemos mudado a León",
        "Nos mudamos a León",
        "Acabamos de mudarnos a Vigo",
        "Ci siamo trasferiti a Ferrara",
        "Nós nos mudamos para Faro",
        "我上个月搬到无锡了。",
        "我们上周搬到厦门了",
    ],
)
def test_a_move_of_several_people_or_at_a_time_is_one_of_the_home(said: str) -> None:
    assert slot(said) == "home"


@pytest.mark.parametrize(
    "said",
    [
        "I live in a small flat with two cats",
        "I live in fear of spiders",
        "I live in the moment",
        "I live in jeans all summer",
        "I moved to a new team in May",
        "I've moved to the night shift",
        "We moved to microservices last year",
        "I moved to vim last year.",
        "I moved to macOS from Windows",
        "Ich lebe in Angst",
        "Ich wohne in einer WG",
        "J'habite au troisième étage",
        "Vivo en paz",
        "Vivo nella paura",
        "Vivo ad alta quota",
        "Vivo all'antica",
        "Abito ad un'ora dal mare",
        "Mi sono trasferito all'ufficio acquisti",
        "J'habite à l'étage",
        "J'habite près d'ici",
        "J'ai emménagé dans l'autre bureau",
        "Mudei para o turno da noite",
        "我搬到下一个问题。",
        "我搬到新公司了",
        "我住在三楼",
        "我住在学校附近",
        "会議室に引っ越しました。",
        "静かな町に住んでいます",
    ],
)
def test_what_is_no_place_is_no_home(said: str) -> None:
    assert claimed(said) == ""


@pytest.mark.parametrize(
    "said",
    [
        "i live in bergen",
        "We moved to GitHub Actions",
        "I moved to VS Code",
        "I moved to Python 3",
        "I moved to Linux servers",
        "I've moved to the Marketing team",
        "Ich wohne in der Schweiz",
        "Mudei-me para o Linux",
        "我搬到Grafana了",
    ],
)
def test_what_may_be_a_place_leaves_open_whether_it_is_a_home(said: str) -> None:
    assert (claimed(said), slot(said)) == ("home", "")


@pytest.mark.parametrize(
    ("category", "sure"), [("profile", "home"), ("", "home"), ("events", ""), ("preferences", ""), ("cases", "")]
)
def test_a_move_that_is_filed_elsewhere_than_under_the_user_is_no_sure_home(category: str, sure: str) -> None:
    assert slot("I moved to Grafana.", category) == sure
    assert slot("I live in Oslo.", category) == "home"


@pytest.mark.parametrize(
    ("said", "old", "form"),
    [
        ("I moved to Oslo from Bergen", "I live in Bergen", Form.SURE),
        ("I moved from Bergen to Oslo", "I live in Bergen, Norway", Form.SURE),
        ("I moved to Python from Ruby", "I live in Bergen", Form.OPEN),
        ("Me mudé a Linux desde Windows", "Vivo en Lima", Form.OPEN),
        ("I moved to Grafana from Datadog", "I moved to Python from Ruby", Form.NONE),
        ("I live in Rome", "I moved to Python from Ruby", Form.OPEN),
        ("I live in Rome", "I am 41 years old", Form.NONE),
    ],
)
def test_what_was_left_tells_whether_a_move_is_one_of_the_home(said: str, old: str, form: Form) -> None:
    assert displaces(claim(said), claim(old), old) is form


@pytest.mark.parametrize(
    "said",
    [
        "Ich bin 41.",
        "Ich bin 41 Jahre alt und Lehrerin",
        "Ich bin gerade 50 geworden.",
        "J'ai 41 ans",
        "Tengo 41 años de edad",
        "我41岁了。",
        "I'm 41",
        "i'm 35 today! cake for everyone",
        "Ich bin heute 35",
        "Hoy cumplo 35",
        "I turned 53 on Sunday",
        "On Sunday I turned 53.",
        "I just turned 53, which calls for cake",
        "Ich bin am Sonntag 53 geworden",
        "Ich bin im Mai 50 Jahre alt geworden",
        "J'ai eu 53 ans dimanche",
        "Je viens d'avoir 53 ans",
        "El domingo cumplí 53",
        "Acabo de cumplir 53 años",
        "Domenica ho compiuto 53 anni",
        "Fiz 53 anos no domingo",
        "日曜日に53歳になりました",
        "我星期天满53岁了",
        "我刚过了53岁生日",
    ],
)
def test_years_alone_are_an_age(said: str) -> None:
    assert slot(said) == "age"


@pytest.mark.parametrize(
    "said",
    [
        "Ich bin 10 Minuten zu spät gekommen",
        "Ich bin 3 Tage weg",
        "Ich bin 1,80 groß",
        "J'ai 10 ans d'expérience",
        "Tengo 5 años viviendo en Lima",
        "Ho 10 anni di esperienza",
        "Tenho 5 anos de casa",
        "我5岁开始学琴",
        "この車は10歳です",
        "I turned 53 pages today",
        "I turned 180 degrees and left",
        "I turned 18 in 2001",
        "I'm 90% done",
        "I'm 20 minutes late today",
        "I'm 10 minutes away",
        "I'm 2-0 up",
        "My son turned 13 on Sunday",
        "Ich bin 100 Meter weiter müde geworden",
        "J'ai eu 53 mails dimanche",
        "Cumplí 53 objetivos en mayo",
        "Ho compiuto 53 passi",
        "Fiz 53 bolos no domingo",
        "我满5岁才开始说话",
    ],
)
def test_other_numbers_are_no_age(said: str) -> None:
    assert slot(said) != "age"


@pytest.mark.parametrize(
    "said", ["Ich arbeite bei Regen nicht.", "Ich arbeite bei Regen drinnen.", "Ich arbeite für Geld."]
)
def test_the_weather_is_no_employer(said: str) -> None:
    assert slot("Ich arbeite bei Siemens") == "employer"
    assert slot(said) == ""


@pytest.mark.parametrize(
    ("new", "old", "lost"),
    [
        ("I live in Ghent", "I live in Bergen, Norway.", False),
        ("I live in Ghent", "My wife and I live in Bergen", False),
        ("I live in Ghent", "I live in Bergen and work at Equinor", True),
        ("I live in Ghent and work at Equinor", "I live in Bergen and work at Equinor", False),
        ("I live in Ghent", "I'm Greta and I live in Bergen", True),
        ("Ich heiße Jürgen Klein", "Ich heiße Jürgen und wohne seit 2015 in Köln", True),
    ],
)
def test_news_about_one_thing_would_lose_what_else_is_said(new: str, old: str, lost: bool) -> None:
    assert loses(new, old) is lost
