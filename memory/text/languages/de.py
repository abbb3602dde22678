"""German."""

from __future__ import annotations

import re

from memory.text.clauses.de import GRAMMAR
from memory.text.languages.base import (
    AGED,
    ALONE,
    GAP,
    NAME,
    TURNED,
    Language,
    introduces,
    nickname,
    rather,
    retold,
    says,
    words,
)
from memory.text.languages.makes import KNOWN_MAKE
from memory.text.patterns import as_written, cue, denies, groups, one

_OFT = (
    "(?: "
    + one(
        "übrigens tatsächlich selbst ja schon "
        "sehr auch noch gerade derzeit zurzeit aktuell jetzt immer meistens eigentlich wirklich gern gerne"
    )
    + ")*"
)
_VERWANDT = one(
    "Frau Mann Partner(?:in)? Freundin Freund Verlobter? Verlobte Sohn Tochter Kind(?:er)? Baby Mutter Mama Vater Papa "
    "Eltern Bruder Schwester Geschwister Onkel Tante Cousin Cousine Neffe Nichte Oma Opa Großmutter Großvater Enkel "
    "Enkelin Nachbarin Nachbar Kollegin Kollege Chefin Chef Mitbewohner(?:in)? Ärztin Arzt Zahnarzt Lehrer(?:in)? Hund "
    "Katze Kater Pferd Kaninchen Hamster Haustier"
)
_BELANGLOS = (
    "(?!(?:\\w+ )?" + one("Frage Fragen Problem Idee Termin_frei Fehler Bug Moment Bitte Datei Liste Aufgabe") + r"\b)"
)
_FAHRZEUG = one(
    r"\w*auto \w*wagen \w*roller \w*bus \w*transporter (?:fahr|motor|lasten|renn|drei|elektro|liege|klapp)?rad "
    r"moped mofa "
    "pkw lkw laster suv kombi cabrio limousine oldtimer taxi traktor bulli e-bike"
)
_ICH_TUE = one("bin habe wohne lebe arbeite heiße heisse komme studiere esse trinke spiele fahre mag hasse")
_ZUSTAND = one(
    "ganz ihrer deiner eurer meinung ansicht feuer zuhause daheim hier da dran fertig bereit müde krank sicher pleite "
    "spät neugierig gespannt nächste letzte erste"
)
_BERUF = one(
    r"\w+(?:lehrer|arzt|ingenieur|entwickler|pfleger|meister|techniker|forscher|händler|schwester)(?:in)? "
    "Lehrer(?:in)? Ärztin Arzt Ingenieur(?:in)? Entwickler(?:in)? Koch Köchin Student(?:in)? Anwalt Anwältin "
    "Architekt(?:in)? Bäcker(?:in)? Pilot(?:in)? Rentner(?:in)? Vegetarier(?:in)? Veganer(?:in)? Schüler(?:in)? "
    "Diabetiker(?:in)? Musiker(?:in)? Programmierer(?:in)? Journalist(?:in)?"
)
_KEIN_NAME = (
    r"(?:\w+(?:ung|heit|keit|schaft|tät|tion|ismus)|"
    + one(
        "Angst Furcht Sorge Frieden Krieg Ruhe Armut Not Sünde Freude Trauer Hoffnung Liebe Miete Untermiete Hause "
        "Norden Süden Osten Westen "
        "Regen Schnee Hitze Kälte Wind Sturm Nebel Gewitter Sonne Sonnenschein Licht Tageslicht Kerzenlicht Mondlicht "
        "Nacht Tag Musik Lärm Strom Bedarf Gelegenheit Geld Freunde Kunden Kinder Leute Menschen"
    )
    + ")"
)
_WO = one("in im bei nahe auf am an als für")
_JETZT = one("jetzt nun heute inzwischen mittlerweile")

_ALS_SONST = r"als (?!kind\b|jugendlich|junge\b|madchen\b|teenager\b|student|schuler)"
"""Earlier than at other times, and no longer ago: "früher als meine Frau"."""

GERMAN = Language(
    code="de",
    grammar=GRAMMAR,
    frame=words(
        "nutzer nutzerin benutzer benutzerin user person name heisst namens wohnt lebt arbeitet mag liebt hasst "
        "bevorzugt besitzt jahre jahr alt beruf job arbeit wohnort allergie allergisch geburtstag lieblings derzeit "
        "aktuell hat ist seine ihre spricht interessiert plant mochte trinkt isst"
    ),
    me=words("ich mich mir mein meine meinen meinem meiner meines wir uns unser unsere unseren unserem"),
    kin=words(
        "frau mann partner partnerin freundin freund verlobter verlobte sohn tochter kind kinder baby mutter mama "
        "vater "
        "papa eltern bruder schwester onkel tante cousin cousine neffe nichte oma opa nachbar nachbarin kollege "
        "kollegin chef chefin mitbewohner arzt lehrer hund katze kater pferd haustier kunde kundin"
    ),
    third=words("er sie"),
    theirs=cue(r"t$"),
    yes=words("ja jep genau richtig stimmt korrekt klar sicher jawohl ok okay"),
    negation=denies(
        r"\b(?:nicht|kein\w*|nie|niemals|nichts|ohne|weder|kaum|nein)\b",
        r"\b(?:hasst?|hasse|vermeide\w*|meide\w*|aufgehort|fruher|ehemalig\w*)\b",
        idle=r"\bnicht (?:nur|bloss|zuletzt|allein|umsonst)\b|\bnichts (?:als|anderes)\b|"
        r"\bkeine (?:andere )?wahl\b|"
        r"(?<!habe )(?<!haben )\bkeine? (?:sorge|frage|problem|wunder)\b|"
        rf"\bohne (?:witz|scherz|frage|zweifel|weiteres)\b|\bfruher (?:oder spater|{_ALS_SONST})\b",
    ),
    denying=cue(r"\bnicht(?: mehr)?$"),
    hypothetical=cue(
        r"\bwenn (?:ich|mein\w{0,2}|unser\w{0,2})\b",
        r"\bfalls\b|\bangenommen\b|\bstell dir vor\b|\bwas ware wenn\b|\bhypothetisch\b|\bals ob\b",
        r"\b(?:ich|wir) (?:ware|hatte gern|wurde|konnte)\b|\b(?:ware|wurde|konnte) (?:ich|wir)\b",
        r"\b(?:vielleicht|womoglich|eventuell)\b",
        r"\bin (?:einer|der|meiner) (?:geschichte|traum|spiel|film)\b",
        r"\bbeinahe\b|\bum ein haar\b|\bwunscht\w*\b|\b(?:ware|hatte)n? (?:\w+ )?fast\b|\bich (?:dachte|"
        r"glaubte),? (?:dass )?ich\b",
    ),
    reported=cue(
        r"\b(?!ich\b|wir\b|du\b)\w+ (?:sagt|sagte|meint|meinte|schreibt|schrieb|behauptet|glaubt)\b",
        r"(?:[,\"'] |^)(?:sagt|sagte|meint|meinte|schreibt|schrieb|behauptet|glaubt) (?!ich\b|"
        r"wir\b)\w+(?: [\w'-]+){0,4}(?:\W*$|,)",
        r"\bhat (?:mir )?(?:gesagt|erzahlt|geschrieben)\b|\blaut\b",
        r"(?<!\bich )\b(?:ubersetze?|korrigiere?|fasse? .* zusammen|formuliere?)\b",
    ),
    handed=cue(
        r"\b(?:ubersetze?|korrigiere?|formuliere?|kurze?|fasse?)\b.{0,25}\b(?:das|dies\w*|folgend\w*|den text|"
        r"meinen text)\b",
    ),
    role_play=cue(
        r"\bich (?:bin|spiele|mache|gebe) (?:der|die|das|den|ein\w*|dein\w*) .{1,50}?(?:und|,) du (?:bist|spielst|"
        r"machst|gibst)?(?: der| die| das| den| ein\w*| mein\w*)\b",
        r"\brollenspiel|\btu so als\b|\bspiel\w* (?:die rolle|wir (?:ein|das) )|\blass uns .*(?:theater|"
        r"rolle\w*) spielen\b|\bstell dich .* als\b",
        r"\bdu (?:bist|spielst|machst|gibst)(?: jetzt)? (?:der|die|das|den|ein\w*|mein\w*) .{1,50}?(?:und|"
        r",) (?:ich|mich)(?: (?:bin|spiele|mache|gebe|der|die|das|den|ein\w*|dein\w*))+\b",
        r"\bich (?:spiele|mache|gebe) (?:der|die|das|den|ein\w*) .{1,40}?(?:und|,) du\b",
        r"\bab jetzt bist du\b|\bdu bist ab jetzt\b",
        r"^(?:bitte )?spiele?(?: bitte)? (?:eine?n?|den|die|das) [^:.!?]{1,40}:",
    ),
    role_over=cue(
        r"\b(?:rollen)?spiel(?:s|es)? (?:ist )?(?:ende|beenden|beendet|vorbei|aus|zu ende)\b|"
        r"\bende des (?:rollen)?spiels\b|\bschluss mit\b|\bim ernst\b|\bim echten leben\b|\bim wirklichen leben\b|"
        r"\bbeende\w* das (?:rollen)?spiel",
    ),
    unsaid=cue(
        r"\bdas war (?:alles |nur )?(?:ein scherz|ein witz|gelogen|erfunden|nicht ernst gemeint|"
        r"geflunkert)\b|\bdas hab\w* ich (?:mir )?(?:alles |nur )?(?:ausgedacht|erfunden)\b",
        r"\bich hab\w* (?:nur )?(?:spass gemacht|gescherzt|gelogen|geflunkert)\b|\b(?:das|"
        r"es) stimmt (?:gar )?nicht\W*$",
    ),
    joke=cue(
        r"\b(?:nur spass|war ein witz|(?<!ohne )scherz|kleiner scherz|haha+|ironie)\b",
        r"^von wegen\b|"
        r"^naturlich nicht\W*$",
    ),
    capitals=False,
    supposing=cue(
        r"^(?:(?:ok|also|nun|bitte|mal|und|aber|hallo),? )*(?:angenommen|nehmen wir an|nimm an|stell dir vor|"
        r"stell dir mal vor|stellen sie sich vor|hypothetisch|mal angenommen|gesetzt den fall|sagen wir)\b",
    ),
    fiction=cue(
        r"\bschreib\w* (?:mir |uns )?(?:ein\w* )?(?:\w+ )?(?:geschichte|gedicht|lied|szene|dialog|drehbuch|"
        r"marchen|roman|monolog|kurzgeschichte)\b",
        r"\bich schreibe (?:gerade )?(?:an )?(?:ein\w*|mein\w*) (?:roman|geschichte|buch|drehbuch|lied)\b",
        r"\b(?:in|fur) (?:ein\w*|mein\w*|der|dem) (?:geschichte|roman|traum|spiel|film|buch)\b,? (?:\w+ )?(?:ich|"
        r"mein\w*|die|der)\b",
        r"\b(?:mein|der|meine|die) (?:held|heldin|hauptfigur|figur|erzahler\w*)\b",
    ),
    aside=cue(
        r"\b(?:ubrigens|nebenbei|in wirklichkeit|tatsachlich|in wahrheit|eigentlich|ernsthaft|was mich betrifft|"
        r"abgesehen davon|im ernst)\b",
    ),
    asking=cue(
        r"^(?:(?:und|aber|also|hallo|ok),? )*(?:wie|was|warum|wieso|wo|wohin|woher|wer|wann|welche\w*|kann|konnte|"
        r"soll|sollte|muss|darf|brauche|habe|bin|hast|bist|ist|sind|kannst|konntest|gibt)(?: \w+)? (?:ich|man|du|"
        r"wir|es|das|der|die|mein\w*|sie)\b(?!.*[.!]$)",
        r"\bich (?:frage mich|weiss nicht|uberlege)(?:,? ob\b|$)",
    ),
    past=cue(
        rf"\bfruher\w*\b(?! (?:oder spater|{_ALS_SONST}))|\bdamals\b|\behemal\w*|\beinst\b|"
        r"\bals (?:kind|jugendlich\w*|student\w*)\b|\bvor \w+ (?:jahren|monaten) (?:habe|war|wohnte|lebte)\b",
        r"\b(?:wohnte|lebte|arbeitete|studierte|besass)\b|\bbis (?:19|20)\d\d\b",
        r"^(?!.*\bseit\b).*\bhab\w* .*\b(?:gewohnt|gelebt|gearbeitet|studiert)\b",
    ),
    by_now=as_written(rf"(?:[,;]| und| aber)+ (?=(?:ich \w+ )?{_JETZT}\b)"),
    over=cue(
        r"\bnicht (?:mehr|langer)\b|\bkein\w* .*mehr\b|\baufgehort\b|\b(?:gekundigt|entlassen)\b|\bverkauft\b|"
        r"\b(?:aufgegeben|verlassen)\b",
    ),
    that_day=cue(r"\b(?:heute|gestern|vorgestern|diese woche|letzte woche|(?:dieses|letztes) wochenende)\b"),
    at_times=cue(
        r"\b(?:am wochenende|an (?:den )?wochenenden|unter der woche|in der woche|wahrend (?:der woche|des semesters)|"
        r"in den (?:\w*ferien|semestern)|im semester|von \w+tag bis \w+tag)\b",
        r"\bim (?:sommer|winter|fruhling|fruhjahr|herbst)\b(?! \d)|\b(?:werk|wochen|mon|diens|donners|frei|sams|"
        r"sonn)tags\b|\bmittwochs\b|\bsonnabends\b",
    ),
    beside=cue(
        r"\b(?:auch|ausserdem|nebenbei|nebenher|teilzeit|manchmal|zweitwohnung|"
        r"zweitjob|halbe\w*)\b",
    ),
    correcting=cue(
        r"\b(?:entschuldigung|sorry|ich meinte|ich meine|korrektur|vertippt|verschrieben|das war falsch|"
        r"stimmt nicht|war ein fehler|versprochen|ich habe mich geirrt|das war erfunden|(?:habe|"
        r"hab) (?:ich )?(?:das )?(?:nur )?erfunden|war gelogen)\b",
    ),
    filler=cue(
        r"\b(?:es stellt\w* sich heraus|es hat sich herausgestellt),? dass\b",
        r"\bmerk\w* dir(?:,? dass)?\b|\bdenk\w* daran(?:,? dass)?\b|\bvergiss nicht(?:,? dass)?\b|\bwie gesagt\b|"
        r"\bubrigens\b|\bzur info\b|\bnochmals?\b|\b(?:also|hallo|ja)\b|\bweisst du\b",
    ),
    instead=cue(r"^(?:und |aber )?nicht (?:mehr|langer) (?:als|bei|in|im|an|am|fur|mit)\b"),
    joining=cue(r"\b(?:und|aber)\b"),
    clause=cue(
        r",? (?:und|aber) (?=(?:ich|mein\w*)\b)",
        rf"(?:,| und| aber) (?={_ICH_TUE}\b(?! ich\b))",
    ),
    subject="ich",
    common=as_written(_KEIN_NAME),
    within="(?:in|bei|nahe|(?P<of>von))",
    articled=True,
    same=groups(
        r"\b(?:wohn\w*|leb(?:e|t|en)|\w*gezogen|zieh\w*|umzug|komm\w* aus|zuhause)\b",
        r"\b(?:arbeit\w*|beruf\w*|job|angestellt|firma|chef\w*|stelle|bin|gekundigt|entlassen)\b",
        r"\b(?:mag|mogen|lieb\w*|bevorzug\w*|gern\w*|lieblings\w*|am liebsten)\b",
        r"\b(?:hass\w*|verabscheu\w*|angst|nicht (?:gern|mag)|mag \w* ?(?:nicht|kein\w*))\b",
        r"allerg\w*|intoleran\w*",
        r"\b(?:hab\w*|ham|hat|besitz\w*|mein\w*(?! (?:name|alter|beruf|geburtstag)\b)|unser\w*|gekauft)\b",
        r"\bge(?:boren|burtstag)\w*",
        r"\b(?:entschi\w+|beschlossen|plan\w*|will|werde|wird|vor)\b",
        r"heirat\w*|\b(?:ehe)?(?:frau|mann)\b",
        r"\b(?:name\w*|heiss\w*|nenn\w*|bin)\b",
    ),
    reworded=(
        (re.compile(r"\b(\w{2,}e|bin|hab|mag) (ich)\b", re.IGNORECASE), r"\2 \1"),
        *retold(
            r"^(?:der|die) (?:be)?nutzer(?:in)?",
            (r" (?:heißt|heisst)\b", "ich heiße"),
            (r" ist\b", "ich bin"),
            (r" hat\b", "ich habe"),
            (r" (wohn|leb|arbeit|trink|bevorzug|hass|lieb)e?t\b", r"ich \1e"),
            (r" isst\b", "ich esse"),
            (r" mag\b", "ich mag"),
        ),
        *rather(
            rf"\b((?:wohnen?|leben?|arbeiten?|studieren?) (?:(?!und )[^\s,;]+ )*?)nicht (?:(?:mehr|länger) )?{_WO} "
            rf"[^,]*,? sondern (?=(?:jetzt |nun )?{_WO} {ALONE})",
            r"\1",
        ),
    ),
    statements=(
        says(
            "profile",
            rf"\bmein (?:voller |ganzer )?Name ist {NAME}",
            rf"\bich hei(?:ß|ss)e {NAME}",
            slot="name",
            salience=0.9,
        ),
        nickname(r"\b(?:nenn(?:e|t|en)? mich|alle nennen mich)"),
        says(
            "profile",
            rf"\b(?:ich (?:wohne|lebe)|wir (?:wohnen|leben)|(?:wohnen|leben) wir){GAP} (?:in|bei|nahe|auf|am) "
            rf"(?:der |den )?(?:{NAME})?",
            rf"\b(?:wohne|lebe) ich{GAP} (?:in|bei|auf) (?:{NAME})?",
            slot="home",
            salience=0.8,
        ),
        says(
            "profile",
            rf"\b(?:ich bin|wir sind|sind wir){GAP} nach {NAME} (?:um)?gezogen",
            rf"\b(?:ich bin|wir sind|sind wir){GAP} umgezogen,? nach {NAME}",
            slot="home",
            salience=0.8,
            once=True,
        ),
        says(
            "profile",
            rf"\bich komme{_OFT} (?:ursprünglich )?aus (?:{NAME})?",
            r"\bich bin in .+ (?:geboren|aufgewachsen)",
        ),
        says(
            "profile",
            rf"\bich bin(?: heute)?{_OFT} \d{{1,3}}(?: Jahre(?: alt)?| geworden)?{AGED}",
            rf"\bich bin{GAP} \d{{1,3}}(?: Jahre(?: alt)?)? geworden{TURNED}",
            slot="age",
            salience=0.7,
            once=True,
        ),
        says(
            "profile",
            rf"\bich arbeite{_OFT}(?P<trade> als [\w-]+)? (?:bei|für) (?:der |dem )?{NAME}",
            r"\bich habe (?:\w+ ){0,3}?(?P<unnamed>eine neue (?:Stelle|Arbeit)|einen neuen (?:Job|Arbeitgeber))\b",
            r"\b(?P<unnamed>ab (?:jetzt|sofort|nun)|von nun an|nun) ich arbeite (?:bei|in|für) (?:der|dem|einer|einem|"
            r"meiner?|meinem)\b",
            slot="employer",
            salience=0.7,
        ),
        says(
            "profile",
            rf"\bich arbeite{GAP} (?:als|bei|in|für|an) (?:der |dem |einer |einem )?(?:{NAME})?",
            rf"\bich bin{_OFT} (?:von Beruf |gelernter? )?{_BERUF}\b",
            r"\bmein(?:e)? (?:Beruf|Job|Arbeitgeber|Firma|Chef|Chefin) (?:ist|heißt)\b",
            rf"\bich studiere{_OFT} \w+",
            salience=0.7,
        ),
        says(
            "profile",
            rf"\bich bin{_OFT} (?:\w+ )?allergisch (?:gegen|auf)\b",
            rf"\bich bin{_OFT} (?:nicht )?(?:gegen|auf) [^,;.]{{1,40}} allergisch\b",
            rf"\b(?:gegen|auf) [^,;.]{{1,40}} ich bin{_OFT} (?:nicht )?allergisch\b",
            rf"\bich bin{_OFT} "
            + one("vegan vegetarisch verheiratet ledig geschieden verlobt schwanger laktoseintolerant farbenblind taub")
            + r"\b",
            r"\bich (?:habe|leide (?:an|unter)) (?:eine |einer |einem )?\w*(?:allergie|asthma|diabetes|migräne|"
            r"epilepsie)",
            salience=0.8,
        ),
        says(
            "profile",
            r"\bich (?:wohne|lebe|arbeite|esse|trinke|rauche|mag|bin|habe|spiele|studiere|fahre|"
            r"besitze)\b.{0,40}\b(?:nicht|kein\w*)\b.{0,40}\bmehr\b",
            r"\bich (?:habe|hab)\b.{1,40}\b(?:aufgehört|gekündigt|aufgegeben)\b",
            salience=0.7,
        ),
        says(
            "preferences",
            rf"\bich (?:mag|liebe|hasse|bevorzuge|verabscheue){_OFT} (?!(?:es|das|dies|dich|deine?)\b)",
            r"\bich (?:esse|trinke|höre|lese|spiele|fahre|koche|schaue) (?:\w+ )?(?:sehr )?(?:gern|gerne|am "
            r"liebsten|kein\w*|nie|lieber)\b",
            r"\bam liebsten ich (?:esse|trinke|höre|lese|spiele|fahre|koche|schaue|mag)\b",
            r"\bich (?:esse|trinke|benutze|rauche|fahre) (?:\w+ )?(?:nicht|kein\w*|nie)\b",
            r"\bmein\w* Lieblings\w+ (?:ist|sind)\b",
            r"\bich habe Angst vor\b",
            r"^(?:bitte )?(?:antworte|schreib|nenne|erkläre|benutze)\w* (?:mir )?(?:immer|nie)\b",
        ),
        says(
            "patterns",
            r"\bich \w+ (?:\w+ )?(?:immer|meistens|normalerweise|jeden (?:Tag|Morgen|Abend|Montag|Freitag|Sonntag)|"
            r"jede Woche)\b",
            salience=0.5,
        ),
        says(
            "entities",
            r"\b(?:ich|wir) (?:habe|haben|besitze|besitzen)(?: (?:auch|jetzt|seit \w+))* (?:einen|eine|ein|zwei|"
            rf"drei|vier|\d+) {_BELANGLOS}",
            rf"\b(?:ich fahre|wir fahren){_OFT} (?:einen|eine|ein) (?:(?-i:[a-zäöüß])[\w-]* ){{0,2}}?"
            rf"(?:{_FAHRZEUG}\b|{KNOWN_MAKE})",
            rf"\bmeine?[nmrs]? {_VERWANDT} (?:{NAME} )?(?:ist|sind|hei(?:ß|ss)t|wohnt|lebt|arbeitet|hat|mag|liebt|"
            r"studiert|wird)\b",
            rf"\b(?:namens|hei(?:ß|ss)t) {NAME}",
        ),
        says(
            "events",
            r"\b(?:mein|meine|unser|unsere) (?:eigene[rs]? |nächste[rs]? )?"
            r"(?:Geburtstag|Hochzeitstag|Hochzeit|Prüfung|Flug|Reise|Termin|Abgabe|"
            r"Operation) (?:ist|war|wird|beginnt)\b",
            r"\bich habe (?:am|um|nächste|nächsten|morgen|heute|diese|diesen)\b.* (?:Termin|Prüfung|Flug|"
            r"Vorstellungsgespräch|Operation)\b",
            r"\b(?:ich|wir) (?:habe|haben) (?:mich |uns )?(?:endlich )?(?:geheiratet|verlobt|entschieden|"
            r"entschlossen|beschlossen)\b",
            r"\b(?:ich|wir) (?:habe|haben) .*\b(?:beschlossen|entschieden|geheiratet)\b",
        ),
        introduces("hallo|hi", rf"ich bin(?: die| der)?(?! (?:{_ZUSTAND}|{_BERUF})\b)"),
        says("", r"\b(?:merk(?:e)? dir|denk(?:e)? daran|vergiss nicht|zur Info|beachte)\b(?:,|:| dass)", salience=0.8),
    ),
)
