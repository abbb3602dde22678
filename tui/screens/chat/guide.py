"""Shows a newcomer what memory does, by their own first messages: say something, ask for it elsewhere, see why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memory.counting import counted
from memory.types import Mode, Role
from tui.llm.vendors import EMBEDDED
from tui.widgets.guide import GuideLines

if TYPE_CHECKING:
    from memory.engine import Memory
    from memory.types import Injection
    from tui.screens.chat.screen import ChatScreen

_NOT_HERE, _SAY, _ASK, _SEE = range(4)


class Guide:
    """It stores and sends nothing itself, goes on with what the user does, and ends with a key or its last step.

    A conversation whose memory does not both learn and give has nothing to show: it waits for another one.
    """

    def __init__(self, chat: ChatScreen, lines: GuideLines) -> None:
        self._chat = chat
        self._lines = lines
        self._memory: Memory | None = None
        self._step = _NOT_HERE
        self._first = ""
        """The conversation in which the first thing was said."""
        self._lives_somewhere = False

    async def begin(self, memory: Memory) -> None:
        """Where the profile is new."""
        if await memory.newcomer.is_here():
            self._memory, self._step = memory, _SAY
            self.look()

    def look(self) -> None:
        """The conversation may have gone on."""
        if not self._remembers():
            self.draw()
            return
        talk = self._chat.talk
        answered = not talk.running and self._chat.transcript.latest(lambda one: one.role is Role.ASSISTANT) is not None
        if self._step == _SAY and answered and talk.conversation:
            self._over()
            self._first, self._step = talk.conversation, _ASK
            self._lives_somewhere = self._said_where()
        elif self._step == _ASK and answered and talk.conversation not in (None, self._first):
            self._step = _SEE
        elif self._step == _SEE and talk.running:
            self._step = _NOT_HERE
        self.draw()

    def _said_where(self) -> bool:
        """Whether the user followed the example of the first step."""
        said = self._chat.transcript.latest(lambda one: one.role is Role.USER)
        return said is not None and "i live in" in said.text.lower()

    def skip(self) -> bool:
        """Ends it for good; whether it was there."""
        if not self._lines.display:
            return False
        self._over()
        self._step = _NOT_HERE
        self.draw()
        return True

    def _over(self) -> None:
        if self._memory is not None and self._step == _SAY:
            self._chat.guarded(self._memory.newcomer.shown_around())

    def _remembers(self) -> bool:
        """Whether it is there at all, and the conversation one to show it with."""
        return self._step != _NOT_HERE and self._chat.mode == Mode.READ_WRITE

    def draw(self) -> None:
        if not self._remembers():
            self._lines.display = False
        else:
            self._lines.show(self._step, self._text(), self._chat.key("chat.stop"))

    def _text(self) -> str:
        key = self._chat.key
        if self._step == _SAY:
            return "Say something about you, such as: I live in Graz."
        if self._step == _ASK and self._chat.talk.conversation == self._first:
            return f"Memory is kept on this computer. {key('chat.new')} begins a new conversation: ask for it there."
        if self._step == _ASK:
            what = "Where do I live?" if self._lives_somewhere else "something about what you said there."
            return f"Here it can come from memory alone. Ask{', for example:' if self._lives_somewhere else ''} {what}"
        where = "the panel" if self._chat.recall.display else key("chat.recall")
        return (
            f"Memory gave {_given(self._chat.recall.injection)} to that message; {where} says why."
            f"{self._in_its_hands()} {key('chat.learnt')} shows what was learnt, /forget removes it for good."
            " /model shows who can answer: a key or Ollama adds more."
        )

    def _in_its_hands(self) -> str:
        session = self._chat.talk.session
        small = session is not None and session.models.name == EMBEDDED
        return " The built-in model is small: what it makes of that may be wrong." if small else ""


def _given(injection: Injection | None) -> str:
    if injection is None or not injection.items:
        return "nothing"
    number = len(injection.items)
    return f"{counted(number, 'memory', 'memories')}, {counted(injection.tokens, 'token')},"
