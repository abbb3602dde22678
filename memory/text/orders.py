"""Text shaped like an instruction to an assistant, in the languages harken knows."""

from __future__ import annotations

import re

from memory.text.normal import plain

_ORDER = re.compile(
    r"^(?:please |bitte |por favor |per favore )?(?:always|never|remember|ignore|disregard|forget|do not|don't|"
    r"you must|from now on|send|forward|reply|answer|immer|niemals|nie|merk\w*|ignorier\w*|vergiss|sende?|ab jetzt|"
    r"antworte|toujours|jamais|souviens|retiens|ignore[zr]?|oublie|envoie\w*|desormais|siempre|nunca|recuerda|ignora|"
    r"olvida|envia\w*|sempre|lembr\w+|ignore|esqueca|envie|mai|ricorda\w*|ignora\w*|dimentica|invia\w*)\b"
    r"|\b(?:the )?(?:assistant|ai|model|chatbot|llm) (?:must|should|has to|will|shall|is to)\b"
    r"|\b(?:ignore|disregard) (?:all |any |the )?(?:previous|earlier|prior|above) (?:instructions|rules|prompts)\b"
    r"|\b(?:system prompt|previous instructions|jailbreak|developer mode)\b"
    r"|\b(?:alle|vorherige\w*|bisherige\w*) (?:anweisungen|instruktionen)\b|\binstructions precedentes\b"
    r"|\binstrucciones anteriores\b|\binstrucoes anteriores\b|\bistruzioni precedenti\b"
    r"|忽略.{0,8}(?:指令|指示|说明)|(?:总是|永远|务必|必须|請務必|请务必).{0,10}(?:发送|回答|回复|使用)|系统提示"
    r"|(?:指示|命令)を無視|(?:必ず|常に|いつも).{0,12}(?:送|答え|返信|使って)|システムプロンプト"
)


def is_order(text: str) -> bool:
    return bool(_ORDER.search(plain(text)))
