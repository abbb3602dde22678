"""What kind of answer a question wants, and which texts hold such a thing. Words of many languages, no model."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory.text.normal import plain

_WHEN = re.compile(
    r"\b(when|what time|(which|what) (day|date|month|year|week)|how long ago|since when|wann|seit wann|um wie ?viel uhr"
    r"|quand|depuis quand|a quelle heure|cuando|desde cuando|quando|desde quando|da quando|a che ora|когда)\b"
    r"|متى|कब|什么时候|何时|哪(天|年|一天)|几点|いつ|何(時|日|年)|언제|몇 시"
)
_HOW_MANY = re.compile(
    r"\b(how (many|much|long|often|far|old|big|tall|high|wide|deep|heavy|hot|warm|tight|fast|thick)"
    r"|(what|which) (number|amount|price|size|percentage|dose|temperature|speed|weight|budget|rate)"
    r"|wie ?viele?|wie (lange|oft|weit|alt|gro(ss|ß)|hoch|schwer|teuer)|combien"
    r"|quel (prix|age|nombre)|quelle (taille|dose)"
    r"|cuant[oa]s?|quant[oaie]s?|сколько)\b|كم|कितन|多少|几[个天次]|多(大|长|高)|いくつ|いくら|どのくらい|몇|얼마"
)
_NAME = re.compile(
    r"\b(who|whom|whose|where|which|name|called|wer|wem|wen|wo|welche[rsnm]?|hei(ss|ß)t|name|qui|ou|quel(le)?s?|nom"
    r"|quien(es)?|donde|cual(es)?|nombre|chi|dove|quale|quali|nome|quem|onde|qual|quais|кто|где|како[иею])\b"
    r"|من|أين|कौन|कहाँ|谁|哪(里|儿|个)|叫什么|誰|どこ|どの|누구|어디|어느"
)
_YOU = re.compile(
    r"\b(you|your|yours|du|dir|dich|deine?[rmns]?|tu|te|toi|ton|ta|tes|vous|votre|ti|usted|tuy?[oa]s?|lei|voce|seus?|ты|вы|тебя|вас)\b"
    r"|أنت|आप|तुम|你|您|あなた|君|너|당신|네가"
)
_TIME = re.compile(
    r"\b(yesterday|today|tonight|tomorrow|ago|last|next|week|weekend|month|year|morning|evening|night|since|days?"
    r"|(mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october"
    r"|november|december|gestern|heute|morgen|woche|monat|jahr|letzte[nrs]?|nachste[nrs]?|hier|aujourd'hui|demain"
    r"|semaine|mois|annee|ans?|derniere?|prochaine?|ayer|hoy|manana|semana|mes|ano|pasad[oa]|proxim[oa]|ieri|oggi"
    r"|domani|settimana|mese|anno|scors[oa]|ontem|hoje|amanha|вчера|сегодня|завтра|недел[юяи]|год|(19|20)\d\d)\b"
    r"|\b\d{1,2}:\d\d\b|\d月|\d日|\d年|昨|今日|明日|昨天|今天|明天"
)
_NUMBER = re.compile(
    r"\d+(?:[.,:]\d+)?|\b(two|three|four|five|six|seven|eight|nine|ten|dozen|once|twice|couple|several|half|zwei|drei|vier"
    r"|funf|sechs|sieben|acht|neun|zehn|deux|trois|quatre|cinq|sept|huit|neuf|dix|dos|tres|cuatro|cinco|seis|siete"
    r"|ocho|nueve|diez|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|dois|quatro|oito|dez)\b"
)
_PROPER = re.compile(r"(?:(?<=[^\W\d_A-Z] )|(?<=[,;'’] ))[^\W\d_a-z][^\W\d_A-Z]+")
QUESTION_MARKS = ("?", "？", "؟")
LOOKED_AT = 1000
"""Characters of a text: what an answer holds, it mostly holds early."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Whether a question wants a time, a number or a name, and whether it speaks to the assistant."""

    time: bool
    number: bool
    name: bool
    you: bool


def asked(question: str) -> Asked:
    folded = plain(question)
    return Asked(*(bool(cue.search(folded)) for cue in (_WHEN, _HOW_MANY, _NAME, _YOU)))


def holds(text: str, wanted: Asked) -> tuple[int, int, int]:
    """How many times (up to 2), numbers (up to 2) and names (up to 3) `text` has, of those that are wanted."""
    text = text[:LOOKED_AT]
    folded = _folded(text) if wanted.time or wanted.number else ""
    return (
        _count(_TIME, folded, 2) if wanted.time else 0,
        _count(_NUMBER, folded, 2) if wanted.number else 0,
        _count(_PROPER, text, 3) if wanted.name else 0,
    )


def is_question(text: str) -> bool:
    return text.rstrip().endswith(QUESTION_MARKS)


def _folded(text: str) -> str:
    """As `plain`, at a tenth of its cost for most texts: each candidate is looked at."""
    return text.lower() if text.isascii() else plain(text)


def _count(cue: re.Pattern[str], text: str, most: int) -> int:
    found = 0
    for _ in cue.finditer(text):
        found += 1
        if found == most:
            break
    return found
