"""German."""

from __future__ import annotations

from memory.text.clauses.base import STOP, Clauses, opened, written
from memory.text.patterns import cue, one

_KLEIN = "(?-i:[a-zäöüß])"
_GROSS = "(?-i:[A-ZÄÖÜ])"
_NO_VERB = one(
    "und oder in im ins mit von vom aus bei beim der die das den dem des für auf an am ohne zu zum zur nach seit wie "
    "als namens sowie samt aber denn weil"
)
_TAG = one("Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag")
_MONAT = one("Januar Februar März April Mai Juni Juli August September Oktober November Dezember")
GRAMMAR = Clauses(
    contrasting=written(r"(?:aber|doch)\b"),
    connecting=written(r"(?:und|aber|weil|denn|da|doch|während|obwohl|seit(?= (?:ich|wir|er|sie)\b))\b"),
    relating=written(r"(?<=, )(?:der|die|das|deren|dessen)\b"),
    main=opened(
        "und|aber|weil|denn|da|doch|obwohl|seit|seitdem|hallo|hi|ok|okay|also|ja|nein|(?:eine |kurze )?frage|übrigens",
        r"(?:mein\w{0,2} \w+ und )?(?:ich|wir) (?!und\b|oder\b|frage\b)\w",
        r"(?:gestern|heute|jetzt|nun|leider|zurzeit|derzeit|momentan|inzwischen|neulich|kürzlich|vorgestern|dann|"
        r"außerdem|übrigens|(?:seit|im|in|am|vor|letzte\w*|diese\w*|vorige\w*) (?!welch|was\b|wie\b)\w+(?: \w+)?) "
        r"\w+ (?:ich|wir|mein\w{0,2})\b",
        r"(?<=weil )(?:mein|unser)\w{0,2} \w+ \w|(?<=da )(?:mein|unser)\w{0,2} \w+ \w",
        rf"(?:mein|unser)\w{{0,2}} (?:{_KLEIN}\w+ )*{_GROSS}[\w-]+ (?:{_GROSS}[\w-]+ )*(?!{_NO_VERB}\b){_KLEIN}\w+",
    ),
    inquiring=written(
        r"^(?:(?:und|aber|also|denn|oder|bitte) )*(?:wie|was|warum|wieso|weshalb|wo|wohin|woher|wer|wen|wem|wann|"
        r"welche\w*|wieviel\w*|(?:in|an|auf|für|mit|von|bei|seit|aus|zu|nach|um|ab) (?:wel\w+|was|wem|wen|wann)|"
        r"wo(?:mit|zu|für|von|durch|ran|rin|rauf|bei|nach|gegen|rüber)|kann|können|darf|dürfen|soll\w*|muss|müssen|"
        r"gibt|ist|sind|hat|haben|hast|bist|kannst|"
        r"würde\w*|könnte\w*|braucht|brauchen|geht|lohnt|reicht|weisst|kennst|hilft)\b",
        r"^(?:(?:und|aber|also) )*(?:\w+e|bin|habe?|mag|will|kann|darf|muss|soll|lebt|wohnt) (?:ich|wir|er|sie|es|"
        r"man)\b",
    ),
    tag=cue(
        r"^oder\b|^(?:ja|nein|nicht|nicht wahr|ne|gell|gelt|stimmt's|richtig|korrekt|wahr|nicht)\W*$",
        r"^(?:stimmt|ist) (?:das|es|doch|das so|das so|das richtig|das wahr|doch so)\b[^,]{0,12}\W*$",
        r"^(?:deiner|ihrer|eurer) meinung nach\W*$|^was (?:meinst|denkst|glaubst) du\W*$",
        r"^(?:weisst du|erinnerst du dich)(?: (?:noch|das))*\W*$",
    ),
    wishing=cue(
        r"\b(?:ich|wir) (?:wurden?|konnten?|ware|hatten? gern\w*)\b|(?<=\w )(?:wurden?|konnten?|ware) (?:ich|wir)\b",
        r"\bvielleicht\b",
    ),
    dreaming=cue(
        r"\bich (?:dachte|glaubte|traumte),?\b|\bwunscht\w*\b|\bbeinahe\b|\bum ein haar\b|\bfast\b",
        r"\bwenn (?:ich|wir) (?:doch|nur|bloss)\b",
    ),
    unreal=cue(r"\b(?:hatte|ware|wurde|konnte|kame|ginge|mochte|lebte|wohnte|musste|durfte|sollte)n?\b"),
    condition=cue(r"\b(?:wenn|falls|sofern|angenommen)\b|^(?:hatte|ware|konnte|wurde|kame|sollte)n? (?:ich|wir)\b"),
    hinging=cue(
        r"\b(?:wenn|sofern|vorausgesetzt)\b|"
        r"(?:^|, )sollten? (?!(?:ich|wir) (?:nicht|noch|dazu|wohl|vielleicht)\b)\w+ (?:\w+ )+\w",
        r"^(?:klappt|kommt|gewinnt|gewinne|bekomme|bekommt|kriege|kriegt|finde|findet|bestehe|schaffe|geht|lauft|gibt|"
        r"stimmt|hast|weisst) (?:ich|du|er|es|sie|wir|der|die|das|mein\w*|unser\w*)\b[^,]*, "
        r"(?:dann |so )?\w+ (?:ich|wir)\b",
    ),
    conceding=written(
        r"\b(?:auch|selbst|sogar|nicht einmal|außer|wie|als) wenn\b|\bwenn (?:auch|schon)\b|"
        r"\bwenn (?:überhaupt|nicht sogar|möglich|nötig|Gott will)\b|"
        r"\bwenn (?:du|Sie|ihr) (?:so )?(?:willst|magst|möchtest|wollen|mögen|möchten|wollt|mögt)(?=\W*$|[,.])",
    ),
    polite=cue(
        r"\b(?:wenn|falls) (?:ich|du|sie|ihr|man|mich|meine erinnerung)(?: (?:mich|dich|es|das|mir|dir|ganz|recht|"
        r"richtig|"
        r"nicht|so|mal|wirklich|nur|alles))* (?:ehrlich|offen|aufrichtig|erinnere|irre|tausche|tauscht|trugt|glaubst|"
        r"glauben|fragst|fragen|fragt|verstehst|verstehen|weisst|sagen|nennen)"
        rf"(?: (?:bin|sein soll|kann|darf|will|willst|kannst|mochtest|was ich meine))*{STOP}",
        r"\bob (?:du|sie|ihr|man) (?:es|das|mir) (?:nun )?glaub\w+ oder nicht\b",
        r"\b(?:falls|wenn) (?:es|das|dir|ihnen|dies)(?: (?:dir|ihnen|was|etwas|weiter|von interesse|wichtig|nutzlich|"
        r"hilfreich))* (?:hilft|weiterhilft|nutzt|interessiert|eine rolle spielt|ist)\b|\bfalls (?:relevant|wichtig|"
        r"hilfreich|notig|es hilft)\b",
        r"\b(?:falls|wenn) (?:du|sie) (?:es )?(?:wissen (?:willst|wollen|mochtest|mochten)|fragst|fragen)\b",
        r"\bich (?:wurde|mochte|konnte) (?:dir|ihnen|euch) (?:gern\w* )?(?:noch )?(?:sagen|mitteilen|erzahlen|"
        r"verraten)\b(?:,? dass)?",
    ),
    diagnosing=cue(
        r"\b(?:mein\w?|der|die|unser\w?) (?:\w*arzt|\w*arztin) (?:sagt|sagte|meint|meinte),? (?:dass )?"
        r"(?=ich (?:hab\w*|bin)\b|ich .{1,40} (?:habe|bin)\b)",
    ),
    drawing=written(r"(?:also|deshalb|deswegen|darum|daher)\b"),
    telling=cue(
        r"^(?!(?:wie|was|so|als|wer|dass)\b)(?:[\w'-]+ ){1,3}?(?:sagt|sagte|meint|meinte|schreibt|schrieb|behauptet|"
        r"glaubt|hat (?:mir |uns )?(?:gesagt|erzahlt|geschrieben))(?: \w+)?, (?:dass|ob|ich|du|er|sie|es|wir|man|das|"
        r"der|die|mein\w*|dein\w*|sein\w*|ihr\w*|unser\w*)\b",
    ),
    others=written(
        r"^(?:(?:und|aber|weil|denn|da|doch|obwohl) )*(?:er|sie|es|man|das|dies|du|niemand|jeder|hier|da|dort) "
        r"(?!und\b|oder\b|in\b|im\b)\w",
        rf"^(?:(?:und|aber|denn|doch) )*(?:der|die|das|unser\w*|sein\w*|"
        rf"ihr\w*) {_GROSS}[\w-]+ (?!{_NO_VERB}\b){_KLEIN}",
        r"^(?:(?:und|aber) )?(?!noch\b|weder\b|d\w\w\b|dass\b)\w+ (?!d\w\w\b|wie\b|(?:k?ein|mein)\w*\b)"
        r"(?:\w+e|bin|kann|will|muss|mag|darf|soll|weiß) (?:ich|wir)\b",
    ),
    lacking=written(r"\bohne\b"),
    listing=written(r"(?:und|oder|noch)\b"),
    doubting=cue(
        r"\b(?:stimmt|wahr|sicher|ernst|wirklich|richtig|der fall|gelogen|erfunden)\b|\bweiss (?:es |ich )*(?:noch )?"
        r"nicht\W*(?:genau|mehr|sicher|ob\b.*)?\W*$|\bglaube (?:ich|es|das) nicht\b|\bnicht so\W*$",
    ),
    hedging=cue(
        r"\b(?:mehr|lang\w*|oft|immer|sehr|so|viel|ganz|gut|wirklich|eigentlich|offiziell|noch|schon|nur|jetzt|"
        r"heute|gerade|derzeit|zurzeit|momentan|leider|allzu|besonders|unbedingt|richtig|genau|dort|davon|dafur|damit|"
        r"weiter|langer|auch)\b"
    ),
    rather=written(r"sondern\b"),
    coming=written(
        r"\b(?:ich|wir) überlegen?\b|\büberlegen? (?:ich|wir)\b",
        r"\bzu (?:ziehen|wechseln|kündigen|heiraten)\b|\b(?:um|weg|aus|ein)zuziehen\b",
        r"(?<!am )(?<!jeden )(?<!heute )(?<!gestern )(?<!guten )(?<!gegen )\bmorgen\b",
        r"\b(?:übermorgen|demnächst|bald)\b",
        r"\b(?:nächste[nrsm]?|kommende[nrsm]?) (?:Woche|Monat|Jahr|Wochenende|Sommer|Winter|Frühling|Frühjahr|Herbst|"
        rf"Semester|{_TAG}|{_MONAT})\b",
        rf"\bab (?:dem |der )?(?:nächste[nrsm]? |kommende[nrsm]? )?(?:morgen|übermorgen|Sommer|Herbst|Winter|Frühling|"
        rf"\d|{_TAG}|{_MONAT})(?![^.,;]* (?:19|20)\d\d)",
        r"\bin (?:\d+|zwei|drei|vier|fünf|sechs|einem|einer|wenigen|ein paar) (?:Tag|Woche|Monat|Jahr)\w*",
        r"\b(?:ich werde|wir werden|werde ich|werden wir)\b(?! (?:immer|nie)\b)",
        r"\b(?:ziehe|ziehen|ziehst)\b(?=[^.;]*\b(?:um|nach|ein|aus|weg|zu|zurück|in)\b)(?![^.;]*gezogen)",
        r"\b(?:ich|wir) (?:will|wollen|möchten?|planen?|plane|beabsichtigen?|haben? vor)\b|\b(?:will|möchte|wollen) "
        r"(?:ich|wir)\b",
    ),
)
