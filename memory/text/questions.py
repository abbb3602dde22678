"""A question about the person asked, as the statement that a yes would make of it: "Do you have pets?", "I have pets".

Only questions about how things are become one: what somebody did, would or will do is none.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from memory.text.normal import plain


@dataclass(frozen=True, slots=True)
class _Asking:
    """`turned` makes the person asked the speaker, `either` offers alternatives; what is `unsettled` is left alone."""

    either: re.Pattern[str]
    unsettled: re.Pattern[str]
    turned: tuple[tuple[re.Pattern[str], str], ...]


def _asking(either: str, unsettled: str, *turned: tuple[str, str]) -> _Asking:
    patterns = tuple((re.compile(pattern), said) for pattern, said in turned)
    return _Asking(re.compile(either), re.compile(unsettled), patterns)


def _verbs(forms: str) -> tuple[tuple[str, str], ...]:
    """Each form of the person asked with that of the speaker: "vives:vivo"; `_` stands for a space."""
    pairs = (pair.partition(":") for pair in forms.split())
    return tuple((rf"\b{asked.replace('_', ' ')}\b", told) for asked, _, told in pairs)


_BY_CODE: Mapping[str, _Asking] = {
    "en": _asking(
        r"\bor\b",
        r"\b(?:did|would|could|should|will|were|was|had|if|want|plan\w*|hop(?:e|ing)|might|may|ever|going to|used to|"
        r"like to|think|imagine|mean)\b",
        (r"\b(?:are you|you are|you're)\b", "i am"),
        (r"\b(have|can) you\b", r"i \1"),
        (r"\bdo you\b|\byou\b", "i"),
        (r"\byour\b", "my"),
    ),
    "de": _asking(
        r"\boder\b",
        r"\b(?:wenn|falls|willst|wollen sie|fruher|damals|(?:wur|wir|wer)d\w*|hatt\w*|war\w*|konn?t\w*|soll\w*|"
        r"mocht\w*|\w+test du|meinst|meinen|denkst|denken)\b|\bge\w+(?:t|en)\W*$",
        (r"\b(?:bist du|sind sie|du bist)\b", "ich bin"),
        (r"\b(?:hast du|haben sie|du hast)\b", "ich habe"),
        (r"\bisst du\b|\bessen sie\b", "ich esse"),
        (r"\b(\w*ss)t du\b|\b(\w{2,})st du\b|\b(\w{2,})en sie\b", r"ich \1\2\3e"),
        (r"\bdein(\w*)\b|\bihr(e?)\b", r"mein\1\2"),
        (r"\bd(ir|ich)\b", r"m\1"),
    ),
    "fr": _asking(
        r"\bou\b",
        r"\b(?:si|veux|voulez|vas|allez|(?!sais|fais)\w+ais-tu|tu (?!sais|fais)\w+ais|\w+riez|avant|deja)\b|"
        r"\b(?:as-tu|tu as|avez-vous|vous avez) (?!une?\b|quel\b)\w+[eiu]\b",
        (r"\b(?:es-tu|tu es|etes-vous|vous etes)\b", "je suis"),
        (r"\b(?:as-tu|tu as|avez-vous|vous avez)\b", "j'ai"),
        (r"\b(?:tu t'appelles|t'appelles-tu|vous appelez-vous|vous vous appelez)\b", "je m'appelle"),
        (r"\b(\w+e)s-tu\b|\btu (\w+e)s\b|\b(\w+s)-tu\b|\btu (\w+s)\b", r"je \1\2\3\4"),
        (r"\b(\w+)ez-vous\b|\bvous (\w+)ez\b", r"je \1\2e"),
        (r"\b(?:ton|votre)\b", "mon"),
        (r"\bta\b", "ma"),
        (r"\b(?:tes|vos)\b", "mes"),
    ),
    "es": _asking(
        r"\bo\b",
        r"\b(?:si|quieres|quisieras|vas a|piensas|antes|\w+ri(?:as?|an)|\w+[ai]ste|\w+(?:abas|ias))\b",
        *_verbs(
            "eres:soy es_usted:soy estas:estoy tienes:tengo tiene_usted:tengo vives:vivo vive_usted:vivo "
            "trabajas:trabajo estudias:estudio comes:como bebes:bebo fumas:fumo hablas:hablo juegas:juego tocas:toco "
            "usas:uso prefieres:prefiero conduces:conduzco haces:hago sigues:sigo te:me tu:mi tus:mis llamas:llamo"
        ),
    ),
    "pt": _asking(
        r"\bou\b",
        r"\b(?:se|queres|quer|vais|vai|pensa\w*|antes|\w+ri(?:as?|am)|\w+[aei]ste|\w+avas?)\b",
        *_verbs(
            "es:sou voce_e:sou estas:estou voce_esta:estou tens:tenho voce_tem:tenho moras:moro voce_mora:moro "
            "vives:vivo voce_vive:vivo trabalhas:trabalho voce_trabalha:trabalho estudas:estudo voce_estuda:estudo "
            "comes:como voce_come:como bebes:bebo voce_bebe:bebo fumas:fumo voce_fuma:fumo falas:falo voce_fala:falo "
            "usas:uso voce_usa:uso fazes:faco voce_faz:faco te:me teu:meu tua:minha seu:meu sua:minha chamas:chamo"
        ),
    ),
    "it": _asking(
        r"\b(?:o|oppure)\b",
        r"\b(?:se|vuoi|vorresti|pensi|prima|\w+re(?:sti|bbe)|\w+[aei]vi|andrai|sarai)\b|\bhai \w+(?:at|ut|it)o\b",
        *_verbs(
            "sei:sono hai:ho abiti:abito vivi:vivo lavori:lavoro studi:studio mangi:mangio bevi:bevo fumi:fumo "
            "parli:parlo giochi:gioco suoni:suono usi:uso preferisci:preferisco guidi:guido fai:faccio ti:mi tuo:mio "
            "tua:mia tuoi:miei tue:mie chiami:chiamo"
        ),
    ),
    "zh": _asking("还是|還是|或", "想|打算|如果|要是|以前|曾|过(?!敏)|將|将来|会不会|要不要", ("(?:你|您)们?", "我")),
    "ja": _asking(
        "それとも|または", "もし|たら|なら|ました|でした|たい|つもり|予定|以前|昔|ましょう", (r"か?[?？。]*$", "")
    ),
}


def restated(question: str, code: str) -> str:
    """The question, folded, as a statement of the person asked; "" where it does not ask how things are with them."""
    asking, folded = _BY_CODE.get(code), plain(question)
    if asking is None or asking.unsettled.search(folded):
        return ""
    said = folded
    for pattern, told in asking.turned:
        said = pattern.sub(told, said)
    return "" if said == folded else said.strip(" ?？¿!")


def offers_alternatives(question: str, code: str) -> bool:
    """Whether a bare yes leaves open to what it says so: "Tea or coffee?"."""
    asking = _BY_CODE.get(code)
    return asking is not None and asking.either.search(plain(question)) is not None
