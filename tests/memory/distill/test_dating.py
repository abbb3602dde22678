"""Which dates of a model's reply are believed, and which a statement gives by itself. An end is the moment after."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from memory.distill import dating
from memory.settings import Settings
from tests.memory.distill.talk import Talk, fact, reply, scripted

TOLD = datetime(2026, 5, 18, 9, 40, tzinfo=UTC)
SAID = {"year": "I lived in Ghent until 2015", "day": "I worked there until yesterday, today and for good"}


@pytest.mark.parametrize(
    ("said", "end", "believed"),
    [
        ("year", datetime(2016, 1, 1, tzinfo=UTC), datetime(2016, 1, 1, tzinfo=UTC)),
        ("year", datetime(2017, 1, 1, tzinfo=UTC), None),
        ("day", datetime(2026, 5, 18, tzinfo=UTC), datetime(2026, 5, 18, tzinfo=UTC)),
        ("day", datetime(2026, 5, 19, tzinfo=UTC), TOLD),
        ("day", datetime(2026, 5, 18, 20, tzinfo=UTC), datetime(2026, 5, 18, 20, tzinfo=UTC)),
        ("day", datetime(2026, 5, 20, tzinfo=UTC), datetime(2026, 5, 20, tzinfo=UTC)),
    ],
    ids=["its-year", "another-year", "yesterday", "today", "an-hour", "tomorrow"],
)
def test_an_end_is_believed_as_it_was_said(said: str, end: datetime, believed: datetime | None) -> None:
    assert dating.ended(end, SAID[said], TOLD) == believed


FRIDAY = datetime(2026, 5, 15, tzinfo=UTC)


@pytest.mark.parametrize(
    ("sentence", "since", "believed"),
    [
        ("I bought a Tesla last Friday.", datetime(2024, 10, 1, tzinfo=UTC), FRIDAY),
        ("I bought a Tesla last Friday.", FRIDAY, FRIDAY),
        ("Gestern habe ich einen Tesla gekauft.", datetime(2026, 5, 18, tzinfo=UTC), datetime(2026, 5, 17, tzinfo=UTC)),
        ("I moved here last month.", datetime(2026, 4, 7, tzinfo=UTC), datetime(2026, 4, 7, tzinfo=UTC)),
        (
            "I sold it last Friday, I had it since 2019.",
            datetime(2019, 1, 1, tzinfo=UTC),
            datetime(2019, 1, 1, tzinfo=UTC),
        ),
        (
            "I had it from last March until yesterday.",
            datetime(2026, 3, 1, tzinfo=UTC),
            datetime(2026, 3, 1, tzinfo=UTC),
        ),
        ("I moved on the eve of the fair.", datetime(2026, 5, 9, tzinfo=UTC), datetime(2026, 5, 9, tzinfo=UTC)),
        ("I start next Monday, they said so yesterday.", datetime(2026, 5, 25, tzinfo=UTC), None),
    ],
    ids=["another-day", "that-day", "today", "within", "a-year-beside", "one-of-two", "not-resolved", "to-come"],
)
def test_a_beginning_is_what_the_words_mean_on_the_day_they_were_said(
    sentence: str, since: datetime, believed: datetime | None
) -> None:
    assert dating.begun(since, sentence, TOLD, sentence) == believed


def test_an_end_is_what_the_words_mean_on_the_day_they_were_said() -> None:
    said = "I quit last Friday."
    assert dating.ended(datetime(2026, 1, 2, tzinfo=UTC), said, TOLD, said) == datetime(2026, 5, 16, tzinfo=UTC)
    future = datetime(2026, 6, 1, tzinfo=UTC)
    assert dating.ended(future, said, TOLD, said) == future, "it ends later, whatever was last Friday"


MONDAY = datetime(2026, 5, 11, tzinfo=UTC)


@pytest.mark.parametrize(
    ("sentence", "since"),
    [
        ("I moved to Odense last Friday.", FRIDAY),
        ("Gestern habe ich einen Volvo V60 gekauft.", datetime(2026, 5, 17, tzinfo=UTC)),
        ("Ich wohne seit Montag in Graz.", MONDAY),
        ("J'habite à Brest depuis lundi.", MONDAY),
        ("Vivo en León desde el lunes.", MONDAY),
        ("Abito a Ferrara da lunedì.", MONDAY),
        ("Moro em Faro desde segunda-feira.", MONDAY),
        ("昨天我搬到了无锡。", datetime(2026, 5, 17, tzinfo=UTC)),
        ("先月、大阪に引っ越しました。", datetime(2026, 4, 1, tzinfo=UTC)),
        ("I have lived in Oslo since 2019.", datetime(2019, 1, 1, tzinfo=UTC)),
        ("My exam is in June.", None),
        ("My birthday is 3 May.", None),
        ("I moved today.", None),
        ("I lived in Ghent from last March until yesterday.", None),
        ("Last Friday, we moved to Odense.", FRIDAY),
        ("Vor zwei Jahren sind wir nach Halle gezogen.", datetime(2024, 1, 1, tzinfo=UTC)),
        ("My dog Rex died yesterday.", datetime(2026, 5, 17, tzinfo=UTC)),
        ("I have lived in Oslo since 2019 and I like it.", datetime(2019, 1, 1, tzinfo=UTC)),
        ("Yesterday I noticed I'm allergic to wool.", None),
        ("I live in Oslo and last Friday I sold a boat.", None),
        ("Last Friday I learnt that my sister lives in Lyon.", None),
        ("I'm allergic to wool, the doctor found out yesterday.", None),
        ("Gestern sagte der Arzt, ich bin allergisch gegen Wolle.", None),
        ("Hier j'ai appris que je suis allergique au lait.", None),
        ("Ayer supe que soy alérgico al látex.", None),
        ("Ieri ho scoperto che sono allergico al latte.", None),
        ("Ontem soube que sou alérgico ao látex.", None),
        ("昨天我发现我对羊毛过敏。", None),
    ],
)
def test_a_statement_says_by_itself_since_when_it_is_so(sentence: str, since: datetime | None) -> None:
    assert dating.told(sentence, TOLD) == since


async def test_by_rule_it_holds_since_the_day_that_was_named(talk: Talk) -> None:
    talk.settings = Settings(time_zone="Asia/Tokyo")
    talk.clock.time = datetime(2026, 5, 18, 20, tzinfo=UTC)
    await talk.say("I moved to Odense yesterday.")
    await talk.learn()
    (record,) = await talk.facts()
    assert record.valid_from == datetime(2026, 5, 18, tzinfo=ZoneInfo("Asia/Tokyo"))


async def test_what_was_just_said_of_another_day_can_be_corrected(talk: Talk) -> None:
    await talk.say("I bought a Volvo last Friday.")
    await talk.learn()
    await talk.say("Sorry, I meant I bought a Saab last Friday.")
    await talk.learn()
    assert [one for one in await talk.texts() if "Volvo" in one] == []


async def test_a_models_date_gives_way_to_what_was_said(talk: Talk) -> None:
    said = "I bought a Tesla last Friday and it is red."
    talk.model = scripted(reply(fact("Bought a Tesla", "I bought a Tesla last Friday", 1, since="2024-10-01")))
    talk.clock.time = TOLD
    await talk.say(said)
    await talk.learn()
    assert [record.valid_from for record in await talk.facts()] == [FRIDAY]
