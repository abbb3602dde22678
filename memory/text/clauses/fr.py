"""French."""

from __future__ import annotations

from memory.text.clauses.base import STOP, Clauses, opened, written
from memory.text.patterns import cue, one

_KIN = one(
    "femme mari copain copine compagne compagnon fils fille enfant bébé mère maman père papa frère s[œo]e?ur oncle "
    "tante cousine? neveu nièce amie? voisine? collègue chef patron médecin dentiste chien(?:ne)? chat(?:te)? cheval"
)
_NO_VERB = one("et ou de du des avec en à au aux qui que dans pour chez sans sur mais comme par")
_MOIS = one("janvier février mars avril mai juin juillet août septembre octobre novembre décembre")
GRAMMAR = Clauses(
    contrasting=written(r"(?:mais)\b"),
    connecting=written(
        r"(?:et|mais|car|puisque|parce que|tandis que|alors que|puisqu['’]|parce qu['’])(?:\b|(?<=['’]))"
    ),
    relating=written(r"(?:(?:qui|que|dont)\b|qu')"),
    main=opened(
        "et|mais|car|puisque|puisqu'|parce que|parce qu'|comme|bonjour|salut|hier|aujourd'hui|alors|oui|non|bon|"
        "(?:une )?(?:petite )?question|depuis (?:\\w+ )?\\w+|en \\w+|ce (?:matin|soir|mois)|cette \\w+|"
        "la semaine dernière|l'an dernier|l'année dernière|moi|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|"
        "actuellement|récemment|au fait|d'ailleurs",
        r"(?:(?:mon|ma|mes) \w+ et moi,? )?(?:(?:je|nous|on) (?!me demande\b)|j')\w",
        r"(?:mon|ma|mes|notre|nos) (?:[\w'-]+ ){1,4}?(?:a|est|ont|sont|s'est|se|s'appelle|était|avait|va|vient|peut|"
        r"veut|"
        r"fait|ne|n'\w+|vit|habite|travaille)\b",
        rf"(?:mon|ma|mes|notre|nos) {_KIN} (?:(?-i:[A-ZÉ])\w+ )?(?!{_NO_VERB}\b)(?-i:[a-zé])\w+",
    ),
    inquiring=written(
        r"^(?:(?:et|mais|alors|donc|ou) )*(?:est-ce|qu'|que\b|quoi|quel\w*|comment|pourquoi|où|quand\b|combien|qui\b|"
        r"(?:à|a|de|en|pour|avec|dans|sur|par) (?:quel\w*|quoi|qui|combien)|tous les combien|lesquel\w*|"
        r"\w+-(?:je|tu|t-il|t-elle|t-on|il|elle|on|nous|vous)\b|a-t-|y a-t-|"
        r"(?:elle|il|on|je|ça|ca|tu|vous|c'est|faut|y a|tu as|vous avez|des|une) (?:\w+ )*(?:peut|dois|doit|faut|"
        r"risque|devrais|devrait|idées?|conseils?|quoi|combien|comment|quand)\b|je (?:peux|dois)\b|il faut\b|(?:tu|"
        r"vous) (?:conna\w+|sa[iv]\w*|as|avez|peu\w+|pouvez|pens\w+|croi\w+|croyez)\b)"
    ),
    tag=cue(
        r"^ou (?!est\b|sont\b|puis\b|trouve\w*\b|dois\b|peut\b|vais\b|va\b)|^ou est-ce (?!que)",
        r"^(?:n'est-ce pas|non|oui|hein|pas vrai|c'est (?:ca|bien ca|vrai|juste|exact)|est-ce (?:vrai|exact|juste)|"
        r"a (?:ton|votre) avis|selon (?:toi|vous)|d'apres (?:toi|vous)|"
        r"d'accord|vrai|exact|tu te (?:souviens|rappelles)|tu te souviens)\W*$",
    ),
    wishing=cue(
        r"\b(?:je|nous) (?:serais|voudrais|pourrais|aurais|serions|voudrions|pourrions)\b|\bj'(?:aurais|aimerais)\b|"
        r"\bpeut-etre\b"
    ),
    dreaming=cue(
        r"\b(?:je|j') ?(?:croyais|pensais|revais)\b|\b(?:j'allais|on allait)\b|\bfailli\b|\bsi seulement\b|"
        r"\bvoudrais que\b|"
        r"\baimerais que\b"
    ),
    unreal=cue(r"\b(?:je|j'|nous|on) ?(?:\w+ )?\w+(?:rais|rions|rait)\b|\b(?:etais|avais|habitais|vivais)\b"),
    condition=cue(r"\bsi\b(?!$)|\bs'ils?\b|\ba moins\b"),
    hinging=cue(
        r"^si (?!bien\b)\w|\bsi (?:l[ea]s?\b|l'|(?:une?|mon|ma|mes|ta|ton|tes|sa|son|ses|notre|nos|votre|vos|leurs?|"
        r"cet?|cette|ces|ca|cela|tout|tous|on|vous|ils|elles|quelqu'un|personne|jamais)\b)|\bs'ils\b",
        r"\bsi \w+ (?:part|vient|accepte|vend|signe|gagne|quitte|veut|peut|dit|donne|trouve|meurt)\b",
        r"\ba (?:la )?condition (?:que\b|qu'|de\b|d')|\bpourvu (?:que\b|qu')",
    ),
    conceding=written(
        r"\b(?:même|comme|sauf|sai[st]|savoir|savent|savons|demand\w+|ignor\w+|voir|vois|vérifi\w+|hésit\w+|décid\w+|sûre?|"
        r"importe|dire)(?: \w+)? s(?:i\b|')|\bsi (?:possible|besoin|nécessaire|ce n'est|vous (?:voulez|préférez))\b",
    ),
    polite=cue(
        r"\bsi (?:je|j'|tu|vous|on|ma memoire|ca|cela)(?: ?(?:me|m'|te|t'|vous|ne|n'|peux|pouvez|peut|veux|voulez|ose|"
        r"le|"
        r"l'|y|suis|dois|etre|vraiment))* ?(?:souviens|rappelle|trompe|abuse|honnete|franche?|sincere|croire|crois|"
        r"croyez|"
        r"dire|demandes|demandez|comprends|comprenez|bonne|compte|vois|voyez)"
        rf"(?: (?:pas|bien|correctement|ce que je veux dire|moi|tout a fait))*{STOP}",
        r"\bcro(?:is|yez)-(?:le|moi) ou (?:non|pas)\b",
        r"\bsi (?:ca|cela)(?: peut)?(?: vous| t'| te| m'| l')? ?(?:aide\w*|interesse|sert|est utile|servir)\b|"
        r"\bsi (?:tu veux|vous voulez) (?:tout )?savoir\b|\bsi (?:je peux|j'ose) (?:le )?dire\b",
        r"\b(?:je voudrais|j'aimerais|je tiens a|je veux|je pourrais) (?:te |vous )?(?:dire|preciser|signaler|ajouter|"
        r"mentionner|raconter)\b(?: (?:que\b|qu'))?",
        r"(?<=\bsavoir )s(?:i\b|')|(?<=\bdemander )s(?:i\b|')|(?<=\bvoir )s(?:i\b|')|(?<=\bcomprendre )s(?:i\b|')",
    ),
    diagnosing=cue(
        r"\b(?:mon|ma|le|la) (?:medecin|docteure?|doctoresse|dentiste|specialiste|generaliste) (?:me )?"
        r"(?:dit|m'a dit) (?:que |qu')(?=j'ai\b|je suis\b)",
    ),
    drawing=written(r"(?:donc|alors|du coup|c'est pourquoi)\b"),
    telling=cue(
        r"^(?!(?:comme|que|qui|dont)\b)(?:[\w'-]+ ){1,3}?(?:(?:m'a |nous a |a )?dit|ecrit|pense|pretend|affirme)"
        r"(?: \w+)? (?:qu'|que (?!oui\b|non\b|si\b))\w",
    ),
    others=written(
        r"^(?:(?:et|mais|car|puisque|parce que) )*(?:il|elle|ils|elles|on|ça|cela|ce|c'|tu|vous|personne)(?:(?<=')|"
        r" )\w",
        r"^(?:(?:et|mais|car) )*(?:le |la |les |l'|son |sa |ses |leurs? )\w+ (?:[\w'-]+ ){0,2}?(?:n'|ne |est|sont|a|"
        r"ont)",
        r"^(?:(?!que?\b|qu'|si\b|dont\b|où\b|ni\b|ou\b)[\w'-]+ ){1,3}?(?:je |j'|nous )\w",
    ),
    lacking=written(r"\bsans\b"),
    listing=written(r"(?:et|ou|ni)\b"),
    doubting=cue(
        r"\b(?:vrai|sure?|certaine?|serieu\w+|exact|le cas|faux)\b|\b(?:sais|crois|pense|souviens)\b(?: (?:pas|plus|"
        r"rien|"
        r"trop|vraiment|si\b.*))*\W*$"
    ),
    hedging=cue(
        r"\b(?:\w+ment|plus|longtemps|souvent|toujours|encore|tres|trop|bien|beaucoup|assez|deja|aujourd'hui|tout|si|"
        r"maintenant|guere|grand|chose|du|y|la)\b"
    ),
    rather=written(r"mais (?:parce|plutôt|bien)\b"),
    coming=written(
        r"\b(?:je pense|nous pensons|on pense|j'envisage|nous envisageons|on envisage)(?: d[e'])? ?\w+[ei]r\b",
        r"\b(?:demain|bientôt|prochainement|sous peu)\b|\bprochaine?s?\b|\bà venir\b",
        r"\bdans (?:\d+|un|une|deux|trois|quatre|cinq|six|quelques) (?:jours?|semaines?|mois|ans?|années?)\b",
        rf"\b(?:à partir|à compter) (?:de |d'|du )(?!maintenant|aujourd)|\bdès (?:demain|la rentrée|{_MOIS})\b",
        r"\b(?:je|j'|on|nous) ?(?:vais|va|allons)(?: \w+){0,2}? (?:m'|s'|nous |me |se )?\w+(?:er|ir|re)\b",
        r"\b(?:je|j'|on|nous|m'|s')(?: ?\w+')? ?(?:nous |me |se )?\w{2,}(?:erai|irai|rai|erons|irons|era|ira)\b",
        r"(?<!\b(?:ai|as) )(?<!\ba )(?<!\bavons )\b(?:déménage|déménageons|emménage|emménageons|m'installe|s'installe|"
        r"nous installons)\b(?! (?:souvent|beaucoup))",
        r"\b(?:je|on|nous) (?:veux|veut|voulons|compte|comptons|prévois|prévoit|prévoyons|envisage|envisageons|pense|"
        r"pensons) \w+(?:er|ir|re)\b",
    ),
)
