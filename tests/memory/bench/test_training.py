"""What the learned gate is made from, and that the making gives what the gate reads."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory.bench.training import train
from memory.bench.training.examples import HOMES, Example, Message, messages, people, placed
from memory.bench.training.fitting import LEAST_PHRASE, fit
from memory.bench.training.train import cross_validated, write
from memory.embed.models import embedder
from memory.recall.learned import SECTIONS, learned, parsed
from memory.recall.signs import Signs
from memory.types import Section

if TYPE_CHECKING:
    from numpy import float32
    from numpy.typing import NDArray

WORDS = {
    Section.NONE: "the weather in paris",
    Section.IDENTITY: "who am i",
    Section.PINNED: "what does my dog eat",
    Section.EPISODE: "what did we decide",
    Section.TRANSCRIPT: "my exact words",
}


def unit(place: int) -> NDArray[float32]:
    import numpy as np

    vector: NDArray[float32] = np.eye(8, dtype=np.float32)[place]
    return vector


def made_up() -> list[Example]:
    """Messages of every section about two people, told apart by vector, sign and phrase."""
    return [
        Example(
            Message(person, "en", f"{words} {number}", section),
            person,
            person,
            1.0,
            unit(SECTIONS.index(section)),
            Signs({f"sign {section}": 1.0, "always": 1.0}, frozenset(words.split())),
        )
        for person in ("ada", "bo")
        for section, words in WORDS.items()
        for number in range(2 * LEAST_PHRASE)
    ]


def test_the_fit_tells_apart_what_can_be_told_apart_and_is_the_same_each_time(tmp_path: Path) -> None:
    chosen = made_up()
    weights = fit(chosen, "some-model")
    assert weights == fit(chosen, "some-model")
    write(tmp_path / "weights.json", weights)
    read = parsed(json.loads((tmp_path / "weights.json").read_text(encoding="utf-8")))
    assert read.model == "some-model"
    for one in chosen:
        chances = read.chances(one.vector, one.signs)
        assert max(chances, key=lambda section: chances[section]) is one.message.expect


def test_each_person_is_judged_by_weights_made_without_them() -> None:
    report = cross_validated(made_up(), lambda *_: None)
    assert set(report["by_person"]) == {"ada", "bo"}
    assert (report["accuracy"], report["needless"], report["missed"]) == (1.0, 0.0, 0.0)
    alone = [one for one in made_up() if one.message.person == "ada" or one.message.expect is Section.NONE]
    assert cross_validated(alone, lambda *_: None)["by_person"]["ada"]["accuracy"] < 1.0


def test_the_messages_are_about_known_people_and_need_every_section_in_every_language() -> None:
    said, known = messages(), people()
    assert {one.person for one in said} == {*known, ""}
    assert len(set(said)) == len(said)
    for language in {one.language for one in said}:
        assert {one.expect for one in said if one.language == language} == set(SECTIONS)


def test_what_is_about_nobody_is_weighed_over_several_memories() -> None:
    said = [Message("", "en", "hi", Section.NONE), Message("bo", "en", "who am I", Section.IDENTITY)]
    nobody, one = placed(said, ["ada", "bo", "cy", "di"])
    assert len(set(nobody.homes)) == HOMES
    assert one.homes == ("bo",)


async def test_the_whole_making_writes_weights_and_says_how_well_they_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = {name: person for name, person in people().items() if name in ("ben", "lucia")}
    said = [one for one in messages() if one.person in few and one.language == "en"]
    monkeypatch.setattr(train, "people", lambda: few)
    monkeypatch.setattr(train, "messages", lambda: said)
    report = await train.run(tmp_path / "weights.json", tmp_path)
    assert set(report["by_person"]) == set(few)
    assert report["messages"] == len(said)
    made = parsed(json.loads((tmp_path / "weights.json").read_text(encoding="utf-8")))
    known = learned(made.model)
    assert known is not None
    assert made.vector.shape == known.vector.shape


@pytest.mark.parametrize("name", ["minilm", "multilingual"])
def test_each_model_that_comes_with_the_program_has_weights(name: str, tmp_path: Path) -> None:
    model = embedder(name, tmp_path)
    known = learned(model.fingerprint)
    assert known is not None
    assert known.vector.shape == (model.dimension, len(SECTIONS))


def test_another_model_has_none() -> None:
    assert learned("bge-small-384-0123456789ab") is None
