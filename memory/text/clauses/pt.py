"""Portuguese."""

from __future__ import annotations

from memory.text.clauses.base import STOP, Clauses, opened, written
from memory.text.patterns import cue, one

_KIN = one(
    "esposa esposo mulher marido namorad[oa] noiv[oa] companheir[oa] filh[oa]s? bebê mãe pai pais irmão irmã tio tia "
    "prim[oa] sobrinh[oa] avó avô amig[oa] vizinh[oa] colega chefe médic[oa] dentista cachorr[oa] cão gat[oa] cavalo"
)
_NO_VERB = one("e ou de do da dos das com em no na a o que para por sem como meu minha")
_NO_PERSON = one(
    "como quando quanto tudo todo muito outro pouco tanto mesmo novo certo segundo oi aqui ali foi mas bom cachorro "
    "gato "
    "quatro oito cinco então não eu"
)
GRAMMAR = Clauses(
    contrasting=written(r"(?:mas)\b"),
    connecting=written(r"(?:e|mas|porque|pois|já que|enquanto|embora)\b"),
    relating=written(r"(?:que|quem|cuj[oa]s?)\b"),
    main=opened(
        "e|mas|porque|pois|já que|enquanto|como|oi|olá|bom|sim|não|ontem|hoje|agora|atualmente|(?:uma )?pergunta|"
        "est[ea] \\w+|n?a \\w+ passada|em \\w+|desde \\w+|n[oa] \\w+|há (?:\\w+ ){1,2}|eu",
        r"(?:eu |já |não |me |nos |o |a |lhe )*(?:sou|estou|vou|dou|fiz|pus|tive|fui|vim|trouxe|quis|pude|disse|li|vi|"
        r"tenho|"
        r"(?!" + _NO_PERSON + r"\b)\w{2,}(?:o|ei|i)|\w{2,}[aei]mos)(?:-me|-nos)? \w",
        r"(?:meus?|minhas?|nossos?|nossas?|o meu|a minha|os meus|as minhas) (?:[\w-]+ ){1,4}?(?:é|está|tem|têm|são|foi|"
        r"era|se|vai|pode|mora|não|\w{2,}ou|\w{3,}eu|\w{2,}iu|\w{2,}ram)\b",
        rf"(?:o |a )?(?:meu|minha|nosso|nossa)s? {_KIN} (?:(?-i:[A-ZÁÉÍÓÚ])\w+ )?(?!{_NO_VERB}\b)(?-i:[a-zé])\w+",
    ),
    inquiring=written(
        r"^(?:(?:e|mas|então|ou) )*(?:(?:a|de|em|para|com|por|cada|desde|até) )?(?:que|o que|como|quando|qual|quais|"
        r"quant\w+|onde|quem|por que|porque)\b",
        r"^(?:(?:e|mas) )*(?:ela |ele )?(?:posso|pode|podem|podemos|devo|deve|deveria|tenho que|há|é|são|serve|vale|"
        r"preciso|precisa|será|(?:você|vocês|tu) \w+|conhece|recomenda|sabe|sabes|dá para|tem|algum\w*)\b",
    ),
    tag=cue(
        r"^ou\b|^(?:ne|nao|sim|certo|correto|verdade|nao e(?: (?:verdade|assim|mesmo))?|e (?:verdade|isso|assim|mesmo)|"
        r"na (?:tua|sua) opiniao|o que (?:achas?|acham|pensas?)|ok|lembra|pois nao|esta certo)\W*$"
    ),
    wishing=cue(r"\b(?:gostaria\w*|poderia\w*|adoraria\w*|queria saber)\b|\btalvez\b"),
    dreaming=cue(
        r"\b(?:quem me dera|oxala|tomara|pensava|achava|sonhava|eu ia)\b|\bquase\b|\bpor pouco\b|\bgostaria que\b"
    ),
    unreal=cue(r"^(?:e |mas |porque |pois |eu |nao |me |nos )*\w+(?:ria|riamos|sse|ssemos|ava)\b"),
    condition=cue(r"^(?:e |mas )?se\b|\bse (?:\w+ )?\w+(?:r|sse)\b|\ba menos\b"),
    hinging=cue(
        r"(?:^|[,;:(] ?)se (?!nao,)(?!\w+(?:ou|eu|iu)\b|chama)\w",
        r"\bse (?:[oa]s?|uma?|meus?|minhas?|teus?|tuas?|seus?|suas?|nossos?|nossas?|isso|isto|tudo|voce|tu|eles|elas|"
        r"alguem|der|for|houver|chover|ganhar|conseguir|passar|arranjar|encontrar)\b",
        r"(?:^|, )caso (?:[oa]s?|eu|ele|ela|voce|meu|minha|nao|me)\b|\bcontanto que\b|\bcom a condicao de\b",
    ),
    conceding=written(
        r"\b(?:mesmo|até|como|nem|sei|sabe\w*|pergunt\w+|ver|vejo|duvid\w+|ignor\w+|decid\w+|certeza|importa|dizer|"
        r"verific\w+)(?:-me| \w+)? se\b",
        r"\bse (?:quise\w+|quere[sm]?|quer|preferir\w*|possível|necessário|deus quiser)\b",
    ),
    polite=cue(
        r"\bse (?:(?:nao|bem|me|te|lhe|a memoria|e que|o|posso|puder|devo|for|sou|ser|isso|consegues|consegue) )*"
        r"(?:lembro|recordo|engano|falha|sincer[oa]|honest[oa]|franc[oa]|entendes|entende|acreditas|acredita|acreditar|"
        rf"perguntas|pergunta|conta|importa)(?: (?:bem|mal|nisso|disso|a mim))*{STOP}",
        r"\bacredit(?:e|es|em) ou nao\b",
        r"\bse (?:isso |isto )?(?:te |lhe |vos )?(?:ajuda\w*|ajudar|servir|interessar?|for util|util)\b(?: de algo|"
        r" em algo)?|"
        r"\bse (?:quer|queres|quiser|voce quer|voce quiser) saber\b",
        r"\b(?:eu )?(?:gostaria de|queria|quero|poderia|devo) (?:te |lhe |vos )?(?:dizer|contar|mencionar|acrescentar|"
        r"informar|avisar)(?:-te|-lhe|-vos)?\b(?: que)?",
        r"(?<=\bsaber )se\b|(?<=\bperguntar )se\b|(?<=\bver )se\b|(?<=\bentender )se\b",
    ),
    diagnosing=cue(
        r"\b(?:o |a )?(?:meu |minha )?(?:medic[oa]|doutora?|dentista|especialista) (?:me )?(?:diz|disse|disse-me) que "
        r"(?=(?:eu )?(?:tenho|sou|sofro)\b)",
    ),
    drawing=written(r"(?:por isso|então|portanto)\b"),
    telling=cue(
        r"^(?!(?:como|que|quem)\b)(?:[\w'-]+ ){1,3}?(?:diz|disse|escreve|escreveu|pensa|acha|afirma)(?: \w+)? que "
        r"(?!sim\W*$|nao\W*$)\w",
    ),
    others=written(
        r"^(?:(?:e|mas|porque|pois|embora) )*(?:ele|ela|eles|elas|isso|isto|ninguém|todos|há|é|são|está|tem) \w",
        r"^(?:(?:e|mas|porque|pois) )*(?:o|a|os|as|seu|sua) \w+ (?:[\w-]+ ){0,2}?(?:não|é|são|está|há|tem)\b",
    ),
    lacking=written(r"\bsem\b"),
    listing=written(r"(?:e|ou|nem)\b"),
    doubting=cue(
        r"\b(?:verdade|certo|certa|certeza|a serio|assim|bem isso)\b|\b(?:sei|acho|lembro|acredito)\b(?: (?:bem|se\b.*|"
        r"isso))*\W*$"
    ),
    hedging=cue(
        r"\b(?:\w+mente|mais|muito|tanto|sempre|ainda|bem|tao|tempo|agora|hoje|quase|ja|tudo|la|ali|demais|por|"
        r"frequencia)\b"
    ),
    rather=written(r"mas sim\b|mas porque\b|senão\b"),
    coming=written(
        r"\b(?:estou|estamos) (?:a pensar|pensando) em\b|\b(?:penso|pensamos) (?:em )?\w+r\b",
        r"\b(?:amanhã|em breve|brevemente)\b|\bpróxim[oa]s?\b|\bque vem\b|\bdaqui a\b",
        r"\ba partir d[eoa] (?!agora|hoje|aqui)",
        r"\b(?:vou|vamos)(?: me| nos)? (?!a\b|ao\b|à\b|para\b)\w+(?:ar|er|ir)(?:-me|-nos)?\b",
        r"\b\w{2,}(?:arei|erei|irei|aremos|eremos|iremos)\b",
        r"\b(?:me mudo|mudo-me|mudamo-nos)\b|\b(?:vou|vamo)-(?:me|nos) (?:mudar|embora)\b",
        r"\b(?:quero|queremos|pretendo|pretendemos|penso|pensamos|planejo|espero) (?:me |nos )?\w+[aei]r\b",
    ),
)
