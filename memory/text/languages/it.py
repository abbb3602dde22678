"""Italian."""

from __future__ import annotations

from memory.text.clauses.it import GRAMMAR
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

_PIU = "(?: " + one("anche adesso ora attualmente sempre ancora molto davvero ormai solo") + ")*"
_VICINO = one(
    "moglie marito compagn[oa] ragazz[oa] fidanzat[oa] figli[oa]? bambin[oaie] madre mamma padre papà genitori "
    "fratell[oi] "
    "sorell[ae] zi[oa] cugin[oa] nipote nonn[oa] amic[oa] vicin[oa] collega capo medico dentista professore "
    "professoressa cane gatt[oa] cavallo coniglio"
)
_MESTIERE = one(
    r"\w+(?:ista|iere|iera|tore|trice|ologo|ologa|ante|ente|aio|aia) ingegnere medico avvocat[oa] architett[oa] "
    r"studentessa pilota vegan[oa] vegetarian[oa] diabetic[oa] pensionat[oa] chef cuoc[oa] infermier[ea]"
)
_STATO = one("le in a qui pront[oa] stanc[oa] malat[oa] sicur[oa] content[oa]")
_VEICOLO = one(
    "macchina auto automobile moto motocicletta motorino scooter bici bicicletta monopattino furgone camion "
    "camper autobus taxi "
    "trattore fuoristrada utilitaria"
)
_BELLO = one("vecchi[oa] nuov[oa] piccol[oa] grande gross[oa] bell[oa]")
_DOVE = one("a ad in nel nella vicino_a per presso come da")

_LUOGO = r"(?:(?:ad?|in|nel|nella|vicino (?:ad?|alla?)) |(?:vicino )?(?:all|nell)')"

ITALIAN = Language(
    code="it",
    grammar=GRAMMAR,
    frame=words(
        "utente persona nome chiama chiamato chiamata abita vive lavora piace piacciono ama adora odia preferisce ha "
        "possiede anni anno eta nato nata professione lavoro allergia allergico allergica compleanno preferito "
        "preferita "
        "attualmente parla interessa progetta e mangia beve"
    ),
    me=words("io mi mio mia miei mie me noi ci nostro nostra sono ho abito vivo lavoro"),
    kin=words(
        "moglie marito compagno compagna ragazzo ragazza fidanzato fidanzata figlio figlia figli bambino bambina madre "
        "mamma padre papa genitori fratello sorella zio zia cugino cugina nipote nonno nonna amico amica vicino vicina "
        "collega capo medico dentista professore professoressa cane gatto gatta cavallo cliente"
    ),
    third=words("lui lei loro egli"),
    theirs=cue(r"[aeèò]$"),
    yes=words("si certo esatto esattamente corretto giusto ok"),
    noun=cue(
        r"\b(?:il|lo|uno?|(?:de|ne|a|da|su)l(?:lo)?|mio|tuo|suo|nostro|di|da|in|con|per|su) \w+o$",
        r"\b(?:l|un|(?:d|n)ell|all|dall|sull|quest|quell)'\w+o$",
    ),
    negation=denies(
        r"\b(?:non|mai|nessun\w*|niente|nulla|senza|ne)\b|\b(?:odi[oa]|evit[oa]|detest[oa]|ho smesso|prima)\b",
        idle=r"\bnon (?:ho (?:altra )?scelta|posso (?:che|fare a meno)|vedo l'ora|"
        r"solo|solamente|soltanto|c'e problema|ti preoccupare)\b|\bprima (?:di|che)\b|(?<=la )prima\b|"
        r"(?<=mia )prima\b|\bsenza (?:dubbio|altro)\b|(?<=come )mai\b|\bne (?:h[ao]|hai|abbiamo|hanno)\b",
    ),
    denying=cue(r"\b(?:non|mai)(?: ci)?$"),
    hypothetical=cue(
        r"\bse (?:io|fossi|avessi|vivessi|mio|mia|lui|lei)\b|\bimmagin\w+|\bsuppon\w+|\bipote\w+|\bcome se\b|"
        r"\bmagari (?:\w+ )?\w+ss(?:i|imo)\b",
        r"\b(?:sarei|avrei|potrei|vorrei|mi piacerebbe)\b|\b(?:forse|puo darsi|chissa)\b",
        r"\bquasi (?:mi|ci|compr\w+)\b|\bper poco\b|\bstav\w+ per\b|\b(?:io )?(?:pensavo|credevo) (?:che|di)\b",
        r"\bin (?:una storia|un sogno|un gioco|un film|un racconto)\b",
    ),
    reported=cue(
        r"\b(?!io\b|tu\b)\w+ (?:dice|ha detto|mi ha detto|scrive|ha scritto|pensa|crede|sostiene|"
        r"ritiene|giura|afferma)\b|"
        r"\bsecondo (?:il|"
        r"la|lui|lei|mi[oa])\b",
        r"(?:[,\"'] |^)(?:dice|ha detto|scrive|pensa|crede|afferma) (?!io\b)\w+(?: [\w'-]+){0,4}(?:\W*$|,)",
        r"\b(?:tradu(?!co\b)\w+|corregg\w+|riscriv\w+|riassum\w+)\b",
    ),
    handed=cue(
        r"\b(?:traduci\w*|correggi\w*|riscrivi\w*|riassumi\w*)\b.{0,25}\b(?:questo|questa frase|seguente)\b",
    ),
    role_play=cue(
        r"\bio (?:sono|faccio|saro) (?:il|la|lo|un|una|uno|tuo|tua) .{1,50}?(?:e|,) tu (?:sei |fai |sarai )?(?:il|"
        r"la|lo|un|una|uno|mio|mia)\b",
        r"\bgioco di ruolo|\bfai finta|\bfacciamo finta|\bfingi\b|\brecita\b|\bcomportati come\b|"
        r"\binterpreta (?:il|la|un|una)\b|\bgiochiamo a\b",
        r"\b(?:tu|lei) (?:fai|fa|sei|e|interpreti|sarai) (?:il |la |lo |l'|un |una |un'|uno |mio |"
        r"mia ).{1,50}?(?:e|,) (?:io )(?:(?:faccio|sono|interpreto|saro) )?(?:(?:il|la|lo|un|una|tuo|tua) |l'|un')",
        r"\bd'ora in poi (?:tu )?sei\b",
    ),
    role_over=cue(
        r"\bfine del (?:gioco|ruolo)\b|\bfine della (?:scena|recita)\b|\bsmett\w+ di (?:fingere|recitare|"
        r"giocare)\b|\badesso sul serio\b|\bnella vita reale\b|\bil gioco e finito\b|\bbasta (?:giocare|recitare|"
        r"con il gioco)\b",
    ),
    unsaid=cue(
        r"\bstavo scherzando\b|\bera (?:solo )?(?:uno scherzo|una battuta|una bugia)\b|"
        r"\bme lo sono inventat\w\b|\bho mentito\b|\bl'ho inventato\b",
        r"\bnon (?:era|e) vero\b\W*$",
    ),
    joke=cue(
        r"\b(?:scherzo|sto scherzando|per scherzo|era una battuta|ahah\w*|haha+)\b",
        r"^(?:ovviamente|"
        r"certo che) no\W*$",
    ),
    supposing=cue(
        r"^(?:(?:ok|allora|dunque|e|ma|ciao|ora|adesso),? )*(?:immagin\w+|suppon\w+|mettiamo|diciamo|poniamo|"
        r"ipotizziamo|facciamo conto)\b",
    ),
    fiction=cue(
        r"\bscriv\w*(?:mi)? (?:mi )?(?:un|una|un'|il|la)? ?(?:\w+ )?(?:storia|racconto|poesia|canzone|scena|"
        r"dialogo|sceneggiatura|romanzo|monologo|favola|fiaba)\b",
        r"\b(?:sto scrivendo|scrivo) (?:un|una|il mio) (?:romanzo|racconto|storia|libro|canzone|sceneggiatura)\b",
        r"\bnel(?:la)? (?:mi[oa] )?(?:storia|romanzo|racconto|sogno|gioco|film|libro)\b,? (?:io|mi[oa]|sono|vivo|"
        r"ho|il|la)\b",
        r"\b(?:il mio|la mia|il|la) (?:eroe|eroina|personaggio|protagonista|narratore|narratrice)\b",
    ),
    aside=cue(
        r"\b(?:a proposito|tra l'altro|in realta|in verita|davvero|comunque|per inciso|quanto a me|sul serio|"
        r"a parte questo)\b",
    ),
    asking=cue(
        r"^(?:(?:e|ma|ciao),? )*(?:come|che cosa|cosa|che|perche|dove|quando|qual\w*|quant\w+|posso|devo|puoi|"
        r"sai se|c'e) (?:\w+ ){0,8}?\w+$",
        r"\bnon (?:so|ricordo) (?:se|dove)\b|\bmi chiedo (?:se|perche|come)\b",
    ),
    past=cue(
        r"^prima\b(?! (?:di|che)\b)|\bprima (?:abit|viv|lavor|er)|\bun tempo\b|"
        r"\bda (?:bambin\w|piccol\w|giovane|ragazz\w)\b|\bfino al (?:19|20)\d\d\b|\buna volta\b",
        r"\b(?:abitavo|abitava|vivevo|viveva|lavoravo|lavorava|studiavo)\b|\b(?:ho|ha|abbiamo) (?:abitato|vissuto|"
        r"lavorato|studiato)\b",
    ),
    by_now=as_written(r"(?:[,;]| ed?| ma)+ (?=(?:\w+ )?(?:ora|adesso|oggi|attualmente)\b)"),
    over=cue(
        r"\bnon .*\bpiu\b|\bsmesso di\b|\blasciato\b|\blicenziat\w\b|\bvenduto\b",
    ),
    that_day=cue(
        r"\b(?:oggi|ieri|stamattina|stasera|stanotte|quest(?:a mattina|a settimana|o pomeriggio)|la settimana scorsa)\b"
    ),
    at_times=cue(
        r"\b(?:nel|nei|il|i) (?:fine settimana|week-?end)\b(?! scorso)|\b(?:durante la|in) settimana\b|"
        r"\bdal lunedi al \w+|\bnei giorni feriali\b|\bin vacanza\b|\b(?:il (?:lunedi|martedi|mercoledi|giovedi|"
        r"venerdi|sabato)|la domenica)\b(?! \d)",
        r"\b(?:d'|in )(?:estate|inverno|autunno|primavera)\b",
    ),
    beside=cue(
        r"\b(?:anche|inoltre|a volte|part[- ]time|nel tempo libero|seconda casa|la meta)\b",
    ),
    correcting=cue(
        r"\b(?:scusa\w*|volevo dire|intendevo|correzione|ho sbagliato|me lo sono inventato|era una bugia|"
        r"mi sono sbagliat\w|errore mio|non e vero|"
        r"refuso)\b",
    ),
    filler=cue(
        r"\b(?:ricord\w+|tieni presente|non dimenticare|annota)(?:ti)?(?: di)?(?: che)?\b|"
        r"\bcome (?:ti )?(?:ho )?(?:gia )?detto\b|\ba proposito\b|\bdi nuovo\b|\bancora una volta\b|\b(?:ciao|"
        r"allora|comunque)\b|\bsai\b",
    ),
    instead=cue(r"^(?:e |ma )?non piu (?:come|in|a|da|per|con)\b"),
    joining=cue(r"\b(?:ed?|ma)\b"),
    clause=cue(
        r",? (?:ed?|ma) (?=(?:io|abito|lavoro|ho|sono|mio|mia|mi)\b)",
    ),
    origin=left("(?:da(?:l|lla|lle|i|gli)? |dall')"),
    within="(?:ad?|in|vicino ad?|all'|nell'|(?P<of>di|del|della|dell'))",
    same=groups(
        r"\b(?:abit\w+|viv\w+|risied\w+|trasferi\w+|casa|veng\w+ da|sono di)\b",
        r"\b(?:lavor\w+|mestiere|professione|impiego|azienda|capo|sono|faccio)\b",
        r"\b(?:piac\w+|am[oa]|ador\w+|prefer\w+)\b",
        r"\b(?:odi\w+|detest\w+|paura|non (?:gli|le|mi) piac\w+)\b",
        r"allerg\w*|intoleran\w*",
        r"\b(?:ho(?! \d+ anni)|ha|abbiamo|possied\w+|mi[oa](?! (?:nome|eta|mestiere|compleanno)\b)|miei|mie|nostr\w+|"
        r"compra\w+)\b",
        r"\b(?:nat[oa]|compleanno)\b",
        r"\b(?:decis\w*|piano|voglio|vuole|intend\w+)\b",
        r"\bspos(?:at|ar)\w*|moglie|marito|matrimonio",
        r"chiam\w+|\bnome\b|\bsono\b",
    ),
    reworded=(
        *retold(
            r"^l'utente",
            (r" si chiama\b", "mi chiamo"),
            (r" abita\b", "abito"),
            (r" vive\b", "vivo"),
            (r" lavora\b", "lavoro"),
            (r" ha\b", "ho"),
            (r" è\b", "sono"),
            (r" si è trasferit", "mi sono trasferit"),
        ),
        *rather(
            rf"\bnon (abito|abitiamo|vivo|viviamo|risiedo|lavoro|studio) (?:più )?{_DOVE} [^,]*,? (?:ma|bensì) "
            rf"(?:ora |adesso )?(?={_DOVE} {ALONE})"
        ),
    ),
    statements=(
        says("profile", rf"\bmi chiamo {NAME}", rf"\bil mio nome è {NAME}", slot="name", salience=0.9),
        nickname(r"\b(?:chiamami|(?:tutti )?mi chiamano)"),
        says(
            "profile",
            rf"\b(?:abito|vivo|viviamo|abitiamo|risiedo){GAP} {_LUOGO}(?:{NAME})?",
            slot="home",
            salience=0.8,
        ),
        says(
            "profile",
            rf"\b(?:mi sono|ci siamo)(?: \w+){{0,2}} trasferit[oaie]{GAP} (?:da \w+ |dall'\w+ )?{_LUOGO}(?:{NAME})?",
            slot="home",
            salience=0.8,
            moves=True,
        ),
        says(
            "profile",
            rf"\b(?:vengo da|sono originario di|sono di) (?:{NAME})?",
            r"\bsono nat[oa] (?:(?:ad?|in|il)\b|(?:all|nell)')",
        ),
        says(
            "profile",
            rf"\bho \d{{1,3}} anni{AGED}",
            rf"\bho (?:\w+ )?compiuto \d{{1,3}} anni{TURNED}",
            slot="age",
            salience=0.7,
            once=True,
        ),
        says(
            "profile",
            rf"\blavoro{_PIU}(?P<trade> come [\w' -]{{2,30}}?)? (?:(?:presso|per|alla|al)(?: la| il)? |all'){NAME}",
            rf"\blavoro{_PIU}(?P<trade> come [\w' -]{{2,30}}?)? (?P<unnamed>in) {NAME}",
            slot="employer",
            salience=0.7,
        ),
        says(
            "profile",
            rf"\blavoro{GAP} (?:(?:come|presso|per|ad?|in|nel|nella|da) |(?:all|nell|per l|dall)')(?:{NAME})?",
            rf"\b(?:sono|faccio){_PIU} (?:un'?a? |il |la |l')?{_MESTIERE}\b",
            r"\bil mio (?:lavoro|mestiere|capo|datore di lavoro) (?:è|si chiama)\b",
            r"\bstudio (?!questo|quello)\w+",
            salience=0.7,
        ),
        says(
            "profile",
            rf"\bsono{_PIU} (?:\w+mente )?allergic[oa]\b|\bho (?:un'?)?\s?allergia\b",
            r"\bsono (?:sposat[oa]|single|divorziat[oa]|fidanzat[oa]|incinta|mancin[oa]|daltonic[oa]|celiac[oa])\b",
            r"\bho (?:l'asma|il diabete|l'emicrania|l'epilessia)\b",
            salience=0.8,
        ),
        says(
            "profile",
            r"\bnon (?:sono|abito|vivo|lavoro|mangio|bevo|fumo|ho|studio) più\b",
            r"\bho smesso di \w+",
            salience=0.7,
        ),
        says(
            "preferences",
            rf"\b(?:non )?mi piacc?iono{_PIU} |\b(?:non )?mi piace{_PIU} (?!(?:questo|quello|la tua|il tuo)\b)",
            rf"\b(?:preferisco|odio|adoro|detesto|amo){_PIU} (?!(?:che|questo|quello)\b)",
            r"\b(?:non) (?:mangio|bevo|fumo|guido|uso|sopporto)\b",
            r"\b(?:il mio|la mia|i miei|le mie) \w+ preferit[oaie] (?:è|sono)\b|\bho paura d(?:i|el|ei)\b",
        ),
        says("patterns", r"\b(?:sempre|di solito|normalmente|ogni \w+|tutti i \w+|tutte le \w+) \w+o\b", salience=0.5),
        says(
            "entities",
            r"\b(?:ho|abbiamo|possiedo) (?:un|uno|una|un'|due|tre|quattro|\d+) ?(?!(?:\w+ )?"
            r"(?:domanda|problema|idea|errore|dubbio|minuto|momento|riunione)\b)",
            rf"\bguido{_PIU} un(?:[oa]? |')(?:{_BELLO} )?(?:{_VEICOLO}\b|{MAKE})",
            rf"\b(?:mi[oa]|miei|mie) {_VICINO} (?:{NAME} )?(?:si chiama|è|abita|vive|lavora|ha|ama|studia|sono|"
            r"compie)\b",
            rf"\bsi chiama {NAME}",
        ),
        says(
            "events",
            r"\b(?:il mio|la mia|il nostro|la nostra) (?:compleanno|matrimonio|volo|esame|viaggio|appuntamento|"
            r"operazione|colloquio) (?:è|era|sarà)\b",
            r"\bho (?:un |una )?(?:appuntamento|esame|colloquio|volo|operazione)\b.* (?:il|domani|prossim[oa]|"
            r"lunedì|martedì|venerdì)\b",
            r"\b(?:ho|abbiamo) deciso\b|\bmi sono sposat[oa]\b",
        ),
        introduces("ciao", rf"(?:io )?sono(?! {_STATO}\b)"),
        says("", r"\b(?:ricorda(?:ti)?|non dimenticare|tieni presente|segna(?:ti)?)(?: di)? che\b", salience=0.8),
    ),
)
