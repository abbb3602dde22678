"""What is forgotten is gone, down to the bytes; everything else stays."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

import pytest

from memory.drafts import DraftFile, Edited, left_behind
from memory.errors import BadInput, NotFound
from memory.store import episodes, facts, graph, identity, ids, ledger, messages, scrub, tombstones
from memory.store.store import Store
from memory.store.tables import Episode, Fact, Message, Signal
from memory.types import Kind, Part, Record, Trace
from tests.memory.forget.profile import Profile, back_up, everywhere, open_profile, where
from tests.scripted import SetClock

WORD = "Quixotrel"


@pytest.mark.parametrize("query", [WORD, WORD.upper(), "f1", "the locker code", "m1"])
async def test_no_byte_is_left_when_the_turns_go_too(profile: Profile, query: str) -> None:
    await everywhere(profile, WORD, by_the_user=query.casefold() == WORD.casefold())
    await back_up(profile)
    assert len(where(profile.folder, WORD)) >= 3
    await profile.forget(query, with_turns=True)
    assert where(profile.folder, WORD) == []


async def test_without_the_turns_only_the_users_own_messages_stay(profile: Profile) -> None:
    await everywhere(profile, WORD)
    await profile.forget(WORD)
    holding = [text for text in await profile.texts() if WORD in text]
    assert holding == [f"My locker code is {WORD}. I like tea."]
    assert where(profile.folder, WORD) == ["memory.sqlite"]


async def test_the_rest_of_what_was_said_stays(profile: Profile) -> None:
    await everywhere(profile, WORD)
    await profile.forget(WORD)
    assert "Tea is good." in await profile.texts()
    episode = await profile.store.read(lambda: episodes.record(Episode.get()))
    assert episode.text == "They like tea."
    assert (profile.folder / "soul.md").read_text(encoding="utf-8") == "Be brief.\n"


async def test_of_an_unsent_text_the_rest_stays(profile: Profile) -> None:
    await everywhere(profile, WORD)
    await profile.forget(WORD)
    assert [left.parts for left in left_behind(profile.folder / "drafts")] == [(Part("Shall I change it?"),)]


async def test_an_open_window_that_does_not_answer_is_told_of_and_its_draft_is_cut_when_it_is_gone(
    profile: Profile,
) -> None:
    await everywhere(profile, WORD, by_the_user=False)
    window = DraftFile(profile.folder / "drafts", "c1")
    window.write([Part(f"{WORD} again. And tea.")])
    plan = await profile.forgetting.plan(WORD, with_turns=True)
    assert "unsent texts of open windows" in [trace.what for trace in plan.traces]
    assert (await profile.forgetting.forget(plan)).pending
    assert not await profile.forgetting.finish_pending()
    window.close()
    assert await profile.forgetting.finish_pending()
    assert where(profile.folder, WORD) == []
    assert "And tea." in "".join(part.text for part in DraftFile(profile.folder / "drafts", "c1").take_over())


async def test_what_a_window_was_to_forget_is_not_taken_over_before_it_is_cut(profile: Profile) -> None:
    folder = profile.folder / "drafts"
    window = DraftFile(folder, "c1")
    window.write([Part(f"{WORD} again")])
    await profile.forgetting.forget(await profile.forgetting.plan(WORD))
    window.close()
    assert DraftFile(folder, "c1").take_over() == ()
    await profile.forgetting.finish_pending()
    assert list(folder.iterdir()) == []


async def test_a_window_that_lets_go_of_its_text_takes_the_wish_along(profile: Profile) -> None:
    folder = profile.folder / "drafts"
    window = DraftFile(folder, "c1")
    window.write([Part(f"{WORD} again")])
    await profile.forgetting.forget(await profile.forgetting.plan(WORD))
    window.write(())
    assert list(folder.iterdir()) == []
    assert await profile.forgetting.finish_pending()


@pytest.mark.parametrize("open_still", [True, False])
async def test_a_message_that_a_window_had_open_to_be_written_anew_goes(profile: Profile, open_still: bool) -> None:
    folder = profile.folder / "drafts"
    await profile.said(await profile.conversation(), f"{WORD} is the word.", "Fine.")
    window = DraftFile(folder, "c1")
    window.write([Part("And tea.")], Edited("m1", f"{WORD} is the word."))
    if not open_still:
        window.close()
    report = await profile.forgetting.forget(await profile.forgetting.plan("m1"))
    assert report.pending is open_still
    if open_still:
        assert window.wish is not None
        assert window.wish.messages == ("m1",)
        window.close()
        assert await profile.forgetting.finish_pending()
    assert where(profile.folder, WORD) == []
    assert DraftFile(folder, "c1").take_over() == (Part("And tea."),)


@pytest.mark.parametrize("said", ["Café", "Cafe\u0301", "CAFÉ", "\uff23\uff21\uff26\uff25"])
async def test_a_backup_goes_in_whatever_spelling_it_holds_the_word(profile: Profile, said: str) -> None:
    await profile.said(await profile.conversation(), "Meet me in the park.", "Fine.")
    (await back_up(profile)).rename(profile.folder / "no-word.backup")
    await profile.said(await profile.conversation(), f"Meet me in the {said}.", "Fine.")
    (await back_up(profile)).rename(profile.folder / "message.backup")
    await profile.store.write(lambda: Message.delete().execute())
    await profile.fact("Likes it")
    await profile.store.write(lambda: Fact.update(keywords=["it", said]).execute())
    (await back_up(profile)).rename(profile.folder / "list.backup")
    await profile.store.write(lambda: Fact.delete().execute())
    (profile.folder / "broken.backup").write_text(f"half a copy {said} or so", encoding="utf-8")
    await profile.forget("cafe")
    assert [path.name for path in profile.folder.glob("*.backup*")] == ["no-word.backup"]


async def test_an_entity_loses_the_other_name_that_is_forgotten(profile: Profile) -> None:
    await everywhere(profile, WORD)
    await profile.forget(WORD)
    assert await profile.store.read(lambda: graph.find("Locker")) is not None
    assert await profile.store.read(lambda: graph.find(f"{WORD} box")) is None


async def test_the_preview_names_each_fact_that_would_go(profile: Profile) -> None:
    named = await profile.fact("The user's son Paul is allergic to peanuts")
    alike = await profile.fact("The user's son is allergic to peanuts")
    await profile.fact("The user likes tea")
    assert {record.id for record in (await profile.forgetting.plan("Paul")).targets} == {named, alike}


@pytest.mark.parametrize("by_id", [True, False])
@pytest.mark.parametrize(
    ("word", "told", "other"),
    [
        ("Paul", "My son Paul is allergic to peanuts", "My son Tim is allergic to peanuts"),
        ("Paul", "Mein Sohn Paul ist allergisch gegen Nüsse", "Mein Sohn Tim ist allergisch gegen Nüsse"),
        ("2021", "I met Anna Berger in Lisbon in March 2021", "I met Anna Berger in Lisbon in March 2023"),
    ],
)
async def test_what_is_said_of_another_in_the_same_words_stays(
    profile: Profile, word: str, told: str, other: str, by_id: bool
) -> None:
    conversation = await profile.conversation()
    said, beside = [await profile.said(conversation, text, "Noted.") for text in (told, other)]
    going = await profile.fact(told, said, quote=told)
    await profile.fact(other, beside, quote=other)
    plan = await profile.forgetting.plan(going if by_id else word, with_turns=True)
    assert {record.id for record in plan.targets} == {going, f"m{said}"}
    await profile.forgetting.forget(plan)
    assert where(profile.folder, word) == []
    assert [record.text for record in await profile.store.read(facts.listing)] == [other]
    assert await profile.store.read(lambda: messages.visible(beside)) == other


@pytest.mark.parametrize(
    ("told", "others", "repeated", "kept"),
    [
        (
            "My son Paul is allergic to peanuts",
            ["My son Tim is allergic to peanuts", "Paul plays chess"],
            "No peanuts: your son Paul is allergic to peanuts.",
            "No peanuts: your son Tim is allergic to peanuts.",
        ),
        (
            "I met Anna Berger in Lisbon in March 2021",
            ["I met Anna Berger in Lisbon in March 2023", "I met Tim Berger in Lisbon in March 2021"],
            "In 2021 you met Anna Berger in Lisbon.",
            "In 2023 you met Anna Berger in Lisbon.",
        ),
    ],
)
@pytest.mark.parametrize("what", ["fact", "message", "conversation"])
async def test_what_repeats_it_elsewhere_goes_though_the_same_is_said_of_another(
    profile: Profile, told: str, others: Sequence[str], repeated: str, kept: str, what: str
) -> None:
    conversation = await profile.conversation()
    for text in others:
        await profile.fact(text, await profile.said(conversation, text, "Noted."), quote=text)
    own = await profile.conversation()
    said = await profile.said(own, told, "Noted.")
    fact = await profile.fact(told, said, quote=told)
    await profile.said(conversation, "What do you know?", repeated)
    await profile.said(conversation, "And what else?", kept)
    going = {"fact": fact, "message": f"m{said}", "conversation": f"c{own}"}[what]
    await profile.forget(going, with_turns=True)
    texts = await profile.texts()
    assert repeated not in texts
    assert {*others, kept} <= {*texts}
    assert {record.quote for record in await profile.store.read(facts.listing)} == {*others}


async def test_a_fact_that_stays_loses_the_category_that_is_forgotten(profile: Profile) -> None:
    fact = await profile.fact("Likes it")
    await profile.store.write(lambda: Fact.update(category=WORD).execute())
    await everywhere(profile, WORD)
    await profile.forget(WORD, with_turns=True)
    assert await profile.store.read(lambda: facts.get(ids.number(fact, "fact")).category) == ""
    assert where(profile.folder, WORD) == []


async def test_the_ledger_keeps_its_structure(profile: Profile) -> None:
    await everywhere(profile, WORD)
    before = await profile.store.read(ledger.read)
    await profile.forget(WORD)
    after = await profile.store.read(ledger.read)
    assert before is not None
    assert after is not None
    assert after.forgotten
    assert after.block == ""
    assert [(item.id, item.score, item.text) for item in after.items] == [(before.items[0].id, 0.9, "")]


async def test_the_preview_changes_nothing_and_shows_every_place(profile: Profile) -> None:
    fact = await everywhere(profile, WORD)
    await back_up(profile)
    plan = await profile.forgetting.plan(WORD, with_turns=True)
    assert where(profile.folder, WORD)
    assert fact in [record.id for record in plan.targets]
    places = {trace.place for trace in plan.traces}
    assert places >= {
        "titles", "system prompts", "ledger", "turns", "replies", "facts", "episodes", "identity", "entities", "log",
        "search", "identity.md", "soul.md", "journals", "drafts", "backups",
    }  # fmt: skip


async def test_the_preview_names_the_turns_that_would_stay(profile: Profile) -> None:
    await everywhere(profile, WORD)
    plan = await profile.forgetting.plan(WORD)
    assert plan.own_turns == 1
    assert (await profile.forgetting.plan(WORD, with_turns=True)).own_turns == 0


async def test_a_fact_by_id_leaves_other_facts_alone(profile: Profile) -> None:
    conversation = await profile.conversation()
    said = await profile.said(conversation, "My sister Ana lives in Porto. My brother Tom lives in Porto.", "Fine.")
    ana = await profile.fact("The user's sister Ana lives in Porto", said)
    tom = await profile.fact("The user's brother Tom lives in Porto", said)
    await profile.forget(ana)
    left = await profile.store.read(facts.listing)
    assert [record.id for record in left] == [tom]


async def test_a_fact_takes_what_it_replaced_along(profile: Profile) -> None:
    old = await profile.fact("The user lives in Porto")
    new = await profile.fact("The user lives in Ghent")
    numbers = ids.number(old, Kind.FACT), ids.number(new, Kind.FACT)
    await profile.store.write(lambda: Fact.update(superseded_by=numbers[1]).where(Fact.id == numbers[0]).execute())
    await profile.forget(new)
    assert await profile.store.read(Fact.select().count) == 0


async def test_a_turn_by_id_goes_with_its_reply_and_what_rests_on_it_alone(profile: Profile) -> None:
    conversation = await profile.conversation()
    said = await profile.said(conversation, "I have a parrot called Zibzib.", "What a fine bird Zibzib must be.")
    other = await profile.said(conversation, "I like tea.", "Tea is good.")
    await profile.fact("The user has a parrot", said)
    kept = await profile.fact("The user likes tea", other)
    await profile.forget(ids.show("message", said))
    assert await profile.texts() == ["[forgotten]", "[forgotten]", "I like tea.", "Tea is good."]
    assert [record.id for record in await profile.store.read(facts.listing)] == [kept]
    assert where(profile.folder, "zibzib") == []


async def test_an_episode_by_id_goes_alone(profile: Profile) -> None:
    fact = await everywhere(profile, WORD)
    await profile.forget("e1")
    assert await profile.store.read(Episode.select().count) == 0
    assert [record.id for record in await profile.store.read(facts.listing)] == [fact]


async def test_an_identity_line_goes_from_file_and_mirror(profile: Profile) -> None:
    profile.identity.add("I am a vegetarian")
    profile.identity.add("Call me Sam")
    await profile.store.write(lambda: identity.sync(profile.identity.lines, profile.clock.now()))
    await profile.forget("i1")
    assert profile.identity.lines == ("Call me Sam",)
    assert [line.text for line in await profile.store.read(identity.lines)] == ["Call me Sam"]


async def test_the_same_old_turns_do_not_bring_it_back_but_saying_it_anew_does(profile: Profile) -> None:
    conversation = await profile.conversation()
    said = await profile.said(conversation, "I am allergic to peanuts.", "I will remember that.")
    fact = await profile.fact("The user is allergic to peanuts", said)
    await profile.forget(fact)
    later = await profile.said(conversation, "I am allergic to peanuts!", "Noted.")

    def blocked() -> list[bool]:
        content = "Has a peanut allergy"
        return [tombstones.blocks(content, messages) for messages in ([said], [said, later], [later], [])]

    assert await profile.store.read(blocked) == [True, False, False, False]


async def test_words_of_two_neighbouring_sentences_count_together(profile: Profile) -> None:
    conversation = await profile.conversation()
    await profile.said(conversation, "Hello there", "You own a bicycle. It is crimson. Shall we go on?")
    await profile.forget("crimson bicycle")
    assert (await profile.texts())[1] == "Shall we go on?"


async def test_short_words_do_not_touch_longer_ones(profile: Profile) -> None:
    conversation = await profile.conversation()
    await profile.said(conversation, "Hello", "Eat a banana. Ana agrees.")
    await profile.forget("Ana")
    assert (await profile.texts())[1] == "Eat a banana."


async def test_chinese_is_forgotten_too(profile: Profile) -> None:
    conversation = await profile.conversation()
    await profile.said(conversation, "我住在里斯本。", "好的。你住在里斯本。今天天气很好。")
    fact = await profile.fact("用户住在里斯本")
    await profile.forget("里斯本", with_turns=True)
    assert where(profile.folder, "里斯本") == []
    assert fact not in [record.id for record in await profile.store.read(facts.listing)]


@pytest.mark.parametrize("query", ["", "  ", "the", "and of"])
async def test_words_that_say_nothing_forget_nothing(profile: Profile, query: str) -> None:
    with pytest.raises(BadInput):
        await profile.forgetting.plan(query)


async def test_what_is_not_there_takes_nothing_along(profile: Profile) -> None:
    await everywhere(profile, WORD)
    copy = await back_up(profile)
    plan = await profile.forgetting.plan("unicorns")
    assert plan.empty
    assert plan.traces == ()
    await profile.forget("unicorns")
    assert copy.exists()
    assert where(profile.folder, WORD)


async def test_a_message_that_goes_is_not_counted_among_those_that_stay(profile: Profile) -> None:
    conversation = await profile.conversation()
    said = await profile.said(conversation, "I have a parrot called Zibzib.", "What a fine bird.")
    plan = await profile.forgetting.plan(ids.show("message", said))
    whats = {trace.what: trace.count for trace in plan.traces if trace.place == "turns"}
    assert whats == {"your messages": 1, "replies to them": 1}
    assert plan.own_turns == 0


async def test_a_profile_that_is_only_read_forgets_nothing(profile: Profile, tmp_path: Path, clock: SetClock) -> None:
    await everywhere(profile, WORD)
    reading = Store(tmp_path / "memory.sqlite", read_only=True)
    await reading.open()
    other = open_profile(tmp_path, reading, clock)
    plan = await other.forgetting.plan(WORD)
    with pytest.raises(BadInput):
        await other.forgetting.forget(plan)
    await reading.close()
    assert WORD in profile.identity.path.read_text(encoding="utf-8")


async def test_an_unknown_id_is_said_so(profile: Profile) -> None:
    with pytest.raises(NotFound):
        await profile.forgetting.plan("f99")


async def test_exports_are_named_and_stay(profile: Profile) -> None:
    await everywhere(profile, WORD)
    exported = profile.folder / "exports" / "chat.md"
    exported.parent.mkdir()
    exported.write_text(f"code {WORD}", encoding="utf-8")
    report = await profile.forgetting.forget(await profile.forgetting.plan(WORD))
    assert report.exports == (str(exported),)
    assert exported.exists()


async def test_another_window_that_reads_makes_it_pending_and_the_next_start_ends_it(profile: Profile) -> None:
    await everywhere(profile, WORD)
    other = sqlite3.connect(profile.folder / "memory.sqlite", isolation_level=None)
    other.execute("BEGIN")
    other.execute("SELECT count(*) FROM fact").fetchone()
    report = await profile.forgetting.forget(await profile.forgetting.plan(WORD, with_turns=True))
    assert report.pending
    assert where(profile.folder, WORD)
    assert not await profile.forgetting.finish_pending()
    other.close()
    assert await profile.forgetting.finish_pending()
    assert where(profile.folder, WORD) == []
    assert not await profile.store.read(scrub.pending)


async def test_places_of_the_program_join(profile: Profile) -> None:
    class History:
        name = "input history"
        lines: ClassVar = [f"/remember the code is {WORD}", "hello"]

        def _with(self, needles: Sequence[str]) -> list[str]:
            return [line for line in self.lines if any(needle in line.casefold() for needle in needles)]

        def plan(self, targets: Sequence[Record], needles: Sequence[str]) -> Sequence[Trace]:
            return [Trace(self.name, "lines", len(self._with(needles)))]

        def erase(self, targets: Sequence[Record], needles: Sequence[str]) -> Sequence[Trace]:
            gone = self._with(needles)
            History.lines = [line for line in self.lines if line not in gone]
            return [Trace(self.name, "lines", len(gone))]

        def scan(self, needles: Sequence[str]) -> int:
            return len(self._with(needles))

    history = History()
    profile.forgetting.register(history)
    await everywhere(profile, WORD)
    plan = await profile.forgetting.plan(WORD)
    assert Trace("input history", "lines", 1) in plan.traces
    await profile.forgetting.forget(plan)
    assert history.lines == ["hello"]


async def test_the_index_is_told(profile: Profile, store: Store, clock: SetClock) -> None:
    pruned = asyncio.Event()

    async def prune() -> int:
        pruned.set()
        return 0

    profile.forgetting._prune = prune
    fact = await everywhere(profile, WORD)
    await profile.forget(fact)
    assert pruned.is_set()


async def test_a_forgotten_turn_waits_for_no_distillation(profile: Profile) -> None:
    await everywhere(profile, WORD)
    await profile.forget("m1")
    left = await profile.store.read(lambda: [row.message for row in Signal.select()])
    users = await profile.store.read(lambda: [row.id for row in Message.select().where(Message.role == "user")])
    assert left == users[1:]


async def test_words_that_stand_only_in_the_users_messages_are_no_empty_plan(profile: Profile) -> None:
    await profile.said(await profile.conversation(), f"The code is {WORD}", "Fine.")
    plan = await profile.forgetting.plan(WORD)
    assert plan.targets == ()
    assert not plan.empty
    assert plan.own_turns == 1
