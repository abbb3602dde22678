"""The learned gate: chances from a sentence, its signs and what was found, and what is made of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.embed.models import embedder
from memory.recall.decide import NOTHING_BELOW, SURE_FROM, Evidence, beside_identity, by_chances
from memory.recall.fuse import Candidate
from memory.recall.gate import Needs, Opening, opening
from memory.recall.learned import SECTIONS, learned
from memory.recall.planner import Context, plan_courses
from memory.recall.recall import courses_of
from memory.recall.signs import MOST_SIGNS, MOST_WORDS, Signs, phrases, signs_of
from memory.store.hits import Hit
from memory.text.tokens import Estimate
from memory.types import Leaning, Section
from tests.memory.recall.test_planner import WHEN

if TYPE_CHECKING:
    from numpy import float32
    from numpy.typing import NDArray

_KNOWN = learned(embedder("minilm", Path("models")).fingerprint)
assert _KNOWN is not None
LEARNED = _KNOWN
NOTHING_FOUND = Evidence({}, 0.0, True)
SHUT = Opening(Section.NONE, "nothing in it points to memory", Needs.ANSWER)


def found(*sections: Section) -> Evidence:
    one = Candidate(Hit(1, "fact", 1, 0.5, None, WHEN, "Plays the violin"), 0.5)
    return Evidence({section: [one] for section in sections}, 0.0, True)


def unit_vector(seed: int) -> NDArray[float32]:
    import numpy as np

    vector = np.random.default_rng(seed).normal(size=len(LEARNED.vector)).astype(np.float32)
    return vector / np.linalg.norm(vector)


def chances(**given: float) -> dict[Section, float]:
    return {section: given.get(section.value, 0.0) for section in SECTIONS}


@given(st.text(max_size=400), st.integers(0, 2**32 - 1))
@settings(max_examples=100, deadline=None)
def test_the_chances_of_any_text_are_chances(text: str, seed: int) -> None:
    signs = signs_of(text, opening(text), frozenset(), NOTHING_FOUND, {"food": True})
    told = LEARNED.chances(unit_vector(seed), signs)
    assert set(told) == set(SECTIONS)
    assert all(0 <= chance <= 1 for chance in told.values())
    assert sum(told.values()) == pytest.approx(1.0)


def test_what_the_weights_do_not_know_changes_nothing() -> None:
    vector = unit_vector(1)
    bare = LEARNED.chances(vector, Signs({}, frozenset()))
    assert LEARNED.chances(vector, Signs({"no such sign": 5.0}, frozenset({"zzz qqq"}))) == bare


@pytest.mark.parametrize("text", ["word " * 4000, "東京" * 4000])
def test_a_long_message_has_a_bounded_number_of_phrases(text: str) -> None:
    assert len(list(phrases(text))) <= 3 * MOST_WORDS + 4 * MOST_SIGNS


@given(st.lists(st.floats(0.001, 1), min_size=5, max_size=5))
def test_below_the_first_threshold_the_gate_is_shut_and_above_it_the_likeliest_section_opens(odds: list[float]) -> None:
    told = {section: odd / sum(odds) for section, odd in zip(SECTIONS, odds, strict=True)}
    verdict = by_chances(told, SHUT, found(*SECTIONS))
    if 1 - told[Section.NONE] < NOTHING_BELOW:
        assert verdict.decision.section is Section.NONE
    else:
        best = max(SECTIONS[1:], key=lambda section: told[section])
        assert told[verdict.decision.section] == told[best]
    assert verdict.decision.rule


def test_between_the_thresholds_little_is_shown() -> None:
    between = (NOTHING_BELOW + SURE_FROM) / 2
    unsure = by_chances(chances(none=1 - between, pinned=between), SHUT, found(*SECTIONS))
    assert (unsure.decision.section, unsure.lean) == (Section.PINNED, True)
    sure = by_chances(chances(none=0.02, pinned=0.5, episode=0.48), SHUT, found(*SECTIONS))
    assert (sure.decision.section, sure.lean) == (Section.PINNED, False)


@pytest.mark.parametrize(
    ("told", "near", "beside"),
    [
        ({"pinned": 0.8, "episode": 0.2}, (Section.PINNED, Section.EPISODE), Section.EPISODE),
        ({"episode": 0.8, "pinned": 0.2}, (Section.PINNED, Section.EPISODE), Section.PINNED),
        ({"pinned": 0.99, "episode": 0.01}, (Section.PINNED, Section.EPISODE), None),
        ({"pinned": 0.8, "episode": 0.2}, (Section.PINNED,), None),
        ({"none": 0.9, "pinned": 0.06, "episode": 0.04}, (Section.PINNED, Section.EPISODE), None),
    ],
    ids=["a talk beside facts", "facts beside a talk", "too unlikely", "nothing close", "a shut gate"],
)
def test_a_second_section_shares_the_budget_where_it_may_be_meant(
    told: dict[str, float], near: tuple[Section, ...], beside: Section | None
) -> None:
    assert by_chances(chances(**told), SHUT, found(*near)).beside is beside


def test_of_the_second_section_only_the_nearest_go_in() -> None:
    talks = [("A talk about boats", 0.6), ("How to bake bread", 0.5), ("The tax return", 0.2)]
    episodes = [
        Candidate(Hit(number, "episode", number, 0.5, None, WHEN, text), score)
        for number, (text, score) in enumerate(talks)
    ]
    fresh = Candidate(Hit(9, "turn", 9, 0.9, None, WHEN, "Understood."), 0.9)
    fact = Candidate(Hit(7, "fact", 7, 0.5, None, WHEN, "Plays the violin"), 0.5)
    pools = {Section.PINNED: [fact], Section.EPISODE: [fresh, *episodes]}
    verdict = by_chances(chances(pinned=0.8, episode=0.2), SHUT, Evidence(pools, 0.0, True))
    courses, _ = courses_of(verdict, pools, [])
    shown = plan_courses(courses, Context(), Estimate(), 800).items
    assert [item.id for item in shown] == ["f7", "e0", "e1"]


def test_an_empty_section_does_not_open() -> None:
    verdict = by_chances(chances(pinned=1.0), SHUT, NOTHING_FOUND)
    assert (verdict.decision.section, verdict.decision.rule) == (Section.NONE, "nothing is stored that could answer")


def test_the_rule_names_the_words_where_they_agree_and_the_sentence_where_not() -> None:
    asks = opening("What did we decide last week?")
    assert by_chances(chances(episode=1.0), asks, found(Section.EPISODE)).decision.rule == asks.rule
    other = by_chances(chances(pinned=1.0), asks, found(Section.PINNED)).decision.rule
    assert other == "the sentence as a whole asks for something you once said"
    yours = opening("What does my dog Rex like?")
    shut = by_chances(chances(none=1.0), yours, found(Section.PINNED)).decision
    assert (shut.section, shut.rule) == (
        Section.NONE,
        f"{yours.rule}, but the sentence as a whole asks for nothing of yours",
    )
    unknown = by_chances(chances(none=1.0), yours, NOTHING_FOUND).decision
    assert unknown.rule == f"{yours.rule}, but nothing stored lies close"


@pytest.mark.parametrize(
    ("scores", "identity", "given"),
    [
        ([0.5, 0.3, 0.1], float("-inf"), [0.5, 0.3]),
        ([0.5, 0.3, 0.1], 0.4, [0.5]),
        ([0.2, 0.1], 0.4, []),
        ([0.2, 0.15, 0.1, 0.05, -0.1], float("-inf"), [0.2, 0.15, 0.1]),
        ([0.2, 0.05], 0.1, [0.2]),
        ([-0.1], float("-inf"), []),
    ],
    ids=["what answers", "nearer than a line", "a line answers", "the nearest of a young memory", "a far line", "none"],
)
def test_a_question_about_the_user_gets_the_facts_that_answer_else_the_few_that_lie_nearest(
    scores: list[float], identity: float, given: list[float]
) -> None:
    hits = (Hit(number, "fact", number, 0.5, None, WHEN, "Plays") for number in range(len(scores)))
    facts = [Candidate(hit, score) for hit, score in zip(hits, scores, strict=True)]
    evidence = Evidence({Section.PINNED: facts}, identity, True)
    assert [one.score for one in beside_identity(evidence)] == given


def test_the_users_verdicts_move_the_bar_and_it_is_said_where_that_decides() -> None:
    near = chances(none=1 - NOTHING_BELOW - 0.02, pinned=NOTHING_BELOW + 0.02)
    opened = by_chances(near, SHUT, found(Section.PINNED))
    later = by_chances(near, SHUT, found(Section.PINNED), leaning=Leaning(0.04, 3, 1))
    assert (opened.decision.section, later.decision.section) == (Section.PINNED, Section.NONE)
    assert "your verdicts" not in opened.decision.rule
    assert "stayed shut by your verdicts: memory did not help in 3, did in 1" in later.decision.rule
    below = chances(none=1 - NOTHING_BELOW + 0.02, pinned=NOTHING_BELOW - 0.02)
    sooner = by_chances(below, SHUT, found(Section.PINNED), leaning=Leaning(-0.04, 1, 3))
    assert sooner.decision.section is Section.PINNED
    assert "opened by your verdicts" in sooner.decision.rule
    far = by_chances(chances(none=0.9, pinned=0.1), SHUT, found(Section.PINNED), leaning=Leaning(-0.1, 0, 9))
    assert far.decision.section is Section.NONE
