"""The words of many languages for times, folded, and the pieces of patterns made of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from memory.text.heads import month_names
from memory.text.normal import fold

T = TypeVar("T")
DAY, WEEK, MONTH, YEAR, WEEKEND, NIGHT = "day", "week", "month", "year", "weekend", "night"


def _table(rows: Mapping[T, str]) -> dict[str, T]:
    """By each folded word what it stands for; `_` stands for a space in a word."""
    return {fold(word.replace("_", " ")): value for value, words in rows.items() for word in words.split()}


UNITS = _table({
    DAY: "day days tag tage tagen jour jours día días giorno giorni dia dias день дня дней",
    WEEK: "week weeks woche wochen semaine semaines semana semanas settimana settimane"
    " неделя неделю неделе недели недель",
    MONTH: "month months monat monate monaten mois mes meses mese mesi mês месяц месяце месяца месяцев",
    YEAR: "year years jahr jahre jahren an ans année années año años anno anni ano anos год году года лет",
})  # fmt: skip
SPANS = {word: unit for word, unit in UNITS.items() if unit != DAY} | _table({
    WEEKEND: "weekend wochenende week-end fin_de_semana fine_settimana fim_de_semana выходные",
    NIGHT: "night evening nacht abend nuit soir noche notte sera noite",
})  # fmt: skip
NUMBERS = _table({
    1: "a an one ein eine einem einer un une uno una um uma один одну",
    2: "two couple zwei deux dos due dois duas два две пару",
    3: "three drei trois tres tre três три",
    4: "four vier quatre cuatro quattro quatro четыре",
    5: "five fünf cinq cinco cinque пять",
    6: "six sechs six seis sei шесть",
    7: "seven sieben sept siete sette sete семь",
    8: "eight acht huit ocho otto oito восемь",
    9: "nine neun neuf nueve nove девять",
    10: "ten zehn dix diez dieci dez десять",
})  # fmt: skip
WEEKDAYS = _table({
    0: "monday montag lundi lunes lunedì segunda-feira понедельник",
    1: "tuesday dienstag mardi martes martedì terça-feira вторник",
    2: "wednesday mittwoch mercredi miércoles mercoledì quarta-feira среду",
    3: "thursday donnerstag jeudi jueves giovedì quinta-feira четверг",
    4: "friday freitag vendredi viernes venerdì sexta-feira пятницу",
    5: "saturday samstag sonnabend samedi sábado sabato субботу",
    6: "sunday sonntag dimanche domingo domenica воскресенье",
})  # fmt: skip
SEASONS = _table({
    3: "spring frühling frühjahr printemps primavera весной весну",
    6: "summer sommer été verano estate verão летом лето",
    9: "autumn fall herbst automne otoño autunno outono осенью осень",
    12: "winter hiver invierno inverno зимой зиму",
})  # fmt: skip
"""By the month that they begin with, in the north."""
MONTHS: dict[str, int] = {
    **month_names(),
    **_table({
        1: "jan январе", 2: "feb феврале", 3: "mar марте", 4: "apr апреле", 5: "мае", 6: "jun июне", 7: "jul июле",
        8: "aug августе", 9: "sep sept сентябре", 10: "oct октябре", 11: "nov ноябре", 12: "dec декабре",
    }),
}  # fmt: skip
DAYS = _table({
    -2: "day_before_yesterday vorgestern avant-hier anteayer antier altro_ieri anteontem позавчера",
    -1: "yesterday last_night gestern ayer ieri ontem вчера",
    0: "today heute aujourd'hui hoy oggi hoje сегодня",
})  # fmt: skip
"""Without the French "hier", which is another word in German."""
LAST = (
    *("last", "past", "previous", "letzte[nrsm]?", "vergangene[nrsm]?", "vorige[nrsm]?", "derniere?s?", "passee?s?"),
    *("pasad[oa]s?", "ultim[oaie]s?", "scors[oaie]", "passat[oaie]", "passad[oa]s?", r"прошл\w+", r"последн\w+"),
)
SINCE = ("since", "seit(?: dem)?", "depuis(?: le)?", "desde(?: el| la| o| a)?", "dal?", "с")
THIS = ("this", "diese[nrsm]?", "cette", "cet", "ce", "est[ea]", "quest[oa]", "nest[ea]", "эт(?:от|ои|ом|у)")
KANJI = {sign: number for number, sign in enumerate("一二三四五六七八九十", 1)} | {"两": 2, "兩": 2}


def alternatives(words: Iterable[str]) -> str:
    """The longest first, so that none hides another."""
    return "|".join(sorted(words, key=len, reverse=True))
