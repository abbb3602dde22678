"""Spanish."""

from __future__ import annotations

from memory.text.clauses.base import STOP, Clauses, opened, written
from memory.text.patterns import cue, one

_KIN = one(
    "esposa esposo mujer marido pareja novi[oa] hij[oa]s? bebé madre mamá padre papá padres herman[oa]s? tí[oa] "
    "prim[oa] "
    "sobrin[oa] abuel[oa] amig[oa] vecin[oa] jef[ea] médic[oa] dentista perr[oa] gat[oa] caballo"
)
_NO_VERB = one("y o e u de del con en a que para por sin como mi mis el la los las")
_NO_PERSON = one(
    "como cuando cuánto cuanto cómo cuándo cuándo todo mucho otro poco tanto medio nuevo cierto mismo pero solo sólo "
    "luego "
    "bueno perro gato cuatro ocho cinco segundo primero tercero ambos no yo lo"
)
GRAMMAR = Clauses(
    contrasting=written(r"(?:pero)\b"),
    connecting=written(r"(?:y|e|pero|porque|pues|ya que|mientras|aunque)\b"),
    relating=written(r"(?:que|quien|quienes|cuy[oa]s?)\b"),
    main=opened(
        "y|e|pero|porque|pues|ya que|mientras|aunque|como|hola|bueno|sí|no|ayer|hoy|anoche|ahora|actualmente|"
        "últimamente|"
        "(?:una )?pregunta|este \\w+|esta \\w+|(?:la|el) \\w+ pasad[oa]|en \\w+|desde \\w+|el \\w+|"
        "hace (?:\\w+ ){1,2}|yo",
        r"(?:yo |ya |no |me |nos |lo |la |los |las |le |se )*(?:he|hemos|soy|estoy|voy|doy|fui|fuimos|hice|tuve|puse|"
        r"vine|"
        r"traje|quise|pude|dije|supe|anduve|(?!" + _NO_PERSON + r"\b)\w{2,}(?:o|é|í)|\w{2,}[aei]mos) \w",
        r"(?:me|nos) (?!pregunto\b)\w{3,} \w",
        r"(?:mi|mis|nuestr[oa]s?) (?:[\w-]+ ){1,4}?(?:es|está|son|están|tiene|tienen|ha|han|se|fue|fueron|era|vive|va|"
        r"puede|no|\w{2,}ó|\w{2,}[ai]?eron|\w{2,}aron)\b",
        rf"(?:mi|mis|nuestr[oa]s?) {_KIN} (?:(?-i:[A-ZÁÉÍÓÚ])\w+ )?(?!{_NO_VERB}\b)(?-i:[a-záéíóú])\w+",
    ),
    inquiring=written(
        r"^¿|^(?:(?:y|pero|entonces|o) )*(?:(?:a|de|en|para|con|por|cada|desde|hasta) )?(?:qu[eé]|c[oó]mo|cu[aá]ndo|"
        r"cu[aá]l\w*|"
        r"cu[aá]nt\w+|d[oó]nde|ad[oó]nde|qui[eé]n\w*)\b",
        r"^(?:(?:y|pero) )*(?:ella |el )?(?:puedo|puede|pueden|podemos|debo|debe|debería|tengo que|hay|es|son|sirve|"
        r"conviene|hace falta|necesito|necesita|sabes|alg[uú]n\w*)\b",
    ),
    tag=cue(
        r"^¿? ?(?:o|u)\b|^¿? ?(?:verdad|no|si|cierto|correcto|no es (?:asi|verdad|cierto)|es (?:verdad|cierto|asi|"
        r"correcto)|"
        r"segun (?:tu|usted)|en tu opinion|que (?:opinas|crees|dices)|"
        r"vale|te acuerdas|recuerdas|no es verdad)\W*$"
    ),
    wishing=cue(
        r"\b(?:podria\w*|quisiera\w*|(?:me|nos) (?:gustaria|encantaria)|(?:seria|tendria)(?= (?:\w+ )?(?:saber|"
        r"util)))\b|"
        r"\b(?:quiza|quizas|tal vez)\b"
    ),
    dreaming=cue(
        r"\b(?:ojala|pensaba|creia|sonaba|iba a|ibamos a)\b|\bcasi\b|\bpor poco\b|\bquisiera que\b|\bgustaria que\b"
    ),
    unreal=cue(r"^(?:y |e |pero |porque |pues |yo |no |me |nos |lo |la |se )*\w+(?:ria|riamos|ra|ramos|ase|ese|aba)\b"),
    condition=cue(r"\bsi\b(?!$)|\ba menos\b|\bsiempre que\b"),
    hinging=cue(
        r"(?:^|\w |[,;:(] ?)si (?!que\b|no,|bien\b)\w",
        r"\ba condicion de que\b|\bcon tal de que\b|\bsiempre y cuando\b",
    ),
    conceding=written(
        r"\bsí\b|\b(?:incluso|aun|aún|hasta|como|por|sé|sabe\w*|pregunt\w+|ver|veo|dud\w+|ignor\w+|comprob\w+|decid\w+|"
        r"segur[oa]|importa|decir)(?: \w+)? si\b|\b(?:yo|eso|también|claro que|aquí|ahora) si (?!me\b|te\b|se\b)|"
        r"\bsi (?:cabe|acaso|mal no recuerdo|hace falta|es posible|quiere[sn]?|te parece|dios quiere)\b",
    ),
    polite=cue(
        r"\bsi (?:(?:yo|tu|usted|la memoria|no|me|te|le|lo|soy|puedes|puede|tengo que|he de|debo|ser|es que) )*"
        r"(?:sincer[oa]|honest[oa]|franc[oa]|recuerdo|acuerdo|equivoco|engano|falla|creer(?:lo|me|telo)?|crees|cree|"
        rf"preguntas|pregunta|entiendes|entiende|cuenta|importa)(?: (?:mal|bien|la memoria|lo que digo|de algo|"
        rf"a mi))*{STOP}",
        r"\b(?:lo )?crea(?:s|n)?(?:lo)? o no\b|\baunque no (?:te|se) lo creas?\b",
        r"\bsi (?:te |le |os |les )?(?:ayuda|sirve|interesa|es util|vale) ?(?:de algo|en algo)?\b|"
        r"\bsi (?:quieres|quiere) saber\w*\b",
        r"\b(?:me gustaria|quisiera|quiero|podria|debo) (?:decir(?:te|le|les|os)|contar(?:te|le|les|os)|mencionar|"
        r"anadir|"
        r"aclarar|comentar(?:te|le|les|os))\b(?: que)?",
        r"(?<=\bsaber )si\b|(?<=\bpreguntar )si\b|(?<=\bver )si\b|(?<=\bentender )si\b",
    ),
    diagnosing=cue(
        r"\b(?:mi|el|la) (?:medic[oa]|doctora?|dentista|especialista) (?:me )?(?:dice|dijo|ha dicho) que "
        r"(?=(?:yo )?(?:tengo|soy|padezco)\b)",
    ),
    drawing=written(r"(?:así que|por eso|por lo que|entonces)\b"),
    telling=cue(
        r"^(?!(?:como|que|quien)\b)(?:[\w'-]+ ){1,3}?(?:dice|dijo|escribe|escribio|piensa|cree|afirma)(?: \w+)? que "
        r"(?!si\W*$|no\W*$)\w",
    ),
    others=written(
        r"^(?:(?:y|e|pero|porque|pues|aunque) )*(?:él|ella|ellos|ellas|eso|esto|nadie|todos|hay|es|son|está) \w",
        r"^(?:(?:y|e|pero|porque|pues|aunque) )*(?:el|la|los|las|su|sus) \w+ (?:[\w-]+ ){0,2}?(?:no|es|son|está|hay|"
        r"ha)\b",
    ),
    lacking=written(r"\bsin\b"),
    listing=written(r"(?:y|e|o|u|ni)\b"),
    doubting=cue(
        r"\b(?:verdad|cierto|segur[oa]|en serio|asi)\b|\b(?:se|creo|recuerdo|acuerdo)\b(?: (?:bien|si\b.*|seguro))*\W*$"
    ),
    hedging=cue(
        r"\b(?:\w+mente|mas|mucho|tanto|siempre|todavia|aun|bien|muy|tan|tiempo|ahora|hoy|casi|ya|todo|alli|ahi|"
        r"demasiado|"
        r"a menudo|por)\b"
    ),
    rather=written(r"sino\b"),
    coming=written(
        r"\b(?:estoy|estamos) pensando en\b|\b(?:pienso|pensamos) (?:en )?\w+r(?:me|nos)?\b",
        r"(?<!\bla )(?<!\besta )(?<!\bcada )\bmañana\b|(?<!\bde )(?<!\btan )\bpronto\b|\bdentro de\b|\bque vienen?\b",
        r"\bpr[óo]xim[oa]s?\b",
        r"\ba partir de(?:l)? (?!ahora|hoy|aquí)",
        r"\b(?:voy|vamos) a (?:\w+(?:ar|er|ir)(?:me|nos|se|la|lo)?)\b",
        r"\b\w{2,}(?:aré|eré|iré|aremos|eremos|iremos)\b",
        r"\bme (?:mudo|traslado)\b|\bnos vamos a\b|\bme voy a vivir\b",
        r"\b(?:quiero|queremos|pienso|pensamos|planeo|planeamos|espero|esperamos|pretendo) \w+[aei]r(?:me|nos)?\b",
    ),
)
