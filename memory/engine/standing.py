"""What is always in context: the user's two files and the pinned facts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

from memory.engine.places import IDENTITY_NAME, SOUL_NAME
from memory.errors import BadInput, NoRoom
from memory.ports import Clock
from memory.settings import Settings
from memory.store import facts, identity, ids, narrative, news
from memory.store.identity_file import IdentityFile, WatchedText, one_line
from memory.store.store import Store
from memory.text.secrets import redact
from memory.types import IdentityLine, Kind, Record, Standing

DEMOTED_CATEGORY = "profile"


class Keeper:
    """Follows `identity.md` and `soul.md`: an edit in any editor counts from the next turn on.

    Identity lines and pinned facts, those of all projects, share a bound. What would grow beyond it raises NoRoom and
    changes nothing; an edit by hand may go beyond, then all of it is still sent and `troubles` says what to do. `added`
    is called when a text waits for its vector.
    """

    def __init__(
        self,
        profile_dir: Path,
        store: Store,
        clock: Clock,
        settings: Callable[[], Settings],
        added: Callable[[], None],
    ) -> None:
        self.file = IdentityFile(profile_dir / IDENTITY_NAME)
        self.soul = WatchedText(profile_dir / SOUL_NAME)
        self._store = store
        self._clock = clock
        self._settings = settings
        self._added = added
        self._synced: tuple[str, ...] | None = None

    @property
    def _bound(self) -> int:
        return self._settings().memory.identity_tokens

    async def standing(self, within: Sequence[int] = ()) -> Standing:
        """Everything that stands in the system prompt, as the files are now; pinned facts of `within` (() are all)."""
        await asyncio.to_thread(self._reload)
        await self._mirror()
        return await self._store.read(lambda: self._compose(within))

    def _reload(self) -> None:
        self.file.reload()
        self.soul.reload()

    async def _mirror(self) -> None:
        lines = self.file.lines
        if lines == self._synced or self._store.read_only:
            return
        at = self._clock.now()
        mirrored = await self._store.read(lambda: tuple(line.text for line in identity.lines()))
        if mirrored != lines:
            await self._store.write(lambda: identity.sync(lines, at))
        self._synced = lines

    def _compose(self, within: Sequence[int]) -> Standing:
        known = {line.text: line.id for line in identity.lines()}
        lines = tuple(IdentityLine(known.get(text, f"i{at}"), text) for at, text in enumerate(self.file.lines, start=1))
        everywhere = tuple(facts.pinned())
        pinned = tuple(facts.pinned(within)) if within else everywhere
        whole = {line.id: identity.cost(line.text) for line in lines}
        whole |= {fact.id: identity.cost(fact.text) for fact in everywhere}
        costs = {number: whole[number] for number in (*(line.id for line in lines), *(fact.id for fact in pinned))}
        text = identity.standing_text(lines, pinned, self.soul.text)
        troubles = (self.file.trouble, self.soul.trouble, _beyond(sum(whole.values()), self._bound))
        return Standing(lines, pinned, self.soul.text, text, costs, self._bound, tuple(filter(None, troubles)))

    async def add(self, text: str) -> None:
        """Appends a line to `identity.md`. BadInput for one that can't be one, NoRoom."""
        line = one_line(text)
        standing = await self.standing()
        if line in (one.text for one in standing.identity):
            return
        _need_room(standing, identity.cost(line))
        await asyncio.to_thread(self.file.add, line)
        await self._mirror()

    async def edit(self, line_id: str, text: str) -> None:
        """Says the line in other words. NotFound, BadInput, NoRoom."""
        old, new = await self._line(line_id), one_line(text)
        _need_room(await self.standing(), identity.cost(new), identity.cost(old))
        await asyncio.to_thread(self.file.edit, old, new)
        await self._mirror()

    async def remove(self, line_id: str) -> None:
        """Takes the line out of the file. NotFound."""
        old = await self._line(line_id)
        await asyncio.to_thread(self.file.remove, old)
        await self._mirror()

    async def write_soul(self, text: str) -> None:
        """Replaces `soul.md`. StoreError where it can't be written."""
        await asyncio.to_thread(self.soul.rewrite, lambda _: text)

    async def pin(self, fact_id: str) -> Record:
        """Puts a fact among what is always in context. NotFound, BadInput, NoRoom."""
        number = ids.number(fact_id, Kind.FACT)
        fact = await self._store.read(lambda: facts.record(facts.get(number)))
        if not fact.pinned:
            _need_room(await self.standing(), identity.cost(fact.text))
        return await self._pin(number, pinned=True)

    async def unpin(self, fact_id: str) -> Record:
        """The fact stays one, and is recalled when it helps. NotFound."""
        return await self._pin(ids.number(fact_id, Kind.FACT), pinned=False)

    async def _pin(self, number: int, *, pinned: bool) -> Record:
        at = self._clock.now()

        def work() -> Record:
            facts.pin(number, at, pinned=pinned)
            return facts.record(facts.get(number))

        return await self._store.write(work)

    async def accept(self, fact_id: str) -> str:
        """Makes a fact a line of `identity.md`, which is returned. NotFound, BadInput, NoRoom.

        The fact stays with its history, as one that the user confirmed.
        """
        number, at = ids.number(fact_id, Kind.FACT), self._clock.now()
        fact = await self._store.read(lambda: facts.record(facts.holding(number)))
        line, standing = one_line(fact.text), await self.standing()
        if line not in (one.text for one in standing.identity):
            _need_room(standing, identity.cost(line), standing.costs.get(fact.id, 0))
            await asyncio.to_thread(self.file.add, line)
            await self._mirror()

        def work() -> None:
            facts.pin(number, at, pinned=False)
            facts.vouch(number, at)

        await self._store.write(work)
        return line

    async def gathered(self) -> list[Record]:
        """The facts in whose words the narrative tells of the user, but for those that are always in context."""
        return await self._store.read(_offered)

    async def demote(self, memory_id: str) -> Record:
        """Makes a line, or a pinned fact, an ordinary fact. NotFound; BadInput for a line that a fact can't hold.

        The fact is stored before the line goes, so nothing in between loses it.
        """
        found = ids.parse(memory_id)
        if found is not None and found[0] == Kind.FACT:
            return await self.unpin(memory_id)
        line, at = await self._line(memory_id), self._clock.now()
        if secrets := redact(line)[1]:
            raise BadInput(
                f"This line holds a secret ({', '.join(dict.fromkeys(secrets))}), which no fact keeps",
                hint="Edit it, or remove it",
            )

        def work() -> Record:
            return facts.record(facts.get(news.remember(line, at=at, category=DEMOTED_CATEGORY)))

        fact = await self._store.write(work)
        await asyncio.to_thread(self.file.remove, line)
        await self._mirror()
        self._added()
        return fact

    async def _line(self, line_id: str) -> str:
        await self.standing()
        number = ids.number(line_id, Kind.IDENTITY)
        return await self._store.read(lambda: str(identity.get(number).content))


def _offered() -> list[Record]:
    telling = narrative.sentences()
    always = facts.always_among([ids.number(fact.id, Kind.FACT) for fact in telling])
    return [fact for fact in telling if ids.number(fact.id, Kind.FACT) not in always]


def _need_room(standing: Standing, cost: int, freed: int = 0) -> None:
    """NoRoom where `cost` more tokens, and `freed` less, would take more than the bound and more than now.

    BadInput where that can't fit whatever else goes.
    """
    after = standing.tokens + cost - freed
    if after <= standing.bound or cost <= freed:
        return
    if cost > standing.bound:
        raise BadInput(
            f"This takes {cost} tokens of every message, and only {standing.bound} may always be in context",
            hint="Say it shorter, or keep it as a fact with remember",
        )
    raise NoRoom(
        f"With this, {after} tokens would always be in context, of at most {standing.bound}",
        hint="identity lists what each line takes, identity demote ID makes one an ordinary fact",
    )


def _beyond(tokens: int, bound: int) -> str:
    if tokens <= bound:
        return ""
    return (
        f"{tokens} of {bound} tokens are always in context. All of it is sent;"
        " `identity demote ID` makes a line an ordinary fact"
    )
