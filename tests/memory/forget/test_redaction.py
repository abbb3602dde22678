"""A secret is taken out of all that is kept, down to the bytes; what stood around it stays."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playhouse.sqlite_ext import JSONField

from memory.engine import Memory
from memory.errors import BadInput, NotFound
from memory.store import documents, facts, free_text
from memory.store.tables import TABLES, Document
from memory.store.tables.base import TextField
from memory.types import Mode, Part, PartKind, PartSource, RedactPlan
from tests.memory.engine.opening import opened, say
from tests.memory.forget.profile import Profile, back_up, everywhere, where
from tests.scripted import SetClock

KEY = "sk-proj-Ab12Cd34Ef56Gh78Ij90"
PEM = "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA1234\nabcdefgh12345678\n-----END RSA PRIVATE KEY-----"


@pytest.fixture
async def memory(home: Path, clock: SetClock) -> AsyncIterator[Memory]:
    async with opened(home / "profiles" / "default", clock) as found:
        yield found


async def redact(memory: Memory, message: str | None, text: str = "") -> RedactPlan:
    plan = await memory.redaction.plan(message, text)
    report = await memory.redaction.redact(plan)
    assert not report.pending
    assert not [trace for trace in report.erased if trace.what == "still found"]
    return plan


async def texts(memory: Memory, talk: str) -> list[str]:
    return [message.text for message in await memory.messages(talk)]


async def test_only_the_secret_goes_and_replies_that_repeat_it_lose_it_too(memory: Memory) -> None:
    talk = await memory.new_conversation()
    asked = await say(memory, talk, f"Use {KEY} for Porto, please.", f"I use {KEY} for Porto.\n\n`KEY={KEY.upper()}`")
    await redact(memory, asked)
    assert await texts(memory, talk.id) == [
        "Use [API key removed] for Porto, please.",
        "I use [API key removed] for Porto.\n\n`KEY=[API key removed]`",
    ]
    assert where(memory.profile_dir, KEY) == []
    assert [record.message for record in await memory.search("Porto")][-1] == asked


async def test_the_preview_shows_no_more_than_its_beginning_and_changes_nothing(memory: Memory) -> None:
    talk = await memory.new_conversation()
    asked = await say(memory, talk, f"Use {KEY}", f"Fine: {KEY}")
    plan = await memory.redaction.plan(asked)
    assert [(one.kind, one.beginning, one.length) for one in plan.secrets] == [("API key", "sk-p…", len(KEY))]
    assert {trace.what for trace in plan.traces} >= {"your messages", "replies that repeat it"}
    assert KEY not in repr(plan)
    assert KEY in (await texts(memory, talk.id))[0]


@pytest.mark.parametrize(
    ("said", "left", "repeated"),
    [
        (f"see\n{PEM}\nthere", "MIIEowIBAAKCAQEA1234", "it begins with MIIEowIBAAKCAQEA1234"),
        ("card 4111 1111 1111 1111", "4111 1111 1111 1111", "so 4111-1111-1111-1111 or 4111111111111111"),
        ("password=hunter22 for Porto", "hunter22", "Hunter22!"),
        ('the api_key: "9f8e7d6c5b4a3210"', "9f8e7d6c5b4a3210", '{"k": "9f8e7d6c5b4a3210"}'),
    ],
)
async def test_it_is_found_in_the_spellings_in_which_it_comes_back(
    memory: Memory, said: str, left: str, repeated: str
) -> None:
    talk = await memory.new_conversation()
    asked = await say(memory, talk, said, repeated)
    await redact(memory, asked)
    assert where(memory.profile_dir, left) == []
    assert "removed]" in (await texts(memory, talk.id))[1]
    assert not set("0123456789") & set((await texts(memory, talk.id))[1])


async def test_a_secret_that_begins_in_one_span_and_ends_in_another_goes_whole(memory: Memory) -> None:
    talk = await memory.new_conversation()
    spans = [Part("my key is sk-proj-Ab12"), Part("Cd34Ef56Gh78Ij90", source=PartSource.PASTED), Part(", or so")]
    turn = await memory.begin(talk.id, spans)
    await memory.finish(turn)
    await redact(memory, turn.user.id)
    kept = (await memory.messages(talk.id))[0].parts
    assert [part.text for part in kept] == ["my key is [API key removed]", "", ", or so"]
    assert where(memory.profile_dir, "Gh78Ij90") == []


async def test_attachments_are_cleaned_by_text_and_by_bytes(memory: Memory) -> None:
    talk = await memory.new_conversation()
    file = Part(f"export KEY={KEY}", PartKind.FILE, PartSource.FILE, name="env.sh", data=f"KEY={KEY}".encode())
    turn = await memory.begin(talk.id, [Part("Look at this"), file])
    await memory.finish(turn)
    await redact(memory, turn.user.id)
    assert (await memory.messages(talk.id))[0].parts[1].data == b"KEY=[API key removed]"
    assert where(memory.profile_dir, KEY) == []


@pytest.mark.parametrize("said", ["Quixotrel", "Quix*"])
async def test_what_the_recogniser_does_not_know_is_named_whole_or_by_its_beginning(
    profile: Profile, said: str
) -> None:
    await everywhere(profile, "Quixotrel")
    await back_up(profile)
    async with opened(profile.folder, profile.clock) as memory:
        plan = await redact(memory, "m1", said)
        assert {trace.place for trace in plan.traces} >= {"messages", "facts", "records", "search", "drafts", "backups"}
        assert (await memory.show("m1")).text == "My locker code is [secret removed]. I like tea."
        assert (await memory.show("f1")).text == "The user's locker code is [secret removed]"
        assert (await memory.show("e1")).text == "The user told the locker code [secret removed]. They like tea."
    assert where(profile.folder, "Quixotrel") == []


async def test_a_piece_of_a_known_secret_names_the_whole(memory: Memory) -> None:
    talk = await memory.new_conversation()
    asked = await say(memory, talk, f"Use {KEY}", "Fine.")
    await redact(memory, asked, KEY[5:14])
    assert (await texts(memory, talk.id))[0] == "Use [API key removed]"


async def test_a_fact_without_its_secret_is_compared_by_what_is_left(profile: Profile) -> None:
    conversation = await profile.conversation()
    said = await profile.said(conversation, "The gate opens with blaubeere", "Fine.")
    await profile.fact("The gate opens with blaubeere", said)
    async with opened(profile.folder, profile.clock) as memory:
        await redact(memory, "m1", "blaubeere")
    known = await profile.store.read(lambda: facts.same("The gate opens with [secret removed]"))
    assert known == 1


async def test_an_ordinary_word_is_a_secret_only_where_it_was_given_as_one(memory: Memory) -> None:
    talk = await memory.new_conversation()
    other = await say(memory, talk, "In summer we swim", "Summer is warm.")
    asked = await say(memory, talk, 'password: "summer"', "The password is summer.")
    plan = await redact(memory, asked)
    assert [one.everywhere for one in plan.secrets] == [False]
    assert await texts(memory, talk.id) == [
        "In summer we swim", "Summer is warm.", 'password: "[password removed]"', "The password is [password removed].",
    ]  # fmt: skip
    assert {record.message for record in await memory.search("summer")} == {other, f"m{int(other[1:]) + 1}"}


async def test_all_messages_are_cleaned_at_once(memory: Memory) -> None:
    talks = [await memory.new_conversation() for _ in range(2)]
    for talk in talks:
        await say(memory, talk, f"Use {KEY}", "Fine.")
        await say(memory, talk, "password=hunter22", "Fine.")
    await memory.talks.delete(talks[1].id)
    plan = await redact(memory, None)
    assert [one.kind for one in plan.secrets] == ["API key", "password"]
    assert where(memory.profile_dir, KEY) == where(memory.profile_dir, "hunter22") == []
    assert (await memory.redaction.plan(None)).empty


async def test_the_newest_message_with_a_secret_is_found(memory: Memory) -> None:
    talk = await memory.new_conversation()
    with pytest.raises(NotFound):
        await memory.redaction.newest(talk.id)
    asked = await say(memory, talk, f"Use {KEY}", "Fine.")
    await say(memory, talk, "Thanks", "Fine.")
    assert await memory.redaction.newest(talk.id) == asked


async def test_before_a_reply_that_repeats_one_secret_comes_the_message_that_holds_more(memory: Memory) -> None:
    talk = await memory.new_conversation()
    asked = await say(memory, talk, f"Use {KEY}, and password=hunter22", f"I use {KEY}.")
    assert await memory.redaction.newest(talk.id) == asked
    await redact(memory, asked)
    assert where(memory.profile_dir, KEY) == where(memory.profile_dir, "hunter22") == []


@pytest.mark.parametrize("text", ["abc", "*", "unicorns", "uni*"])
async def test_what_the_message_does_not_hold_is_refused_without_being_repeated(memory: Memory, text: str) -> None:
    asked = await say(memory, await memory.new_conversation(), "abc is here", "Fine.")
    with pytest.raises(BadInput) as refused:
        await memory.redaction.plan(asked, text)
    assert text not in refused.value.line.removesuffix("*")


async def test_in_incognito_there_is_nothing_to_take_out(memory: Memory) -> None:
    talk = await memory.new_conversation(mode=Mode.INCOGNITO)
    turn = await memory.begin(talk.id, f"Use {KEY}")
    with pytest.raises(BadInput):
        await memory.redaction.plan(turn.user.id)


async def test_the_search_has_what_it_would_have_of_the_text_that_is_left(memory: Memory) -> None:
    asked = await say(memory, await memory.new_conversation(), f"Use {KEY} for Porto", f"{KEY} it is")
    await redact(memory, asked)
    store = memory._parts.store
    rows = await store.read(lambda: list(Document.select()))
    for row in rows:
        shown = await memory.show(f"m{row.item}")
        assert row.hash == documents.searchable(shown.text).hash


NOT_SWEPT = {
    "meta.value": "keys and numbers",
    "conversation.model": "a name of the settings",
    "conversation.vendors": "names of vendors",
    "message.model": "a name of the settings",
    "part.text": "a place of its own",
    "fact.content": "a place of its own",
    "identity.content": "a place of its own",
    "entity.name": "goes whole",
    "entity.folded": "goes whole",
    "alias.name": "goes whole",
    "alias.folded": "goes whole",
    "partition.name": "goes whole",
    "partition.folded": "goes whole",
    "document.text": "a place of its own",
    "document.grams": "follows the text",
    "conversation.parameters": "numbers by known names",
    "injection.standing": "ids",
    "activity.model": "a name of the settings",
    "activity.learned": "ids",
    "call.model": "a name of the settings",
    "consolidation_step.before": "goes whole",
    "consolidation_step.after": "numbers and names of columns",
    "doubt.trail": "numbers and times",
    "tombstone.words": "keyed hashes",
    "receipt.left": "names of files",
    "activity.dropped": "reasons and numbers",
    "learnt_item.messages": "ids",
    "learnt_item.left": "numbers, times and names of states",
    "learnt_item.undone": "numbers, times and names of states",
    "receipt.targets": "ids",
    "receipt.prints": "keyed hashes",
    "receipt.texts": "keyed hashes",
    "receipt.before": "numbers",
    "receipt.after": "numbers",
    "exported_file.path": "a path",
}


def test_every_column_of_text_is_swept_or_known_to_need_it_not() -> None:
    columns = {
        f"{table._meta.table_name}.{field.name}"
        for table in TABLES
        for field in table._meta.sorted_fields
        if type(field) is TextField or isinstance(field, JSONField)
    }
    swept = {f"{field.model._meta.table_name}.{field.name}" for field in free_text.COLUMNS}
    assert swept | NOT_SWEPT.keys() == columns | {"entity.kind", "fact.category"}  # short, but a model's or a file's
    assert not swept & NOT_SWEPT.keys()
