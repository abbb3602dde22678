"""In which language a few words are."""

from __future__ import annotations

import pytest

from memory.text.languages import ENGLISH, KNOWN, OTHER, detect, likely

SHORT = {
    "en": ["we rent a flat in Bologna", "cant stand coriander", "half Polish, half Irish", "I was born in Sevilla"],
    "de": ["kann koriander nicht leiden", "hab zwei kinder", "gestern gekündigt", "montags arbeite ich daheim"],
    "fr": ["jai 34 ans", "Poignet cassé au ski", "on est cinq a la maison", "teletravail le lundi"],
    "es": ["alergica a las nueces", "el medico dice que es asma", "ahorramos para una casa", "Soy de Sevilla"],
    "it": ["mezzo polacco, mezzo irlandese", "non fumo piu", "Sono di Siviglia", "suono il basso in una band"],
    "pt": ["nao gosto de cogumelos", "falo um pouco de dinamarques", "moro sozinha", "toco baixo numa banda"],
    "zh": ["我叫José", "開一輛舊Golf", "老板叫Ramona", "讨厌香菜"],
    "ja": ["きのこ苦手", "ボローニャで賃貸暮らし", "名前は太郎"],
}


@pytest.mark.parametrize(("code", "said"), [(code, said) for code, told in SHORT.items() for said in told])
def test_a_few_words_tell_their_language(code: str, said: str) -> None:
    assert detect(said).code == code


@pytest.mark.parametrize(
    ("code", "said"), [("es", "vivo sola"), ("it", "vivo sola"), ("ja", "東京在住"), ("zh", "東京在住")]
)
def test_words_of_two_languages_are_of_the_one_spoken_before(code: str, said: str) -> None:
    assert detect(said, KNOWN[code]) is KNOWN[code]


def test_words_of_two_languages_may_be_of_either() -> None:
    assert {KNOWN["es"], KNOWN["it"]} <= set(likely("vivo sola"))


def test_a_clear_sentence_changes_the_language() -> None:
    assert detect("Ich wohne seit drei Jahren in Ulm.", ENGLISH) is KNOWN["de"]


@pytest.mark.parametrize("said", ["Ik woon al jaren in Utrecht", "Jag bor i en liten stad", "Я живу в Москве"])
def test_other_languages_are_none_of_ours(said: str) -> None:
    assert detect(said) is OTHER


@pytest.mark.parametrize("said", ["", "42", "🙂", "..."])
def test_what_holds_no_word_is_in_the_language_before(said: str) -> None:
    assert detect(said) is ENGLISH
    assert detect(said, KNOWN["fr"]) is KNOWN["fr"]
