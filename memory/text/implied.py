"""What follows from a sentence without being said in it: "I turned 43 last week", "my daughter Mia starts school"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory.text.languages import Language
from memory.text.languages.base import PROPER, TURNED
from memory.text.normal import fold, plain, straight
from memory.text.patterns import as_written
from memory.text.time_words import MONTHS, WEEKDAYS

_YEARS = r"(?P<value>\d{1,3})"
_SIGNS_OF_AGE = r"(?:\d{1,3}|[一二三四五六七八九十]{1,4})[歳才]"
_FOLLOWS = {
    "en": (
        (
            rf"(?:\bI(?:'?ve)?(?: just| recently| finally)? |^(?:just )?)turned {_YEARS}{TURNED}",
            "I am {value} years old.",
        ),
        (r"\b(?:I|we)(?:'?ve| have) been (?P<value>(?:an? )?(?!\w+ing\b)[\w-]+)(?= (?:since|for)\b)", "I am {value}."),
        (
            r"(?:\bI(?:'?ve)? |^)(?:(?:just|recently) )?(?:started(?: work(?:ing)?)?|"
            r"(?:started|got|landed|began) (?:a|my|the) (?:new )?(?:job|role|position)) "
            rf"(?:at|with|for) (?P<value>{PROPER})",
            "I work at {value}.",
        ),
        (r"\bI work as (?P<value>an? [\w -]+?)(?=\W*$|[,;.]| (?:at|for|in|and|but|with)\b)", "I am {value}."),
        (r"\b(?:I|we) got (?P<value>married|engaged|divorced)\b", "I am {value}."),
        (r"\bI come from (?P<value>[^,;.]+)", "I am from {value}."),
        (r"\bI have (?P<value>co?eliac)\b", "I am {value}."),
        (r"\bI have an? (?P<value>[\w ]{2,30}) allergy\b", "I am allergic to {value}."),
        (r"\bI have (?P<value>diabet)es\b", "I am {value}ic."),
        (r"\bI have (?P<value>epilep)sy\b", "I am {value}tic."),
        (rf"^(?:.{{0,12}}\W)?(?:the )?name'?s (?P<value>{PROPER})", "My name is {value}."),
    ),
    "de": (
        (r"\bich (?:habe|hab) (?:eine? )?(?P<value>\w{3,}?)n?-?allergie\b", "Ich bin allergisch gegen {value}."),
        (r"\bich komme aus (?P<value>[^,;.]+)", "Ich bin aus {value}."),
        (r"\bich arbeite als (?P<value>[\w-]+)", "Ich bin {value}."),
        (rf"\bich (?:bin|wurde){{0,1}}(?: \w+){{0,3}} {_YEARS} geworden{TURNED}", "Ich bin {value} Jahre alt."),
    ),
    "fr": (
        (r"\bje (?:travaille|bosse) comme (?P<value>[\w-]+)", "Je suis {value}."),
        (r"\bj'ai une allergie (?P<value>(?:au|aux|à la|à l')\s?[\w -]+)", "Je suis allergique {value}."),
        (
            rf"\b(?:j'ai (?:\w+ )?(?:eu|fêté mes)|je viens (?:d'avoir|de fêter mes)) {_YEARS} ans{TURNED}",
            "J'ai {value} ans.",
        ),
        (rf"^moi,? c'?est (?P<value>{PROPER})", "Je m'appelle {value}."),
        (r"\bje bosse (?P<value>[^,;.]+)", "Je travaille {value}."),
    ),
    "es": (
        (r"\btrabajo (?:como|de) (?P<value>[\w-]+)", "Soy {value}."),
        (rf"\b(?:vengo|soy \w+,) de (?P<value>{PROPER})", "Soy de {value}."),
        (r"\btengo alergia (?P<value>al? [\w -]+)", "Soy alérgico {value}."),
        (
            rf"\b(?:acabo de cumplir|(?:he )?cumplid?[ío]|cumplí)(?: los)? {_YEARS}(?: años)?{TURNED}",
            "Tengo {value} años.",
        ),
    ),
    "it": (
        (r"\blavoro come (?P<value>[\w-]+)", "Sono {value}."),
        (rf"\bvengo da (?P<value>{PROPER})", "Sono di {value}."),
        (rf"\bho (?:appena )?compiuto {_YEARS}(?: anni)?{TURNED}", "Ho {value} anni."),
    ),
    "pt": (
        (r"\btrabalho como (?P<value>[\w-]+)", "Sou {value}."),
        (r"\btenho alergia (?P<value>(?:a|ao|à|aos|às) [\w -]+)", "Sou alérgico {value}."),
        (rf"\b(?:fiz|completei|acabei de fazer) {_YEARS}(?: anos)?{TURNED}", "Tenho {value} anos."),
    ),
    "ja": (
        (
            rf"^(?:(?:私|僕|俺)[はも]|[先今昨去前][週月年日]|この前|ついに|やっと|とうとう|もう|、)*(?P<value>{_SIGNS_OF_AGE})に"
            "(?:なりました|なった)",
            "私は{value}です。",
        ),
        (rf"(?:^|[。、])(?P<value>[^はがも、。]{{1,8}}は{_SIGNS_OF_AGE})で、", "{value}です。"),
        ("(?:^|[。、])(?P<value>[^はがも、。]{1,8}は[^、。]{0,8}[師員者家士生医人])で、", "{value}です。"),
    ),
}
"""Patterns, and what is so where one is found."""
_PATTERNS = {code: tuple((as_written(one), said) for one, said in pairs) for code, pairs in _FOLLOWS.items()}

_GERMAN_VERB = r"(?= (?:\w+t|ist|hat|war|wird|kann|will|mag|muss|soll|darf|weiß|hatte|kam|ging)\b)"
_CALLED = {
    "en": (r"\b(?:my|our)", "", "My {kin} is called {name}."),
    "de": (
        r"(?:^|[,;:.] )(?:und |aber )?(?:mein|unser)(?:e|er)?",
        _GERMAN_VERB,
        "Mein {kin} heißt {name}.",
    ),
    "fr": (r"\b(?:mon|ma|notre)", "", "Mon {kin} s'appelle {name}."),
    "es": (r"\b(?:mi|nuestr[oa])", "", "Mi {kin} se llama {name}."),
    "it": (r"\b(?:mi[oa]|nostr[oa])", "", "Mio {kin} si chiama {name}."),
    "pt": (r"\b(?:meu|minha|noss[oa])", "", "A minha {kin} chama-se {name}."),
}
"""Whose somebody is, what stands behind their name, and what follows from it."""
_NAMED = {
    code: (as_written(rf"{whose} (?P<kin>[\w-]+),? (?P<name>{PROPER}){behind}"), said)
    for code, (whose, behind, said) in _CALLED.items()
}


def implied(sentence: str, language: Language) -> Iterator[str]:
    """The statements that are so where `sentence` is said, even where it asks."""
    text = straight(sentence)
    for pattern, said in _PATTERNS.get(language.code, ()):
        yield from (
            said.format(value=match["value"]) for match in pattern.finditer(text) if not _asked(text, match, language)
        )
    if language.code in _NAMED:
        pattern, said = _NAMED[language.code]
        yield from (
            said.format(kin=match["kin"], name=match["name"].removesuffix("'s"))
            for match in pattern.finditer(text)
            if fold(match["kin"]) in language.kin and _is_name(match["name"], language)
        )


def _asked(text: str, match: re.Match[str], language: Language) -> bool:
    """Whether it is the question itself: "Do I have diabetes?"."""
    start = max(text.rfind(mark, 0, match.start()) for mark in ",;:.") + 1
    return bool(language.asking.search(plain(text[start : match.end()]).strip()))


def _is_name(name: str, language: Language) -> bool:
    first = fold(name.split()[0])
    no_name = first in {*WEEKDAYS, *MONTHS} or first in language.me or first in language.frame
    return not no_name and not language.common.fullmatch(re.sub(r"'s$", "", name))
