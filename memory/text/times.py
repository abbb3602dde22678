"""Times that a question names, as spans of days: "yesterday", "last March", "il y a deux semaines", 去年三月.

One time of a text counts, the first that a rule finds; the rules go from the plainest to the vaguest. No library: what
is not understood is only not ranked by.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import cache
from typing import NamedTuple

from memory.text import time_words as known
from memory.text.normal import plain
from memory.text.scripts import words
from memory.text.stopwords import language_of
from memory.text.time_words import DAY, MONTH, NIGHT, WEEK, WEEKEND, YEAR, alternatives

MOST_CHARS = 1000
Days = tuple[date, date]
"""The first day and the one after the last."""


@dataclass(frozen=True, slots=True)
class Span:
    """From `start` up to and without `end`; `rest` is the text without the words for it, folded.

    `ago`: its words can mean no time to come, as "in May" can; `told`: they tell it by something that was so then.
    """

    start: datetime
    end: datetime
    rest: str
    ago: bool = False
    told: bool = False


class Rule(NamedTuple):
    pattern: re.Pattern[str]
    days: Callable[[re.Match[str], date], Days]
    ago: bool = False


def span_in(text: str, now: datetime) -> Span | None:
    """The time that `text` names, seen from `now`, in whose zone the days lie. None where there is none."""
    return next(spans_in(text, now), None)


def spans_in(text: str, now: datetime) -> Iterator[Span]:
    """All the times that `text` names, one of each kind, the plainest first."""
    folded = plain(text[:MOST_CHARS])
    if language_of(words(folded)) == "fr":
        folded = re.sub(r"(?<![-\w])hier\b", "yesterday", folded)
    taken: list[re.Match[str]] = []
    for rule in _rules():
        match = rule.pattern.search(folded)
        if match is None or any(match.start() < one.end() and one.start() < match.end() for one in taken):
            continue
        if days := _possible(rule, match, now.date()):
            taken.append(match)
            start, end = (datetime.combine(day, time(), now.tzinfo) for day in days)
            yield Span(start, end, f"{folded[: match.start()]} {folded[match.end() :]}".strip(), rule.ago)


def _possible(rule: Rule, match: re.Match[str], today: date) -> Days | None:
    """None for a day that no calendar has."""
    try:
        return rule.days(match, today)
    except (ValueError, OverflowError):
        return None


# What the words mean


def _day(at: date) -> Days:
    return at, at + timedelta(days=1)


def _month(year: int, month: int) -> Days:
    return date(year, month, 1), date(year, month, monthrange(year, month)[1]) + timedelta(days=1)


def _months_back(today: date, count: int) -> Days:
    number = today.year * 12 + today.month - 1 - count
    return _month(number // 12, number % 12 + 1)


def _year(year: int) -> Days:
    return date(year, 1, 1), date(year + 1, 1, 1)


def _week(today: date, back: int) -> Days:
    monday = today - timedelta(days=today.weekday() + 7 * back)
    return monday, monday + timedelta(days=7)


def days_ago(count: int, unit: str, today: date) -> Days:
    """Roughly then: of a week some days around it, of a month and a year the whole one. Less than none is after."""
    if unit == DAY:
        return _day(today - timedelta(days=count))
    if unit == WEEK:
        middle = today - timedelta(weeks=count)
        return middle - timedelta(days=3), middle + timedelta(days=4)
    return _months_back(today, count) if unit == MONTH else _year(today.year - count)


def _whole(unit: str, today: date, back: int) -> Days:
    """The unit that is now, or `back` of them before."""
    if unit == WEEK:
        return _week(today, back)
    if unit == WEEKEND:
        saturday = _week(today, back)[0] + timedelta(days=5)
        return saturday, saturday + timedelta(days=2)
    if unit == NIGHT:
        return _day(today - timedelta(days=back))
    return _months_back(today, back) if unit == MONTH else _year(today.year - back)


def _latest_month(month: int, today: date, *, over: bool = False) -> Days:
    """The newest that has begun; `over`: that is not the one now."""
    gone = month < today.month or (month == today.month and not over)
    return _month(today.year if gone else today.year - 1, month)


def _season(month: int, year: int) -> Days:
    end = month + 3
    return date(year, month, 1), date(year + (end > 12), (end - 1) % 12 + 1, 1)


def _latest_season(month: int, today: date) -> Days:
    """The newest that is over."""
    seasons = [_season(month, today.year - back) for back in range(3)]
    return next(one for one in seasons if one[1] <= today)


def _dated(day: str | None, month: int, year: str | None, today: date) -> Days:
    if day is None:
        return _month(int(year), month) if year else _latest_month(month, today)
    if year:
        return _day(date(int(year), month, int(day)))
    this = date(today.year, month, int(day))
    return _day(this if this <= today else date(today.year - 1, month, int(day)))


def number_in(text: str) -> int:
    if text.isdecimal():
        return int(text)
    if text in known.NUMBERS:
        return known.NUMBERS[text]
    tens, _, ones = text.rpartition("十")
    return (10 * (known.KANJI.get(tens, 1)) if "十" in text else 0) + known.KANJI.get(ones, 0)


# The rules


@cache
def _rules() -> tuple[Rule, ...]:
    return (*_calendar(), *_spaceless(), *_relative(), *_vague())


def _rule(pattern: str, days: Callable[[re.Match[str], date], Days], *, ago: bool = False) -> Rule:
    return Rule(re.compile(pattern), days, ago)


def _calendar() -> tuple[Rule, ...]:
    month, year, of = f"(?P<m>{alternatives(known.MONTHS)})", r"(?P<y>(?:19|20)\d\d)", "(?:of |de |di |del )?"

    def named(match: re.Match[str], today: date) -> Days:
        found = match.groupdict()
        return _dated(found.get("d"), known.MONTHS[match["m"]], found.get("y"), today)

    def numbered(match: re.Match[str], today: date) -> Days:
        return _dated(match["d"], int(match["m"]), match["y"], today)

    return (
        _rule(rf"\b{year}-(?P<m>\d\d)(?:-(?P<d>\d\d))?\b", numbered),
        _rule(rf"\b(?P<d>\d{{1,2}})\. ?(?P<m>\d{{1,2}})\. ?{year}\b", numbered),
        _rule(rf"\b(?P<d>\d{{1,2}})(?:st|nd|rd|th|er|\.)? {of}{month}\b\.?(?:,? {of}{year}\b)?", named),
        _rule(rf"\b{month}\.? (?P<d>\d{{1,2}})(?:st|nd|rd|th)?\b(?!:)(?:,? {year}\b)?", named),
        _rule(rf"\b{month}\.?,? {of}{year}\b", named),
    )


def _spaceless() -> tuple[Rule, ...]:
    """Chinese, Japanese and Korean."""
    count = "(?P<n>\\d{1,3}|[一二三四五六七八九十两兩]{1,3})"
    month = count.replace("<n>", "<m>") + "(?:月|월)"
    units = {"天": DAY, "日": DAY, "일": DAY, "周": WEEK, "星期": WEEK, "礼拜": WEEK, "週間": WEEK, "주": WEEK}
    units |= dict.fromkeys(("月", "달"), MONTH) | dict.fromkeys(("年", "년"), YEAR)
    years = {"前年": 2, "一昨年": 2, "재작년": 2, "去年": 1, "昨年": 1, "작년": 1, "今年": 0, "올해": 0}
    days = {
        "一昨日": 2,
        "前天": 2,
        "그제": 2,
        "昨天": 1,
        "昨日": 1,
        "きのう": 1,
        "어제": 1,
        "今天": 0,
        "今日": 0,
        "오늘": 0,
    }
    wholes = {
        (WEEK, 1): "上个?(?:周|星期|礼拜)|先週|지난 ?주",
        (WEEK, 0): "[这本]个?(?:周|星期|礼拜)|今週|이번 ?주",
        (MONTH, 1): "上个?月|先月|지난 ?달",
        (MONTH, 0): "[这本]个?月|今月|이번 ?달",
    }

    def ago(match: re.Match[str], today: date) -> Days:
        return days_ago(number_in(match["n"]), units[match["u"]], today)

    def yearly(match: re.Match[str], today: date) -> Days:
        year = today.year - years[match["y"]]
        return _month(year, number_in(match["m"])) if match["m"] else _year(year)

    def dated(match: re.Match[str], today: date) -> Days:
        if match["m"] is None:
            return _year(int(match["y"]))
        return _dated(match["d"], number_in(match["m"]), match["y"], today)

    def whole(unit: str, back: int) -> Callable[[re.Match[str], date], Days]:
        return lambda _, today: _whole(unit, today, back)

    return (
        _rule(rf"(?P<y>(?:19|20)\d\d) ?[年년](?: ?{month}(?: ?(?P<d>\d{{1,2}})[日号일])?)?", dated),
        _rule(rf"{count} ?(?:个|箇|개|ヶ|か|カ|ヵ|ケ)? ?(?P<u>{alternatives(units)}) ?(?:以?前|전)", ago, ago=True),
        _rule(rf"(?P<y>{alternatives(years)})的?の? ?(?:{month})?", yearly, ago=True),
        *(_rule(pattern, whole(*meant), ago=True) for meant, pattern in wholes.items()),
        _rule(
            f"(?P<x>{alternatives(days)})",
            lambda match, today: _day(today - timedelta(days=days[match["x"]])),
            ago=True,
        ),
        _rule(rf"{month} ?(?P<d>\d{{1,2}})[日号일]", _day_named),
        _rule(rf"(?<![\d个]){month}(?!前)", lambda match, today: _latest_month(number_in(match["m"]), today)),
    )


def _day_named(match: re.Match[str], today: date) -> Days:
    """A day without its year."""
    return _dated(match["d"], number_in(match["m"]), None, today)


def _relative() -> tuple[Rule, ...]:
    """Counted from today."""
    count, unit = rf"(?P<n>\d{{1,3}}|{alternatives(known.NUMBERS)})", f"(?P<u>{alternatives(known.UNITS)})"
    last = f"(?:{'|'.join(known.LAST)})"
    about = "(?:about |etwa |ungefahr |environ |unos |unas |circa |cerca de )?"

    def ago(match: re.Match[str], today: date) -> Days:
        return days_ago(number_in(match["n"]), known.UNITS[match["u"]], today)

    def lately(match: re.Match[str], today: date) -> Days:
        days = {DAY: 1, WEEK: 7, MONTH: 30, YEAR: 365}[known.UNITS[match["u"]]]
        return today - timedelta(days=days * number_in(match["n"])), today + timedelta(days=1)

    return (
        _rule(rf"\b{count} (?:of )?{unit} (?:ago|fa|atras|назад)\b", ago, ago=True),
        _rule(rf"\b(?:vor|il y a|hace|ha) {about}{count} {unit}\b", ago, ago=True),
        _rule(rf"\b{last} {count} {unit}\b", lately),
        _rule(rf"\b{count} {last} {unit}\b", lately),
        _rule(
            rf"(?<![-\w])(?P<x>{alternatives(known.DAYS)})(?![-\w])",
            lambda match, today: _day(today + timedelta(days=known.DAYS[match["x"]])),
            ago=True,
        ),
    )


def _vague() -> tuple[Rule, ...]:
    """The last one, this one, or the one that is only named: "last week", "lundi dernier", "in May"."""
    last, this = f"(?:{'|'.join(known.LAST)})", f"(?:{'|'.join(known.THIS)})"
    named = alternatives([*known.SPANS, *known.WEEKDAYS, *known.MONTHS, *known.SEASONS])
    since = f"(?:{'|'.join(known.SINCE)})"
    into = f"(?:in|im|en|em|au|nel|{since}|во?|during)"

    def the_last(match: re.Match[str], today: date) -> Days:
        word = match["x"]
        if word in known.SPANS:
            return _whole(known.SPANS[word], today, 1)
        if word in known.WEEKDAYS:
            return _day(today - timedelta(days=(today.weekday() - known.WEEKDAYS[word] - 1) % 7 + 1))
        if word in known.MONTHS:
            return _latest_month(known.MONTHS[word], today, over=True)
        return _latest_season(known.SEASONS[word], today)

    def this_one(match: re.Match[str], today: date) -> Days:
        word = match["x"]
        if word in known.SPANS:
            return _whole(known.SPANS[word], today, 0)
        return _season(known.SEASONS[word], today.year)

    return (
        _rule(rf"\b{last} (?P<x>{named})\b", the_last, ago=True),
        _rule(rf"\b(?P<x>{named}) {last}\b", the_last, ago=True),
        _rule(rf"\b{since} (?P<x>{alternatives(known.WEEKDAYS)})\b", the_last, ago=True),
        _rule(
            rf"\b{since} (?P<m>{alternatives(known.MONTHS)})\b",
            lambda match, today: _latest_month(known.MONTHS[match["m"]], today),
            ago=True,
        ),
        _rule(rf"\b{since} (?P<y>(?:19|20)\d\d)\b", lambda match, _: _year(int(match["y"])), ago=True),
        _rule(rf"\b{this} (?P<x>{alternatives([*known.SPANS, *known.SEASONS])})\b", this_one),
        _rule(
            rf"\b{into} (?P<m>{alternatives(known.MONTHS)})\b",
            lambda match, today: _latest_month(known.MONTHS[match["m"]], today),
        ),
        _rule(rf"\b(?:{into}|year|jahr) (?P<y>(?:19|20)\d\d)\b", lambda match, _: _year(int(match["y"]))),
        _rule(r"\b(?P<y>(?:19|20)\d\d) году\b", lambda match, _: _year(int(match["y"]))),
    )
