"""Turns of phrase that are not meant as they stand, and states that pass by tomorrow: "I'm dead", "I'm starving"."""

from __future__ import annotations

from memory.text.normal import plain
from memory.text.patterns import cue

_END = (
    r"(?=\W*$|\W*[,;.!:)]| (?:and|but|so|right|after|today|tonight|now|lol|und|aber|jetzt|heute|gerade|et|mais|"
    r"aujourd'hui|ce soir|y|pero|hoy|ahora|e|ma|mas|oggi|stasera|hoje|agora)\b)"
)
"""After "I'm dead tired of" or "I'm done with school" more is meant."""
_FIGURES = {
    "en": cue(
        r"\bi(?:'m| am|'ve been| was)(?: (?:so|just|literally|absolutely|totally|completely|already|all|basically|"
        r"really|honestly))* (?:dead(?: (?:tired|inside|on my feet))?|starving|famished|dying|toast|screwed|doomed|"
        r"exhausted|knackered|shattered|wrecked|beat|drained|burnt out|swamped|freezing|boiling|melting|speechless|"
        rf"over the moon|on cloud nine|all ears|in heaven|in stitches|a zombie|a mess|losing it){_END}",
        r"\bi(?:'m| am) (?:dying (?:of (?:laughter|boredom|hunger|thirst|heat|cold|curiosity|embarrassment|shame)|to "
        r"\w)|drowning in|on fire\b|going (?:crazy|mad|insane|nuts))|\bi could (?:eat a horse|sleep for)|"
        r"\b(?:is|are|'s|'re) killing me\b|\bmy (?:head|brain) is (?:exploding|fried|mush)",
    ),
    "de": cue(
        r"\bich (?:bin|war)(?: (?:so|total|vollig|komplett|einfach|schon|echt|gerade|grad|heute))* (?:am ende|fix und "
        r"fertig|fix und alle|fertig|platt|tot|im eimer|erledigt|todmude|hundemude|am verhungern|am verdursten|"
        rf"geplattet|sprachlos|im siebten himmel|auf hundertachtzig|ganz ohr|hin und weg){_END}",
        r"\bich (?:sterbe(?! an\b)|verhungere|verdurste|gehe ein|lach mich (?:tot|schlapp))\b|"
        r"\b(?:bringt|bringen|macht) mich (?:noch )?(?:um|fertig|wahnsinnig)\b|"
        r"\bmir platzt (?:gleich )?der (?:kopf|kragen)\b",
    ),
    "fr": cue(
        r"\bj(?:e suis|'suis|suis)(?: (?:si|trop|completement|vraiment|totalement))* (?:morte?|crevee?|a bout|"
        r"au bout du rouleau|"
        rf"aux anges|a plat|lessivee?|naze|sur les rotules|tout ouie|affamee?){_END}",
        r"\bje suis morte? d(?:e|')|\bje (?:creve|meurs|crevais|mourais) d(?:e|')|\bj'ai une faim de loup\b|"
        r"\bme tue(?:nt)?\b|"
        r"\bla tete (?:va|qui va) exploser",
    ),
    "es": cue(
        r"\bestoy(?: (?:tan|totalmente|completamente|ya|que))* (?:muert[oa](?: de \w+)?|molid[oa]|reventad[oa]|"
        r"hech[oa] (?:polvo|"
        rf"trizas)|agotad[oa]|por las nubes|en las nubes|hasta las narices|hasta el gorro|fundid[oa]|acabad[oa]){_END}",
        r"\bme (?:muero|moria|parto|troncho) de\b|\bme (?:va a )?mata(?:r|n)?\b|\btengo un hambre de lobo\b",
    ),
    "it": cue(
        r"\bsono(?: (?:cosi|proprio|davvero|completamente))* (?:mort[oa](?: di \w+| stanc[oa])?|a pezzi|"
        r"distrutt[oa]|fus[oa]|sfinit[oa]|"
        rf"al settimo cielo|alla frutta|cott[oa]|tutt'orecchi){_END}",
        r"\b(?:muoio|sto morendo|morivo) d(?:i|al|alla)\b|\bho una fame da lupi?\b|\bmi (?:sta|stanno) uccidendo\b|"
        r"\bmi fa morire\b",
    ),
    "pt": cue(
        r"\b(?:estou|to|tou)(?: (?:tao|completamente|mesmo))* (?:mort[oa](?: de \w+)?|acabad[oa]|de rastos|esgotad[oa]|"
        rf"exaust[oa]|nas nuvens|feit[oa] num oito|um caco|faminto){_END}",
        r"\b(?:morro|morrendo|a morrer|morria) de\b|\bme (?:mata|matando)\b|\bcom uma fome de (?:lobo|leao)\b",
    ),
    "zh": cue(
        "[饿餓累笑气氣困热熱冷忙烦煩渴急吓嚇美乐樂]死(?:我|了|我了)|(?:累|忙|热|熱)(?:成狗|趴了|瘫了)|我(?:都)?要?疯了|我(?:都)?要?瘋了|我裂开了|我酸了"
    ),
    "ja": cue(
        "死にそう|死ぬほど|死ぬかと|腹ペコ|はらぺこ|(?:お腹|腹)(?:が)?(?:空|す|減|へ)(?:い|っ)た|お腹ペコペコ|(?:へとへと|くたくた|ヘトヘト|クタクタ)(?:です|だ|$|[。!！])|"
        "頭が爆発"
    ),
}


def figurative(text: str) -> bool:
    """Whether `text` holds such a phrase, which tells little of its language."""
    return any(figure.search(plain(text)) for figure in _FIGURES.values())
