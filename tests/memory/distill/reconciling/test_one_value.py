"""A home or an age ends where another is said, and by nothing else."""

from __future__ import annotations

from functools import partial

import pytest

from memory.store import doubts, news
from tests.memory.distill.talk import Talk, fact, reply, scripted

LONG = "A reply that is long enough for the session to be worth a distillation at all, as it were."
HOME = "I live in Bergen"


async def learnt(talk: Talk, said: str, category: str = "", **more: object) -> None:
    """One session, distilled by a model that brings the sentence as a fact of `category`, or by rule without one."""
    await talk.begin()
    await talk.say(f"{said}.", LONG)
    talk.model = scripted(reply(fact(said, said, 1, category=category, **more))) if category else None
    await talk.learn()
    talk.clock.move(days=1)


async def asked(talk: Talk) -> list[tuple[str, str]]:
    waiting = await talk.read(doubts.waiting)
    return [(one.newer.text.rstrip("."), one.older.text.rstrip(".")) for one in waiting]


async def held(talk: Talk) -> set[str]:
    return {one.rstrip(".。") for one in await talk.texts()}


@pytest.mark.parametrize(
    ("said", "category"),
    [
        ("I live in a small flat with two cats", "profile"),
        ("I moved to a new team in May", "profile"),
        ("I moved to Python from Ruby", "preferences"),
        ("We moved to microservices last year", "cases"),
        ("I live in fear of spiders", "profile"),
        ("I moved to vim last year", ""),
        ("I live in the moment", ""),
    ],
)
async def test_an_everyday_sentence_about_something_else_leaves_the_home_and_asks_nothing(
    talk: Talk, said: str, category: str
) -> None:
    await learnt(talk, HOME, category and "profile")
    await learnt(talk, said, category)
    assert HOME in await held(talk)
    assert await asked(talk) == []


@pytest.mark.parametrize(
    ("old", "said"),
    [
        ("我住在北京", "我搬到下一个问题。"),
        ("京都に住んでいます", "会議室に引っ越しました。"),
        ("Vivo en Lima", "Vivo en paz."),
    ],
)
async def test_the_same_by_rule_in_other_languages(talk: Talk, old: str, said: str) -> None:
    for one in (old, said):
        await talk.begin()
        await talk.say(one)
        await talk.learn()
    assert old in await held(talk)
    assert await asked(talk) == []


@pytest.mark.parametrize("category", ["profile", ""])
async def test_a_place_named_by_itself_ends_the_home(talk: Talk, category: str) -> None:
    await learnt(talk, HOME, category)
    await learnt(talk, "I moved to Oslo", category)
    assert await held(talk) == {"I moved to Oslo"}


@pytest.mark.parametrize(
    ("said", "category"),
    [
        ("I moved to Python from Ruby", ""),
        ("I moved to Python from Ruby", "profile"),
        ("We moved to GitHub Actions", ""),
        ("I moved to VS Code", ""),
        ("I moved to Oslo", "events"),
        ("I moved to a new flat in Oslo", "profile"),
    ],
)
async def test_where_it_is_open_both_hold_and_the_user_is_asked(talk: Talk, said: str, category: str) -> None:
    await learnt(talk, HOME, category and "profile")
    await learnt(talk, said, category)
    assert await held(talk) == {HOME, said}
    assert await asked(talk) == [(said, HOME)]


async def test_a_home_that_was_open_is_asked_about_even_if_no_word_is_shared(talk: Talk) -> None:
    await learnt(talk, "I relocated to Oslo", "events")
    await learnt(talk, "I live in Rome", "profile")
    assert await asked(talk) == [("I live in Rome", "I relocated to Oslo")]


@pytest.mark.parametrize("between", ["We moved to GitHub Actions", "I moved to Python from Ruby"])
async def test_a_new_home_ends_the_last_one_though_something_doubtful_came_between(talk: Talk, between: str) -> None:
    for said in (HOME, between, "I live in Rome"):
        await learnt(talk, said, "profile")
    assert await held(talk) == {between, "I live in Rome"}


async def test_no_word_of_a_model_makes_a_home_of_a_team(talk: Talk) -> None:
    await learnt(talk, HOME, "profile")
    await learnt(talk, "I moved to the night shift", "profile", operation="change", replaces=1)
    assert HOME in await held(talk)
    assert await asked(talk) == [("I moved to the night shift", HOME)]


@pytest.mark.parametrize(
    ("old", "said"),
    [
        (HOME, "We moved to Kubernetes in the spring"),
        (HOME, "I live with two flatmates and a parrot"),
        (HOME, "I live from my translations"),
        (HOME, "I live with a constant fear of heights"),
        ("Ich wohne in Jena", "Ich wohne mit zwei Katzen zusammen"),
        ("J'habite à Lyon", "J'habite avec ma sœur"),
        ("Vivo en Lima", "Vivo con dos gatos y un loro"),
        ("Moro em Recife", "Moro com três amigos"),
        ("Abito a Genova", "Abito con due pappagalli"),
        ("京都に住んでいます", "姉と一緒に住んでいます"),
        ("我住在北京", "我和两个室友住"),
        ("I work at Siemens", "I work with wood"),
    ],
)
async def test_a_model_ends_no_home_or_employer_by_what_gives_no_other(talk: Talk, old: str, said: str) -> None:
    await learnt(talk, old, "profile")
    await learnt(talk, said, "profile", operation="change", replaces=1)
    assert await held(talk) == {old, said}


@pytest.mark.parametrize(
    ("old", "said"),
    [
        (HOME, "I now live in Graz"),
        (HOME, "I don't live in Bergen any more"),
        ("Ich wohne in Jena", "Ich wohne nicht mehr in Jena"),
        ("J'habite à Lyon", "J'habite à Brest maintenant"),
        ("Vivo en Lima", "Ya no vivo en Lima"),
        ("I work at Siemens", "I don't work at Siemens anymore"),
        ("I am 41 years old", "I am 42 years old"),
        ("My name is Anna", "My name is Marit"),
    ],
)
async def test_a_model_ends_it_by_another_or_by_its_end(talk: Talk, old: str, said: str) -> None:
    await learnt(talk, old, "profile")
    await learnt(talk, said, "profile", operation="change", replaces=1)
    assert await held(talk) == {said}


async def test_being_late_leaves_the_age(talk: Talk) -> None:
    await learnt(talk, "Ich bin 41 Jahre alt", "profile")
    await learnt(talk, "Ich bin 10 Minuten zu spät gekommen", "events")
    assert "Ich bin 41 Jahre alt" in await held(talk)
    assert await asked(talk) == []


async def test_what_the_user_adds_by_command_ends_a_home_only_by_another(talk: Talk) -> None:
    at = talk.clock.now()
    for said in (HOME, "I moved to the night shift", "We moved to GitHub Actions"):
        await talk.store.write(partial(news.remember, said, at=at))
    assert HOME in await held(talk)
    assert await asked(talk) == [("We moved to GitHub Actions", HOME)]
    await talk.store.write(lambda: news.remember("I live in Oslo", at=at))
    assert HOME not in await held(talk)


@pytest.mark.parametrize(
    ("old", "said"),
    [
        ("Ich wohne in Jena.", "Wir sind jetzt nach Halle gezogen."),
        ("J'habite à Lyon.", "Nous avons emménagé à Brest."),
        ("Vivo en Lima.", "Nos hemos mudado a León."),
        ("Abito a Genova.", "Ci siamo trasferiti a Ferrara."),
        ("Moro em Recife.", "Nós nos mudamos para Faro."),
        ("我住在北京。", "我上个月搬到无锡了。"),
        ("京都に住んでいます。", "大阪に引っ越しました。"),
    ],
)
async def test_a_move_of_several_people_or_at_a_time_ends_the_home_before_it(talk: Talk, old: str, said: str) -> None:
    for one in (old, said):
        await talk.begin()
        await talk.say(one)
        await talk.learn()
        talk.clock.move(days=60)
    assert await talk.texts() == {said}


@pytest.mark.parametrize(
    "said",
    [
        "I moved to Python",
        "We moved to Linux",
        "I relocated to MongoDB",
        "I moved to Outlook",
    ],
)
@pytest.mark.parametrize("category", ["profile", ""])
async def test_where_vectors_tell_a_tool_from_a_place_it_ends_no_home(near: Talk, said: str, category: str) -> None:
    await learnt(near, HOME, category)
    await learnt(near, said, category)
    assert await held(near) == {HOME, said}
    assert (said, HOME) in await asked(near)


@pytest.mark.parametrize(
    "said", ["I moved to Oslo", "We moved to Tromsø", "I relocated to Kansas", "I moved to Ferrara"]
)
async def test_where_vectors_tell_a_place_it_ends_the_home(near: Talk, said: str) -> None:
    await learnt(near, HOME)
    await learnt(near, said)
    assert await held(near) == {said}


@pytest.mark.parametrize("category", ["profile", ""])
@pytest.mark.parametrize(
    ("less", "more"),
    [
        (HOME, "I live in Bergen near the harbour"),
        (HOME, "I live in Bergen and keep bees"),
        ("My name is Anna", "My name is Anna Berg"),
        ("I work at Siemens", "I work at Siemens in Erlangen"),
        ("Ich wohne in Jena", "Ich wohne in Jena bei der Brücke"),
        ("J'habite à Lyon", "J'habite à Lyon près de la gare"),
    ],
)
async def test_of_one_home_name_or_employer_what_says_more_stays_whichever_comes_first(
    talk: Talk, less: str, more: str, category: str
) -> None:
    await learnt(talk, less, category)
    await learnt(talk, more, category)
    assert await held(talk) == {more}
    await learnt(talk, less, category)
    assert await held(talk) == {more}
    assert await asked(talk) == []


async def test_a_place_whose_name_goes_on_is_another(talk: Talk) -> None:
    await learnt(talk, "I live in Mexico")
    await learnt(talk, "I live in Mexico City")
    await learnt(talk, "I live in Mexico")
    assert await held(talk) == {"I live in Mexico"}


async def test_a_home_added_by_command_leaves_what_says_more_of_it(talk: Talk) -> None:
    at = talk.clock.now()
    await talk.store.write(lambda: news.remember("I live in Bergen near the harbour", at=at))
    await talk.store.write(lambda: news.remember(HOME, at=at))
    assert "I live in Bergen near the harbour" in await held(talk)
    assert await asked(talk) == []


@pytest.mark.parametrize(
    ("old", "said"),
    [
        ("Hi, I'm Marit", "My name is Anna"),
        ("My name is Anna", "Hello, I'm Marit"),
        ("Hallo, ich bin Marit", "Ich heiße Anna"),
        ("Bonjour, je suis Zoé", "Je m'appelle Anna"),
    ],
)
async def test_who_is_introduced_by_another_name_is_asked_which_is_right(talk: Talk, old: str, said: str) -> None:
    await learnt(talk, old)
    await learnt(talk, said)
    assert await asked(talk) == [(said, old)]


@pytest.mark.parametrize("said", ["I'm Norwegian", "Hi, I'm Anna", "Hi, I'm Anna Berg"])
async def test_no_other_name_is_heard_in_a_nationality_or_in_the_same_name(talk: Talk, said: str) -> None:
    await learnt(talk, "My name is Anna")
    await learnt(talk, said)
    assert await asked(talk) == []


@pytest.mark.parametrize("operation", ["new", "context"])
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I live in Turku during the week", "I live in Naantali at the weekend"),
        ("Unter der Woche wohne ich in Bremen", "Am Wochenende wohne ich in Jever"),
        ("J'habite à Nantes en semaine", "Le week-end, j'habite à Pornic"),
        ("Entre semana vivo en Huesca", "Vivo en Jaca los fines de semana"),
        ("Durante a semana moro em Viseu", "Moro em Tomar aos fins de semana"),
        ("Durante la settimana abito a Torino", "Nel fine settimana vivo a Cuneo"),
        ("平日は東京に住んでいます", "週末は熱海に住んでいます"),
        ("我平时住在北京", "我周末住在天津"),
        ("I live in Turku", "In summer I live in Hanko"),
    ],
)
async def test_two_homes_at_their_times_both_hold(talk: Talk, one: str, other: str, operation: str) -> None:
    await learnt(talk, one, "profile")
    await learnt(talk, other, "profile", operation=operation, replaces=1)
    assert await held(talk) == {one, other}
    assert await asked(talk) == []


@pytest.mark.parametrize("said", ["I live in Tampere during the week", "I live in Oslo now", "I moved to Oslo"])
async def test_a_home_at_times_is_asked_about_when_there_is_another_at_all_or_those_times(
    talk: Talk, said: str
) -> None:
    old = "I live in Turku during the week"
    await learnt(talk, old)
    await learnt(talk, said)
    assert await held(talk) == {old, said}
    assert await asked(talk) == [(said, old)]


@pytest.mark.parametrize(
    ("old", "said"),
    [
        (HOME, "I live in Naantali when I have the kids"),
        ("Ich wohne in Jena", "Ich wohne in Gera, wenn die Kinder bei mir sind"),
        ("J'habite à Lyon", "J'habite à Brest quand les enfants sont là"),
    ],
)
async def test_of_two_homes_that_a_model_takes_for_both_true_the_user_decides(talk: Talk, old: str, said: str) -> None:
    await learnt(talk, old, "profile")
    await learnt(talk, said, "profile", operation="context", replaces=1)
    assert await held(talk) == {old, said}
    assert await asked(talk) == [(said, old)]


@pytest.mark.parametrize(
    ("old", "said"),
    [
        ("I live in Trieste", "I moved to Ljubljana in the spring"),
        ("Vivo en Lima", "Me mudé a Soria en primavera"),
        ("Moro em Recife", "Mudei-me para Beja no verão"),
        ("Abito a Genova", "Mi sono trasferito a Bari in primavera"),
    ],
)
async def test_a_move_in_a_season_is_asked_about(talk: Talk, old: str, said: str) -> None:
    await learnt(talk, old)
    await learnt(talk, said)
    assert await held(talk) == {old, said}
    assert await asked(talk) == [(said, old)]


@pytest.mark.parametrize(
    ("old", "said"),
    [
        ("I live in Trieste", "We moved to Ljubljana in the autumn of 2026"),
        ("Ich wohne in Jena", "Im Sommer bin ich nach Graz gezogen"),
        ("J'habite à Nantes", "On vient de s'installer à Metz"),
        ("J'habite à Nantes", "J'ai emménagé à Brest au printemps"),
        ("京都に住んでいます", "春に福岡に引っ越しました"),
        ("我住在北京", "我春天搬到无锡了"),
    ],
)
async def test_the_season_of_a_move_does_not_hide_it(talk: Talk, old: str, said: str) -> None:
    await learnt(talk, old)
    await learnt(talk, said)
    assert await held(talk) == {said}


@pytest.mark.parametrize(
    ("old", "said"),
    [
        ("I work as a nurse at La Fe", "I work at Sanofi now"),
        ("I work as a nurse at La Fe", "From now on I work at the health centre in Ruzafa"),
        ("i work as a nurse at La Fe, mostly nights", "i got a new job at the health centre"),
        ("I work at Siemens", "I've just started a new job"),
        ("Ich arbeite als Pfleger bei Siemens", "Ich arbeite jetzt bei Bosch"),
        ("Ich arbeite als Pfleger bei Siemens", "Ich habe seit Montag eine neue Stelle"),
        ("Ich arbeite bei Siemens", "Ab jetzt arbeite ich in einer Bäckerei"),
        ("Je travaille comme infirmière chez Renault", "Je travaille chez Thalès"),
        ("Je travaille chez Renault", "J'ai trouvé un nouveau travail"),
        ("im marta, 34, i live in valencia with my husband Joan", "we moved to Alboraya on saturday"),
        ("I live in Bath and work as a baker", "I moved to Bristol"),
        ("私の名前は健太で、京都に住んでいます", "大阪に引っ越しました"),
    ],
)
async def test_news_that_would_lose_a_trade_or_leaves_it_open_is_asked_about(talk: Talk, old: str, said: str) -> None:
    await learnt(talk, old)
    await learnt(talk, said)
    assert await held(talk) == {old, said}
    assert await asked(talk) == [(said, old)]


@pytest.mark.parametrize(
    "said",
    [
        "I work at the kitchen table",
        "I work from home on Fridays",
        "I work as a nurse at La Fe in Valencia",
        "I have worked with children",
    ],
)
async def test_where_or_with_whom_one_works_is_no_other_employer(talk: Talk, said: str) -> None:
    await learnt(talk, "I work as a nurse at La Fe")
    await learnt(talk, said)
    assert "I work as a nurse at La Fe" in " ".join(await held(talk))
    assert await asked(talk) == []


@pytest.mark.parametrize(
    ("old", "said", "left"),
    [
        ("Me llamo Iker y vivo en Zamora", "Me mudé a Soria en enero", {"Me llamo Iker"}),
        ("Vivo en Zamora y trabajo de cocinero", "Me mudé a Soria", {"trabajo de cocinero"}),
        ("Tengo 34 años, vivo en Zamora", "Me mudé a Soria", {"Tengo 34 años"}),
        ("I'm Tom, I'm 34, I live in Bath", "I moved to Bristol", {"I'm Tom", "I'm 34"}),
        ("Je m'appelle Luc, j'habite à Lyon", "J'ai emménagé à Brest", {"Je m'appelle Luc"}),
        (
            "Mi chiamo Ugo, abito a Pisa e lavoro come cuoco",
            "Ci siamo trasferiti ad Asti",
            {"Mi chiamo Ugo", "lavoro come cuoco"},
        ),
        ("Chamo-me Rui, moro em Faro", "Mudei-me para Beja", {"Chamo-me Rui"}),
        ("Ich heiße Jan und wohne in Kiel", "Ich bin nach Graz gezogen", {"Ich heiße Jan"}),
        ("我叫李明，我住在北京", "我搬到无锡了", {"我叫李明"}),
    ],
)
async def test_of_a_sentence_that_tells_several_things_only_the_home_ends(
    talk: Talk, old: str, said: str, left: set[str]
) -> None:
    await learnt(talk, old)
    await learnt(talk, said)
    assert await held(talk) == {said, *left}


@pytest.mark.parametrize(
    ("old", "said"),
    [
        ("I'm 52", "On Sunday I turned 53"),
        ("Ich bin 52 Jahre alt", "Ich bin am Sonntag 53 geworden"),
        ("J'ai 52 ans", "Je viens d'avoir 53 ans"),
        ("Tengo 52 años", "El domingo cumplí 53"),
        ("Ho 52 anni", "Domenica ho compiuto 53 anni"),
        ("Tenho 52 anos", "Fiz 53 anos no domingo"),
        ("52歳です", "日曜日に53歳になりました"),
        ("我52岁", "我星期天满53岁了"),
    ],
)
async def test_a_birthday_ends_the_age_before_it(talk: Talk, old: str, said: str) -> None:
    await learnt(talk, old)
    await learnt(talk, said)
    assert await held(talk) == {said}


async def test_of_several_homes_that_hold_the_user_is_asked_about_each(talk: Talk) -> None:
    homes = ["I live in Turku during the week", "I live in Naantali at the weekend"]
    for said in (*homes, "I moved to Oslo"):
        await learnt(talk, said)
    assert await held(talk) == {*homes, "I moved to Oslo"}
    pairs = await talk.read(lambda: doubts.beside(3))
    assert {pair.older.text.rstrip(".") for pair in pairs} == set(homes)


async def test_a_home_that_is_left_open_is_asked_about_though_another_ends(talk: Talk) -> None:
    first = "im marta, 34, i live in valencia with my husband Joan"
    for said in (first, "I live in Alboraya", "I live in Jaca"):
        await learnt(talk, said)
    assert await held(talk) == {first, "I live in Jaca"}
    assert ("I live in Jaca", first) in await asked(talk)
