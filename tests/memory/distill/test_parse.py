"""Replies of models as they really come: fenced, wrapped, cut off, oversized, wrong in shape."""

from __future__ import annotations

import json
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.distill.parse import MOST_FACTS, parse
from tests.memory.distill.talk import fact, reply

WHOLE = reply(fact("Likes tea.", "I like tea", 1), fact("Has a cat.", "I have a cat", 3), summary="Tea and a cat.")
TEXT = json.dumps(WHOLE, ensure_ascii=False)


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        f"```json\n{TEXT}\n```",
        f"```\n{TEXT}",
        f"Sure, here it is:\n\n{TEXT}\n\nAnything else?",
        f"Of {{user}} I learnt this: {TEXT}",
        f'{{"result": {TEXT}}}',
        f"<think>The user {{likes}} tea.</think>{TEXT}",
        TEXT.replace(", ", ",\n\t"),
    ],
)
def test_wrapped_replies_are_read_whole(text: str) -> None:
    draft = parse(text)
    assert draft is not None
    assert [one.content for one in draft.facts] == ["Likes tea.", "Has a cat."]
    assert (draft.dropped, draft.episode is not None) == (0, True)


@given(st.integers(min_value=0, max_value=len(TEXT)))
@settings(max_examples=60)
def test_a_reply_cut_anywhere_yields_only_whole_facts(cut: int) -> None:
    draft = parse(TEXT[:cut])
    if draft is None:
        return
    contents = [one.content for one in draft.facts]
    assert contents == ["Likes tea.", "Has a cat."][: len(contents)]
    assert draft.whole or cut < len(TEXT)


def test_the_first_fact_survives_a_cut_in_the_second() -> None:
    draft = parse(TEXT[: TEXT.index("Has a cat")])
    assert draft is not None
    assert [one.content for one in draft.facts] == ["Likes tea."]
    assert not draft.whole


@pytest.mark.parametrize(
    "text", ["", "NONE", "null", "[]", "{}", "[1, 2]", '{"answer": 3}', "{" * 5000, "[" * 100_000, '{"facts": ']
)
def test_what_holds_nothing_is_unusable(text: str) -> None:
    assert parse(text) is None


def test_wrong_shapes_are_dropped_and_counted() -> None:
    facts = [None, 3, "x", {}, {"content": 5}, {"content": "  "}, fact("Likes tea.", "I like tea", 1)]
    draft = parse(json.dumps({"facts": facts, "episode": "a text", "entities": {"name": "x"}, "relations": None}))
    assert draft is not None
    assert [one.content for one in draft.facts] == ["Likes tea."]
    assert (draft.dropped, draft.episode) == (7, None)


def test_an_oversized_reply_is_bounded() -> None:
    draft = parse(json.dumps({"facts": [fact(f"Likes tea number {at}. " + "x" * 4000, "q", 1) for at in range(400)]}))
    assert draft is not None
    assert len(draft.facts) <= MOST_FACTS
    assert all(len(one.content) <= 500 for one in draft.facts)


@pytest.mark.parametrize("salience", [10**400, float("nan"), float("inf"), True, "high"], ids=range(5))
def test_a_salience_that_is_none_costs_no_fact(salience: object) -> None:
    draft = parse(json.dumps({**WHOLE, "facts": [{**fact("Likes tea.", "I like tea", 1), "salience": salience}]}))
    assert draft is not None and len(draft.facts) == 1
    assert 0 <= draft.facts[0].salience <= 1


def test_control_characters_and_lone_surrogates_go() -> None:
    content = "Likes\x1b[31m tea\u202e\ud800 and\ncake"
    draft = parse(json.dumps({"facts": [fact(content, "q", 1)], "title": "a\x07b"}))
    assert draft is not None
    assert draft.facts[0].content.isprintable()
    assert draft.title.isprintable()
    draft.facts[0].content.encode()


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(st.sampled_from(list(WHOLE) + list(fact("", ""))), inner, max_size=6)
        ),
        max_leaves=20,
    )
)
@settings(max_examples=80)
def test_no_reply_raises(value: object) -> None:
    parse(json.dumps(value))


@pytest.mark.parametrize(
    ("until", "end"),
    [
        ("2015", "2016-01-01T00:00:00+01:00"),
        ("2015-12", "2016-01-01T00:00:00+01:00"),
        ("2016-02", "2016-03-01T00:00:00+01:00"),
        ("2015-12-31", "2016-01-01T00:00:00+01:00"),
        ("2026-03-28", "2026-03-29T00:00:00+01:00"),
        ("2026-03-29", "2026-03-30T00:00:00+02:00"),
        ("2015-12-31T18:30", "2015-12-31T18:30:00+01:00"),
        ("2015-12-31T18:30:00Z", "2015-12-31T18:30:00+00:00"),
    ],
)
def test_the_last_day_of_a_span_is_in_it(until: str, end: str) -> None:
    draft = parse(json.dumps({"facts": [{**fact("Was a gardener.", "q", 1), "until": until}]}), ZoneInfo("Europe/Rome"))
    assert draft is not None and draft.facts[0].until is not None
    assert draft.facts[0].until.isoformat() == end


@pytest.mark.parametrize("until", ["9999", "9999-12", "9999-12-31", "9999-12-31T23:59:59"])
def test_a_span_until_the_end_of_time_has_no_end(until: str) -> None:
    draft = parse(json.dumps({"facts": [{**fact("Is a gardener.", "q", 1), "until": until}]}), ZoneInfo("Europe/Rome"))
    assert draft is not None and [one.until for one in draft.facts] == [None]
