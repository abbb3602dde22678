"""What is erased as a whole, as the program uses it."""

from __future__ import annotations

from collections.abc import Sequence

from memory.errors import BadInput
from memory.forget.again import Again, Since
from memory.forget.everything import Everything
from memory.forget.forgetting import Forgetting
from memory.store import ids
from memory.store.conversations import INCOGNITO_FIRST
from memory.store.store import Store
from memory.types import Clearing, ForgetReport, Record, Trace


class Erasing:
    """Looks before something whole is erased, and clears a profile."""

    def __init__(self, store: Store, forgetting: Forgetting, everything: Everything) -> None:
        self._store = store
        self._forgetting = forgetting
        self._everything = everything
        self._busy = False

    def chat_busy(self, busy: bool) -> None:
        self._busy = busy

    async def learnt_from(self, conversation: str) -> list[Record]:
        """The facts and digests that rest on the conversation alone and would go with it. NotFound."""
        number = ids.number(conversation, "conversation")
        return [] if number >= INCOGNITO_FIRST else await self._forgetting.learnt_from(number)

    async def finish_left(self) -> list[Trace]:
        """Takes out of the user's files what could not be written when it was forgotten; what is still left."""
        return await self._forgetting.finish_left()

    async def done_elsewhere(self) -> bool:
        """Whether another window has forgotten something since this was asked last."""
        return await self._forgetting.erased_elsewhere()

    async def again(self, memories: Sequence[Since]) -> tuple[int, int]:
        """Forgets what newer copies of this memory have forgotten: how often, and how many texts may still say it."""
        return await Again(self._store, self._forgetting).repeat(memories)

    async def preview(self) -> Clearing:
        """What clearing the profile would erase."""
        return await self._everything.plan()

    async def everything(self, profile: str, *, with_exports: bool = False) -> ForgetReport:
        """Clears the profile down to the bytes; settings stay. BadInput unless `profile` is its name. No undo."""
        name = (await self.preview()).profile
        if profile != name:
            raise BadInput(f"{profile!r} is not the name of this profile; nothing was erased", hint=f"It is {name}")
        if self._busy:
            raise BadInput("A reply is being written; nothing was erased", hint="Wait for its end, or stop it")
        report = await self._everything.erase(with_exports=with_exports)
        await self.done_elsewhere()  # what was done here is known here
        return report
