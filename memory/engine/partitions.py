"""Projects and personas, as the program uses them."""

from __future__ import annotations

from collections.abc import Callable

from memory import names
from memory.engine.transcripts import Transcripts
from memory.errors import BadInput
from memory.settings import Settings
from memory.store import facts, ids, moving, partitions
from memory.store.partitions import EVERYWHERE
from memory.store.store import Store
from memory.types import PROFILE_WIDE, Conversation, Kind, Partition, PartitionKind, PartitionUse, Record


def project_named(name: str) -> Partition:
    """The project `name`, "" for none. BadInput for what can't be a name."""
    return names.partition(PartitionKind.PROJECT, name) if name else PROFILE_WIDE


def place_named(text: str) -> Partition | None:
    """What `profile`, `project:NAME` or `persona:NAME` stands for, None for "". BadInput for anything else."""
    return partitions.parse(text) if text else None


class Partitions:
    """What belongs where. Only the user's word, said here, changes it."""

    def __init__(
        self, store: Store, transcripts: Transcripts, settings: Callable[[], Settings], moved: Callable[[], None]
    ) -> None:
        self._store = store
        self._transcripts = transcripts
        self._settings = settings
        self._moved = moved
        self._next = ""
        self._next_number: int | None = EVERYWHERE

    async def known(self) -> list[PartitionUse]:
        """The projects and personas there are, with how much belongs to each."""
        return await self._store.read(partitions.uses)

    async def begins_in(self) -> str:
        """The project of new conversations, "" for none, by the name it has now: the old one may be forgotten."""
        number = self._next_number
        if number is None:
            return self._next
        found = await self._store.read(lambda: partitions.named([number]))
        return found.get(number, PROFILE_WIDE).name

    async def begin_in(self, project: str) -> None:
        """New conversations begin in `project` ("": in none), as the one on the screen.

        BadInput for what can't be a name.
        """
        place = project_named(project)
        found = await self._store.read(lambda: partitions.find(place))
        if found is None:
            names.refuse_secret(place)
        self._next, self._next_number = place.name, found

    async def enter(self, conversation: str, project: str) -> Conversation:
        """The conversation belongs to `project` ("": to none) from now on; facts learnt from it before stay.

        BadInput for what can't be a name.
        """
        found = await self._enter(conversation, PartitionKind.PROJECT, project)
        await self.begin_in(found.project)
        return found

    async def talk_with(self, conversation: str, persona: str) -> Conversation:
        """The conversation is held with `persona` ("": with none) from now on; facts learnt from it before stay.

        What is learnt goes to the conversation's project where it has one too. BadInput for what can't be a name.
        """
        return await self._enter(conversation, PartitionKind.PERSONA, persona)

    async def _enter(self, conversation: str, kind: PartitionKind, name: str) -> Conversation:
        place = names.partition(kind, name) if name else PROFILE_WIDE
        await self._transcripts.change(conversation, lambda number: moving.conversation(number, kind, place))
        self._moved()
        return await self._transcripts.conversation(conversation)

    async def move(self, memory_id: str, place: str) -> Record:
        """The fact belongs to `place` from now on: profile, project:NAME or persona:NAME.

        NotFound; BadInput for what is no fact or no place, or where another fact there speaks of the same.
        """
        found, partition = ids.parse(memory_id), partitions.parse(place)
        if found is not None and found[0] != Kind.FACT:
            raise BadInput(
                f"{memory_id} is no fact; only facts are moved", hint="/project NAME moves a whole conversation"
            )
        number = ids.number(memory_id, Kind.FACT)

        def work() -> Record:
            moving.fact(number, partition)
            return facts.record(facts.get(number))

        record = await self._store.write(work)
        self._moved()
        return record

    async def seen_in(self, conversation: str | None, *, project: str = "") -> tuple[int, ...]:
        """The numbers of what a conversation recalls from, None: a new one of `project`; () is everything."""
        if conversation is None:
            return await self._seen(project, "")
        home = await self._transcripts.conversation(conversation)
        return await self._seen(home.project, home.persona)

    async def _seen(self, project: str, persona: str) -> tuple[int, ...]:
        recall_from = self._settings().memory.recall_from
        if recall_from == "all":
            return ()
        own = ((PartitionKind.PROJECT, project), (PartitionKind.PERSONA, persona))
        named = [Partition(kind, name) for kind, name in own if name and recall_from == "own"]
        if not named:
            return (EVERYWHERE,)
        numbers = await self._store.read(lambda: [partitions.find(one) for one in named])
        return (EVERYWHERE, *(number for number in numbers if number is not None))
