"""English."""

from __future__ import annotations

import re

from memory.text.clauses.en import GRAMMAR
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

_I = r"\b(?:I|we)"
_HAVE = r"(?:'?ve| have)?"
_BE = r"(?:'?m| am|'re| are|'?ve been| have been)"
_AM = rf"\b(?:I|we){_BE}"
_OFTEN = (
    "(?: " + one("really absolutely also still just currently now always usually mostly actually definitely") + ")*"
)
_VAGUE = (
    "(?!"
    + one("it this that these those them your you to_know to_see to_ask how what")
    + r"\b|the (?:idea|plan|way|first|second|look|sound)\b)"
)
_TRIFLE = (
    r"(?!(?:[\w-]+ )?"
    + one(
        "questions? problems? ideas? feelings? look meetings? quick minutes? moments? bugs? issues? errors? doubts? "
        "requests? lot bit few hard headache cold task list file function point chance reason plan tests? thing "
        r"[45]\d\d_(?:errors?|from|on|in|when)"
    )
    + r"\b)"
)
_KIN = one(
    "wife husband spouse partner girlfriend boyfriend fianc[eé]e? son daughter child children kids? baby mother mom "
    "mum father dad parents? brothers? sisters? siblings? uncle aunt cousin nephew niece grandmother grandfather "
    "grandma grandpa grandson granddaughter friend best_friend neighbou?r colleague co-?worker boss manager roommate "
    "flatmate teacher tutor coach landlord landlady doctor dentist therapist nan gran granny lad lass mate ex "
    "dogs? cats? puppy kitten horse rabbit parrot hamster pet spaniel labrador terrier lurcher collie poodle"
)
_JOB = (
    r"(?:[a-z-]+ ){0,3}?(?:[a-z]{3,}"
    + one("eer ist ician grapher cher ctor ner per ger ver wright yst")
    + "|"
    + one(
        "nurse chef cook lawyer architect student pilot farmer writer accountant consultant carpenter plumber baker "
        "librarian researcher professor veteran freelancer vegetarian vegan diabetic pescatarian christian muslim "
        "buddhist atheist mother father mom mum dad parent widow widower twin native citizen musician actor painter "
        "dancer driver developer doctor"
    )
    + r")\b"
)
_NT = r"\b" + one("do does did ca could would should wo is are was were have has had must need") + r"nt\b"
"""A "not" without its apostrophe."""
_DAYS = one(
    "day week month year morning evening night weekend monday tuesday wednesday thursday friday saturday sunday"
)
_DATED = one(
    "birthday anniversary wedding graduation deadline due_date surgery interview exam flight trip appointment funeral"
)
_CONDITION = one(
    "vegan vegetarian diabetic celiac coeliac colou?r[_-]?blind deaf blind pregnant married single divorced engaged "
    "retired left-handed lactose[_-]intolerant gluten[_-]intolerant"
)
_ILLNESS = one("allerg asthma diabetes migraine adhd autism celiac coeliac epilepsy arthritis depression anxiety")
_VEHICLE = one(
    "car motor-?bike motorcycle bike bicycle e-?bike scooter moped van truck lorry bus minibus tractor taxi "
    "cab minivan "
    "camper campervan pickup suv convertible hatchback hybrid ev tricycle horse pony"
)
_DIRECTION = one("to in on at from for of with by into through around across over along and or per without")
_STATE = one(
    "ok okay fine good great well done back here there ready late early sure sorry tired sick ill lost bored busy home "
    "happy sad hungry thirsty cold hot right wrong new free alone confused"
)
_WHERE = one("in at near on for as with")
_NOW = one("now nowadays these_days")

ENGLISH = Language(
    code="en",
    grammar=GRAMMAR,
    frame=words(
        "user users person named name names called goes lives live living resides works work working likes like loves "
        "love enjoys prefers prefer preference has have owns own wants plans planning uses currently recently says "
        "mentioned stated states told years year old age born job profession occupation employed home located based "
        "dislikes hates allergic allergy birthday decided favorite favourite pet interested speaks said"
    ),
    me=words("i me my mine myself we our us im ive"),
    kin=words(
        "wife husband spouse partner girlfriend boyfriend fiance fiancee son daughter child children kid kids baby "
        "mother mom mum father dad parents parent brother sister sibling uncle aunt cousin nephew niece grandmother "
        "grandfather grandma grandpa friend neighbor neighbour colleague coworker boss manager roommate flatmate "
        "teacher doctor dentist dog cat puppy kitten horse pet parrot budgie rabbit hamster tortoise pony lurcher "
        "spaniel labrador terrier collie poodle client customer"
    ),
    third=words("he she they"),
    theirs=cue(r"s$"),
    yes=words("yes yeah yep yup correct right exactly sure true indeed absolutely ok okay"),
    negation=denies(
        r"\b(?:not|no|never|none|neither|nor|without|cannot|hardly|nobody|nothing)\b",
        rf"n't\b|{_NT}",
        r"\b(?:dislikes?|hates?|avoids?|refuses?|stopped|quit|detests?|gave up|former(?:ly)?|used to)\b",
        idle=r"(?:n't|\bnot) (?:only|just|to mention)\b|\bnever mind\b|"
        r"\bno matter (?:what|how|where|when|who)\b|(?<!have )(?<!had )\bno (?:problem|doubt|wonder|worries|rush|"
        r"offen[cs]e|kidding|joke)\b|\bno (?:other )?(?:choice|option|alternative) but\b|\bnothing but\b|"
        r"\bnot (?:gonna|going to) lie\b|(?:n't|\bcannot) help (?:but|\w+ing)\b",
    ),
    hypothetical=cue(
        r"\bif (?:i|we|my|you|he|she|they|there|it|only)\b",
        r"\b(?:suppose|supposing|imagine|assume|assuming|hypothetically|pretend|let's say|lets say|say i)\b",
        r"\bwhat if\b|\bas if\b|^(?:(?:oh|god|man|really|just|sometimes),? )*wish (?:i|we|my|there)\b",
        r"\b(?:i|we) (?:wish|could|might|may)\b|\b(?:i|we) would (?!rather\b|prefer\b)",
        r"\b(?:i|we)'d (?!rather\b|prefer\b)|\bid (?:like|love|be|have|live|move|go|work|want|need)\b",
        r"\b(?:maybe|perhaps|possibly) (?:i|we)\b",
        r"\b(?:i|we) (?:almost|nearly) (?!always|never|every|all|only|\d)\w+(?:ed|t|ent|ame)\b",
        r"\b(?:i|we) (?:dreamt|dreamed)\b",
        r"\b(?:i|we) (?:was|were) (?:going|about|supposed) to\b|\b(?:i|we) (?:thought|believed|"
        r"feared)(?: that)? (?:i|we)\b",
        r"\bin (?:a|the|my) (?:story|novel|dream|game|play|film|movie)\b",
        r"\b(?:whether|unless|in case|when(?:ever)?|as soon as) i (?:had|get|find|win|become|live|move|lived|moved)\b",
    ),
    reported=cue(
        r"\b(?!i\b|we\b|you\b)[\w']+ (?:said|says|told me|tells me|wrote|writes|claims|claimed|thinks|believes|"
        r"replied|sent|asks|asked|explains|told|reckons|insists|swears)\b",
        r"(?:[,\"'] |^)(?:said|says) (?!i\b|we\b)\w+(?: [\w'-]+){0,4}(?:\W*$|,)",
        r"\baccording to\b",
        r"(?<!\bi )(?<!\bwe )\b(?:translate|proofread|rewrite|rephrase|paraphrase|summari[sz]e|correct this|fix this|"
        r"grammar)\b",
        r"\b(?:this|the following|here is|here's) (?:\w+ ){0,4}?(?:text|letter|email|e-mail|mail|message|quote|"
        r"post|article|bio|profile|note|review)\b.*:",
    ),
    handed=cue(
        r"\b(?:translate|proofread|rewrite|rephrase|paraphrase|summari[sz]e|polish|shorten)\b.{0,20}\b(?:this|these|"
        r"it|following)\b",
        r"\b(?:correct|fix|improve)\b.{0,12}\b(?:text|sentences?|e-?mail|letter|bio|grammar|wording|english)\b",
    ),
    role_play=cue(
        r"\b(?:i'm|i am|i'll be|i will be|i'm going to be|i play) (?:the|an?|your) .{1,50}?(?:and|,|;|"
        r"while) (?:you're|you are|you'll be|you will be|you be|you play)(?: going to be)? (?:the|an?|my)\b",
        r"\brole-?play|\brole play",
        r"\b(?:let's|lets|let us) (?:pretend|play)\b(?! (?:tennis|chess|cards|music|football|a game))",
        r"\b(?:pretend|act|behave) (?:to be|as if|like|as|that|you|i)\b",
        r"\b(?:i am|i'm|i will be|i'll be|you are|you're) (?:now )?(?:the character|in character|"
        r"playing (?:the (?:role|part)|a character))",
        r"\bin character\b",
        r"\byou (?:be|play|act as) (?:the|an?|my)\b",
        r"\b(?:i|i'll|i will|let me) (?:play|be|act as) (?:the|an?|your) .{1,40}?(?:and|,) you\b",
        r"\byou(?:'re| are|'ll be| will be) (?:the|an?|my) .{1,50}?(?:and|,|;|while) (?:i'm|i am|i'll be|"
        r"i will be|i play) (?:the|an?|your)\b",
        r"\bfrom now on,? (?:you|i)(?:'re|'m| are| am)\b",
        r"\b(?:play|take on|assume|in) the (?:role|part) of\b|^(?:please )?(?:play|be) (?:an?|the) [^:.!?]{1,40}:",
    ),
    role_over=cue(
        r"\b(?:end|stop|leave|drop|quit) (?:with |of )?(?:the |this |our )?(?:role-?play\w*|role play\w*|game|act|"
        r"acting|pretending|scene|interview|exercise)\b",
        r"\bout of character\b|\bback to reality\b|\bfor real now\b|\bback to normal\b|\bin real life\b|\b(?:game|"
        r"role-?play|scene|exercise) (?:is )?over\b|\bno longer playing\b|\bstop playing\b|\bnot (?:in the game|"
        r"playing) anymore\b",
    ),
    unsaid=cue(
        r"\bi(?:'ve)? (?:just |only |actually )?(?:made|invented) (?:all (?:of )?)?(?:that|it|"
        r"this) (?:all )?up\b|\bi (?:just |only )?invented (?:all (?:of )?)?(?:that|it|this)\b",
        r"\bi was (?:just |only )?(?:kidding|joking|lying|pulling your leg)\b|\b(?:that|it) was (?:just |"
        r"only |all )?(?:a joke|a lie|made up|invented)\b",
        r"\b(?:that|it)(?:'s| is| was) not true(?: at all)?\W*$|\b(?:that|it) (?:wasn't|isn't) true\W*$|"
        r"^(?:no,? )?just kidding\b",
    ),
    joke=cue(
        r"\b(?:(?<!no )kidding|only joking|just joking|as a joke|jk|lol|haha+|sarcasm)\b|/s\b",
        r"^yeah,? right\b|^(?:obviously|of course) not\W*$",
        r"^(?:oh,? )?(?:great|wonderful|fantastic|brilliant),? (?:i|we|my|another)\b",
    ),
    supposing=cue(
        r"^(?:(?:ok|okay|so|now|please|just|well|then|and|but|hey|hi|hello|let's|lets|let us),? )*(?:suppose|"
        r"supposing|imagine|assume|assuming|hypothetically|pretend|say i|say we|let's say|picture this|"
        r"for the sake of argument)\b",
    ),
    fiction=cue(
        r"\bwrite (?:me |us )?(?:an? |the )?(?:\w+ ){0,2}?(?:story|poem|song|scene|dialogue|monologue|script|"
        r"limerick|fairy tale|lyrics|haiku|sonnet|novel|sketch)\b",
        r"\b(?:i'm|i am|we're|we are) writing (?:a|my|the) (?:\w+ )?(?:novel|story|play|script|song|poem)\b",
        r"\b(?:in|for) (?:a|the|my) (?:\w+ )?(?:story|novel|dream|game|play|film|movie|book|screenplay)\b,? (?:i|"
        r"we|my|there|the)\b",
        r"\bthe (?:hero|heroine)\b|\b(?:my|the) (?:character|protagonist|narrator)\b",
    ),
    aside=cue(
        r"\b(?:by the way|btw|in reality|in fact|in truth|as for me|for real|apart from that|seriously|"
        r"on another note|anyway|unrelated|off[- ]topic)\b",
        r"^actually\b",
    ),
    asking=cue(
        r"^(?:(?:so|and|but|hey|hi|ok|okay|please|well|then),? )*(?:do|does|did|am|is|are|was|were|can|could|"
        r"should|would|will|shall|have|has|may|must|what|why|how|where|who|which|when|whose)(?:'s|'re|'d|"
        r"n't)? (?:i|you|we|he|she|they|it|there|my|your|our|the|an?|this|that|would|do|does|did|is|are|can|could|"
        r"should|to|much|many|long|often|if|kind|about)\b(?!.*[.!]$)",
        r"^what if\b",
        r"\b(?:forgot|(?:don't|do not) (?:know|remember)|can(?:'t|not) (?:recall|remember)) (?:if|whether|where|which|"
        r"what|"
        r"who) (?:i|we|my|our)\b",
        r"\b(?:i wonder|i was wondering|wondering|tell me|can you tell me|do you know|not sure|no idea) (?:if|"
        r"whether|why|how|what)\b",
    ),
    past=cue(
        r"\b(?:used to|formerly|previously|back then|in those days|as a (?:child|kid|teenager|student|boy|girl))\b",
        r"^(?!.*\b(?:have|has)\b)(?!.*(?:'|\bi|\bwe)ve\b).*\b(?:i|we|user|they|he|she) (?:once |also |first |"
        r"briefly )?(?:lived|worked|resided|studied|owned)\b",
        r"\b(?:until|till) (?:19|20)\d\d\b",
        r"^(?!.*\b(?:have|has)\b).*\b(?:was|were|had|used)\b.*\byears ago\b|\byears ago\b.*\b(?:was|were|had)\b",
    ),
    by_now=as_written(rf"(?:[,;]| and| but)+ (?=(?:I )?{_NOW}\b|I [^,;]*{_NOW}\b)"),
    over=cue(
        rf"\bno longer\b|(?:\bnot|n't|{_NT}|\bnever)\b.* any ?more\b|\bstopped\b|\bgave up\b|\bgiven up\b|\b(?:quit|"
        rf"left|"
        r"lost|sold|resigned)\b|\b(?:made redundant|laid off|let go|fired) (?:by|from)\b",
    ),
    that_day=cue(
        r"\b(?:today|yesterday|tonight|this (?:morning|afternoon|evening|week|weekend)|last (?:night|week|weekend))\b"
    ),
    at_times=cue(
        r"\b(?:on|at) (?:the )?weekends?\b|\b(?:during|in) the week\b|\bon (?:weekdays|weeknights|\w+days)\b",
        r"\bin (?:the )?(?:summers?|winters?|spring|autumn|fall)\b(?! of)|\bfrom \w+day to \w+day\b",
        r"\b(?:in|during|over|outside) (?:the )?(?:holidays|vacations?|semester|term(?: time)?|off[- ]season)\b",
    ),
    beside=cue(
        r"\b(?:also|too|as well|part[- ]time|sometimes|half (?:of )?the|on the side|every other|"
        r"second (?:home|job|flat|house))\b",
    ),
    correcting=cue(
        r"\b(?:sorry|i meant|i mean|correction|i mistyped|i misspoke|typo|that was wrong|that's wrong|"
        r"that is wrong|i was wrong|i made a mistake|not true|never lived|scratch that|made (?:that|it|this) up|"
        r"(?:i|we) lied|was lying)\b",
    ),
    filler=cue(
        r"\b(?:it )?turns out(?: that)?\b",
        r"\b(?:please )?(?:remember|note|keep in mind|don't forget)(?: that)?\b|\bas i (?:said|mentioned|"
        r"told you)\b|\bby the way\b|\bbtw\b|\byou know\b|\bfor the record\b|\bfyi\b|\bjust so you know\b|\b(?:oh|"
        r"well|actually|again|hi|hello|hey)\b|\bto repeat\b",
    ),
    instead=cue(r"^(?:and |but )?no longer (?:as|at|in|for|with|on|an?|the)\b"),
    joining=cue(r"\b(?:and|but)\b"),
    clause=cue(
        r",? (?:and|but) (?=(?:[Ii]|my)\b)",
    ),
    origin=left("from "),
    within="(?:in|near|outside|at|(?P<of>of))",
    same=groups(
        r"\b(?:liv(?:e|es|ed|ing)|resid\w+|based|mov(?:ed|ing|e)|home|located|settled|(?:am|i'm|we're|is|are|come|"
        r"comes|came|originally) from)\b",
        r"\b(?:work\w*|job|employ\w*|profession|occupation|career|position|role|boss|company|"
        r"redundant|laid off|fired|resigned)\b|\b(?:i'm|i am|as) "
        r"an?\b",
        r"\b(?:lik(?:e|es|ed)|lov\w+|enjoy\w*|prefer\w*|favou?rite|fan|fond|ador\w+|into|rather|keen)\b",
        rf"\b(?:hat(?:e|es|ed)|dislik\w+|detest\w*|stand|afraid|fear\w*|scared)\b|(?:n't|{_NT}|not) like",
        r"\b(?:allerg\w+|intoleran\w+)",
        r"\b(?:own|owns|owned|bought|adopted|got|(?:my|our)(?! (?:name|age|job|profession|birthday)\b))\b|\b(?:have|"
        r"has|had)\b(?! (?:\w+ed|been)\b)|(?:'|\bi|\bwe)ve\b",
        r"\b(?:born|birthday|birth)\b",
        r"\b(?:decid\w+|chose\w*|plan\w*|going to|will|want\w*|intend\w*)\b|'ll\b",
        r"\b(?:marr\w+|wife|husband|spouse|wedding)\b",
        r"\b(?:name\w*|called|call me|goes by|go by|i'm|i am)\b",
    ),
    reworded=(
        (re.compile(r"\bthe user's\b", re.IGNORECASE), "my"),
        *retold(
            r"^(?:the )?user",
            (r" is\b", "I am"),
            (r" has\b", "I have"),
            (r" goes\b", "I go"),
            (r" (does|moved|lived|worked|was)\b", r"I \1"),
            (r" (also |now |currently |no longer )?(\w+[^s\W])s\b", r"I \1\2"),
        ),
        *rather(
            rf"\b(?:no longer|don't|do not|not) (live|living|based|work|working|employed|study|studying) {_WHERE} "
            rf"[^,]*,? but (?:now |rather )?(?={_WHERE} {ALONE})"
        ),
    ),
    statements=(
        says(
            "profile",
            rf"\bmy (?:full |first |last |middle )?name(?:'s| is) {NAME}",
            rf"\b(?:I'm|I am) called {NAME}",
            slot="name",
            salience=0.9,
        ),
        nickname(r"\b(?:I go by|(?:please )?call me|(?:everyone|everybody|people|friends) calls? me)"),
        says(
            "profile",
            rf"{_I}(?:{_BE}|'ve| have)?{_OFTEN} (?:live|lived|living|reside|based|settled){GAP} "
            rf"(?:in|at|near|on|(?:just )?outside) (?:{NAME})?",
            slot="home",
            salience=0.8,
        ),
        says(
            "profile",
            rf"{_I}{_HAVE}{_OFTEN} (?:recently )?(?:moved|relocated)(?: from [\w' -]+?)?(?: back)? to (?:{NAME})?",
            slot="home",
            salience=0.8,
            moves=True,
        ),
        says(
            "profile",
            rf"{_AM} (?:originally )?from (?:{NAME})?",
            rf"\bI (?:grew up|was born) (?:in|on) (?:{NAME})?",
            salience=0.7,
        ),
        says(
            "profile",
            r"\bI(?:'?m| am) (?:\d{1,3}|[a-z]+(?:-[a-z]+)?) years old\b",
            rf"\bI(?:'?m| am) [1-9]\d{AGED}",
            rf"\bI(?:'?ve)?(?: just| recently| finally)? turned \d{{1,3}}{TURNED}",
            slot="age",
            salience=0.7,
            once=True,
        ),
        says(
            "profile",
            rf"{_I}{_BE}?{_OFTEN} (?:work|working|employed)(?: full[- ]time)?(?P<trade> as an? [\w' -]{{2,40}}?)? "
            rf"(?:at|for) {NAME}",
            rf"\b(?P<unnamed>from now on|now),? I{_BE}? (?:work|working|employed) (?:as an? [\w' -]{{2,40}}? )?"
            r"(?:at|for|in) (?:an?|the|my|our) \w",
            rf"{_I}{_HAVE} (?:just |recently |finally )?(?:started|got|began|begun|found|landed|taken) "
            r"(?P<unnamed>a|my|the) new (?:job|position|role)\b",
            slot="employer",
            salience=0.7,
        ),
        says(
            "profile",
            rf"{_I}{_BE}?{_OFTEN} (?:work|worked|working|employed){GAP} (?:as|at|for|in|with|from) (?:{NAME})?",
            rf"{_AM}{_OFTEN} an? {_JOB}",
            r"\bmy (?:job|profession|occupation|employer|company|boss|title) (?:is|was)\b",
            rf"{_I}{_HAVE} (?:just |recently )?(?:started|got|began|lost|quit|left) (?:a |my |the )?(?:new )?"
            r"(?:job|position|role)\b",
            rf"{_I}{_BE}?{_OFTEN} (?:study|studying|major|majoring) (?!it|this|that)",
            salience=0.7,
        ),
        says(
            "profile",
            rf"{_AM}{_OFTEN}(?: not)? (?:[a-z]+ly )?allergic to\b",
            rf"{_AM}{_OFTEN}(?: not)? {_CONDITION}\b",
            rf"\bI (?:have|suffer from|was diagnosed with|got diagnosed with) (?:an? )?(?:[a-z-]+ )?{_ILLNESS}",
            r"\bmy (?:blood type|shoe size|pronouns|height|weight) (?:is|are)\b",
            salience=0.8,
        ),
        says(
            "profile",
            rf"\bI(?:{_BE}) no longer \w",
            r"\bI no longer \w",
            r"\bI(?:'?m not| am not| don't| do not| can't| cannot)(?: \w+)? (?:live|work|eat|drink|smoke|like|love|"
            r"have|own|use|drive|play|teach|study|\w+ian|a|the|in|with)\b.{0,60} any ?more\b",
            rf"\bI{_HAVE} (?:stopped|given up|gave up|quit) \w+",
            salience=0.7,
        ),
        says(
            "preferences",
            rf"{_I}{_OFTEN} (?:love|like|enjoy|prefer|hate|dislike|adore|detest|can't stand|cannot stand) {_VAGUE}",
            rf"{_I}(?:'d| would)(?: much)? (?:rather|prefer) ",
            rf"{_I}{_OFTEN} (?:don't|do not|never|no longer|can't) (?:eat|drink|like|use|drive|smoke|watch)\b "
            rf"?{_VAGUE}",
            r"\bmy (?:\w+ )?favou?rite\b.{0,40}? (?:is|are|was)\b",
            rf"{_AM}{_OFTEN} (?:a (?:big|huge) fan of|fond of|into|obsessed with|afraid of|scared of) {_VAGUE}",
            r"^(?:please )?(?:always|never) (?:answer|reply|use|write|call|give|explain|speak|start|end|include)\b",
        ),
        says(
            "patterns",
            rf"{_I} (?:always|usually|normally|typically|never|every \w+) (?!\w+ed\b)\w+",
            rf"{_I} \w+ (?:[\w ]+ )?every {_DAYS}\b",
            salience=0.5,
        ),
        says(
            "entities",
            rf"{_I}{_HAVE}(?: (?:also|now|just|recently))* (?:own|have|got|bought|adopted|have got) "
            rf"(?:(?:an?|two|three|four|five|six|\d+|my own) {_TRIFLE}|twins\b|triplets\b)",
            rf"{_I}{_OFTEN} (?:ride|drive) an? (?:(?!{_DIRECTION} )[\w'-]+ ){{0,2}}?(?:{_VEHICLE}\b|{MAKE})",
            rf"\bmy {_KIN}(?:'s)?(?:,? {NAME})?(?:,|'s name| "
            + one(
                "is are was has have works? lives? loves? likes? hates? studies name turns? died plays? speaks "
                "moved got "
                "owns called"
            )
            + r")\b",
            rf"\bmy {_KIN}(?:,? {NAME})?'s (?:in|at|from|called|named|an?|only|nearly|almost|\d+)\b",
            rf"(?:\bis|'s) my {_KIN}\b",
            rf"{_I}{_HAVE}(?: (?:also|now|just|recently))* (?:adopted|bought|got|named|called)(?: (?:him|her|it|"
            rf"them))? {NAME}",
            rf"\b(?:named|called) {NAME}",
        ),
        says(
            "events",
            rf"\b(?:my|our) (?:own )?(?:\w+ )?{_DATED} (?:is|was|will be|starts|falls)\b",
            rf"{_I}(?:{_HAVE}| am having|'m having)(?: got)? (?:an? )?(?:\w+ )?"
            r"(?:appointment|interview|exam|flight|surgery|wedding|deadline|reservation|concert)s? "
            r"(?:on|at|in|next|tomorrow|this|with|to|for)\b",
            rf"{_AM}(?: going)? (?:getting married|expecting|flying|travell?ing|moving|retiring)\b",
            rf"{_I} (?:got married|got engaged|got divorced|graduated|retired|passed|had a baby|lost my|broke my)\b",
            rf"{_I}{_HAVE} (?:finally )?(?:decided|chosen|agreed|resolved|chose|settled) (?:to|that|on|not|against|"
            r"the|a|it)\b",
            rf"{_I}(?:{_HAVE}|'?ve only gone and)? (?:just )?(?:registered|enrolled|signed up|applied) for\b",
            rf"{_AM} going to (?:quit|move|marry|learn|buy|sell|start|stop|study|run|build)\b",
        ),
        introduces("hi|hello|hey", rf"I(?:'m| am)(?! {_STATE}\b)"),
        says(
            "",
            r"\b(?:please )?(?:remember|note|keep in mind|don't forget|do not forget)(?: that\b|:| this:)",
            r"\bfor the record\b|\bfor your information\b|\bfyi\b",
            salience=0.8,
        ),
    ),
)
