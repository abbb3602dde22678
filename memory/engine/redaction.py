"""Secrets that stand in the transcript, as the program has them taken out."""

from __future__ import annotations

from memory.engine.transcripts import Transcripts
from memory.errors import BadInput, NotFound
from memory.forget import redaction
from memory.forget.forgetting import Forgetting
from memory.forget.plan import Found
from memory.forget.sought import Sought
from memory.store import ids
from memory.store.store import Store
from memory.types import ForgetReport, Masked, RedactPlan


class Redaction:
    """What is derived never holds a secret that the recogniser knows; the transcript keeps what the user typed."""

    def __init__(self, store: Store, forgetting: Forgetting, transcripts: Transcripts) -> None:
        self._store = store
        self._forgetting = forgetting
        self._transcripts = transcripts

    async def newest(self, conversation: str) -> str:
        """The newest message of the conversation that holds a secret, rather the user's than its reply. NotFound."""
        number = ids.number(conversation, "conversation")
        found = None
        if not self._transcripts.is_hidden(conversation):
            found = await self._store.read(lambda: redaction.newest_in(number))
        if found is None:
            raise NotFound(
                "No message here holds a secret that harken knows",
                hint="Say which message and what: its first letters and * are enough",
            )
        return ids.show("message", found)

    async def plan(self, message: str | None, text: str = "") -> RedactPlan:
        """What would be taken out of everything: the secrets of a message, of all (None), or `text` of a message.

        NotFound for an unknown message, BadInput where it does not hold `text`.
        """
        sought = await self._sought(message, text)
        if not sought.wanted:
            return RedactPlan(message, ())
        traces = await self._forgetting.traces(Found(needles=sought.needles), redaction.rows(sought))
        shown = tuple(Masked(one.kind, one.beginning, len(one.value), one.everywhere) for one in sought.wanted)
        return RedactPlan(message, shown, tuple(traces), text)

    async def redact(self, plan: RedactPlan) -> ForgetReport:
        """Takes all that `plan` finds now out, down to the bytes. There is no undo."""
        self._forgetting.check_writable()
        await self._transcripts.store_late()
        sought = await self._sought(plan.message, plan.text)
        if not sought.wanted:
            return ForgetReport(())
        found = Found(needles=sought.needles)
        return await self._forgetting.erase(found, None, with_turns=True, rows=redaction.rows(sought))

    async def _sought(self, message: str | None, text: str) -> Sought:
        if message is None:
            return await self._store.read(redaction.in_all)
        if self._transcripts.is_hidden(message):
            raise BadInput("Nothing of an incognito conversation is kept: there is nothing to take out")
        number = ids.number(message, "message")
        return await self._store.read(lambda: redaction.named(number, text) if text else redaction.in_message(number))
