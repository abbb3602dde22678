"""Search by words over what is stored."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory.store import documents, facts
from memory.store.connection import raw
from memory.store.store import Store
from memory.store.tables import Conversation, Document, Fact, Message, Session
from memory.types import Kind
from tests.encrypted import on_both

pytestmark = on_both


NOW = datetime(2026, 5, 1, tzinfo=UTC)


def fact(text: str, *, at: datetime = NOW) -> int:
    return facts.add(text, at=at)


def talk(*texts: str) -> list[int]:
    """A conversation of these messages in one session; returns their numbers."""
    conversation = Conversation.create(created_at=NOW, updated_at=NOW)
    session = Session.create(conversation=conversation, started_at=NOW, last_at=NOW)
    numbers: list[int] = []
    for seq, text in enumerate(texts, start=1):
        role = "user" if seq % 2 else "assistant"
        parent = numbers[-1] if numbers else None
        row = Message.create(
            conversation=conversation, session=session, parent=parent, seq=seq, role=role, created_at=NOW
        )
        documents.put(Kind.TURN, row.id, text, conversation=conversation.id, created_at=NOW)
        numbers.append(int(row.id))
    return numbers


async def found(store: Store, query: str, **scope: object) -> list[int]:
    hits = await store.read(lambda: documents.search_words(query, **scope))  # type: ignore[arg-type]
    return [hit.item for hit in hits]


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("Moved to Ålesund in spring", "alesund"),
        ("She was running late", "run"),
        ("我住在東京", "東京"),
        ("東京に住んでいます", "京"),
        ("서울에 살아요", "서울"),
        ("ฉันแพ้ถั่วลิสง", "ถั่ว"),
        ("मेरी बिल्ली का नाम मैंगो है", "बिल्ली"),
        ("أسكن في القاهرة", "القاهرة"),
        ("Works with C++ daily", "C++"),
        ("Signed with 🦊", "🦊"),
        ("Covid-19 in March", "covid-19"),
        ("Rides a red bicycle", '"red bicycle"'),
        ("Rides a red bicycle", "bicy*"),
        ("the who played", "the who"),
    ],
)
async def test_found_in_any_script_and_spelling(store: Store, text: str, query: str) -> None:
    wanted = await store.write(lambda: fact(text))
    await store.write(lambda: fact("Something else entirely, in plain English"))
    assert (await found(store, query))[:1] == [wanted]


@given(st.text(max_size=60))
@settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
async def test_any_text_is_safe_as_a_query(store: Store, query: str) -> None:
    assert isinstance(await found(store, query), list)


@pytest.mark.parametrize("query", ["AND", 'NEAR("a b", 3)', "text:x", "^a", "a*b*", '"', "()", "\0", "x" * 100_000])
async def test_the_syntax_of_the_index_is_only_text(store: Store, query: str) -> None:
    await store.write(lambda: fact("nothing of the kind"))
    assert await found(store, query) == []


async def test_rare_words_outweigh_common_ones(store: Store) -> None:
    for number in range(30):
        await store.write(lambda number=number: fact(f"The garden has plant number {number}"))  # type: ignore[misc]
    wanted = await store.write(lambda: fact("The oleander is poisonous"))
    assert (await found(store, "which plant in the garden is the oleander"))[0] == wanted


async def test_an_answer_is_found_by_the_words_of_its_question(store: Store) -> None:
    numbers = await store.write(
        lambda: talk("What torque for the gearbox bolts?", "42 Nm, in two passes.", "Thanks.", "Any time.")
    )
    await store.write(lambda: talk("How long to boil rice?", "About twelve minutes.", "Good.", "Enjoy."))
    assert (await found(store, "gearbox torque", kinds=["turn"]))[:2] == numbers[:2]


async def test_what_no_longer_counts_is_not_found(store: Store) -> None:
    def work() -> None:
        Fact.update(valid_to=NOW).where(Fact.id == fact("Lives in Leeds")).execute()
        Fact.update(state="inbox").where(Fact.id == fact("Leeds is home")).execute()
        talk("I grew up near Leeds")
        Conversation.update(deleted_at=NOW).execute()

    await store.write(work)
    assert await found(store, "Leeds") == []


async def test_kinds_time_conversation_and_exclusions_narrow_the_search(store: Store) -> None:
    old = await store.write(lambda: fact("Tea with milk", at=NOW - timedelta(days=400)))
    new = await store.write(lambda: fact("Tea without milk"))
    (turn,) = await store.write(lambda: talk("Tea or coffee?"))
    assert set(await found(store, "tea", kinds=["fact"])) == {old, new}
    assert await found(store, "tea", kinds=["turn"]) == [turn]
    assert await found(store, "tea", kinds=["fact"], since=NOW - timedelta(days=10)) == [new]
    assert await found(store, "tea", kinds=["fact"], until=NOW - timedelta(days=10)) == [old]
    assert await found(store, "tea", kinds=["fact"], exclude=[("fact", new)]) == [old]
    assert await found(store, "tea", conversation=1) == [turn]


async def test_a_changed_text_is_found_by_its_new_words_only(store: Store) -> None:
    number = await store.write(lambda: fact("Drives a Fiat"))
    await store.write(lambda: documents.put("fact", number, "Drives a Volvo", conversation=None, created_at=NOW))
    assert await found(store, "Fiat") == []
    assert await found(store, "Volvo") == [number]


async def test_an_unchanged_text_keeps_its_document_and_vector(store: Store) -> None:
    number = await store.write(lambda: fact("Drives a Fiat"))
    await store.write(lambda: Document.update(embedded="mark").execute())
    await store.write(lambda: documents.put("fact", number, "Drives a Fiat", conversation=None, created_at=NOW))
    assert await store.read(lambda: [row.embedded for row in Document.select()]) == ["mark"]


async def test_dropped_documents_are_gone_and_the_index_is_sound(store: Store) -> None:
    number = await store.write(lambda: fact("A secret garden"))
    assert await store.write(lambda: documents.drop("fact", [number])) == 1
    assert await found(store, "garden") == []
    check = "INSERT INTO document_words(document_words, rank) VALUES ('integrity-check', 1)"
    await store.write(lambda: raw().execute(check))


async def test_secrets_never_reach_the_index(store: Store) -> None:
    await store.write(lambda: fact("my key is sk-proj-Ab12Cd34Ef56Gh78Ij90"))
    texts = await store.read(lambda: [row.text for row in Document.select()])
    assert "Ab12Cd34" not in "".join(texts)
