"""Two answers to one message beside each other: the one that stands, and one that is made to compare with it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping
from contextlib import aclosing, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option
from textual.worker import Worker

from memory.errors import HarkenError
from memory.types import Injection, Message, Status, Worth
from tui.chat.comparing import difference, given_line, usage_line
from tui.chat.events import Failed, Finished, Notice, Reasoning, Recalled, Retrying, Text, TurnEvent, Waiting
from tui.commands.verdicts import leaning_line
from tui.keys import COMPARE, bindings, first_in_use
from tui.safe_text import safe_line
from tui.screens.quoting import QuotingScreen
from tui.widgets.drawn import ReplyBody

if TYPE_CHECKING:
    from memory.engine import Memory

SIDE_BY_SIDE = 100
"""Columns from which on the answers stand beside each other; below, under each other."""
KEEPS = "Enter keeps it · Tab: the other"
STOPS = "Esc stops it; what came stays"
CLOSES = "Esc closes"
WHOLE = "the whole reply"
Run = Callable[[], AsyncGenerator[TurnEvent, None]]


@dataclass(frozen=True, slots=True)
class Kept:
    """The second answer is to stand, with what memory gave to it."""

    reply: Message
    given: Injection


class Side(Vertical):
    """One answer, with what memory gave to it."""

    def __init__(self, name: str, given: Injection | None, reply: Message | None) -> None:
        super().__init__(classes="side")
        self.reply = reply
        self.given = given
        self._label = name
        self._title = Static(markup=False, classes="side-title")
        self._state = Static(markup=False, classes="side-state")
        self.body = ReplyBody(reply.text if reply else "")
        self.lines = OptionList(markup=False, classes="side-lines")
        self.words: dict[str, Worth] = {}

    def compose(self) -> ComposeResult:
        yield self._title
        with VerticalScroll(can_focus=False):
            yield self.body
        yield self._state
        yield self.lines

    def on_mount(self) -> None:
        self.draw()

    def say(self, line: str, style: str = "$text-muted") -> None:
        self._state.update(Content.styled(safe_line(line), style))

    def take(self, given: Injection) -> None:
        self.given = given
        self.draw()

    def draw(self) -> None:
        told = given_line(self.given) if self.given or self.reply else ""
        self._title.update(Content.assemble((self._label, "bold"), f"  {told}"))
        if self.reply is not None:
            self.say(usage_line(self.reply.usage))
        items = self.given.items if self.given else ()
        highlighted = self.lines.highlighted or 0
        rows = {"": WHOLE, **{item.id: safe_line(item.text, 200) for item in items}}
        self.lines.set_options([Option(self._row(about, text), id=about) for about, text in rows.items()])
        self.lines.highlighted = min(highlighted, len(items))

    def _row(self, about: str, text: str) -> Content:
        """The user's word stands first: the end of a long memory is cut off."""
        worth = self.words.get(about)
        return Content.assemble((f"{worth}: " if worth else "", "$accent"), text)

    @property
    def chosen(self) -> str:
        """The memory the keys are for, "" for the reply itself."""
        place = self.lines.highlighted
        return "" if place is None else self.lines.get_option_at_index(place).id or ""

    def scroll_page(self, pages: int) -> None:
        scroll = self.query_one(VerticalScroll)
        scroll.scroll_relative(y=pages * max(1, scroll.size.height - 1), animate=False)


class CompareScreen(QuotingScreen[Kept]):
    """Gives back the second answer where that is to stand, else None. `run` makes it; it is stored however it ends."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape", "step_back", "stop, or close"),
        *bindings(COMPARE),
        ("pageup", "page(-1)", "scroll up"),
        ("pagedown", "page(1)", "scroll down"),
    ]

    def __init__(
        self,
        memory: Memory,
        asked: Message,
        reply: Message,
        given: Injection | None,
        run: Run,
        keymap: Mapping[str, str],
    ) -> None:
        super().__init__()
        self._memory, self._asked, self._run = memory, asked, run
        self._judges = " · ".join(f"{first_in_use(key, keymap)} {key.help}" for key in COMPARE)
        self._first = Side("as it stands", given, reply)
        self._second = Side("again", None, None)
        self._foot = Static(markup=False, classes="dialog-foot")
        self._worker: Worker[None] | None = None
        self._trouble = ""
        self._over = asyncio.Event()

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog compare"):
            yield Static(Content(safe_line(self._asked.text, 200)), markup=False, classes="dialog-title")
            with Container(classes="sides"):
                yield self._first
                yield self._second
            yield self._foot

    async def on_mount(self) -> None:
        self._first.lines.focus()
        self._say_keys()
        self._worker = self.run_worker(self._answer(), group="compare")
        with self._failing_aloud():
            await self._show_words(self._first)

    def on_resize(self, event: events.Resize) -> None:
        self.query_one(".compare").set_class(event.size.width < SIDE_BY_SIDE, "-narrow")

    async def renew(self, *, forgotten: bool) -> None:
        if forgotten:
            await self.end()
        await super().renew(forgotten=forgotten)

    async def end(self) -> None:
        """Stops the answer that is being written; returns when what came of it is stored."""
        if self._worker is not None:
            self._worker.cancel()
            await self._over.wait()

    # The second answer

    async def _answer(self) -> None:
        try:
            await self._play()
        except HarkenError as error:
            self._second.say(error.line, "$error")
        finally:
            self._over.set()
            self._worker = None
        self._say_keys()

    async def _play(self) -> None:
        try:
            async with aclosing(self._run()) as answer:
                async for event in answer:
                    await self._draw(event)
        except asyncio.CancelledError:
            if not self.is_running:
                raise
            await self._show_stopped()

    async def _draw(self, event: TurnEvent) -> None:
        side = self._second
        match event:
            case Recalled(injection):
                side.take(injection)
            case Notice(text):
                side.say(text)
            case Waiting(model, seconds):
                side.say(f"waiting for {model}" + (f", nothing for {seconds:.0f} s" if seconds >= 1 else ""))
            case Retrying():
                side.say(f"{event.reason}: trying again in {event.seconds:.0f} s", "$warning")
            case Reasoning():
                side.say("thinking")
            case Text(delta):
                side.say("writing")
                side.body.append(delta)
            case Finished(message):
                await self._settle(message)
            case Failed(line, message=message):
                if message is not None:
                    await self._settle(message)
                side.say(line, "$error")

    async def _settle(self, message: Message) -> None:
        self._second.reply = message
        self._second.draw()
        await self._second.body.finish()

    async def _show_stopped(self) -> None:
        """What is stored of the answer that was stopped: the newest of those beside the first."""
        path = await self._memory.messages(self._asked.conversation)
        stands = next((one for one in path if one.parent == self._asked.id), None)
        newest = (await self._memory.talks.versions(stands))[-1] if stands and stands.siblings else None
        before = self._first.reply
        if newest is not None and before is not None and newest.seq > before.seq and newest.text:
            await self._settle(newest)
        self._second.say(str(Status.CANCELLED if self._second.reply else "stopped before a word came"))

    # Keys

    def action_step_back(self) -> None:
        if self._worker is not None:
            self._worker.cancel()
        else:
            self.dismiss(None)

    def action_page(self, pages: int) -> None:
        self._focused.scroll_page(pages)

    async def action_judge(self, word: str) -> None:
        """The word on the reply or the memory with the cursor; the same word again takes it back."""
        side, worth = self._focused, Worth(word)
        if side.reply is None or self._worker is not None:
            self._say("It is still being written" if self._worker is not None else "There is no reply to judge")
            return
        about, comparing = side.chosen, self._memory.comparing
        with self._failing_aloud():
            if side.words.get(about) is worth:
                await comparing.take_back(side.reply, memory=about)
            else:
                await comparing.judge(side.reply, worth, memory=about, given=side.given, compared=True)
            await self._show_words(side)
            self._say(leaning_line(await comparing.leaning()))

    async def _show_words(self, side: Side) -> None:
        said = await self._memory.comparing.said(self._asked.id)
        side.words = {one.memory: one.worth for one in said if side.reply is not None and one.reply == side.reply.id}
        side.draw()

    @contextmanager
    def _failing_aloud(self) -> Iterator[None]:
        self._trouble = ""
        try:
            yield
        except HarkenError as error:
            self._trouble = error.line
            self._say_keys()

    @property
    def _focused(self) -> Side:
        return self._second if self.focused is self._second.lines else self._first

    @on(OptionList.OptionSelected)
    def _keep(self) -> None:
        side = self._focused
        if self._worker is not None:
            self._say("It is still being written")
        elif side is self._first:
            self.dismiss(None)
        elif side.reply is None or not side.reply.id or side.given is None:
            self._say("There is no second answer that could stand")
        else:
            self.dismiss(Kept(side.reply, side.given))

    def _say_keys(self) -> None:
        self._say("")

    def _say(self, line: str) -> None:
        first, second = self._first.reply, self._second.reply
        apart = difference(first.usage, second.usage) if first and second else ""
        keys = STOPS if self._worker is not None else f"{KEEPS} · {self._judges} · {CLOSES}"
        self._foot.update(
            Content("\n").join(Content(safe_line(part)) for part in (self._trouble or line or apart, keys) if part)
        )
