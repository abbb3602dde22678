from __future__ import annotations

from tui.widgets.composer.drafts import Draft
from tui.widgets.composer.history import History


def test_up_goes_back_and_down_returns_to_what_was_being_written() -> None:
    history = History()
    history.add(Draft("first"))
    history.add(Draft("second"))
    unfinished = Draft("third, unfin")
    assert history.move(-1, unfinished) == Draft("second")
    assert history.move(-1, Draft("second")) == Draft("first")
    assert history.move(-1, Draft("first")) is None
    assert history.move(1, Draft("first")) == Draft("second")
    assert history.move(1, Draft("second")) == unfinished
    assert history.move(1, unfinished) is None


def test_the_same_message_twice_is_offered_once() -> None:
    history = History()
    history.add(Draft("again"))
    history.add(Draft("again"))
    history.move(-1, Draft())
    assert history.move(-1, Draft()) is None


def test_a_conversation_offers_its_own_messages() -> None:
    history = History()
    history.add(Draft("elsewhere"))
    history.seed([Draft("one"), Draft("two")])
    assert history.move(-1, Draft()) == Draft("two")


def test_the_count_of_what_would_be_forgotten_knows_other_spellings() -> None:
    history = History()
    history.add(Draft("Meet me at the Café\nZanzibar"))
    assert history.scan(["cafe zanzibar"]) == 1


def test_forgetting_takes_pastes_and_the_unfinished_draft_too() -> None:
    history = History()
    history.add(Draft("[paste 1: 900 characters]", folded=("the word is Zanzibar",)))
    history.move(-1, Draft("zanzibar again"))
    assert history.scan(["zanzibar"]) == 1
    assert [trace.count for trace in history.plan([], ["zanzibar"])] == [1]
    history.erase([], ["zanzibar"])
    assert history.scan(["zanzibar"]) == 0
    assert history.move(-1, Draft()) is None
    assert history.move(1, Draft()) is None


def test_a_line_that_names_a_secret_is_not_offered() -> None:
    history = History()
    history.add(Draft("/REDACT m1 hunter22"))
    assert history.move(-1, Draft()) is None


def test_what_is_written_again_stands_where_up_finds_it_and_the_draft_behind_it() -> None:
    history = History()
    for text in ("first", "second"):
        history.add(Draft(text))
    history.take(Draft("first"), Draft("half a thought"))
    assert history.unsent(Draft("first")) == (Draft("half a thought"),)
    assert history.move(-1, Draft("first")) == Draft("second")
    history.move(1, Draft("second"))
    assert history.move(1, Draft("first")) == Draft("half a thought")
