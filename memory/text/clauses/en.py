"""English."""

from __future__ import annotations

from memory.text.clauses.base import STOP, Clauses, opened, written
from memory.text.patterns import cue, one

_PAST = one(
    "beat became began bit blew bought broke brought built burnt came caught chose cost cut did died drank drew dreamt "
    "drove ate fell fed felt fought found flew forgot forgave froze got gave went grew had heard hid hit held hurt "
    "kept "
    "knew laid led left lent let lost made meant met paid put quit read rode rang rose ran said sat saw sold sent set "
    "shook shot shut sang sank slept spoke spent split stood stole stuck struck swam swore swept taught took tore told "
    "thought threw understood woke won wore wrote"
)
_KIN = one(
    "wife husband partner girlfriend boyfriend son daughter child kid baby mother mom mum father dad brother sister "
    "uncle aunt cousin nephew niece grandmother grandfather grandma grandpa friend neighbou?r colleague boss roommate "
    "flatmate teacher doctor dentist dog cat puppy kitten horse pet"
)
_OBJECT = one("an? the his her its their my me us you it them to too very more no")
_VERB = one("is are was were has have had will would can could should must needs?")
_DAY = one("monday tuesday wednesday thursday friday saturday sunday")
_MONTH = one("january february march april may june july august september october november december")
_GOING = r"(?:gonna|going to (?!the\b|an?\b|my\b|our\b|(?-i:[A-Z])))"
GRAMMAR = Clauses(
    contrasting=written(r"(?:but|yet)\b"),
    connecting=written(r"(?:and|but|because|since|while|whereas|although|though|yet|(?<!or )so(?= (?:I|we)\b))\b"),
    relating=written(r"(?:who|whom|whose|which|that)\b"),
    main=opened(
        "and|but|because|since|as|although|though|while|yet|so|hi|hello|hey|ok|okay|well|oh|yes|no|please|actually|"
        "recently|lately|currently|now|nowadays|today|yesterday|tonight|this \\w+|last \\w+|for what it's worth|"
        "by the way|btw|fyi|"
        "for the record|(?:(?:a|one|another) )?(?:quick |short )?question|"
        "(?:on|in|at|since) (?!which|what|whose|case|order|theory)[\\w-]+|for (?:\\w+ ){1,2}years?|[\\w ]{1,12} ago",
        r"(?:(?:my|our) [\w' -]{1,20} and )?(?:I|we)(?:'(?:m|ve|re|ll)\b| (?!and\b|or\b|wonder\b)[\w'])",
        rf"(?:my|our) (?:[\w'-]+ ){{1,4}}?(?:{_PAST}|(?:is|are|was|were|has|have|does|can|will|must)(?:n't)?|\w+ed)\b",
        rf"(?:my|our) {_KIN} (?:(?-i:[A-Z])\w+ )?\w+s\b",
        rf"(?:my|our) [\w'-]+ \w+s {_OBJECT}\b",
    ),
    inquiring=written(
        r"^(?:(?:and|but|so|then|because|or|please|also) )*(?:what|why|how|where|who|which|when|whose|do|does|did|is|"
        r"are|am|was|were|can|could|should|would|will|shall|have|has|may|must|any|is there)(?:'s|'re|'d|n't)?\b"
    ),
    tag=cue(
        r"^(?:or|and (?:is|was) (?:it|that))\b",
        r"^(?:right|correct|true|yes|no|ok|okay|eh|huh|innit|agreed|remember)\W*$",
        r"^(?:isn't|is|wasn't|was|ain't) (?:it|that|this)(?: (?:so|right|true|correct|not))*\W*$",
        r"^(?:do|did|am|are|was|were|have|had|can|could|will|would)(?:n't)? (?:i|we|my \w+)(?: not)?\W*$",
        r"^(?:am|was) i (?:right|wrong|mistaken)\b",
        r"^(?:in your opinion|(?:what|which)? ?(?:do|would) you (?:think|say))\W*$",
        r"^(?:has|have|is|did|does|was|had)(?:n't)? (?:he|she|it|they)(?: not)?\W*$",
        r"^(?:do|did|can|don't) you (?:remember|recall|know)(?: (?:that|it|this))?\W*$",
    ),
    wishing=cue(
        r"\b(?:i|we) (?:(?:could|might|may)\b|would (?!rather\b|prefer\b|say\b|imagine\b)|wish to\b)",
        r"\b(?:i|we)'d (?!rather\b|prefer\b|say\b|imagine\b)|\b(?:maybe|perhaps|possibly) (?:i|we)\b",
    ),
    dreaming=cue(
        r"\b(?:i|we) (?:wish(?! to\b)|dreamt|dreamed|almost|nearly|thought|believed|feared)\b|"
        r"\b(?:i|we) (?:was|were) (?:going|about|supposed) to\b"
    ),
    unreal=cue(r"\b(?:had|were|would|could|might|lived|worked|owned|was)\b|'d\b"),
    condition=cue(
        r"\b(?:if|unless|provided|as long as|in case)\b",
        r"^(?:(?:and|but) )?(?:(?:had|should|were) (?:i|we|my|he|she|it|they)|(?:once|when|whenever|until|till|"
        r"as soon as) (?:i|"
        r"we))\b",
    ),
    hinging=cue(
        r"\b(?:if|unless) [\w']+ [\w']",
        r"(?:^|, )(?:provided|providing)(?: that)? (?:i|you|he|she|it|we|they|my|our|the|this|everything|nobody)\b",
        r"\bprovided that\b|\bon (?:the )?condition (?:that|of)\b",
        r"(?:^|, )should (?:i|you(?! (?:want|need|wonder|ask|care)\b)|he|she|it|we|they|my|our|the)\b",
    ),
    conceding=written(
        r"\b(?:even|as|what|wonder\w*|ask\w*|know\w*|see|sees|saw|check\w*|sure|doubt\w*|decid\w+|matter\w*|care\w*|tell|"
        r"curious|unsure|forg[eo]t\w*|unclear|unknown) (?:\w+ )?if\b",
        r"\bif (?:any|anything|not|possible|necessary|needed|required|so|ever|at all|need be|nothing else|"
        r"truth be told)(?=\W*$|\W*[,.;)])",
    ),
    polite=cue(
        r"\bif (?:i|you|we|one|anyone|memory|it|that|this)(?:'m| am|'re| are|'s| is)?"
        r"(?: (?:not|do|can|could|will|would|may|might|must|even|really|being|quite|completely|to be|entirely))* "
        r"(?:honest|frank|truthful|serious|mistaken|wrong|believe|remember|recall|serves?|say|ask|know|guess|"
        r"understand|"
        r"counts?|matters?|comes?)(?: (?:it|that|this|so|me|you|us|myself|rightly|right|correctly|well|what i mean|"
        rf"to (?:that|it)|properly|at all))*{STOP}",
        r"\bbelieve it or not\b|\bwhether (?:or not )?you believe it(?: or not)?\b",
        r"\bif (?:it|that|this)(?: (?:helps?|matters|is of (?:any |some )?(?:help|use|interest)|is useful|"
        r"is relevant|makes a difference)| is any (?:help|use))\b",
        r"\bif you (?:must|want to|need to|'d like to|would like to|care to) know\b|\bif i may(?: say(?: so)?| add)?\b",
        r"\bif you(?:'re| are)? (?:wonder(?:ing)?|asking|ask(?= (?:about|wh\w+|how)\b)|curious|"
        r"interested|don't mind)\b",
        r"\b(?:i|we)(?: wish| would(?: just)? like|'d(?: just)? like| want| could| might| may| should) (?:to )?"
        r"(?:tell you|let you know|inform you|mention|add|point out|share with you)\b(?: that)?",
        r"(?<=\bknow )(?:if|whether)\b|(?<=\bask )(?:if|whether)\b|(?<=\bsee )(?:if|whether)\b|"
        r"(?<=\bhear )(?:if|whether)\b|(?<=\bfind out )(?:if|whether)\b|(?<=\bunderstand )(?:if|whether)\b",
    ),
    diagnosing=cue(
        r"\b(?:(?:my|the|our) )?(?:doctors?|gp|dentist|optician|neurologist|cardiologist|dermatologist|specialist)"
        r"(?: just| also)? (?:says?|thinks?|said|confirmed|(?:told|tells) me)(?: that)? (?=i(?:'m|'ve| am| have)\b)",
    ),
    drawing=written(r"(?:so|therefore|that's why|and (?=I (?:do|did|really|actually|in fact)\b))"),
    telling=cue(
        r"^(?!(?:as|like|or|so|what\w*|which|who|that)\b)(?:[\w'-]+ ){1,3}?(?:says?|said|thinks?|thought|believes?|"
        r"claims?|claimed|explains?|explained|writes|wrote|replied|(?:told|tells) (?:me|us))(?: that)? (?:"
        r"(?:i|you|he|she|we|they|there)(?:'\w+)? \w|(?:i|you|he|she|we|they|there)'\w|(?:my|your|his|her|our|their) "
        rf"[\w'-]+ \w|(?:it|this|that|(?:the|an?) (?:[\w'-]+ ){{1,2}}?)(?:'s| ?{_VERB}\b)|(?<=me )to \w|(?<=us )to \w)",
    ),
    others=written(
        r"^(?:(?:and|but|because|since|as|although|though|while|yet|so|not) )*(?:(?:he|she|it|they|you|there|this|that|"
        r"one|nobody|everybody|everyone)(?:'\w+| (?!and\b|or\b)\w)|(?:the|my|our|his|her|their|its|a|"
        r"an) [\w' -]{1,30}? "
        rf"(?:{_VERB}|does|do|did|\w+n't)\b)",
        r"^(?:(?!that\b|if\b|whether\b|wh\w+\b|as\b|or\b|nor\b)[\w'-]+ ){1,3}?(?:I|we)(?:'\w| \w)",
    ),
    lacking=written(r"\bwithout\b"),
    listing=written(r"(?:and|or|nor)\b"),
    doubting=cue(
        r"\b(?:true|certain|serious|so|the case|right|correct|real|official)\W*$|\b(?:sure|certain|positive)\b",
        r"\b(?:know|remember|recall|think|believe|mean)(?: (?:so|it|that|this|for sure|exactly|if|"
        r"whether)\b[^,]*)?\W*$",
    ),
    hedging=cue(
        r"\b(?:\w+ly|yet|often|always|quite|much|long|lot|well|enough|ever|either|anymore|more|any|too|today|now|"
        r"at all|"
        r"very|else|fully|anything|all|exactly|just|still|since|for|at|the|moment|though|however|tho)\b"
    ),
    rather=written(r"but (?:because|rather|since)\b"),
    coming=written(
        rf"\b(?:in|on) (?:{_MONTH}|{_DAY}),? (?:I|we) (?:move|start|leave|retire)\b",
        rf"\b(?:I|we) (?:move|start|leave|retire) [^.,;]*\b(?:in|on) (?:{_MONTH}|{_DAY})\b",
        r"\b(?:I|we)(?:'re|'m| am| are)? think(?:ing)? (?:of|about) \w+ing\b",
        r"\b(?:tomorrow|(?<!as )soon(?!-)|shortly|some day|one day soon)\b(?! as\b)",
        r"\b(?:next|coming) (?:week|month|year|weekend|summer|winter|spring|autumn|fall|term|semester|"
        rf"{_DAY}|{_MONTH})\b",
        rf"\b(?:from|starting|beginning|as of)(?: in| on| from)? (?:{_DAY}|{_MONTH}|the \d)\b(?! (?:to|un)?til?l?\b|"
        r" to\b|[^.,;]* (?:19|20)\d\d)",
        r"\b(?:I|we)(?:'ll| will| shall) (?!always\b|never\b)\w",
        rf"^(?:(?:so|well|ok|hey|hi|also),? )*(?:{_GOING}|about to|hoping to|planning (?:to|on)|"
        r"thinking (?:of|about) \w+ing)\b",
        rf"\b(?:I|we)(?:'m| am|'re| are)?(?: \w+ly| soon| now)? (?:{_GOING}|"
        r"about to|due to|planning|hoping|moving|relocating|emigrating|leaving|starting|switching|retiring|marrying)\b",
        r"\b(?:I|we)(?: \w+ly)? (?:plan|hope|intend|want|aim|mean|have decided|decided|'ve decided) to\b",
    ),
)
