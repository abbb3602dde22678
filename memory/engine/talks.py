"""The conversations of a profile: their modes and names, who got them, and how they end."""

from __future__ import annotations

from memory.engine.partitions import Partitions
from memory.engine.parts import Parts
from memory.engine.running import Running
from memory.engine.transcripts import Transcripts
from memory.errors import BadInput
from memory.settings import parameters
from memory.store import conversations, ids
from memory.text.normal import clean
from memory.types import Asked, Conversation, Found, Message, Mode, Part, Stand

NO_PROVIDER = "none"


class Talks:
    """What is done to a conversation as a whole; `Turns` takes its turns."""

    def __init__(self, parts: Parts, transcripts: Transcripts, partitions: Partitions, running: Running) -> None:
        self._world = parts.world
        self._distiller = parts.distiller
        self._transcripts = transcripts
        self._partitions = partitions
        self._running = running

    @property
    def mode(self) -> Mode:
        """The mode of a new conversation; without a provider there is no memory to use."""
        if self._world.incognito:
            return Mode.INCOGNITO
        settings = self._world.settings().memory
        return Mode.OFF if settings.provider == NO_PROVIDER else settings.mode

    def mode_of(self, conversation: Conversation) -> Mode:
        """The conversation's own mode, else the profile's; what lives in memory alone is always incognito."""
        if conversation.incognito or self._world.incognito:
            return Mode.INCOGNITO
        if self._world.settings().memory.provider == NO_PROVIDER:
            return Mode.OFF
        return conversation.mode or self.mode

    async def new(self, *, mode: Mode | None = None, model: str = "", project: str | None = None) -> Conversation:
        """In `project`, None: where new ones begin; with mode incognito (its own or the profile's) in memory alone."""
        hidden = self._world.incognito or (mode or self._world.settings().memory.mode) is Mode.INCOGNITO
        begins_in = await self._partitions.begins_in() if project is None else project
        made = await self._transcripts.create(hidden=hidden, mode=mode, model=model, project=begins_in)
        if project is None:
            await self._partitions.begin_in(made.project)
        return made

    async def rename(self, conversation: str, title: str) -> None:
        """The user's own title stays. BadInput for one that nobody can see."""
        await self._transcripts.change(conversation, lambda number: conversations.rename(number, title))

    async def find(self, words: str, *, limit: int = 200) -> list[Found]:
        """Those whose title or turns hold all the words, the last of which may be half typed; pinned, then newest."""
        return await self._transcripts.find(words, limit)

    async def pin(self, conversation: str, *, pinned: bool) -> None:
        """Pinned ones stay on top of the list."""
        await self._transcripts.change(conversation, lambda number: conversations.pin(number, pinned))

    async def set_mode(self, conversation: str, mode: Mode | None) -> None:
        """None follows the profile. A stored conversation can't become incognito nor the other way: BadInput."""
        current = await self._transcripts.conversation(conversation)
        if current.incognito != (mode is Mode.INCOGNITO):
            raise BadInput(
                "A conversation that has begun can't become incognito, nor leave it",
                hint="A new one can: /new and /new incognito in the chat, ask without --conversation",
            )
        await self._transcripts.change(conversation, lambda number: conversations.set_mode(number, mode))

    async def set_system(self, conversation: str, text: str) -> None:
        """Its own system prompt, "" for the usual one. BadInput for a text of which nothing can be seen."""
        kept = clean(text).strip()
        if text and Part(kept).blank:
            raise BadInput("There is nothing to tell the model", hint="/system none takes the usual one")
        await self._transcripts.change(conversation, lambda number: conversations.set_system(number, kept))

    async def set_parameter(self, conversation: str, name: str, value: object | None) -> dict[str, float]:
        """Sets one of its parameters, with None leaves it to the model; all it has then. BadInput says what may be."""
        checked = parameters({name: value})

        def work(number: int) -> dict[str, float]:
            values = {**conversations.get(number).parameters, **checked}
            if value is None:
                values.pop(name, None)
            conversations.set_parameters(number, values)
            return values

        return await self._transcripts.change(conversation, work)

    async def delete(self, conversation: str) -> None:
        """Hides it from lists and recall; for a week `restore` brings it back, then it is dropped."""
        at = self._world.clock.now()
        await self._transcripts.change(conversation, lambda number: conversations.delete(number, at))

    async def restore(self, conversation: str = "") -> str:
        """Brings a deleted one back, without an id the one deleted last. NotFound where nothing of it is left."""
        return await self._transcripts.restore(conversation)

    async def follow(self, conversation: str, message: str) -> None:
        """Goes to the branch of one of its messages: what is off that is neither recalled nor learnt from."""
        await self._transcripts.store_late()
        await self._transcripts.switch(conversation, message)
        await self.followed(conversation)

    async def followed(self, conversation: str) -> None:
        """Another branch is followed: what waits there may be learnt from."""
        if self._world.background:
            await self._distiller.turn_finished(ids.number(conversation, "conversation"))

    async def stand(self, conversation: str) -> Stand | None:
        """Where it stands in any window. None where it is gone."""
        return await self._transcripts.look(conversation, conversations.stand)

    async def versions(self, message: Message) -> list[Message]:
        """The answers, or the user's messages, that stand in the place of `message`, it among them."""
        return await self._transcripts.versions(message)

    async def asked(self, most: int) -> list[Asked]:
        """What the user sent last in any conversation, newest first."""
        return await self._transcripts.asked(most)

    async def message(self, message: str) -> Message:
        """One message by its id. NotFound where there is none."""
        return await self._transcripts.message(message)

    async def fork(self, conversation: str, message: str | None = None) -> Conversation:
        """A new one that begins as this one did, up to `message` or its end. What is said in it is its own.

        BadInput while a reply is being written, of which a part would be missing.
        """
        if self._running.writes_in(conversation):
            raise BadInput("A reply is being written", hint="Fork when it is there, or stop it first")
        await self._transcripts.store_late()
        return await self._transcripts.fork(conversation, message)

    async def leave(self, conversation: str) -> None:
        """The user left it: its waiting turns may be distilled now."""
        if self._world.background:
            await self._distiller.leave(ids.number(conversation, "conversation"))

    async def first_time_to(self, conversation: str, vendor: str) -> bool:
        """True when the conversation holds memory that this vendor never got; the caller then tells the user."""
        if await self._transcripts.look(conversation, lambda number: conversations.is_with(number, vendor)):
            return False
        await self._running.booked()
        return await self._transcripts.change(conversation, lambda number: conversations.goes_to(number, vendor))
