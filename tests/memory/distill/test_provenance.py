"""What may be believed of a candidate, given the one turn it cites."""

from __future__ import annotations

import pytest

from memory.distill.sentences.subject import of_another
from memory.store import episodes
from memory.text.languages import detect
from tests.memory.distill.believing import believed
from tests.memory.distill.talk import Talk, fact, reply, scripted

LONG = "A reply that is long enough for the session to be worth a distillation, whatever the user said."

SAID_SO = [
    ("I'm a nurse at St. Mary's.", "The user is a nurse at St. Mary's."),
    ("My two kids, Juno and Pip, love the sea.", "The user has 2 kids, Juno and Pip, who love the sea."),
    ("I moved to Lisbon in 2019.", "The user has lived in Lisbon since 2019."),
    ("I don't eat meat.", "The user does not eat meat."),
    ("I hate coriander.", "Dislikes coriander."),
    ("My sister Anna is allergic to cats.", "The user's sister Anna is allergic to cats."),
    ("I’ve decided to learn the cello this year.", "The user decided to learn the cello."),
    ("J'habite à Lyon avec mon mari Paul.", "L'utilisateur habite à Lyon avec son mari Paul."),
    ("Vivo en Sevilla y trabajo como profesora.", "La usuaria vive en Sevilla y trabaja como profesora."),
    ("Moro em Curitiba com meu gato Mingau.", "O usuário mora em Curitiba com seu gato Mingau."),
    ("Abito a Torino e lavoro come infermiera.", "L'utente abita a Torino e lavora come infermiera."),
    ("Ich mag keinen Koriander.", "Der Nutzer mag keinen Koriander."),
    ("私は京都に住んでいて、猫を二匹飼っています。", "ユーザーは京都に住んでいる。"),
    ("我的妹妹叫小芳，她在北京工作。", "用户的妹妹叫小芳。"),
    ("I work as a teacher, no longer as a nurse.", "The user works as a teacher."),
    ("I moved to Oslo, I don't live in Bergen any more.", "The user moved to Oslo."),
    ("Ich arbeite als Lehrerin, nicht mehr als Pflegerin.", "Die Nutzerin arbeitet als Lehrerin."),
    ("Vivo en Sevilla, ya no en Madrid.", "La usuaria vive en Sevilla."),
    ("Я живу в Казани и работаю врачом.", "Живу в Казани."),
]

NEVER_SAID = [
    ("I love sailing.", "The user lives in Oslo."),
    ("I live in Lisbon.", "The user lives in Madrid."),
    ("I hate Paris in spring.", "The user lives in Paris."),
    ("I love cats.", "The user is allergic to cats."),
    ("I'm allergic to nuts.", "The user is not allergic to nuts."),
    ("I'm not allergic to nuts.", "The user is allergic to nuts."),
    ("I work as a teacher, no longer as a nurse.", "The user works as a nurse."),
    ("I moved to Oslo, I don't live in Bergen any more.", "The user lives in Bergen."),
    ("I live in Rome, I don't any more.", "The user lives in Rome."),
    ("I live in Rome, I don't live there any more.", "The user lives in Rome."),
    ("I live in Rome, not any more.", "The user lives in Rome."),
    ("I live in Rome, I made that up, I don't live there any more.", "The user lives in Rome."),
    ("Ich wohne in Köln, nicht mehr lange.", "Der Nutzer wohnt in Köln."),
    ("My sister is allergic to nuts.", "The user is allergic to nuts."),
    ("My brother likes tea.", "Bob likes tea."),
    ("I have two cats.", "The user has 3 cats."),
    ("I turned 41 in March.", "The user turned 41 in May."),
    ("I met Anna at the harbour.", "The user married Anna."),
    ("If I lived in Rome I would eat pizza daily.", "The user lives in Rome."),
    ("Do I like olives?", "The user likes olives."),
    ("Imagine I am the king of Spain.", "The user is the king of Spain."),
    ("Anna says I snore terribly at night.", "The user snores terribly at night."),
    ("I am allergic to Mondays, just kidding.", "The user is allergic to Mondays."),
    ("Ich mag keinen Koriander.", "Der Nutzer mag Koriander."),
    ("Meine Schwester wohnt in Köln.", "Der Nutzer wohnt in Köln."),
    ("Wenn ich in Rom wohnen würde, äße ich Pizza.", "Der Nutzer wohnt in Rom."),
    ("我妹妹对花生过敏。", "用户对花生过敏。"),
    ("我不喝咖啡。", "用户喝咖啡。"),
    ("如果我住在巴黎，我会很开心。", "用户住在巴黎。"),
    ("我喜欢猫。", "用户讨厌猫。"),
    ("私は京都に住んでいます。", "ユーザーは東京に住んでいる。"),
    ("もし東京に住んでいたら楽しいです。", "ユーザーは東京に住んでいる。"),
    ("Si viviera en Roma, comería pizza.", "El usuario vive en Roma."),
    ("Meu irmão mora em Recife.", "O usuário mora em Recife."),
]

COUNTED = [
    ("I have 3 kids.", "I have three kids"),
    ("I have three kids.", "I have 3 kids"),
    ("I see her twice a week.", "I see her two times a week"),
    ("I lost both gloves.", "I lost two gloves"),
    ("Wir haben beide Katzen behalten.", "Wir haben zwei Katzen behalten"),
    ("J'ai un vélo neuf.", "J'ai un vélo neuf"),
]
MISCOUNTED = [
    ("I have four kids.", "I have three kids"),
    ("We have six dogs and one cat.", "We have seven dogs"),
    ("Ich habe vier Katzen.", "Ich habe drei Katzen"),
    ("J'ai quatre chats.", "J'ai trois chats"),
    ("Tengo cuatro gatos.", "Tengo tres gatos"),
    ("Tenho quatro gatos.", "Tenho três gatos"),
    ("Ho quattro gatti.", "Ho tre gatti"),
    ("我有四只猫。", "我有三只猫"),
    ("猫を四匹飼っています。", "猫を三匹飼っています"),
]


@pytest.mark.parametrize(("said", "content"), COUNTED)
def test_a_number_is_kept_in_figures_or_words(said: str, content: str) -> None:
    assert believed(said, content)


@pytest.mark.parametrize(("said", "content"), MISCOUNTED)
def test_another_number_is_not_believed_in_words_either(said: str, content: str) -> None:
    assert not believed(said, content)


@pytest.mark.parametrize(("said", "content"), SAID_SO)
async def test_what_was_said_is_kept(talk: Talk, said: str, content: str) -> None:
    await talk.say(said, LONG)
    talk.model = scripted(reply(fact(content, said, 1)))
    await talk.learn()
    assert content in await talk.texts()


@pytest.mark.parametrize(("said", "content"), NEVER_SAID)
async def test_what_was_never_said_is_dropped(talk: Talk, said: str, content: str) -> None:
    await talk.say(said, LONG)
    talk.model = scripted(reply(fact(content, said, 1)))
    await talk.learn()
    assert await talk.texts() <= {said}


@pytest.mark.parametrize("quote", ["", "the", "nuts I'm allergic to", "I am allergic to nuts", "ALLERGIC", "e"])
async def test_a_quote_must_stand_there_word_for_word(talk: Talk, quote: str) -> None:
    await talk.say("I'm allergic to nuts.", LONG)
    content = "The user is very allergic to nuts."
    talk.model = scripted(reply(fact(content, quote, 1)))
    await talk.learn()
    assert (content in await talk.texts()) is (quote == "ALLERGIC")


async def test_a_role_play_marks_the_turns_that_follow(talk: Talk) -> None:
    await talk.say("Let's play a role-play: I am a sea captain.", LONG)
    await talk.say("I live on a ship called Albatross.", LONG)
    talk.model = scripted(reply(fact("The user lives on a ship called Albatross.", "I live on a ship", 3)))
    await talk.learn()
    assert await talk.rows() == 0


async def test_a_digest_keeps_only_what_was_said(talk: Talk) -> None:
    await talk.say("How deep is the harbour of Porto, and how are its tides measured?", LONG)
    summary = "The user asked about the harbour of Porto. Marcus promised 500 euros for it."
    talk.model = scripted(reply(summary=summary))
    await talk.learn()
    [episode] = await talk.read(episodes.listing)
    assert episode.text == "The user asked about the harbour of Porto."


@pytest.mark.parametrize(
    ("said", "content"),
    [
        ("My husband and I live in Cork", "The user lives in Cork"),
        ("As a nurse, I work nights", "The user is a nurse"),
        ("Just moved to Leeds", "The user moved to Leeds"),
        ("My job is baker", "The user is a baker"),
        ("Seit 2019 wohne ich in Jena", "Der Nutzer wohnt seit 2019 in Jena"),
        ("Il me faut de l'insuline", "L'utilisateur prend de l'insuline"),
        ("!?", "The user is surprised"),
    ],
)
def test_what_the_user_says_of_themselves_is_of_nobody_else(said: str, content: str) -> None:
    assert not of_another(content, said, said, detect(said))


@pytest.mark.parametrize(
    ("said", "quote", "content"),
    [
        ("My landlord has two dogs", "has two dogs", "The user has two dogs"),
        ("I met Tom, he works at Rolls", "he works at Rolls", "The user works at Rolls"),
        ("Ella vive en Bilbao y tiene asma", "tiene asma", "El usuario tiene asma"),
        ("Elle est diabétique", "est diabétique", "L'utilisateur est diabétique"),
        ("My neighbour's dog is called Odin", "dog is called Odin", "The user's dog is called Odin"),
        ("她住在上海，对花生过敏", "对花生过敏", "用户对花生过敏"),
    ],
)
def test_what_others_are_is_not_of_the_user(said: str, quote: str, content: str) -> None:
    assert of_another(content, said, quote, detect(said))
