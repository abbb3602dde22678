"""The estimate stays above a real tokenizer."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.embed.tokens import WordPieces
from memory.text.tokens import Estimate

TEXTS = {
    "English": "I moved from Leeds to Porto in August 2024, into a flat with a narrow stairwell and no lift.",
    "German": "Ich bin im August umgezogen und wohne jetzt im dritten Stock, leider ohne Aufzug.",
    "French": "J'habite au troisième étage sans ascenseur, et l'escalier est trop étroit pour le canapé.",
    "Russian": "Я переехала в Порту в августе и живу теперь на третьем этаже без лифта.",
    "Chinese": "我去年八月从利兹搬到了波尔图,住在三楼,没有电梯。",
    "Japanese": "去年の八月にリーズからポルトへ引っ越して、三階に住んでいます。",
    "Korean": "작년 팔월에 리즈에서 포르투로 이사해서 삼층에 살고 있어요.",
    "code": "def area(width: float, height: float) -> float:\n    return round(width * height, 2)  # m²\n",
}


@pytest.fixture(scope="module")
def word_pieces(tmp_path_factory: pytest.TempPathFactory) -> WordPieces:
    return WordPieces(Path(tmp_path_factory.mktemp("models")))


@pytest.mark.parametrize("language", TEXTS)
def test_the_estimate_is_no_lower_than_a_real_count(language: str, word_pieces: WordPieces) -> None:
    assert Estimate().count(TEXTS[language]) >= word_pieces.count(TEXTS[language])


def test_english_is_not_overestimated_by_more_than_three_quarters(word_pieces: WordPieces) -> None:
    assert Estimate().count(TEXTS["English"]) <= 1.75 * word_pieces.count(TEXTS["English"])


def test_a_chinese_character_costs_at_least_one_token() -> None:
    assert Estimate().count("我住在三楼") >= 5


@given(st.text(max_size=80), st.text(max_size=80))
@settings(max_examples=100)
def test_more_text_never_costs_less(left: str, right: str) -> None:
    count = Estimate().count
    assert count("") == 0
    assert count(f"{left}\n{right}") >= max(count(left), count(right)) - 1
