"""Italian."""

from __future__ import annotations

from memory.text.clauses.base import STOP, Clauses, opened, written
from memory.text.patterns import cue, one

_KIN = one(
    "moglie marito compagn[oa] ragazz[oa] fidanzat[oa] figli[oa]? bambin[oaie] madre mamma padre papà genitori "
    "fratell[oi] sorell[ae] zi[oa] cugin[oa] nipote nonn[oa] amic[oa] vicin[oa] collega capo medico dentista cane "
    "gatt[oa] cavallo"
)
_NO_VERB = one("e ed o di del della con in a che per senza come il la lo i le mio mia da")
_NO_PERSON = one(
    "come quando quanto quello questo tutto molto altro poco tanto nuovo certo stesso solo mio tuo suo nostro uno "
    "primo "
    "ciao dopo sotto perciò però adesso cane gatto quattro otto secondo bello buono io no lo mai lei dei sei poi chi "
    "ci mi"
)
GRAMMAR = Clauses(
    contrasting=written(r"(?:ma|però)\b"),
    connecting=written(r"(?:e|ed|ma|però|perché|poiché|siccome|mentre|anche se|visto che|dato che)\b"),
    relating=written(r"(?:che|cui)\b"),
    main=opened(
        "e|ed|ma|però|perché|poiché|siccome|visto che|dato che|mentre|ciao|allora|sì|no|ieri|oggi|adesso|ora|"
        "attualmente|"
        "(?:una )?domanda|quest[oa'] ?\\w+|(?:la|il) \\w+ scors[oa]|l'anno scorso|nel \\w+|dal \\w+|da \\w+ anni|io",
        r"(?:io |non |mi |ci |lo |la |ne |li |le |già )*(?:l')?(?:ho|abbiamo|sono|siamo|vado|do|sto|so|(?!"
        + _NO_PERSON
        + r"\b)\w{2,}(?:o|ai|ei|ii)|\w{2,}iamo) \w",
        r"mi (?!chiedo\b)(?:piac\w+|fa|fanno|manca\w*|serve|servono) \w",
        r"(?:il |la |i |le |l')?(?:mi[oae]|miei|nostr[oaie]) (?:[\w']+ ){1,4}?(?:è|ha|hanno|sono|si|era|aveva|va|può|"
        r"vive|"
        r"abita|non|fa|sta)\b",
        rf"(?:il |la |i |le )?(?:mi[oae]|miei|nostr[oaie]) {_KIN} (?:(?-i:[A-Z])\w+ "
        rf")?(?!{_NO_VERB}\b)(?-i:[a-zè])\w+",
    ),
    inquiring=written(
        r"^(?:(?:e|ma|allora|o) )*(?:(?:a|di|in|per|con|da|ogni|fino a) )?(?:che|cosa|come|quando|qual\w*|quant\w+|"
        r"dove|"
        r"chi|perch[eé])\b",
        r"^(?:(?:e|ma) )*(?:lei |lui )?(?:posso|può|puo'|possono|possiamo|devo|deve|dovrei|potrei|c'è|ci sono|è|serve|"
        r"conviene|bisogna|puoi|potete|conosci|conoscete|sapete|consigli|pensi|credi|potresti|sai|va bene|vale|esiste|"
        r"hai|avete|qualche)\b",
    ),
    tag=cue(
        r"^(?:o|oppure)\b|^(?:vero|no|si|giusto|corretto|non e (?:vero|cosi)|e (?:vero|cosi|giusto)|ok|ricordi|"
        r"secondo (?:te|lei|voi)|che ne (?:dici|pensi)|ti ricordi|nevvero)\W*$"
    ),
    wishing=cue(r"\b(?:vorrei|vorremmo|potrei|potremmo|mi piacerebbe|ci piacerebbe)\b|\bforse\b"),
    dreaming=cue(
        r"\b(?:magari|pensavo|credevo|sognavo)\b|\bquasi\b|\bper poco\b|\bstav\w+ per\b|\bvorrei che\b|"
        r"\bpiacerebbe che\b"
    ),
    unreal=cue(r"\b\w{2,}(?:rei|remmo|ssi|ssimo)\b|^(?:e |ma |perche |io |non |mi |ci )*\w+(?:avo|evo|ivo)\b"),
    condition=cue(r"\bse\b|\ba meno\b"),
    hinging=cue(
        r"(?:^|[,;:(] ?)se (?!no\b|ne va\b)\w|\bse (?!ne\b|stess[oaie]\b|l[aoei] (?:cav|prend|ved|pass|god|sent|tir|"
        r"rid|mangi|fum|sbrig|svign)|non\b[^,]*$)(?:la|lo (?=z|s[^aeiou]|gn|ps)|i|gli|le|l'|un[ao]?|mi[oae]|miei|"
        r"tu[oa]|su[oa]|nostr[oa]|quest[oa]|tutto|mi|ti|ci|vinc\w+|riesc\w+|trov\w+|arriv\w+|va)\b",
        r"\bse \w+ (?:va|viene|accetta|vende|firma|lascia|vince|dice|vuole|parte|muore)\b",
        r"\b(?:a patto|a condizione) (?:che|di)\b|\bpurche\b",
    ),
    conceding=written(
        r"\b(?:anche|come|persino|perfino|pure|neanche|nemmeno|so|sa|sai|sapere|sanno|chied\w+|domand\w+|vedere|vedo|"
        r"capire|decid\w+|sicur[oa]|importa|dire|verific\w+)(?: \w+)? se\b",
        r"\bse (?:vuoi|vuole|ti va|preferisci|possibile|necessario|capita|dio vuole)\b",
    ),
    polite=cue(
        r"\bse (?:(?:non|mi|ti|ci|vi|me|lo|devo|posso|puoi|essere|sono|la memoria|proprio) )*"
        r"(?:sincer[oa]|onest[oa]|ricordo|sbaglio|inganno|inganna|credi|crederci|chiedi|capisci|conta|importa)"
        rf"(?: (?:male|bene|cosa intendo|a me))*{STOP}",
        r"\b(?:che (?:tu )?ci creda o no|credici o no|che ci crediate o no)\b",
        r"\bse (?:ti |vi |le |puo )?(?:aiuta\w*|e utile|serve|interessa|essere utile)\b(?: a qualcosa)?|"
        r"\bse (?:vuoi|volete|vuole) sapere\w*\b|\bse (?:ti |le )?puo (?:essere utile|servire|aiutare|interessare)\b",
        r"\b(?:vorrei|voglio|potrei|devo|mi piacerebbe) (?:dir(?:ti|vi|le)|raccontar(?:ti|vi|le)|aggiungere|precisare|"
        r"menzionare|segnalar(?:ti|vi|le))\b(?: che)?",
        r"(?<=\bsapere )se\b|(?<=\bchiedere )se\b|(?<=\bvedere )se\b|(?<=\bcapire )se\b",
    ),
    diagnosing=cue(
        r"\b(?:il |la )?(?:mi[oa] )?(?:medico|dottore|dottoressa|dentista|specialista) (?:mi )?(?:dice|ha detto) che "
        r"(?=(?:io )?(?:ho|sono|soffro)\b)",
    ),
    drawing=written(r"(?:quindi|per questo|per cui|perciò|così|dunque)\b"),
    telling=cue(
        r"^(?!(?:come|che|chi)\b)(?:[\w'-]+ ){1,3}?(?:dice|ha detto|scrive|ha scritto|pensa|crede|afferma)(?: \w+)? "
        r"che (?!si\W*$|no\W*$)\w",
    ),
    others=written(
        r"^(?:(?:e|ed|ma|però|perché|anche se) )*(?:lui|lei|loro|questo|nessuno|tutti|è|sono|c'è|ci sono) ?\w",
        r"^(?:(?:e|ed|ma|però|perché) )*(?:il |la |lo |i |gli |le |l')\w+ (?:[\w-]+ ){0,2}?(?:non|è|sono|ha|hanno)\b",
    ),
    lacking=written(r"\bsenza\b"),
    listing=written(r"(?:e|ed|o|né)\b"),
    doubting=cue(
        r"\b(?:vero|sicur[oa]|cert[oa]|sul serio|cosi)\b|\b(?:so|credo|ricordo|penso)\b(?: (?:bene|se\b.*|piu))*\W*$"
    ),
    hedging=cue(
        r"\b(?:\w+mente|piu|molto|tanto|sempre|ancora|bene|cosi|tempo|adesso|ora|oggi|quasi|gia|tutto|spesso|troppo|"
        r"davvero|li|per)\b"
    ),
    rather=written(r"bensì\b|ma perché\b|ma piuttosto\b"),
    coming=written(
        r"\b(?:sto|stiamo) pensando (?:di|a)\b|\b(?:penso|pensiamo) di\b",
        r"\b(?:domani|dopodomani|prossimamente|a breve)\b|\bprossim[oaie]\b|\bche viene\b",
        r"\b(?:tra|fra) (?:\d+|un|una|due|tre|quattro|cinque|sei|poco|qualche|pochi|poche)\b",
        r"\ba partire da(?:l|lla|ll')? ?(?!ora|oggi|adesso)",
        r"\b\w{2,}(?:erò|irò|arò|eremo|iremo|aremo)\b",
        r"\bmi (?:trasferisco|sposto)\b|\bci (?:trasferiamo|spostiamo)\b|\bcambi(?:o|amo) casa\b",
        r"\b(?:voglio|vogliamo|intendo|intendiamo|conto di|contiamo di|penso di|pensiamo di|spero di|"
        r"(?:ho|abbiamo) intenzione di) \w+(?:are|ere|ire|rmi|rci)\b",
    ),
)
