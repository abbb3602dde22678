"""Facts by rule: what the user states, in eight languages, word for word; and what only looks like it."""

from __future__ import annotations

import pytest

from memory.store import doubts, episodes, graph
from tests.memory.distill.talk import Talk, fact, reply, scripted

STATED = [
    "My name is Marit Solvang.",
    "Hi, I'm Marit.",
    "I'm Иван.",
    "I'm JJ Abrams.",
    "Soy LUCÍA.",
    "Ich bin JONAS.",
    "Ich bin Κώστας.",
    "I live in Lisbon with my two cats.",
    "I've lived in Porto for six years.",
    "I just moved to Oslo.",
    "I work as a nurse at St. Mary's hospital.",
    "I'm a backend engineer.",
    "I'm allergic to nuts.",
    "I don't eat meat.",
    "I don't eat in bed, but at the table I eat everything.",
    "Ich rauche nicht im Haus, sondern im Garten.",
    "No como en bares, sino en casa.",
    "I really love sailing in winter.",
    "I prefer short answers.",
    "I like tea, not coffee.",
    "I moved to Bath, wrote two books and now I live in York.",
    "I moved to Bath, said goodbye to my friends and now I live in York.",
    "Ich mag Tee, keinen Kaffee.",
    "J'aime le thé, pas le café.",
    "Me gusta el té, no el café.",
    "Eu gosto de chá, não de café.",
    "Mi piace il tè, non il caffè.",
    "我喜欢茶，不喜欢咖啡。",
    "コーヒーではなく、お茶が好きです。",
    "My favorite color is green.",
    "My sister Anna lives in Berlin.",
    "My dog is called Rex.",
    "We have two cats named Mango and Papaya.",
    "My birthday is on the 14th of March.",
    "My own wedding anniversary is on 4 May.",
    "I ride a motorbike, a Ural.",
    "I have a dentist appointment on Friday.",
    "I decided to quit my job.",
    "I go running every morning.",
    "Remember that the spare key is under the blue pot.",
    "Please always answer in British English.",
    "Ich heiße Jonas.",
    "Ich bin Jonas.",
    "Ich wohne seit drei Jahren in Leipzig.",
    "Ich arbeite als Lehrerin an einer Grundschule.",
    "Ich bin allergisch gegen Erdnüsse.",
    "Ich bin gegen Haselnüsse allergisch.",
    "Gegen Haselnüsse bin ich allergisch.",
    "Am liebsten trinke ich schwarzen Tee.",
    "Wir sind jetzt nach Halle gezogen.",
    "Nous avons emménagé à Brest.",
    "Nos hemos mudado a León.",
    "Ci siamo trasferiti a Ferrara.",
    "Nós nos mudamos para Faro.",
    "我上个月搬到无锡了。",
    "Ich trinke keinen Kaffee.",
    "Meine Schwester heißt Clara.",
    "Ich habe zwei Katzen.",
    "Mein eigener Hochzeitstag ist am 4. Mai.",
    "We drive an old Saab.",
    "Ich fahre einen alten Volvo.",
    "Je conduis une vieille Peugeot.",
    "Je roule en Clio.",
    "Conduzco un Seat rojo.",
    "Guido una vecchia Panda.",
    "Guido un'Alfa.",
    "Monto una Vespa.",
    "Monto en bici.",
    "Je roule à vélo.",
    "Wir fahren einen alten Kombi.",
    "Dirijo um Fusca azul.",
    "我开一辆丰田。",
    "我骑自行车上班。",
    "愛車はカローラです。",
    "トヨタに乗っています。",
    "Ich wohne im 3. Stock in Graz.",
    "Ich wohne in der 3. Etage in Graz.",
    "Meine Prüfung ist am 12. Oktober in Linz.",
    "Meine Prüfung ist am 12. Okt in Linz.",
    "Meine Prüfung ist am 12. Okt. in Linz.",
    "Mein Bruder wohnt in Graz und mag Bier.",
    "Meine Tochter heißt Ida und mag Pferde.",
    "Wir haben beschlossen, nach Wien zu ziehen.",
    "Merk dir, dass der Schlüssel unter der Matte liegt.",
    "Je m'appelle Claire Dubois.",
    "Je suis Claire.",
    "J'habite à Lyon depuis 2019.",
    "Je suis allergique aux noix.",
    "Je travaille comme infirmière.",
    "Ma sœur habite à Nantes.",
    "Je préfère le thé.",
    "J'ai décidé de changer de travail.",
    "Me llamo Lucía.",
    "Soy Lucía.",
    "Soy Ana María de la Cruz.",
    "Vivo en Sevilla con mi pareja.",
    "Soy alérgica a los cacahuetes.",
    "Trabajo como profesora de música.",
    "Me encanta el flamenco.",
    "Mi hermano se llama Diego.",
    "Meu nome é João.",
    "Sou o João.",
    "Moro em Curitiba há cinco anos.",
    "Sou alérgico a camarão.",
    "Eu gosto muito de trilhas.",
    "Minha irmã mora em Recife.",
    "Tenho dois gatos.",
    "Mi chiamo Giulia.",
    "Sono Giulia.",
    "Abito a Torino dal 2015.",
    "Sono allergica alle noci.",
    "Lavoro come infermiera.",
    "Mi piace molto la montagna.",
    "Mia sorella si chiama Chiara.",
    "我叫李雷。",
    "我住在上海。",
    "我对花生过敏。",
    "我不喝咖啡。",
    "我在一家医院工作。",
    "我的妹妹叫小芳。",
    "我養了兩隻貓。",
    "请记住，备用钥匙在花盆下面。",
    "私の名前は田中です。",
    "京都に住んでいます。",
    "ピーナッツアレルギーがあります。",
    "コーヒーが苦手です。",
    "病院で働いています。",
    "妹の名前は花子です。",
    "猫を二匹飼っています。",
]

NOT_STATED = [
    "What is the capital of Norway?",
    "Do I need a visa for Japan?",
    "If I lived in Paris, I would eat croissants every day.",
    "Imagine I'm a pirate and I live in a ship.",
    "What if I'm allergic to cats?",
    "Maybe I will move to Rome someday.",
    "I have a question about Python.",
    "I like that idea.",
    "I'm a bit tired today.",
    "I'm OK.",
    "I'm Fine.",
    "I'm Late.",
    "I AM EXHAUSTED",
    "I'm UTTERLY EXHAUSTED.",
    "Ich bin übermüdet.",
    "Je suis épuisée.",
    "Ich bin Ihrer Meinung.",
    "Ich bin Zuhause.",
    "Je suis Désolé.",
    "Sono In Ritardo.",
    "Sono DAVVERO SFINITA.",
    "I drive a lot.",
    "I drive a hard bargain.",
    "I drive a mile to the shop.",
    "I drive a friend home tonight.",
    "I drive a wedge between them.",
    "I drive a lot in Germany.",
    "We drive a team of ten.",
    "I dreamt I drive a Porsche.",
    "I never ride a horse without a helmet, said the coach.",
    "I live in a caravan, says my old friend Tom.",
    "Ich fahre eine Stunde zur Arbeit.",
    "Ich fahre eine halbe Stunde zur Arbeit.",
    "Ich fahre einen kleinen Umweg.",
    "Wir fahren eine Kampagne.",
    "Je roule à 50 km/h.",
    "Je roule en ville.",
    "Je roule en hiver.",
    "Je roule en Bretagne.",
    "Conduzco una hora hasta el trabajo.",
    "Conduzco una entrevista.",
    "Dirijo um filme.",
    "Dirijo uma ONG.",
    "Guido un'ora fino al lavoro.",
    "Guido una squadra.",
    "Guido una classe.",
    "我开一个会。",
    "我开部门会议。",
    "父の愛車はカローラです。",
    "愛車は壊れました。",
    "I'm in Rome, what now?",
    "My friend says: I work at a bank.",
    'Translate this: "I live in Berlin and I love beer"',
    "The character in my novel lives in Rome.",
    "Thanks, that works.",
    "Write a function that sorts a list.",
    "Wenn ich in Rom wohnen würde, äße ich nur Pizza.",
    "Wohnst du in Berlin?",
    "Ich habe eine Frage zu Excel.",
    "Si j'habitais à Rome, je mangerais des pizzas.",
    "¿Dónde vivo?",
    "Si viviera en Roma, comería pizza.",
    "Se eu morasse em Roma, comeria pizza.",
    "Se vivessi a Roma, mangerei pizza.",
    "如果我住在巴黎，我会每天吃面包。",
    "我有一个问题。",
    "你喜欢猫吗？",
    "もし私がパリに住んでいたら、毎日パンを食べます。",
    "猫が好きですか？",
]


@pytest.mark.parametrize("sentence", STATED)
async def test_the_users_statement_is_kept_word_for_word(talk: Talk, sentence: str) -> None:
    said = await talk.say(sentence)
    await talk.learn()
    [kept] = await talk.facts()
    assert (kept.text, kept.evidence, kept.origin) == (sentence, (f"m{said}",), "user")
    assert await talk.states() == ["extracted"]


@pytest.mark.parametrize("sentence", NOT_STATED)
async def test_what_states_nothing_is_not_kept(talk: Talk, sentence: str) -> None:
    await talk.say(sentence, "A long enough reply about the matter, so that the session is not passed over for length.")
    await talk.learn()
    assert await talk.texts() == set()


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("I've lived in Leeds since 2019.", "Mark is my brother."),
        ("J'habite à Lyon depuis 2019.", "Mais je travaille à Paris."),
        ("I live in Hamburg 25.", "Mark is my brother."),
        ("Mein Geburtstag ist am 12.", "Mein Bruder wohnt in Graz."),
        ("Meine Prüfung ist am 12.", "Morgen arbeite ich als Kellner."),
    ],
)
async def test_a_number_ends_a_sentence(talk: Talk, first: str, second: str) -> None:
    await talk.say(f"{first} {second}")
    await talk.learn()
    assert await talk.texts() == {first, second}


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        ("Ich wohne in Graz und mag Bier.", {"Ich wohne in Graz", "ich mag Bier."}),
        ("Ich heiße Jörg und mein Bruder heißt Max und mag Bier.", None),
        ("Ich glaube, mein Bruder wohnt in Graz und mag Bier.", None),
    ],
)
async def test_a_verb_without_a_subject_goes_on_about_whom_the_clause_before_does(
    talk: Talk, said: str, facts: set[str] | None
) -> None:
    await talk.say(said)
    await talk.learn()
    assert await talk.texts() == (facts or {said})


async def test_role_play_is_not_kept_until_it_ends(talk: Talk) -> None:
    await talk.say("Let's pretend you are my doctor.")
    await talk.say("I'm allergic to penicillin.")
    await talk.say("Stop the role-play now.")
    await talk.say("I live in Ghent.")
    await talk.learn()
    assert await talk.texts() == {"I live in Ghent."}


async def test_a_joke_is_no_fact(talk: Talk) -> None:
    await talk.say("I'm allergic to mornings, just kidding.")
    await talk.learn()
    assert await talk.texts() == set()


async def test_running_again_adds_nothing(talk: Talk) -> None:
    await talk.say("I live in Lisbon. I'm allergic to nuts!")
    for _ in range(5):
        await talk.learn()
    assert len(await talk.facts()) == 2
    assert {one.source_count for one in await talk.facts()} == {1}


async def test_a_new_home_ends_the_old_one(talk: Talk) -> None:
    await talk.say("I live in Hamburg.")
    await talk.learn()
    await talk.say("I moved to Lisbon.", minutes=60 * 24 * 30)
    await talk.learn()
    assert await talk.texts() == {"I moved to Lisbon."}
    past = {one.text: one for one in await talk.facts(past=True)}
    assert past["I live in Hamburg."].valid_to == past["I moved to Lisbon."].valid_from


@pytest.mark.parametrize(
    ("together", "change", "name"),
    [
        ("Ich heiße Jörg und wohne in Graz.", "Ich wohne nicht mehr in Graz, sondern in Linz.", "Ich heiße Jörg"),
        ("Ich bin Jörg, wohne in Graz und arbeite bei Siemens.", "Ich wohne jetzt in Linz.", "Ich bin Jörg"),
        ("I'm Ann and I live in Leeds.", "I don't live in Leeds any more, I live in York.", "I'm Ann"),
        ("i'm Ann and i live in Leeds.", "I live in York.", "i'm Ann"),
        ("Je suis Claire et j'habite à Lyon.", "Je n'habite plus à Lyon mais à Nantes.", "Je suis Claire"),
        ("Je suis Claire et j’habite à Lyon.", "J'habite à Nantes.", "Je suis Claire"),
        ("Soy Lucía y vivo en Sevilla.", "Ya no vivo en Sevilla, sino en Cádiz.", "Soy Lucía"),
        ("Sono Giulia e abito a Torino.", "Non abito più a Torino, abito a Genova.", "Sono Giulia"),
        ("Sou o João e moro em Curitiba.", "Já não moro em Curitiba, moro em Recife.", "Sou o João"),
    ],
)
async def test_a_change_of_one_thing_leaves_what_was_said_with_it(
    talk: Talk, together: str, change: str, name: str
) -> None:
    await talk.say(together)
    await talk.learn()
    before = await talk.texts()
    await talk.begin()
    await talk.say(change)
    await talk.learn()
    now = await talk.texts()
    assert {name, change} <= now
    assert len(before - now) == 1, "the home, which is past"
    assert await talk.read(doubts.waiting) == []


@pytest.mark.parametrize(
    ("together", "over"),
    [
        ("I have a dog and a cat.", "I no longer have a dog."),
        ("I live in Leeds and keep bees.", "I don't live in Leeds any more."),
        ("Ich mag Kaffee und Tee.", "Ich mag keinen Tee mehr."),
        ("Vivo en Sevilla y con mi perro.", "Ya no vivo en Sevilla."),
    ],
)
async def test_what_is_over_of_several_things_said_together_is_asked_about(
    talk: Talk, together: str, over: str
) -> None:
    await talk.say(together)
    await talk.learn()
    await talk.begin()
    await talk.say(over)
    await talk.learn()
    assert await talk.texts() == {together, over}
    [asked] = await talk.read(doubts.waiting)
    assert (asked.older.text, asked.newer.text) == (together, over)


async def test_what_is_over_elsewhere_is_not_asked_about(talk: Talk) -> None:
    await talk.say("Ich mag Wien und Graz.")
    await talk.learn()
    await talk.say("Ich wohne nicht mehr in Graz.")
    await talk.learn()
    assert await talk.read(doubts.waiting) == []


@pytest.mark.parametrize(
    "said",
    [
        "I go running every morning, today I ran {} km.",
        "Ich mag Laufen, heute lief ich {} Kilometer.",
        "J'adore courir, hier j'ai couru {} km.",
        "Me encanta correr, hoy corrí {} km.",
        "Mi piace correre, oggi ho corso {} km.",
        "Adoro correr, hoje corri {} km.",
        "我喜欢跑步，今天跑了{}公里。",
        "ランニングが好きで、今日は{}キロ走りました。",
    ],
)
async def test_what_was_so_on_one_day_is_not_ended_by_another(talk: Talk, said: str) -> None:
    for number in (5, 9):
        await talk.begin()
        await talk.say(said.format(number), minutes=60 * 24)
        await talk.learn()
    assert await talk.texts() == {said.format(5), said.format(9)}
    assert await talk.read(doubts.waiting) == []


@pytest.mark.parametrize(
    ("second", "third"),
    [
        ("I no longer live in Leeds but in York.", "I live in Bath now."),
        ("I no longer live in Leeds but in York, England.", "I live in Bath now."),
        ("I don't live in Leeds but in York now.", "I live in Bath now."),
        ("I used to live in Leeds, now I live in York.", "I moved to Bath."),
        ("i used to live in Leeds, now i live in York.", "I moved to Bath."),
        ("Ich wohne nicht mehr in Graz, sondern in Linz.", "Ich wohne jetzt in Wien."),
        ("Früher habe ich in Graz gewohnt, jetzt wohne ich in Linz.", "Ich bin nach Wien gezogen."),
        ("Ich arbeite nicht mehr bei Siemens, sondern bei Bosch.", "Ich arbeite jetzt bei Zeiss."),
        ("Je n'habite plus à Lyon mais à Nantes.", "J'habite à Brest maintenant."),
        ("Je ne vis plus à Lyon, mais à Nantes.", "J'ai déménagé à Brest."),
        ("Autrefois j’habitais à Lyon, aujourd’hui j’habite à Nantes.", "J'ai déménagé à Brest."),
        ("Ya no vivo en Sevilla, sino en Cádiz.", "Me mudé a Bilbao."),
        ("Non abito più a Torino, ma a Genova.", "Mi sono trasferita a Bari."),
        ("Já não moro em Curitiba, mas em Recife.", "Me mudei para Natal."),
        ("我不住在上海了，现在住在北京。", "我搬到广州了。"),
        ("我以前住在上海，现在住在北京。", "我搬到广州了。"),
        ("我曾經住在上海，我現在住在北京。", "我搬到廣州了。"),
        ("以前は京都に住んでいましたが、今は東京に住んでいます。", "大阪に引っ越しました。"),
    ],
)
async def test_a_third_move_ends_the_second(talk: Talk, second: str, third: str) -> None:
    for said in (second, third):
        await talk.begin()
        await talk.say(said, minutes=60 * 24 * 30)
        await talk.learn()
    assert await talk.texts() == {third}
    assert await talk.read(doubts.waiting) == []


@pytest.mark.parametrize(
    ("home", "left"),
    [
        ("I live in York.", "I don't live in Leeds any more."),
        ("I live in York.", "I no longer live in Leeds, but on Fridays I go back there."),
        ("Ich wohne in Linz.", "Ich wohne nicht mehr in Graz."),
        ("J'habite à Nantes.", "Je n'habite plus à Lyon."),
        ("J'habite à Nantes.", "Je n'habite plus à Lyon, mais à Noël, j'y retourne."),
        ("Vivo en Cádiz.", "Ya no vivo en Sevilla."),
        ("Vivo en Cádiz.", "Ya no vivo en Sevilla, pero de vez en cuando voy."),
        ("Abito a Genova.", "Non abito più a Torino."),
        ("Abito a Genova.", "Non abito più a Torino, ma a Natale ci torno."),
        ("Moro em Recife.", "Não moro mais em Curitiba."),
        ("Moro em Recife.", "Já não moro em Curitiba, mas em janeiro vou lá."),
        ("我住在北京。", "我不住在上海了。"),
        ("東京に住んでいます。", "もう京都に住んでいません。"),
    ],
)
async def test_a_place_that_was_left_is_no_new_home(talk: Talk, home: str, left: str) -> None:
    for said in (home, left):
        await talk.begin()
        await talk.say(said, minutes=60 * 24 * 30)
        await talk.learn()
    assert await talk.texts() == {home, left}


async def test_another_persons_move_ends_nothing(talk: Talk) -> None:
    await talk.say("I live in Hamburg.")
    await talk.say("My dog moved to the garden house. My brother moved to Rome.")
    await talk.learn()
    assert "I live in Hamburg." in await talk.texts()


async def test_names_become_entities_and_the_session_an_episode(talk: Talk) -> None:
    await talk.say("My sister Anna lives in Berlin. What shall I bring her?")
    await talk.learn()
    assert await talk.read(lambda: graph.find("Anna")) is not None
    [episode] = await talk.read(episodes.listing)
    assert "My sister Anna lives in Berlin." in episode.text


async def test_the_digest_of_what_was_found_by_rule_keeps_the_sentences_apart(talk: Talk) -> None:
    await talk.say("I live in Trondheim and my sister is called Paula.")
    await talk.learn()
    [episode] = await talk.read(episodes.listing)
    assert episode.text == "I live in Trondheim. my sister is called Paula."


async def test_a_model_replaces_what_the_rules_found_and_keeps_its_id(talk: Talk) -> None:
    await talk.say("I'm allergic to nuts. My sister Anna lives in Berlin.")
    await talk.learn()
    by_rule = {one.text: one.id for one in await talk.facts()}
    talk.model = scripted(
        reply(
            fact("The user is allergic to nuts.", "I'm allergic to nuts", 1),
            fact("The user's sister Anna lives in Berlin.", "My sister Anna lives in Berlin", 1),
        )
    )
    await talk.learn()
    kept = {one.text: one.id for one in await talk.facts()}
    assert set(kept) == {"The user is allergic to nuts.", "The user's sister Anna lives in Berlin."}
    assert set(kept.values()) == set(by_rule.values())
    assert await talk.states() == ["done"]


async def test_a_model_that_overlooks_a_turn_loses_nothing_of_it(talk: Talk) -> None:
    await talk.say("I'm allergic to nuts.")
    await talk.say("I work as a nurse at the city hospital.")
    await talk.learn()
    talk.model = scripted(reply(fact("The user works as a nurse.", "I work as a nurse", 3)))
    await talk.learn()
    assert await talk.texts() == {"I'm allergic to nuts.", "The user works as a nurse."}


async def test_a_statement_the_model_overlooks_in_a_turn_it_uses_stays(talk: Talk) -> None:
    await talk.say("I'm allergic to nuts. My sister Anna lives in Berlin.")
    await talk.learn()
    quote = "My sister Anna lives in Berlin"
    talk.model = scripted(reply(fact("The user's sister Anna lives in Berlin.", quote, 1)))
    await talk.learn()
    assert await talk.texts() == {"I'm allergic to nuts.", "The user's sister Anna lives in Berlin."}
