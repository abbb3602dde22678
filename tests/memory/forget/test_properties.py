"""Forgetting is complete and touches nothing else, whatever was said where."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from memory.store.store import Store
from memory.store.tables import Fact, Message
from tests.memory.forget.profile import Profile, open_profile, where
from tests.scripted import SetClock

SECRETS = ("quixotrel", "zibzabel")
OTHERS = ("Tea is good", "It rains", "The train was late", "Shall we cook")
sentence = st.one_of(
    st.sampled_from(OTHERS),
    st.builds("The code is {}".format, st.sampled_from(SECRETS)),
    st.builds("{} it is".format, st.sampled_from(SECRETS).map(str.upper)),
)
text = st.lists(sentence, min_size=1, max_size=3).map(lambda said: ". ".join(said) + ".")
turns = st.lists(st.tuples(text, text), max_size=3)
learnt = st.lists(sentence, max_size=3, unique=True)


@settings(max_examples=25)
@given(said=turns, facts=learnt, with_turns=st.booleans())
def test_forgetting_one_word_removes_it_and_nothing_else(
    said: list[tuple[str, str]], facts: list[str], with_turns: bool
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_check(Path(folder), said, facts, with_turns))


async def _check(folder: Path, said: list[tuple[str, str]], facts: list[str], with_turns: bool) -> None:
    gone = SECRETS[0]
    store = Store(folder / "memory.sqlite")
    await store.open()
    profile = open_profile(folder, store, SetClock())
    conversation = await profile.conversation()
    for user, reply in said:
        await profile.said(conversation, user, reply)
    for content in facts:
        await profile.fact(content)
    plan = await profile.forgetting.plan(gone, with_turns=with_turns)
    report = await profile.forgetting.forget(plan)
    assert not report.pending
    assert await _contents(profile) == [content for content in facts if gone not in content.lower()]
    assert await profile.texts() == _expected(said, gone, with_turns)
    stays = not with_turns and any(gone in user.lower() for user, _ in said)
    assert bool(where(folder, gone)) == stays
    await store.close()


async def _contents(profile: Profile) -> list[str]:
    return await profile.store.read(lambda: [row.content for row in Fact.select().order_by(Fact.id)])


def _expected(said: list[tuple[str, str]], gone: str, with_turns: bool) -> list[str]:
    texts: list[str] = []
    for user, reply in said:
        if with_turns and gone in user.lower():
            texts += ["[forgotten]", "[forgotten]"]
            continue
        texts += [user, _without(reply, gone)]
    return texts


def _without(reply: str, gone: str) -> str:
    """The sentences of `reply` without those that hold the word."""
    pieces = [f"{part}." for part in reply.rstrip(".").split(". ")]
    return " ".join(piece for piece in pieces if gone not in piece.lower()) or "[forgotten]"


def test_numbers_of_messages_are_unchanged(tmp_path: Path) -> None:
    async def check() -> None:
        store = Store(tmp_path / "memory.sqlite")
        await store.open()
        profile = open_profile(tmp_path, store, SetClock())
        conversation = await profile.conversation()
        await profile.said(conversation, "The code is quixotrel", "Fine.")
        before = await store.read(lambda: [(row.id, row.parent, row.seq) for row in Message.select()])
        await profile.forgetting.forget(await profile.forgetting.plan("quixotrel", with_turns=True))
        after = await store.read(lambda: [(row.id, row.parent, row.seq) for row in Message.select()])
        assert before == after
        await store.close()

    asyncio.run(check())
