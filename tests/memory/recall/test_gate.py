"""What the words of a message open, before anything was looked for."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.recall.cues import LATIN, cues
from memory.recall.entities import MOST_PHRASES, named, phrases, plain
from memory.recall.gate import Needs, opening
from memory.recall.own_words import own_words
from memory.text.normal import fold
from memory.types import Section

LANGUAGES = (*LATIN, "zh", "ja", "ko", "ru", "ar", "hi")
NAMES = frozenset({"tern", "mango", "東京", "ana"})


@pytest.mark.parametrize(
    "text",
    [
        "What's my name?",
        "who am i",
        "How old am I?",
        "Where do I live?",
        "what do you know about me",
        "wie heiße ich?",
        "wo wohne ich",
        "comment je m'appelle",
        "¿cómo me llamo?",
        "onde é que eu moro?",
        "come mi chiamo?",
        "我叫什么名字?",
        "私の名前は?",
        "как меня зовут?",
        "내 이름이 뭐야?",
        "मेरा नाम क्या है",
    ],
)
def test_questions_about_the_user_open_identity(text: str) -> None:
    assert opening(text).section is Section.IDENTITY


@pytest.mark.parametrize(
    "text",
    [
        "Do you remember when I moved to Graz?",
        "Can you recall who I gave my key to?",
        "Do you remember what I told my sister?",
        "Hast du dir gemerkt, dass ich Hafermilch mag?",
        "Vous souvenez-vous si j'aime le lait d'avoine ?",
        "Si ricorda se mi piace il latte d'avena?",
    ],
)
def test_asked_whether_it_remembers_something_of_the_user(text: str) -> None:
    assert opening(text).outright


@pytest.mark.parametrize(
    "text",
    ["Do you remember how to froth milk for me?", "Can you remember to add my name?", "Do you recall who wrote Faust?"],
)
def test_asked_whether_it_remembers_something_of_the_world(text: str) -> None:
    assert not opening(text).outright


@pytest.mark.parametrize(
    "text",
    [
        "What did I say word for word about the poster?",
        "Repeat my sentence about the harbour exactly as I wrote it",
        "Wie lautete mein Satz zum Plakat wörtlich?",
        "répète mot pour mot ce que j'ai dit",
        "repite mi frase palabra por palabra",
        "私が言ったことをそのまま教えて",
        "把我说的原话发给我",
    ],
)
def test_a_wish_for_exact_words_opens_the_transcript(text: str) -> None:
    assert opening(text).section is Section.TRANSCRIPT


@pytest.mark.parametrize(
    "text",
    [
        "What did we decide about the boiler last week?",
        "last time we talked about the move, what was open?",
        "you suggested a printer yesterday, which one?",
        "Was haben wir beim letzten Mal beschlossen?",
        "qu'est-ce qu'on a décidé pour le voyage ?",
        "¿qué decidimos sobre la cocina?",
        "o que ficou decidido para a viagem?",
        "cosa abbiamo deciso per la cucina?",
        "我们上次决定用哪家印刷厂?",
        "前回何に決めたんだっけ",
        "что мы решили насчёт переезда?",
    ],
)
def test_earlier_talk_opens_the_episodes(text: str) -> None:
    assert opening(text).section is Section.EPISODE


@pytest.mark.parametrize(
    "text",
    [
        "Do you remember which tyres I use?",
        "When is my dentist appointment?",
        "Was mag meine Tochter?",
        "我女儿的生日是哪天",
    ],
)
def test_what_is_the_users_opens_the_facts(text: str) -> None:
    assert opening(text).section is Section.PINNED


@pytest.mark.parametrize(
    "text",
    [
        "hi",
        "thanks!",
        "make it shorter",
        "answer exactly with X",
        "repeat verbatim: the quick brown fox",
        "what happened in Rome before Caesar",
        "who ruled France a century ago",
        "when did the Thames freeze over for the last time",
        "what was decided at the Congress of Vienna",
        "Which city had the first metro, and how long ago?",
        "my code below fails",
        "my regex eats the newline too",
        "our api returns 502, typical reasons?",
        "translate: we met yesterday and my sister decided to move",
        "Proofread: 'Yesterday we talk about my budget.'",
        "```python\nmy_name = who_am_i()\nwhat did we decide last week\n```",
        "write a riddle that ends with 'who am I?'",
        "'remember me' checkbox on a login form",
        "🙂",
        "   ",
        "?!",
        "",
        "danke",
        "mein Code läuft nicht",
        "traduci: ci vediamo domani",
        "谢谢",
        "왜",
    ],
)
def test_ordinary_messages_open_nothing(text: str) -> None:
    found = opening(text, NAMES)
    assert found.section is Section.NONE or found.needs is Needs.STRONG, found


@pytest.mark.parametrize(
    ("text", "hit"),
    [
        ("is the western line still on", False),
        ("Is Tern still on Nomad?", True),
        ("bananas and cabanas", False),
        ("tern's deploy", True),
        ("明日東京に行く", True),
        ("mangos are ripe", False),
    ],
)
def test_names_count_as_whole_words_in_any_script(text: str, hit: bool) -> None:
    assert bool(named(fold(text), NAMES)) is hit


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Is María José's flat near O’Brien & Sons?", "maria jose"),
        ("Is it near O’Brien & Sons?", "o'brien & sons"),
        ("Why C++ and not .NET?", "c++"),
        ("Where did Acme Inc. move?", "acme inc."),
        ("the house of Jean-Luc", "jean-luc"),
        ("सीता से मिलना है", "सीता"),
        ("明日田中さんに会う", "田中"),
        ("김민수는 어디에 살아?", "김민수"),
        ("アレクサンドラに電話した", "アレクサンドラ"),
        ("The House of the Blue Door burnt", "the house of the blue door"),
    ],
)
def test_a_name_of_any_form_is_among_the_pieces_of_a_message(text: str, name: str) -> None:
    assert name in phrases(plain(text))
    assert named(plain(text), {name}) == [name]


def test_the_first_name_counts_and_the_longest_of_those_that_begin_there() -> None:
    names = {"anna", "anna lind", "lind", "porto"}
    assert named("did anna lind like porto", names) == ["anna lind", "anna", "lind", "porto"]


@pytest.mark.parametrize("text", ["word " * 4000, "東京" * 2000, "a-" * 4000, "?!" * 4000])
def test_a_long_message_has_a_bounded_number_of_pieces(text: str) -> None:
    assert len(phrases(text)) <= MOST_PHRASES


def test_a_name_alone_proves_nothing() -> None:
    assert opening("how is mango doing with the tablets", NAMES).needs is Needs.LIKELY
    assert opening("why is mango sweet", NAMES).section is Section.NONE


def test_rules_are_words_a_user_can_read() -> None:
    assert opening("What did we decide last week?").rule.startswith("asks about earlier talk: '")
    assert opening("Where do I live?").rule == "asks about you: 'where do i live'"


def test_a_long_paste_is_material_and_the_wish_around_it_counts() -> None:
    paste = "Last week we decided to move. My sister said so. " * 20
    assert own_words(f"Summarise in two sentences:\n\n{paste}") == "Summarise in two sentences:"
    assert opening(f"Summarise in two sentences:\n\n{paste}").section is Section.NONE
    asked = f"{paste}\n\nWhat did we decide about the boiler last time?"
    assert "boiler" in own_words(asked)
    assert "boiler" in own_words(
        f"Here are my notes.\n\n{paste * 500}\n\nWhat did we decide about the boiler last time?"
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_cue_and_they_are_written_folded(language: str) -> None:
    known = cues(language)
    assert known.language == language
    text = files("memory.recall.cues").joinpath(f"{language}.toml").read_text(encoding="utf-8")
    for value in tomllib.loads(text).values():
        for pattern in [value] if isinstance(value, str) else value:
            for word in re.findall(r"[^\W\d_]+", pattern):
                assert word.isascii() or fold(word) == word, pattern


@given(st.text(max_size=300))
@settings(max_examples=150)
def test_no_text_breaks_the_gate(text: str) -> None:
    assert opening(text, NAMES).rule
