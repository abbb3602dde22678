"""Function words by language. Which list counts is decided by the text itself: `die` is an article or it is not."""

from __future__ import annotations

from collections.abc import Iterable

_LISTS = {
    "en": "a about after again all also am an and any are as at be because been before being but by can could d did do"
    " does doing don for from get got had has have having he her here hers him his how i if in into is it its just let"
    " ll m may me might more most must my no nor not now of off on once only or other our ours out over own please re s"
    " same shall she should so some such t than that the their them then there these they this those through to too"
    " under until up us ve very was we were what when where which while who whom whose why will with would you your"
    " yours",
    "de": "aber alle als also am an auch auf aus bei bin bis bist bitte da dabei damit dann das dass dein deine dem den"
    " denn der des dich die dir doch du durch ein eine einem einen einer eines er es etwas für hab habe haben hast hat"
    " hatte hier ich ihm ihn ihr im in ist ja jetzt kann kannst kein keine können man mein meine meinem meinen meiner"
    " mich mir mit nach nicht noch nun nur ob oder ohne schon sein seine sich sie sind so um und uns unser von vor"
    " wann war waren warum was wegen welche welcher welches wem wen wenn wer werden wie wieder wir wird wo zu zum zur",
    "fr": "à ai au aux avec avez c ce cela ces cet cette comme d dans de des du elle en es est et été être eu il ils j"
    " je l la le les leur lui m ma mais me mes moi mon n ne nos notre nous on ont ou où par pas pour qu quand que quel"
    " quelle quelles quels qui quoi s sa se ses si son sont sur t ta te tes toi ton tu un une vos votre vous y",
    "es": "a al algo como con cual cuál cuales cuándo cuando cómo de del desde donde dónde el él ella ellos en era es"
    " esa ese eso esta está este esto estoy fue ha han has hay he la las le les lo los me mi mí mis muy no nos o para"
    " pero por porque qué que quien quién se ser si sí sin sobre son su sus también te tengo ti tu tus un una y ya yo",
    "pt": "a ao aos as com como da das de dele do dos e é ela ele em era essa esse esta está este eu foi há isso já lhe"
    " mais mas me meu meus minha minhas muito na não nas no nos o onde os ou para pela pelo por porque qual quais"
    " quando que quem se sem ser seu são sobre só sua também te tem tenho teu um uma você",
    "it": "a ai al alla alle anche c che chi ci come con cosa cui d da dal dalla dei del della delle di dove e è era"
    " fra gli ha hai hanno ho i il in io l la le lei lo loro lui ma mi mia mie miei mio ne nei nel nella non o per"
    " perché più qual quale quali quando quanto quel quella questa questo se sei si sono su sua suo ti tra tu tuo un"
    " una uno vi",
    "nl": "aan als bij dan dat de die dit een en er geen had heb heeft het hij hoe hun ik in is je kan maar me met mij"
    " mijn naar niet nog nu of om onze ook op over te toen tot uit van veel voor waar wanneer was wat we wel werd wie"
    " wij worden zal ze zich zij zijn zo zou",
    "sv": "att av de dem den det din du där efter en ett för från ha han har hon hur i icke ingen inte jag kan med men"
    " mig min mitt mot ni nu när och om oss på sig sin som så till under upp ut vad var vi vid vilken är över",
    "ru": "а без был была были было быть в вам вас вот все всё вы где да для до его ее её если есть же за и из или им"
    " их к как какая какие какой когда кто ли мне мой моя мои мы на над нас не него нет ни но о об он она они от по"
    " под при про с со так там то того тоже только том ты у уже чем что чтобы эта эти это этот я",
    "ar": "في من على إلى عن مع هذا هذه ذلك التي الذي ما ماذا متى أين كيف هل أنا أنت هو هي نحن لا لم لن قد كان كانت أن"
    " إن أو ثم و يا لي لك",
    "hi": "का के की को में से पर है हैं था थी थे और यह वह ये वे मैं मेरा मेरी मेरे हम तुम आप क्या कब कहाँ कैसे कौन क्यों"
    " नहीं भी ही तो एक इस उस ने कि जो लिए मुझे",
}
STOP_WORDS = {language: frozenset(text.split()) for language, text in _LISTS.items()}


def language_of(words: Iterable[str]) -> str:
    """The language whose function words stand most often in `words`; English where none does."""
    known = list(words)
    counts = {language: sum(word in stop for word in known) for language, stop in STOP_WORDS.items()}
    return max(counts, key=lambda language: counts[language])


def without_stop_words(words: Iterable[str]) -> list[str]:
    """`words` without the function words of their language; all of them where nothing else is there."""
    known = list(words)
    stop = STOP_WORDS[language_of(known)]
    return [word for word in known if word not in stop] or known
