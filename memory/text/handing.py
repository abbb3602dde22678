"""A text that the user hands over to be worked on: what it says is not said of the user."""

from __future__ import annotations

import re

from memory.text.normal import plain

_PLEASE = (
    r"(?:(?:please|pls|can you|could you|would you|hi|hey|hello|ok|bitte|kannst du|konntest du|hallo|"
    r"peux-tu|pouvez-vous|s'il te plait|bonjour|salut|por favor|puedes|podrias|hola|"
    r"pode|podes|voce pode|ola|oi|per favore|puoi|ciao),? )*"
)
_WORK = (
    r"(?:translate|proofread|rewrite|rephrase|paraphrase|summari[sz]e|polish|shorten|correct|fix|improve|"
    r"ubersetze?n?|korrigiere?n?|verbessere?n?|formuliere?n?|uberarbeite?n?|kurze?n?|"
    r"traduis|traduire|traduisez|corrige[rz]?|reformule[rz]?|ameliore[rz]?|"
    r"traduce(?:me|lo)?|traducir|corrige(?:me|lo)?|corregir|reescribe|mejora|resume|"
    r"traduza|traduz|traduzir|corrija|corrigir|reescreva|melhora|melhore|resuma|"
    r"traduci(?:mi)?|tradurre|correggi(?:mi)?|correggere|riscrivi|migliora|riassumi)"
)
_ORDER = re.compile(
    rf"^{_PLEASE}{_WORK}\b[^:.!?]{{0,60}}:"
    r"|^(?:请|請|麻烦|麻煩)?(?:帮我|幫我)?(?:翻译|翻譯|修改|改写|改寫|润色|潤色|纠正|糾正)[^：:。]{0,20}[：:]"
    r"|^[^：:。]{0,20}(?:訳して|翻訳して|添削して|直して|要約して)[^：:。]{0,10}[：:]"
)
_SUBJECT = re.compile(r"^(?:subject|betreff|objet|asunto|assunto|oggetto|主题|主題|件名|fwd?|wg|tr|rv)\s?[:：]")
_SENDER = re.compile(r"^(?:from|von|de|da|发件人|發件人|差出人)\s?[:：]")
_LETTER = re.compile(
    r"^(?:hi|hello|hey|dear|hallo|liebe[rs]?|sehr geehrte\w*|moin|bonjour|salut|cher|chere|hola|querid[oa]s?|"
    r"estimad[oa]s?|ola|oi|car[oai]|ciao|buongiorno|gentile|(?:to|sent|date|cc|an|gesendet|datum|a|envoye|para|enviado|data|inviato)"
    r"\s?:)"
)


def hands_over(sentence: str, following: str = "") -> bool:
    """Whether a text to work on, or a letter with its head, begins with `sentence`, in whatever language it is."""
    folded = plain(sentence)
    letter = _SENDER.match(folded) and _LETTER.match(plain(following))
    return bool(letter or _SUBJECT.match(folded) or _ORDER.match(folded))
