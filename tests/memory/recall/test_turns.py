"""Which turn is worth its place, where the legs say the same of all."""

from __future__ import annotations

from datetime import UTC, datetime

from memory.recall.dense import Near
from memory.recall.fuse import Candidate
from memory.recall.turns import rank_turns
from memory.store.hits import Hit

AT = datetime(2026, 1, 1, tzinfo=UTC)
SPARSE, CROWDED = Near({}, 0.1, 0.1, 0.02), Near({}, 0.1, 0.1, 0.4)


def turn(
    number: int,
    text: str = "The roof was mended by the mason",
    *,
    words: float | None = 0.3,
    dense: float | None = 0.4,
    session: int = 1,
    role: str = "user",
    before: int | None = None,
    answers: bool = False,
) -> Candidate:
    hit = Hit(number, "turn", number, 0.0, 1, AT, text, 0, session, role, False, before, answers)
    return Candidate(hit, (words or 0.0) + (dense or 0.0), words, dense)


def first(question: str, *turns: Candidate, near: Near | None = SPARSE) -> int:
    return rank_turns(turns, near, question, {})[0].hit.document


def test_the_users_own_words_come_first_unless_the_assistant_is_meant() -> None:
    mine, its = turn(1, role="user"), turn(2, role="assistant")
    assert first("what about the roof", mine, its) == 1
    assert first("what about the roof", its, mine) == 1
    longer = turn(
        2, "The roof was mended by the mason, as I said, and it took him all of the dry week", role="assistant"
    )
    assert first("what did you say about the roof", mine, longer) == 2


def test_an_answer_stands_before_the_question_it_answers() -> None:
    assert first("the roof", turn(1, "Was the roof mended by the mason?"), turn(2, answers=True, before=1)) == 2


def test_where_the_whole_memory_is_near_the_words_decide() -> None:
    worded, meant = turn(1, words=0.5, dense=0.3), turn(2, words=0.1, dense=0.5, session=2)
    other = turn(3, words=0.1, dense=0.1, session=3)
    assert first("the roof", worded, meant, other, near=SPARSE) == 2
    assert first("the roof", worded, meant, other, near=CROWDED) == 1


def test_who_asks_for_a_number_gets_a_text_with_one() -> None:
    plain, counted = turn(1), turn(2, "The roof took 14 days of the mason", session=1)
    assert first("how many days did the roof take", plain, counted) == 2


def test_a_session_that_fits_lifts_its_turns() -> None:
    weak, weaker_session = turn(1, dense=0.3, session=1), turn(2, dense=0.3, session=2)
    strong = turn(3, dense=0.9, session=1)
    order = [one.hit.document for one in rank_turns([weaker_session, weak, strong], SPARSE, "the roof", {})]
    assert order == [3, 1, 2]


def test_scores_keep_the_best_fused_one_and_fall_with_the_order() -> None:
    turns = [turn(1, words=0.6), turn(2, words=0.2, role="assistant"), turn(3, words=None, dense=None)]
    ranked = rank_turns(turns, SPARSE, "the roof", {})
    scores = [one.score for one in ranked]
    assert scores[0] == max(one.score for one in turns) and scores == sorted(scores, reverse=True)


def test_without_an_embedder_the_words_rank_alone() -> None:
    assert first("the roof", turn(1, words=0.1, dense=None), turn(2, words=0.5, dense=None), near=None) == 2
    assert rank_turns([], None, "the roof", {}) == []


def test_the_best_of_another_session_comes_before_more_of_the_same() -> None:
    same = [turn(number, dense=0.4 - number / 1000) for number in (1, 2, 3)]
    found = rank_turns([*same, turn(4, dense=0.395, session=2)], SPARSE, "the roof", {})
    assert [one.hit.document for one in found][:2] == [1, 4]
