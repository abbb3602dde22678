"""Portuguese."""

from __future__ import annotations

from memory.text.clauses.pt import GRAMMAR
from memory.text.languages.base import (
    AGED,
    ALONE,
    GAP,
    NAME,
    TURNED,
    Language,
    introduces,
    left,
    nickname,
    rather,
    retold,
    says,
    words,
)
from memory.text.languages.makes import MAKE
from memory.text.patterns import as_written, cue, denies, groups, one

_MAIS = "(?: " + one("também agora atualmente sempre ainda muito realmente já só mesmo") + ")*"
_PROXIMO = one(
    "esposa esposo mulher marido namorad[oa] noiv[oa] companheir[oa] filh[oa]s? bebê bebé mãe pai pais irmão irmã "
    "irmãos "
    "ti[oa] prim[oa] sobrinh[oa] avó avô amig[oa] vizinh[oa] colega chefe médic[oa] dentista professora? "
    "cachorr[oa] cão "
    "gat[oa] cavalo coelho"
)
_OFICIO = one(
    r"\w+(?:ista|eiro|eira|ador|adora|or|ora|ogo|oga|ante|ente) médic[oa] advogad[oa] arquitet[oa] estudante piloto "
    r"vegan[oa] vegetarian[oa] diabétic[oa] aposentad[oa] chef músic[oa]"
)
_VEICULO = one(
    "carro automóvel moto mota motocicleta bicicleta bike scooter caminhão camião caminhonete carrinha van "
    "ônibus autocarro "
    "táxi trator jipe"
)
_BOM = one("velh[oa] nov[oa] pequen[oa] grande bo[am]")
_ONDE = one("em no na nos perto_de para com como")

PORTUGUESE = Language(
    code="pt",
    grammar=GRAMMAR,
    frame=words(
        "usuario usuaria utilizador utilizadora pessoa nome chama chamado chamada mora vive trabalha gosta adora ama "
        "odeia detesta prefere tem possui anos ano idade nasceu profissao trabalho alergia alergico alergica "
        "aniversario "
        "favorito favorita preferido atualmente fala interessa planeja e esta come bebe"
    ),
    me=words("eu me mim meu minha meus minhas nos nosso nossa sou tenho moro vivo trabalho estou"),
    kin=words(
        "esposa esposo mulher marido namorado namorada noivo noiva companheiro filho filha filhos bebe mae pai "
        "pais irmao "
        "irma tio tia primo prima sobrinho sobrinha avo amigo amiga vizinho vizinha colega chefe medico dentista "
        "professor professora cachorro cachorra cao gato gata cavalo cliente"
    ),
    third=words("ele ela eles elas"),
    theirs=cue(r"(?<!i)(?<!av)(?<!er)a$|e$|é$|ou$|em$|á$"),
    yes=words("sim claro exato exatamente correto certo isso ok"),
    noun=cue(r"\b(?:um|ao|[nd]o|pelo|meu|teu|seu|nosso|este|esse|de|em|com|sem|por|para|\w+ o) \w+o$"),
    negation=denies(
        r"\b(?:nao|nunca|jamais|nenhum\w*|nada|sem|nem)\b|\b(?:odei[oa]|detest[oa]|evit[oa]|parei de|antes)\b",
        idle=r"\bnao (?:tenho (?:outra )?(?:escolha|hipotese)|"
        r"so|apenas|somente|obstante|(?:ha|tem) problema|faz mal|se preocupe)\b|\bantes (?:de|que)\b|"
        r"\bsem (?:duvida|querer)\b|(?<=de )nada\b",
    ),
    denying=cue(r"\b(?:nao|nunca|jamais)(?: mais)?$"),
    hypothetical=cue(
        r"\bse (?:eu|fosse|tivesse|morasse|meu|minha|ele|ela)\b|\bimagin\w+|\bsupon\w+|\bhipote\w+|\bcomo se\b|"
        r"\b(?:quem me dera|oxala|tomara que)\b",
        r"\b(?:seria|teria|poderia|gostaria)\b|\b(?:talvez|quem sabe|se calhar|pode ser que)\b",
        r"\bquase (?:me|nos|compr\w+|mud\w+|fui)\b|\bpor pouco\b|\beu (?:pensava|achava|ia)\b",
        r"\b(?:numa|em uma|num|em um) (?:historia|sonho|jogo|filme|conto)\b",
    ),
    reported=cue(
        r"\b(?!eu\b|tu\b)\w+ (?:diz|disse|me disse|escreve|escreveu|pensa|acha|opina|jura|insiste|afirma)\b|"
        r"\bsegundo (?:o|a|ele|ela|meu|"
        r"minha)\b",
        r"(?:[,\"'] |^)(?:diz|disse|escreve|pensa|acha|afirma) (?!eu\b)\w+(?: [\w'-]+){0,4}(?:\W*$|,)",
        r"\b(?:traduz(?!c?o\b)\w*|corrij\w+|corrig\w+|reescrev\w+|resum\w+)\b",
    ),
    handed=cue(
        r"\b(?:traduz\w*|corrija|corrige|reescreva|resuma)\b.{0,25}\b(?:isto|isso|este texto|esta frase|seguinte)\b",
    ),
    role_play=cue(
        r"\beu (?:sou|faco|serei) (?:o papel d)?(?:o|a|um|uma|seu|sua|teu) .{1,50}?(?:e|,) (?:voce|tu) (?:e |es |"
        r"faz |sera )?(?:o|a|um|uma|meu|minha)\b",
        r"\bfaz de conta|\bfinja\b|\bfinge\b|\bvamos fingir|\binterpret\w+ (?:um|uma|o papel)|\baja como\b|"
        r"\bjogo de (?:papeis|interpretacao)\b|\bvamos brincar de\b",
        r"\b(?:voce|tu) (?:faz|fazes|e|es|sera|seras|interpreta) (?:o papel )?(?:d?[oa]|um|uma|meu|"
        r"minha) .{1,50}?(?:e|,) eu (?:(?:faco|sou|serei|interpreto) )?(?:o papel )?(?:d?[oa]|um|uma|seu|sua|"
        r"teu)\b",
        r"\ba partir de agora,? (?:voce e|tu es)\b",
    ),
    role_over=cue(
        r"\bfim d[oa] (?:jogo|brincadeira|encenacao)\b|\bpar[ae] de fingir\b|\bagora a serio\b|\bfalando serio\b|"
        r"\bna vida real\b|\bacabou (?:o jogo|a brincadeira)\b|\bchega de (?:fingir|brincar)\b|"
        r"\bvamos parar (?:o jogo|a brincadeira)",
    ),
    unsaid=cue(
        r"\b(?:eu )?estava (?:so |apenas )?(?:a brincar|brincando|mentindo|a mentir)\b|"
        r"\bera (?:so )?(?:brincadeira|mentira|piada)\b|\binventei (?:isso|tudo|isto)\b|\beu menti\b",
        r"\bnao (?:era|e) verdade\b\W*$",
    ),
    joke=cue(
        r"\b(?:brincadeira|estou brincando|to brincando|e piada|kkk+|rsrs\w*|haha+)\b",
        r"^(?:obviamente|"
        r"claro que) nao\W*$",
    ),
    supposing=cue(
        r"^(?:(?:ok|bom|entao|e|mas|oi|ola|agora),? )*(?:imagin\w+|supon\w+|suponha\w*|digamos|vamos supor|"
        r"vamos dizer|hipotetic\w+|faz de conta)\b",
    ),
    fiction=cue(
        r"\bescrev\w* (?:me )?-?(?:me )?(?:um|uma|o|a)? ?(?:\w+ )?(?:historia|conto|poema|cancao|cena|dialogo|"
        r"roteiro|romance|monologo|musica)\b",
        r"\b(?:estou escrevendo|estou a escrever|escrevo) (?:um|uma|meu|minha) (?:romance|conto|roteiro|historia|"
        r"livro|cancao|musica)\b",
        r"\b(?:na|no|em) (?:minha|meu|uma?) (?:historia|romance|conto|sonho|jogo|filme|livro)\b,? (?:eu|meu|minha|"
        r"o|a)\b",
        r"\b(?:meu|minha|o|a) (?:heroi|heroina|personagem|protagonista|narrador\w*)\b",
    ),
    aside=cue(
        r"\b(?:a proposito|alias|na verdade|na realidade|de verdade|falando nisso|de fato|tirando isso|"
        r"por falar nisso)\b",
    ),
    asking=cue(
        r"^(?:(?:e|mas|oi),? )*(?:como|o que|que|por que|porque|onde|quando|qual|quais|quant\w+|posso|devo|"
        r"sera que|voce sabe) (?:\w+ ){0,8}?\w+$",
        r"\bnao (?:sei|lembro) (?:se|onde)\b|\bme pergunto (?:se|por que|como)\b",
    ),
    past=cue(
        r"^antes\b(?! (?:de|que)\b)|\bantigamente\b|\bquando (?:eu )?era\b|\bate (?:19|20)\d\d\b|\bcostumava\b|"
        r"\bno passado\b|\b(?:morava|morei|vivia|vivi|trabalhava|trabalhei|estudava|estudei)\b(?!.*\bdesde\b)",
    ),
    by_now=as_written(r"(?:[,;]| e| mas)+ (?=(?:\w+ )?(?:agora|hoje|atualmente)\b)"),
    over=cue(
        r"\bnao .*\bmais\b|\bja nao\b|\bdeixei de\b|\bparei de\b|\blarguei\b|\bpedi demissao\b|\bvendi\b|\bsai d[oa]\b",
    ),
    that_day=cue(r"\b(?:hoje|ontem|esta (?:manha|tarde|noite|semana)|nesta semana|(?:a|na) semana passada)\b"),
    at_times=cue(
        r"\b(?:[na]?os|[na]?o) fi(?:m|ns) de semana\b(?! passado)|\b(?:durante|a) semana\b(?! passada)|"
        r"\bde segunda a \w+|\bdurante o semestre\b|\bnas ferias\b|\baos (?:sabados|domingos)\b|\bas (?:segundas|"
        r"tercas|quartas|quintas|sextas)\b",
        r"\b(?:no|na) (?:verao|inverno|primavera|outono)\b(?! (?:de|passad))",
    ),
    beside=cue(
        r"\b(?:tambem|alem disso|as vezes|meio periodo|meio expediente|"
        r"segunda casa|metade)\b",
    ),
    correcting=cue(
        r"\b(?:desculp\w+|quis dizer|queria dizer|correcao|me enganei|inventei isso|era mentira|enganei-me|errei|"
        r"digitei errado|"
        r"estava errado|nao e verdade)\b",
    ),
    filler=cue(
        r"\b(?:lembr\w+|anot\w+|nao (?:se )?esqueca|guarde)(?:-se)?(?: de)?(?: que)?\b|"
        r"\bcomo (?:eu )?(?:ja )?(?:disse|falei)\b|\ba proposito\b|\bde novo\b|\boutra vez\b|\b(?:oi|ola|bom)\b|"
        r"\bsabe\b",
    ),
    instead=cue(r"^(?:e |mas )?(?:ja nao|nao mais) (?:como|em|n[oa]|para|com)\b"),
    joining=cue(r"\b(?:e|mas)\b"),
    clause=cue(
        r",? (?:e|mas) (?=(?:eu|moro|trabalho|tenho|sou|meu|minha|gosto)\b)",
    ),
    origin=left("d(?:e|o|a|os|as) "),
    within="(?:em|no|na|perto de|(?P<of>d[eoa]))",
    articled=True,
    same=groups(
        r"\b(?:mor\w+|viv\w+|resid\w+|mud\w+|casa|sou d[eao])\b",
        r"\b(?:trabalh\w+|profissao|emprego|empresa|chefe|sou)\b",
        r"\b(?:gost\w+|ador\w+|am[oa]|prefir\w*|prefer\w*|favorit\w+)\b",
        r"\b(?:odei\w+|detest\w+|medo|nao gost\w+)\b",
        r"alerg\w*|intoleran\w*",
        r"\b(?:tenho(?! \d+ anos)|tem|temos|possu\w+|"
        r"(?:meus?|minhas?|noss\w+)(?! (?:nome|idade|profissao|aniversario)\b)|compr\w+|adot\w+)\b",
        r"\b(?:nasc\w+|aniversario)\b",
        r"\b(?:decid\w+|resolv\w+|plan\w*|vou|vai|quer\w*)\b",
        r"\bcas(?:ad[oa]|ei|amento)|espos[oa]|marido|mulher",
        r"cham\w+|\bnome\b|\bsou\b",
    ),
    reworded=(
        *retold(
            r"^[oa] usuári[oa]",
            (r" se chama\b", "me chamo"),
            (r" mora\b", "moro"),
            (r" vive\b", "vivo"),
            (r" trabalha\b", "trabalho"),
            (r" tem\b", "tenho"),
            (r" é\b", "sou"),
            (r" se mudou\b", "me mudei"),
        ),
        *rather(
            rf"\b(?:já )?não (moro|moramos|vivo|resido|trabalho|estudo) (?:mais )?{_ONDE} [^,]*,? "
            rf"(?:mas(?: sim)?|e sim) (?:agora )?(?={_ONDE} {ALONE})"
        ),
    ),
    statements=(
        says(
            "profile",
            rf"\b(?:eu )?me chamo {NAME}|\bchamo-me (?-i:[A-ZÀ-Þ])",
            rf"\b(?:o )?meu nome é {NAME}",
            slot="name",
            salience=0.9,
        ),
        nickname(r"\b(?:(?:chama|trata|chamar|tratar)-me|me chame|todos me chamam)(?: por| de)?"),
        says(
            "profile",
            rf"\b(?:moro|moramos|vivo|resido){GAP} (?:em|no|na|nos|perto de) (?:{NAME})?",
            slot="home",
            salience=0.8,
        ),
        says(
            "profile",
            rf"\b(?:me mudei|mudei-me|acabei de me mudar|mudei|(?:nos )?mud[aá]mos|mud[aá]mo-nos|"
            rf"acab[aá]mos de nos mudar){GAP} (?:de \w+ )?para (?:o |a )?(?:{NAME})?",
            slot="home",
            salience=0.8,
            moves=True,
        ),
        says("profile", rf"\b(?:eu )?sou d[eoa] (?:{NAME})?", r"\bnasci (?:em|no|na)\b"),
        says(
            "profile",
            rf"\btenho \d{{1,3}} anos(?: de idade)?{AGED}",
            rf"\b(?:fiz|completei|acabei de (?:fazer|completar)) \d{{1,3}} anos{TURNED}",
            slot="age",
            salience=0.7,
            once=True,
        ),
        says(
            "profile",
            rf"\b(?:eu )?trabalho{_MAIS}(?P<trade> como [\w' -]{{2,30}}?)? para (?:[ao] )?{NAME}",
            rf"\b(?:eu )?trabalho{_MAIS}(?P<trade> como [\w' -]{{2,30}}?)? (?P<unnamed>n[ao]) {NAME}",
            slot="employer",
            salience=0.7,
        ),
        says(
            "profile",
            rf"\b(?:eu )?trabalho{GAP} (?:como|na|no|em|para|com) (?:{NAME})?",
            rf"\bsou{_MAIS} (?:uma? )?{_OFICIO}\b",
            r"\b(?:meu|minha) (?:trabalho|profissão|chefe|empresa|emprego) (?:é|se chama)\b",
            r"\b(?:eu )?estudo (?!isso|isto)\w+",
            salience=0.7,
        ),
        says(
            "profile",
            rf"\bsou{_MAIS} (?:\w+mente |muito )?alérgic[oa]\b|\btenho (?:uma )?alergia\b",
            r"\b(?:sou|estou) (?:casad[oa]|solteir[oa]|divorciad[oa]|noiv[oa]|grávida|canhot[oa]|daltônic[oa])\b",
            r"\btenho (?:asma|diabetes|enxaqueca|epilepsia)\b",
            salience=0.8,
        ),
        says(
            "profile",
            r"\bnão (?:sou|moro|trabalho|como|bebo|fumo|tenho|estudo|gosto|vivo)\b.{0,40}\bmais\b",
            r"\bjá não \w+o\b",
            r"\b(?:deixei|parei) de \w+",
            salience=0.7,
        ),
        says(
            "preferences",
            rf"\b(?:eu )?(?:não )?(?:gosto|adoro|prefiro|odeio|detesto|amo){_MAIS} (?!(?:disso|disto|isso|isto|que)\b)",
            r"\b(?:não|nunca) (?:como|bebo|fumo|dirijo|conduzo|uso|suporto)\b",
            r"\b(?:meu|minha|meus|minhas) \w+ (?:favorit|preferid)[oa]s? (?:é|são)\b|\btenho medo d[eoa]\b",
        ),
        says(
            "patterns",
            r"\b(?:sempre|normalmente|costumo|todos os \w+|todas as \w+|toda \w+|cada \w+) \w+[or]\b",
            salience=0.5,
        ),
        says(
            "entities",
            r"\b(?:tenho|temos|possuo) (?:um|uma|dois|duas|três|quatro|\d+) (?!(?:\w+ )?"
            r"(?:pergunta|problema|ideia|erro|dúvida|minuto|momento|reunião)s?\b)",
            rf"\b(?:dirijo|conduzo){_MAIS} uma? (?:{_BOM} )?(?:{_VEICULO}\b|{MAKE})",
            rf"\b(?:meus?|minhas?) {_PROXIMO} (?:{NAME} )?(?:se chama|é|mora|vive|trabalha|tem|ama|estuda|está|são|"
            r"faz)\b",
            rf"\bse chama {NAME}",
        ),
        says(
            "events",
            r"\b(?:meu|minha|nosso|nossa) (?:aniversário|casamento|voo|exame|prova|viagem|consulta|cirurgia|"
            r"entrevista) (?:é|foi|será)\b",
            r"\btenho (?:um |uma )?(?:consulta|exame|prova|entrevista|voo|cirurgia)\b.* (?:dia|amanhã|próxim[oa]|"
            r"na|no)\b",
            r"\b(?:eu )?(?:decidi|decidimos|resolvi|me casei)\b",
        ),
        introduces("oi|olá", "(?:eu )?sou(?: o| a)?"),
        says(
            "", r"\b(?:lembr[ae](?:-te|-se)?|não (?:se )?esqueça|anot[ae]|tenha em mente)(?: de)? que\b", salience=0.8
        ),
    ),
)
