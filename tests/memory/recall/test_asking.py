from __future__ import annotations

import pytest

from memory.recall.asking import Asked, asked, holds, is_question


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("when did we leave?", Asked(True, False, False, False)),
        ("How many eggs does the cake take", Asked(False, True, False, False)),
        ("who runs the bakery?", Asked(False, False, True, False)),
        ("what did you suggest for the roof", Asked(False, False, False, True)),
        ("Wann fährt der Zug?", Asked(True, False, False, False)),
        ("Wie viele Eier?", Asked(False, True, False, False)),
        ("¿Cuándo nos fuimos?", Asked(True, False, False, False)),
        ("combien d'œufs ?", Asked(False, True, False, False)),
        ("когда мы уехали?", Asked(True, False, False, False)),
        ("什么时候出发？", Asked(True, False, False, False)),
        ("tell me about the roof", Asked(False, False, False, False)),
    ],
)
def test_a_question_wants_a_time_a_number_a_name_or_the_assistants_words(question: str, wanted: Asked) -> None:
    assert asked(question) == wanted


def test_a_text_holds_what_is_wanted_of_it_only() -> None:
    text = "We took 3 eggs and two lemons yesterday, as Marta and Jude said"
    assert holds(text, Asked(True, True, True, False)) == (1, 2, 2)
    assert holds(text, Asked(False, False, False, True)) == (0, 0, 0)


def test_questions_end_in_a_mark_of_any_script() -> None:
    assert is_question("Really? ") and is_question("本当？") and not is_question("Is it. No.")
