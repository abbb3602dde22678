"""Spanish."""

from __future__ import annotations

from memory.text.clauses.es import GRAMMAR
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
from memory.text.languages.makes import KNOWN_MAKE, MAKE
from memory.text.patterns import as_written, cue, denies, groups, one

_MAS = "(?: " + one("también ahora actualmente siempre todavía mucho realmente ya solo") + ")*"
_CERCANO = one(
    "esposa esposo mujer marido pareja novi[oa] prometid[oa] hij[oa]s? bebé madre mamá padre papá padres herman[oa]s? "
    "tí[oa] prim[oa] sobrin[oa] abuel[oa] amig[oa] vecin[oa] compañer[oa] jef[ea] médic[oa] dentista profesora? "
    "perr[oa] "
    "gat[oa] caballo conejo mascota"
)
_OFICIO = one(
    r"\w+(?:ista|ero|era|ador|adora|or|ora|ogo|oga|ante|ente|ico|ica) maestr[oa] abogad[oa] arquitect[oa] "
    r"estudiante piloto "
    r"vegan[oa] vegetarian[oa] diabétic[oa] jubilad[oa] chef músic[oa]"
)
_VEHICULO = one(
    "coche carro auto moto motocicleta bici bicicleta patinete ciclomotor furgoneta camioneta camión autobús "
    "taxi tractor "
    "todoterreno descapotable"
)
_BUENO = one("viej[oa] nuev[oa] pequeñ[oa] gran buen[oa]?")
_DELANTE = one("el un este ese aquel otro su tu nuestro")
_NO_TIEMPO = (
    "(?!"
    + one(r"ano mes dia verano invierno otono curso lunes martes miercoles jueves viernes sabado domingo")
    + r"\b)"
)
_DONDE = one("en cerca_de para con como de")

SPANISH = Language(
    code="es",
    grammar=GRAMMAR,
    frame=words(
        "usuario usuaria persona nombre llama llamado llamada vive trabaja gusta gustan encanta encantan ama odia "
        "prefiere tiene posee anos ano edad nacio profesion trabajo alergia alergico alergica cumpleanos favorito "
        "favorita actualmente habla interesa planea es esta come bebe"
    ),
    me=words("yo me mi mis mio mia nosotros nos nuestro nuestra soy tengo vivo trabajo estoy"),
    kin=words(
        "esposa esposo mujer marido pareja novio novia hijo hija hijos bebe madre mama padre papa padres hermano "
        "hermana "
        "tio tia primo prima sobrino sobrina abuelo abuela amigo amiga vecino vecina companero companera jefe jefa "
        "medico dentista profesor profesora perro perra gato gata caballo mascota cliente"
    ),
    third=words("él ella ellos ellas"),
    theirs=cue(r"(?<!í)(?<!ab)(?<!er)a$|e$|ó$|^es$|á$"),
    yes=words("si claro exacto correcto cierto eso efectivamente vale ok"),
    negation=denies(
        r"\b(?:no|nunca|jamas|ningun\w*|nada|sin|tampoco|ni)\b|\b(?:odi[oa]|evit[oa]|deje de|antes)\b",
        idle=r"\bno (?:solo|solamente|obstante|hay (?:problema|duda)|(?:me queda|tengo) (?:otra|mas remedio)|"
        r"te preocupes|pasa nada)\b|\bantes (?:de|que)\b|"
        r"\bsin (?:duda|embargo|querer)\b|(?<=de )nada\b|(?<=pasa )nada\b|\bnada mas\b",
    ),
    denying=cue(r"\b(?:no|nunca|jamas|tampoco)$"),
    noun=cue(
        rf"\b(?:{_DELANTE}|mi|en|al|del?|con|sin|por|para) \w+o$",
        rf"(?:^|\b(?!(?:en|con|de|por|para|sin|desde|a|hasta|durante|tras)\b)\w+ ){_DELANTE} {_NO_TIEMPO}\w+ \w+o$",
    ),
    hypothetical=cue(
        r"\bsi (?:yo|fuera|tuviera|viviera|pudiera|mi|el|ella|nosotros)\b|\bimagin\w+|\bsupon\w+|\bhipote\w+|"
        r"\bcomo si\b|\bojala\b",
        r"\b(?:seria|tendria|podria|quisiera|me gustaria)\b",
        r"\b(?:quiza|quizas|tal vez|a lo mejor|puede (?:ser )?que|igual (?:me|nos))\b",
        r"\bcasi (?:me|nos|no|compr\w+|viv\w+)\b|\bpor poco\b|\bestuv\w+ a punto de\b|\b(?:pensaba|creia|iba a|"
        r"ibamos a)\b",
        r"\ben (?:un cuento|una historia|un sueno|un juego|una pelicula)\b",
    ),
    reported=cue(
        r"\b(?!yo\b|tu\b)\w+ (?:dice|dijo|me dijo|escribe|escribio|piensa|cree|opina|jura|insiste en|afirma)\b|"
        r"\bsegun\b",
        r"(?:[,\"'] |^)(?:dice|dijo|escribe|piensa|cree|afirma) (?!yo\b)\w+(?: [\w'-]+){0,4}(?:\W*$|,)",
        r"\b(?:traduc\w+|corrig\w+|reescrib\w+|resum\w+)\b",
    ),
    handed=cue(
        r"\b(?:traduc\w+|corrige\w*|reescribe\w*|resume\w*)\b.{0,25}\b(?:esto|este texto|esta frase|siguiente)\b",
    ),
    role_play=cue(
        r"\byo (?:soy|hago de|sere) (?:el|la|un|una|tu) .{1,50}?(?:y|,) (?:tu|usted) (?:eres |es |haces de |"
        r"seras )?(?:el|la|un|una|mi)\b",
        r"\bjuego de rol|\bfinge\b|\bfinjamos\b|\bhaz como si\b|\bhagamos como\b|\bactua como\b|\bjuguemos a\b|"
        r"\bhaz (?:de|el papel)\b",
        r"\b(?:tu|usted) (?:eres|es|haces de|hace de|seras|juegas de|haces el papel del?) ?(?:el|la|un|una|"
        r"mi)? .{1,50}?(?:y|,|e) (?:yo )(?:soy|hago|sere|de|el|la|un|una)\b",
        r"\ba partir de ahora,? (?:tu )?eres\b|^interpreta (?:a )?(?:una?|el|la) [^:.!?]{1,40}:",
    ),
    role_over=cue(
        r"\bfin del (?:juego|rol|teatro)\b|\bdej\w* de (?:fingir|jugar|actuar)\b|\bahora en serio\b|"
        r"\ben la vida real\b|\bse acabo el juego\b|\bterminemos el juego\b|\bfuera del juego\b",
    ),
    unsaid=cue(
        r"\bera (?:una |de )?(?:broma|mentira)\b|\bestaba (?:bromeando|de broma|mintiendo)\b|"
        r"\bme lo (?:he )?invent\w+\b|\b(?:te )?he mentido\b|\bte menti\b",
        r"\b(?:eso )?no (?:era|es) verdad\b\W*$",
    ),
    joke=cue(r"\b(?:es broma|era broma|bromeo|en broma|de broma|jaja\w*|lol)\b", r"^(?:obviamente|claro que) no\W*$"),
    supposing=cue(
        r"^\W*(?:(?:ok|bueno|entonces|pues|y|pero|hola|ahora),? )*(?:imagin\w+|supon\w*|supongamos|digamos|"
        r"pongamos|hipotetic\w+|haz de cuenta)\b",
    ),
    fiction=cue(
        r"\bescrib\w* (?:me )?(?:un|una|el|la)? ?(?:\w+ )?(?:historia|cuento|poema|cancion|escena|dialogo|guion|"
        r"novela|monologo|relato)\b",
        r"\b(?:estoy escribiendo|escribo) (?:un|una|mi) (?:novela|cuento|guion|historia|libro|cancion)\b",
        r"\ben (?:mi|la|el|un|una) (?:historia|novela|cuento|sueno|juego|pelicula|libro)\b,? (?:yo|mi|soy|vivo|"
        r"tengo|el|la)\b",
        r"\b(?:mi|el|la) (?:heroe|heroina|personaje|protagonista|narrador\w*)\b",
    ),
    aside=cue(
        r"\b(?:por cierto|en realidad|de hecho|la verdad es|en verdad|de verdad|aparte de eso|en serio)\b",
    ),
    asking=cue(
        r"^¿|^(?:(?:y|pero|hola),? )*(?:como|que|por que|donde|adonde|cuando|cual\w*|cuant\w+|puedo|debo|puedes|"
        r"sabes|tengo que|hay) (?:\w+ ){0,8}?\w+$",
        r"\bno (?:se|recuerdo) (?:si|donde)\b|\bme pregunto (?:si|por que|como)\b",
    ),
    past=cue(
        r"^antes\b(?! (?:de|que)\b)|\bantes (?:viv|trabaj|ten|era)|\bantiguamente\b|"
        r"\bde (?:nin[oa]|pequen[oa]|joven)\b|\bhasta (?:19|20)\d\d\b|\bhasta el (?:19|20)\d\d\b|\bsol(?:ia|iamos)\b|"
        r"\b(?<!desde )hace (?:\w+ )?anos\b.*\b(?:viv|trabaj)i\w*",
        r"\b(?:vivia|vivi|vivio|viviamos|trabajaba|trabaje|trabajo en .* hasta|estudiaba|residia)\b",
    ),
    by_now=as_written(r"(?:[,;]| y| pero)+ (?=(?:\w+ )?(?:ahora|hoy|actualmente)\b)"),
    over=cue(
        r"\bya no\b|\bdej[eo] de\b|\bdejado de\b|\brenuncie\b|\bvendi\b|\bno .* mas\b$",
    ),
    that_day=cue(r"\b(?:hoy|ayer|anoche|esta (?:manana|tarde|noche|semana)|este fin de semana|la semana pasada)\b"),
    at_times=cue(
        r"\b(?:los|el) fin(?:es)? de semana\b(?! pasado)|\bentre semana\b|\bdurante (?:la semana|el curso)\b|"
        r"\bde lunes a \w+|\blos (?:lunes|martes|miercoles|jueves|viernes|sabados|domingos)\b",
        r"\ben (?:verano|invierno|primavera|otono)\b(?! de)|\ben (?:las )?vacaciones\b",
    ),
    beside=cue(
        r"\b(?:tambien|ademas|a veces|medio tiempo|media jornada|"
        r"segunda (?:casa|residencia)|la mitad)\b",
    ),
    correcting=cue(
        r"\b(?:perdon|perdona|lo siento|quise decir|queria decir|correccion|me equivoque|me lo invente|era mentira|"
        r"errata|eso era falso|"
        r"no es cierto)\b",
    ),
    filler=cue(
        r"\b(?:recuerda|acuerdate|ten en cuenta|no olvides|apunta|anota)(?: de)?(?: que)?\b|"
        r"\bcomo (?:ya )?(?:te )?dije\b|\bpor cierto\b|\bde nuevo\b|\botra vez\b|\b(?:hola|bueno|pues)\b|"
        r"\bsabes\b|\beso si\b",
    ),
    instead=cue(r"^(?:y |pero )?ya no (?:como|en|para|con|de)\b"),
    joining=cue(r"\b(?:y|e|pero)\b"),
    clause=cue(
        r",? (?:y|pero) (?=(?:\w+o|tengo|soy|mi|me)\b)",
    ),
    origin=left("(?:desde|de) "),
    within="(?:en|cerca de|(?P<of>de))",
    same=groups(
        r"\b(?:viv\w+|resid\w+|mud\w+|traslad\w+|casa|soy de)\b",
        r"\b(?:trabaj\w+|profesion|empleo|empresa|jef[ea]|oficio|soy)\b",
        r"\b(?:gust\w+|encant\w+|am[oa]|ador\w+|prefier\w+|favorit\w+|fascin\w+)\b",
        r"\b(?:odi\w+|detest\w+|miedo|no (?:le|me) gusta\w*)\b",
        r"alerg\w*|intoleran\w*",
        r"\b(?:tengo(?! \d+ anos)|tiene\w*|tenemos|pose\w+|mis?(?! (?:nombre|edad|profesion|cumpleanos)\b)|nuestr\w+|"
        r"compr\w+|adopt\w+)\b",
        r"\b(?:naci\w*|cumpleanos)\b",
        r"\b(?:decid\w+|plan\w*|voy a|va a|quier\w+)\b",
        r"\bcas(?:ad[oa]|e|aron)|espos[oa]|marido|mujer|boda",
        r"llam\w+|\bnombre\b|\bsoy\b",
    ),
    reworded=(
        *retold(
            r"^(?:el|la) usuari[oa]",
            (r" se llama\b", "me llamo"),
            (r" vive\b", "vivo"),
            (r" trabaja\b", "trabajo"),
            (r" tiene\b", "tengo"),
            (r" es\b", "soy"),
            (r" se mudó\b", "me mudé"),
            (r" se ha mudado\b", "me he mudado"),
        ),
        *rather(
            rf"\b(?:ya )?no (vivo|vivimos|resido|trabajo|estudio) {_DONDE} [^,]*,? (?:sino|pero) (?:ahora )?"
            rf"(?={_DONDE} {ALONE})"
        ),
    ),
    statements=(
        says("profile", rf"\bme llamo {NAME}", rf"\bmi nombre es {NAME}", slot="name", salience=0.9),
        nickname(r"\b(?:ll[aá]mame|(?:todos )?me (?:llaman|dicen))"),
        says(
            "profile",
            rf"\b(?:vivo|vivimos|resido){GAP} (?:en|cerca de) (?:el |la )?(?:{NAME})?",
            slot="home",
            salience=0.8,
        ),
        says(
            "profile",
            rf"\b(?:me|nos) (?:he |hemos |acabo de |acabamos de )?(?:mud|traslad)(?:é|amos|ado|ar){GAP} "
            rf"(?:de \w+ )?a (?:{NAME})?",
            rf"\b(?:acabo|acabamos) de (?:mudar|trasladar)(?:me|nos){GAP} (?:de \w+ )?a (?:{NAME})?",
            slot="home",
            salience=0.8,
            moves=True,
        ),
        says("profile", rf"\bsoy de (?:{NAME})?", r"\bnací (?:en|el)\b"),
        says(
            "profile",
            rf"\btengo \d{{1,3}} años(?: de edad)?{AGED}",
            rf"\b(?:cumplí|cumplo|he cumplido|acabo de cumplir) (?:los )?\d{{1,3}}(?: años)?{TURNED}",
            slot="age",
            salience=0.7,
            once=True,
        ),
        says(
            "profile",
            rf"\btrabajo{_MAS}(?P<trade> (?:como|de) [\w' -]{{2,30}}?)? para {NAME}",
            rf"\btrabajo{_MAS}(?P<trade> (?:como|de) [\w' -]{{2,30}}?)? (?P<unnamed>en) {NAME}",
            slot="employer",
            salience=0.7,
        ),
        says(
            "profile",
            rf"\btrabajo{GAP} (?:como|en|de|para|con) (?:{NAME})?",
            rf"\bsoy{_MAS} (?:una? )?{_OFICIO}\b",
            r"\bmi (?:trabajo|profesión|jefe|jefa|empresa|empleo) (?:es|se llama)\b",
            r"\bestudio (?!esto|eso)\w+",
            salience=0.7,
        ),
        says(
            "profile",
            rf"\bsoy{_MAS} (?:\w+mente |muy )?alérgic[oa]\b|\btengo (?:una )?alergia\b",
            r"\b(?:soy|estoy) (?:casad[oa]|solter[oa]|divorciad[oa]|prometid[oa]|embarazada|zurd[oa]|daltónic[oa])\b",
            r"\btengo (?:asma|diabetes|migrañas?|epilepsia)\b",
            salience=0.8,
        ),
        says(
            "profile",
            r"\bya no (?:soy|vivo|trabajo|como|bebo|fumo|tengo|estudio|juego|me gusta)\b",
            r"\bdejé de \w+",
            salience=0.7,
        ),
        says(
            "preferences",
            rf"\b(?:no )?me (?:gustan?|encantan?|fascinan?){_MAS} (?!(?:eso|esto|esta|este|tu)\b)",
            rf"\b(?:prefiero|odio|adoro|detesto|amo){_MAS} (?!(?:que|eso|esto)\b)",
            r"\b(?:no|nunca) (?:como|bebo|fumo|conduzco|uso|soporto)\b",
            r"\bmi \w+ favorit[oa] es\b|\bmis \w+ favorit[oa]s son\b|\btengo miedo (?:a|de)\b",
        ),
        says("patterns", r"\b(?:siempre|normalmente|suelo|todos los \w+|todas las \w+|cada \w+) \w+o\b", salience=0.5),
        says(
            "entities",
            r"\b(?:tengo|tenemos|poseo) (?:un|una|dos|tres|cuatro|\d+) (?!(?:\w+ )?"
            r"(?:pregunta|problema|idea|error|duda|minuto|momento|reunión)s?\b)",
            rf"\bconduzco{_MAS} una? (?:{_BUENO} )?(?:{_VEHICULO}\b|{MAKE})",
            rf"\b(?:manejo|monto){_MAS} (?:en )?(?:una? )?(?:{_BUENO} )?(?:{_VEHICULO}\b|{KNOWN_MAKE})",
            rf"\bmis? {_CERCANO} (?:{NAME} )?(?:se llama|es|vive|trabaja|tiene|ama|estudia|está|son|cumple)\b",
            rf"\bse llama {NAME}",
        ),
        says(
            "events",
            r"\b(?:mi|nuestro|nuestra) (?:cumpleaños|aniversario|boda|vuelo|examen|viaje|cita|operación|"
            r"entrevista) (?:es|fue|será)\b",
            r"\btengo (?:un |una )?(?:cita|examen|entrevista|vuelo|operación)\b.* (?:el|mañana|próximo|próxima)\b",
            r"\b(?:he|hemos) decidido\b|\bdecidí\b|\bdecidimos\b|\bme casé\b",
        ),
        introduces("hola", "(?:yo )?soy"),
        says("", r"\b(?:recuerda|acuérdate de|no olvides|ten en cuenta|anota) que\b|\bpara que conste\b", salience=0.8),
    ),
)
