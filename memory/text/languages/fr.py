"""French."""

from __future__ import annotations

from memory.text.clauses.fr import GRAMMAR
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
from memory.text.languages.makes import KNOWN_MAKE, MAKE
from memory.text.patterns import as_written, cue, denies, groups, one

_PLUS = "(?: " + one("aussi maintenant actuellement toujours encore beaucoup vraiment bien surtout désormais") + ")*"
_PROCHE = one(
    "femme mari épouse époux copain copine compagnon compagne fianc[ée]e? fils fille enfants? bébé mère maman père "
    "papa "
    "parents frère sœur soeur oncle tante cousine? neveu nièce grand-mère grand-père ami amie voisine? collègue chef "
    "patronne? colocataire médecin dentiste professeur chien chienne chat chatte cheval lapin"
)
_METIER = one(
    r"\w+(?:iste|eur|euse|ien|ienne|ier|ière|cteur|"
    r"ctrice) avocate? architecte étudiante? médecin professeure? prof pilote "
    "retraitée? végétarienne? végane? végétalienne? diabétique comptable musicienne?"
)
_ETAT = one("désolée? prête? là ici sûre? malade fatiguée? perdue? contente? occupée? heureu[sx]e? triste en")
_VEHICULE = one(
    "voiture bagnole auto moto motocyclette vélo bicyclette scooter trottinette mobylette camion camionnette "
    "fourgon bus taxi "
    "tracteur cabriolet berline 4x4"
)
_BEAU = one("vieille vieux vieil petite? grande? grosse? nouvelle nouveau belle beau ancienne?")
_OU = one("à en au aux dans chez pour comme près_de")
_PAS_ICI = rf"(?:plus|pas) {_OU} [^,]*,? mais (?:maintenant |désormais )?(?={_OU} {ALONE})"
_MAINTENANT = one("maintenant désormais aujourd'hui")

FRENCH = Language(
    code="fr",
    grammar=GRAMMAR,
    frame=words(
        "utilisateur utilisatrice suis sommes personne nom nomme prenom appelle habite vit travaille aime adore "
        "deteste nommee prefere possede ans an age ne metier profession emploi allergie allergique anniversaire "
        "preferee actuellement parle interesse prevoit est mange boit"
    ),
    me=words("je j moi me m mon ma mes nous notre nos"),
    kin=words(
        "femme mari epouse epoux copain copine compagnon compagne fiance fiancee fils fille enfant enfants bebe mere "
        "maman pere papa parents frere sœur soeur oncle tante cousin cousine neveu niece ami amie voisin voisine "
        "collegue chef patron patronne colocataire medecin dentiste professeur chien chienne chat chatte cheval client"
    ),
    third=words("il elle ils elles"),
    theirs=cue(r"."),
    yes=words("oui ouais exact exactement si correct voila absolument ok"),
    negation=denies(
        r"\bn(?:e\b|'(?=\w))|\b(?:pas|jamais|aucun\w*|rien|sans|ni)\b|"
        r"\b(?:deteste\w*|evite\w*|hais|arrete|ancien\w*)\b",
        idle=r"\bn(?:e |')(?:(?!cro|pense|sai)\w+ qu(?:e\b|')|(?:\w+ ){1,2}pas (?:seulement|uniquement)\b)|"
        r"\bpas (?:seulement|uniquement|mal de|(?:d'autre|le) choix)\b|"
        r"(?<!ai )(?<!as )(?<! a )\bpas de (?:souci|probleme)s?\b|"
        r"\bsans (?:doute|blague|souci|probleme|faute|arret|cesse)\b",
    ),
    hypothetical=cue(
        r"\bsi (?:je|j'|nous|on|mon|ma|tu|il|elle)|\bs'il\b|\bimagin\w+|\bsuppos\w+|\bhypothe\w+|\bcomme si\b|"
        r"\bsi seulement\b",
        r"\b(?:je|nous) (?:serais|voudrais|pourrais|aurais|serions)\b|\bj'(?:aurais|aimerais)\b|\bpeut-etre\b",
        r"\b(?:j'ai|on a|nous avons) failli\b|\b(?:je|j') ?(?:croyais|pensais)\b|\b(?:j'allais|on allait)\b",
        r"\bdans (?:une histoire|un reve|un jeu|un film|un roman)\b",
    ),
    reported=cue(
        r"\b(?!je\b|tu\b|nous\b)\w+ (?:dit|a dit|m'a dit|ecrit|pense|pretend|jure|(?:trouve|estime)(?= qu)|affirme)\b|"
        r"\bselon\b|\bd'apres\b",
        r"(?:[,\"'] |^)(?:dit|a dit|ecrit|pense|pretend|affirme)[ -](?!je\b)\w+(?: [\w'-]+){0,4}(?:\W*$|,)",
        r"(?<!\bje )\b(?:traduis\w*|corrige\w*|reformule\w*|resume\w*)\b",
    ),
    handed=cue(
        r"\b(?:traduis|traduisez|corrige|corrigez|reformule|resume)\b.{0,20}\b(?:ceci|cela|ca|ce texte|cette phrase|"
        r"suivant\w*)\b",
    ),
    role_play=cue(
        r"\bje (?:suis|joue|fais|serai) (?:le |la |l'|une? |ton |ta ).{1,50}?(?:et|,) (?:toi,? )?(?:tu (?:es|"
        r"joues|fais|seras) )?(?:(?:le|la|une?|mon|ma) |l')(?=.{1,30}$)",
        r"\bjeu de role|\bfais semblant|\bfaisons semblant|\bfaisons comme si|\bjou(?:e|ons|es) (?:le role|"
        r"une? personnage)",
        r"\b(?:tu|vous) (?:joues|jouez|es|etes|fais|faites|seras|serez) (?:le |la |l'|une? |mon |"
        r"ma ).{1,50}?(?:et|,) (?:moi,? )?(?:je (?:suis|joue|fais|serai) )?(?:(?:le|la|une?|ton|ta|votre) |l'|"
        r"moi\b)",
        r"\bmoi,? je (?:joue|fais) (?:le|la|un|une|l')",
        r"\b(?:desormais|a partir de maintenant),? tu es\b|^joue[rz]? (?:une?|le|la|l') ?[^:.!?]{1,40}:",
    ),
    role_over=cue(
        r"\bfin (?:du jeu|de la scene|du role)\b|\barret\w* (?:le jeu|de jouer|la scene)\b|"
        r"\bserieusement maintenant\b|\bdans la vraie vie\b|\ble jeu est (?:fini|termine)\b|\bon arrete (?:le jeu|"
        r"de jouer)",
    ),
    unsaid=cue(
        r"\bje plaisantais\b|\bje rigolais\b|\bc'etait (?:juste )?une (?:blague|plaisanterie)\b|"
        r"\bj'ai (?:tout )?(?:invente (?:ca|cela)|menti)\b|\bj'ai tout invente\b",
        r"\b(?:ce )?n'(?:est|etait) pas vrai\b\W*$",
    ),
    joke=cue(
        r"\b(?:je plaisante|je rigole|c'est une blague|pour rire|mdr|lol|haha+)\b",
        r"^ben voyons\b|"
        r"^bien sur que non\W*$",
    ),
    supposing=cue(
        r"^(?:(?:ok|bon|alors|donc|et|mais|bonjour|maintenant),? )*(?:supposons|suppose|imagine\w*|imaginons|"
        r"admettons|disons|mettons|hypothe\w+|prenons le cas)\b",
    ),
    fiction=cue(
        r"\becri\w* (?:moi |nous )?-?(?:moi )?(?:une? )?(?:\w+ )?(?:histoire|poeme|chanson|scene|dialogue|"
        r"scenario|conte|roman|monologue|nouvelle)\b",
        r"\bj'ecris (?:une?|mon) (?:roman|histoire|scenario|chanson|livre)\b",
        r"\bdans (?:mon|le|un|une|mon) (?:histoire|roman|reve|jeu|film|livre)\b,? (?:je|j'|mon|ma|le|la)",
        r"\b(?:mon|le|la) (?:heros|heroine|personnage|narrateur|narratrice)\b",
    ),
    aside=cue(
        r"\b(?:au fait|en vrai|en realite|en fait|a part ca|pour de vrai|quant a moi|d'ailleurs|serieusement|"
        r"soit dit en passant)\b",
    ),
    asking=cue(
        r"^(?:(?:et|mais|alors|bonjour),? )*(?:est-ce|qu'est-ce|comment|pourquoi|ou est|ou puis|quand est|quel\w*|"
        r"combien|puis-je|peux-tu|dois-je|ai-je|suis-je)\b(?!.*[.!]$)",
        r"\bje ne (?:sais|me souviens) (?:pas|plus) (?:si|ou)\b|\bje me demande (?:si|pourquoi|comment)\b",
    ),
    past=cue(
        r"\bautrefois\b|\bjadis\b|\bavant,|^avant\b|\banciennement\b|\bdans ma jeunesse\b|\benfant,|"
        r"\bquand j'etais\b|\bjusqu'en\b",
        r"\b(?:habitais|habitait|vivais|vivait|travaillais|travaillait)\b",
        r"^(?!.*\bdepuis\b).*\b(?:ai|a|avons) (?:longtemps )?(?:habite|vecu|travaille|etudie)\b",
    ),
    by_now=as_written(rf"(?:[,;]| et| mais)+ (?=(?:(?:je |j')[^,;]*)?{_MAINTENANT}\b)"),
    over=cue(
        r"\bn(?:e\b|').*\bplus\b(?! (?:de|que|tard|grand|jeune|vieux))|\bn'\w+ plus\b|"
        r"\barrete (?:de|le|la|les)\b|\barrete [dl]'|"
        r"\bquitte\b|"
        r"\bdemissionne\b|\bvendu\b",
    ),
    that_day=cue(
        r"\b(?:aujourd'hui|ce (?:matin|soir|week-end)|cet apres-midi|cette (?:nuit|semaine)|la semaine derniere)\b",
        r"\b(?:je|j'ai|on|nous)\b.*\bhier\b|\bhier\b.*\b(?:je|j'ai|on|nous)\b",
    ),
    at_times=cue(
        r"\bl[ea]s? week-?ends?\b|\ben semaine\b|\b(?:pendant|durant) l(?:a semaine|es vacances)\b|\bla semaine\b(?! "
        r"(?:derniere|passee|prochaine))",
        r"(?<!depuis )\ble (?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)\b(?! \d)",
        r"\ben (?:ete|hiver|automne)\b(?! \d)|\bau printemps\b(?! \d)|\bdu lundi au \w+di\b",
        r"(?<!depuis )\bl'(?:ete|hiver|automne)\b(?! (?:dernier|passe|prochain))",
    ),
    beside=cue(
        r"\b(?:aussi|egalement|a cote|mi-temps|temps partiel|parfois|"
        r"residence secondaire|la moitie)\b",
    ),
    correcting=cue(
        r"\b(?:pardon|desole\w*|je voulais dire|correction|faute de frappe|c'etait faux|j'ai invente|j'ai menti|"
        r"je me suis trompe\w*|"
        r"erreur de ma part|rectification)\b",
    ),
    filler=cue(
        r"\b(?:souviens-toi|rappelle-toi|retiens|n'oublie pas|note)(?: bien)?(?: que| qu')?|\bcomme je l'ai dit\b|"
        r"\bau fait\b|\bpour info\b|\bencore une fois\b|\btu sais\b|\b(?:bonjour|salut|bon)\b",
    ),
    instead=cue(r"^(?:et |mais )?(?:non )?plus (?:comme|chez|a|en|dans|pour|avec)\b"),
    joining=cue(r"\b(?:et|mais)\b"),
    clause=cue(
        r",? (?:et|mais) (?=(?:je|ma|mon|mes)\b|j['’])",
    ),
    within="(?:à|en|près de|près d'|(?P<of>de(?: la)?|du|d'))",
    same=groups(
        r"\b(?:j?h?abit\w+|vi[st]|vivons|resid\w+|(?:dem|emm)enag\w+|install\w+|vien[st] d)",
        r"\b(?:travail\w*|metier|emploi|profession|employeur|boulot|patron\w*|je suis|jsuis)\b",
        r"\bj?(?:aim\w+|ador\w+)\b|\bprefer\w+\b",
        r"\b(?:detest\w+|hai[st]|peur|aim\w+ pas)\b",
        r"allerg\w*|intoleran\w*",
        r"\b(?:j?ai(?! \d+ ans)|a|avons|possed\w*|mon(?! (?:prenom|nom|age|metier|anniversaire)\b)|ma|mes|notre|"
        r"achete)\b",
        r"\b(?:nee|(?:suis|est) ne|anniversaire|naissance)\b",
        r"\b(?:decid\w+|prevo\w+|vais|va|veu[xt]|compte)\b",
        r"\bmari\w*|\b(?:femme|epou\w+)\b",
        r"appell\w+|nomm\w+|\b(?:pre)?nom\b",
    ),
    reworded=(
        *retold(
            r"^l'utilisat(?:eur|rice)",
            (r" s'appelle\b", "je m'appelle"),
            (r" habite\b", "j'habite"),
            (r" vit\b", "je vis"),
            (r" est\b", "je suis"),
            (r" a\b", "j'ai"),
            (r" (travaille|déteste|préfère)\b", r"je \1"),
            (r" (aime|adore)\b", r"j'\1"),
        ),
        *rather(rf"\bje n'(habite|étudie) {_PAS_ICI}", r"j'\1 "),
        *rather(rf"\bje ne (vis|réside|travaille) {_PAS_ICI}", r"je \1 "),
    ),
    statements=(
        says(
            "profile",
            rf"\bje m'appelle {NAME}",
            rf"^moi,? c'est {NAME}",
            rf"\bmon (?:pré)?nom est {NAME}",
            slot="name",
            salience=0.9,
        ),
        nickname(r"\b(?:appelle(?:z)?-moi|(?:tout le monde|on) m'appelle)"),
        says(
            "profile",
            rf"\b(?:j'habite|je vis|nous habitons|nous vivons|on habite|je réside){GAP} "
            rf"(?:(?:à|en|au|aux|dans|près de) (?:la |le |l')?|près d')(?:{NAME})?",
            slot="home",
            salience=0.8,
        ),
        says(
            "profile",
            rf"\b(?:(?:j'ai|nous avons|on a)(?: \w+){{0,2}} (?:dé|em)ménagé|"
            r"(?:je viens|nous venons|on vient) (?:de dé|d'em)ménager|"
            r"(?:je viens de m'|nous venons de nous |on vient de s')installer|"
            r"je me suis (?:\w+ )?installée?|nous nous sommes (?:\w+ )?installé(?:e?s)?|"
            rf"on s'est (?:\w+ )?installé(?:e?s)?){GAP} (?:d(?:e |')\w+ )?"
            rf"(?:(?:à|en|aux?|dans|près de) |près d')(?:{NAME})?",
            slot="home",
            salience=0.8,
            once=True,
        ),
        says("profile", rf"\bje (?:viens|suis originaire) (?:de|du|d')\s?(?:{NAME})?", r"\bje suis née? (?:à|en|le)\b"),
        says(
            "profile",
            rf"\bj'ai \d{{1,3}} ans{AGED}",
            rf"\b(?:j'ai (?:\w+ )?(?:eu|fêté mes)|je viens (?:d'avoir|de fêter mes)) \d{{1,3}} ans{TURNED}",
            slot="age",
            salience=0.7,
            once=True,
        ),
        says(
            "profile",
            rf"\bje travaille{_PLUS}(?P<trade> comme [\w' -]{{2,30}}?)? (?:chez|pour) {NAME}",
            r"\bj'ai (?:\w+ )?(?:trouvé|eu|décroché|commencé|pris) (?P<unnamed>un nouveau (?:travail|boulot|poste|"
            r"emploi|job))\b",
            r"\b(?P<unnamed>désormais|dorénavant|maintenant),? je travaille (?:à|au|dans|chez|pour) \w",
            slot="employer",
            salience=0.7,
        ),
        says(
            "profile",
            rf"\bje travaille{GAP} (?:comme|chez|à|en|pour|dans) (?:{NAME})?",
            rf"\bje suis{_PLUS} (?:une? )?{_METIER}\b",
            r"\bmon (?:métier|travail|employeur|patron|entreprise) (?:est|s'appelle)\b",
            r"\bj'étudie\b",
            salience=0.7,
        ),
        says(
            "profile",
            rf"\bje suis{_PLUS} (?:\w+ment )?allergique\b|\bj'ai une (?:\w+ )?allergie\b",
            r"\bje suis (?:mariée?|célibataire|divorcée?|fiancée?|enceinte|retraitée?|daltonien|gauch(?:er|ère))\b",
            salience=0.8,
        ),
        says(
            "profile",
            r"\bje ne suis pas (?:\w+ment )?allergique\b",
            r"\bje n(?:e |')(?:suis|habite|travaille|mange|bois|fume|vis|ai|aime|joue)\b.{0,20}\bplus\b",
            r"\bj'ai (?:arrêté|quitté|démissionné)\b",
            salience=0.7,
        ),
        says(
            "preferences",
            rf"\b(?:j'aime|j'adore|je préfère|je déteste|je hais){_PLUS} (?!(?:ça|cela|ce|cette|ton|ta|votre)\b)",
            r"\bje n(?:e |')(?:mange|bois|fume|conduis|aime|supporte)\w* (?:pas|jamais|plus)\b",
            r"\bmon? \w+ préférée?s? est\b|\bma \w+ préférée est\b|\bj'ai peur d(?:e|u|es)\b",
        ),
        says("patterns", r"\bje \w+ (?:[\w ]+ )?(?:toujours|d'habitude|tous les \w+|chaque \w+)\b", salience=0.5),
        says(
            "entities",
            r"\b(?:j'ai|je possède|nous avons) (?:une?|deux|trois|quatre|\d+) (?!(?:\w+ )?"
            r"(?:question|problème|idée|bug|erreur|doute|minute)s?\b)",
            rf"\bje (?:conduis|roule){_PLUS} une? (?:{_BEAU} )?(?:{_VEHICULE}\b|{MAKE})",
            rf"\bje roule{_PLUS} (?:en|à) (?:{_VEHICULE}\b|{KNOWN_MAKE})",
            rf"\b(?:mon|ma|mes) {_PROCHE} (?:{NAME} )?(?:s'appelle|est|habite|vit|travaille|a|aime|étudie|sont)\b",
            rf"\bs'appelle {NAME}",
        ),
        says(
            "events",
            r"\b(?:mon|notre|ma) (?:anniversaire|mariage|vol|examen|voyage|rendez-vous|opération|entretien) (?:est|"
            r"était|sera|a lieu)\b",
            r"\bj'ai (?:un )?(?:rendez-vous|examen|entretien|vol)\b.* (?:le|lundi|mardi|mercredi|jeudi|vendredi|"
            r"samedi|dimanche|demain)\b",
            r"\b(?:j'ai|nous avons) (?:enfin )?décidé\b|\bje me suis mariée?\b",
        ),
        introduces("bonjour|salut", rf"je suis(?! {_ETAT}\b)"),
        says(
            "",
            r"\b(?:souviens-toi|rappelle-toi|retiens|n'oublie pas|note)(?: bien)? (?:que|qu')|\bpour info\b",
            salience=0.8,
        ),
    ),
)
