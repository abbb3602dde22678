"""Where a sentence ends, and where a full stop is only that of an abbreviation."""

from __future__ import annotations

import pytest

from memory.distill.sentences.wording import sentences

WHOLE = [
    "I work with Prof. Kim at MIT.",
    "my dentist is dr. kim in hull",
    "I eat fish, e.g. salmon, every Friday.",
    "My flat is approx. 40 m2.",
    "I live at no. 5 Elm St. in York.",
    "We love hiking, climbing, etc. and camping.",
    "My train leaves at 5 p.m. every day.",
    "I like the band R.E.M. and U2.",
    "Ich esse gern Obst, z. B. Äpfel.",
    "Ich wohne ca. 30 km von Ulm in der Goethestr. 5.",
    "Meine Chefin ist Fr. Dr. Wolf.",
    "Ich wohne im 3. Stock.",
    "Ma prof est Mme. Petit.",
    "Mi doctora es la Dra. Ruiz.",
    "Il mio medico è il Dott. Rossi.",
]
SEVERAL = [
    ("im vegan. i live in york", ["im vegan.", "i live in york"]),
    ("no. 2 kids", ["no.", "2 kids"]),
    ("The flat is my wife's. We moved.", ["The flat is my wife's.", "We moved."]),
    ("She is older than I. We live in Hull.", ["She is older than I.", "We live in Hull."]),
    ("We sell bikes etc. We are four.", ["We sell bikes etc.", "We are four."]),
    ("Ich arbeite Mo bis Fr. Wir haben zwei Kinder.", ["Ich arbeite Mo bis Fr.", "Wir haben zwei Kinder."]),
    ("I live at 5 Elm St. We love it.", ["I live at 5 Elm St.", "We love it."]),
]


@pytest.mark.parametrize("text", WHOLE)
def test_an_abbreviation_ends_no_sentence(text: str) -> None:
    assert sentences(text) == [text]


@pytest.mark.parametrize(("text", "parts"), SEVERAL)
def test_a_full_stop_ends_one(text: str, parts: list[str]) -> None:
    assert sentences(text) == parts
