"""Times that a question names, in several languages, seen from Monday, 18 May 2026."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.text.times import span_in

NOW = datetime(2026, 5, 18, 9, 40, tzinfo=UTC)

NAMED = {
    "yesterday": ("2026-05-17", "2026-05-18"),
    "what did I say the day before yesterday?": ("2026-05-16", "2026-05-17"),
    "what did I tell you last week": ("2026-05-11", "2026-05-18"),
    "What did we plan last weekend?": ("2026-05-16", "2026-05-18"),
    "this week": ("2026-05-18", "2026-05-25"),
    "what was that last month?": ("2026-04-01", "2026-05-01"),
    "last year": ("2025-01-01", "2026-01-01"),
    "where was I last March?": ("2026-03-01", "2026-04-01"),
    "last May": ("2025-05-01", "2025-06-01"),
    "last summer": ("2025-06-01", "2025-09-01"),
    "last winter": ("2025-12-01", "2026-03-01"),
    "last Friday": ("2026-05-15", "2026-05-16"),
    "last Monday": ("2026-05-11", "2026-05-12"),
    "since Thursday": ("2026-05-14", "2026-05-15"),
    "seit Donnerstag": ("2026-05-14", "2026-05-15"),
    "depuis jeudi": ("2026-05-14", "2026-05-15"),
    "desde el jueves": ("2026-05-14", "2026-05-15"),
    "da giovedì": ("2026-05-14", "2026-05-15"),
    "desde quinta-feira": ("2026-05-14", "2026-05-15"),
    "in May 2023": ("2023-05-01", "2023-06-01"),
    "What did Ana do on 8 May, 2023?": ("2023-05-08", "2023-05-09"),
    "on May 8th, 2023": ("2023-05-08", "2023-05-09"),
    "on May 8": ("2026-05-08", "2026-05-09"),
    "on December 8": ("2025-12-08", "2025-12-09"),
    "in October": ("2025-10-01", "2025-11-01"),
    "2023-05-08": ("2023-05-08", "2023-05-09"),
    "in 2024": ("2024-01-01", "2025-01-01"),
    "two weeks ago": ("2026-05-01", "2026-05-08"),
    "3 days ago": ("2026-05-15", "2026-05-16"),
    "a month ago": ("2026-04-01", "2026-05-01"),
    "two years ago": ("2024-01-01", "2025-01-01"),
    "in the last two weeks": ("2026-05-04", "2026-05-19"),
    "was habe ich gestern gesagt": ("2026-05-17", "2026-05-18"),
    "vorgestern": ("2026-05-16", "2026-05-17"),
    "Was war letzte Woche?": ("2026-05-11", "2026-05-18"),
    "im letzten März": ("2026-03-01", "2026-04-01"),
    "vor zwei Wochen": ("2026-05-01", "2026-05-08"),
    "vor drei Monaten": ("2026-02-01", "2026-03-01"),
    "am 8. Mai 2023": ("2023-05-08", "2023-05-09"),
    "am 8.5.2023": ("2023-05-08", "2023-05-09"),
    "im Mai 2023": ("2023-05-01", "2023-06-01"),
    "Qu'est-ce que je t'ai dit hier ?": ("2026-05-17", "2026-05-18"),
    "la semaine dernière": ("2026-05-11", "2026-05-18"),
    "le mois passé": ("2026-04-01", "2026-05-01"),
    "vendredi dernier": ("2026-05-15", "2026-05-16"),
    "en mars dernier": ("2026-03-01", "2026-04-01"),
    "il y a deux semaines": ("2026-05-01", "2026-05-08"),
    "le 8 mai 2023": ("2023-05-08", "2023-05-09"),
    "¿Qué te dije ayer?": ("2026-05-17", "2026-05-18"),
    "la semana pasada": ("2026-05-11", "2026-05-18"),
    "el viernes pasado": ("2026-05-15", "2026-05-16"),
    "hace dos semanas": ("2026-05-01", "2026-05-08"),
    "el 8 de mayo de 2023": ("2023-05-08", "2023-05-09"),
    "en marzo": ("2026-03-01", "2026-04-01"),
    "ieri": ("2026-05-17", "2026-05-18"),
    "due settimane fa": ("2026-05-01", "2026-05-08"),
    "na semana passada": ("2026-05-11", "2026-05-18"),
    "há três meses": ("2026-02-01", "2026-03-01"),
    "на прошлой неделе": ("2026-05-11", "2026-05-18"),
    "две недели назад": ("2026-05-01", "2026-05-08"),
    "我昨天说了什么": ("2026-05-17", "2026-05-18"),
    "前天": ("2026-05-16", "2026-05-17"),
    "上周我们聊了什么": ("2026-05-11", "2026-05-18"),
    "上个月": ("2026-04-01", "2026-05-01"),
    "去年三月": ("2025-03-01", "2025-04-01"),
    "两周前": ("2026-05-01", "2026-05-08"),
    "3个月前": ("2026-02-01", "2026-03-01"),
    "2023年5月8日": ("2023-05-08", "2023-05-09"),
    "昨日何を話した?": ("2026-05-17", "2026-05-18"),
    "一昨日": ("2026-05-16", "2026-05-17"),
    "先週": ("2026-05-11", "2026-05-18"),
    "去年の3月": ("2025-03-01", "2025-04-01"),
    "2週間前": ("2026-05-01", "2026-05-08"),
    "3ヶ月前": ("2026-02-01", "2026-03-01"),
    "5月8日に": ("2026-05-08", "2026-05-09"),
    "지난주": ("2026-05-11", "2026-05-18"),
    "2주 전": ("2026-05-01", "2026-05-08"),
}


@pytest.mark.parametrize("text", NAMED)
def test_a_time_is_a_span_of_days(text: str) -> None:
    span = span_in(text, NOW)
    assert span is not None
    assert (f"{span.start:%Y-%m-%d}", f"{span.end:%Y-%m-%d}") == NAMED[text]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "May I ask you something?",
        "They march on",
        "Marco plays the violin",
        "hier wohne ich",
        "Was macht der Hund hier?",
        "It costs 2023 dollars",
        "2023-02-31",
        "the last word",
        "at last",
        "How are you?",
        "一生",
        "Version 1.2.2023b",
    ],
)
def test_other_words_are_no_time(text: str) -> None:
    assert span_in(text, NOW) is None


def test_the_rest_is_what_is_asked_beside_the_time() -> None:
    span = span_in("What did I cook last Friday?", NOW)
    assert span is not None
    assert span.rest == "what did i cook  ?"


def test_days_lie_in_the_zone_of_now() -> None:
    span = span_in("yesterday", NOW.astimezone(ZoneInfo("Asia/Tokyo")))
    assert span is not None
    assert span.start.isoformat() == "2026-05-17T00:00:00+09:00"


@given(st.text(max_size=60), st.datetimes(min_value=datetime(1, 1, 1), max_value=datetime(9999, 12, 31)))
def test_any_text_at_any_time_is_safe(text: str, now: datetime) -> None:
    for words in (text, f"{text} 99 years ago", f"last week {text}", f"12月 {text}"):
        span = span_in(words, now.replace(tzinfo=UTC))
        assert span is None or span.start < span.end
