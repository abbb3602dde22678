"""Draws what a command gave back."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from textual.message import Message

from tui.commands.outcome import (
    Answer,
    Choose,
    Compare,
    Confirm,
    Copy,
    Edit,
    Find,
    Follow,
    Learnt,
    Log,
    ModelChosen,
    Open,
    Outcome,
    Page,
    ProfileChosen,
    Quit,
    Redraw,
    Refresh,
    Say,
    Settings,
    Several,
    Theme,
    Written,
)
from tui.messages import ModelWanted, ProfileWanted, SettingsWanted, ThemeWanted
from tui.safe_text import safe_line
from tui.screens.chat.comparing import compare
from tui.screens.chat.learning import show_learnt
from tui.screens.chat.outbox import Job

if TYPE_CHECKING:
    from tui.screens.chat.screen import ChatScreen


async def run_command(line: str, chat: ChatScreen) -> None:
    """Runs a slash command in the conversation on the screen."""
    from tui.commands.registry import run

    if chat.talk.session is None:
        await chat.transcript.add_note("Memory is not open, so commands can't run", "warning")
    else:
        context = replace(chat.talk.session.context(chat.talk.conversation), replying=chat.talk.running)
        await draw(await run(line, context), chat)


async def draw(outcome: Outcome, chat: ChatScreen) -> None:
    """Shows `outcome` on the chat, asking the user where it asks. Runs in a worker: dialogs are awaited.

    Of several, what draws a conversation comes first: what is said about it would else be wiped off with the old one.
    """
    match outcome:
        case Several(outcomes):
            for one in sorted(outcomes, key=lambda one: not isinstance(one, Open | Redraw)):
                await draw(one, chat)
        case Say() | Copy() | Written() | Page() | Log():
            await _show(outcome, chat)
        case Confirm() | Choose():
            await _ask(outcome, chat)
        case Open() | Answer() | Edit() | Follow() | Compare():
            await _talk(outcome, chat)
        case _:
            await _do(outcome, chat)


async def _show(outcome: Say | Copy | Written | Page | Log, chat: ChatScreen) -> None:
    match outcome:
        case Say(text, severity=severity):
            await chat.transcript.add_note(text, severity)
        case Copy(text):
            chat.copy_text(text)
        case Written(path, note):
            await chat.transcript.add_note(f"Written to {safe_line(str(path))}{note}", "information")
            if chat.app.is_web:
                chat.app.deliver_binary(path)
        case Page(title, markdown):
            from tui.screens.page import PageScreen

            await chat.app.push_screen(PageScreen(title, markdown))
        case Log():
            from tui.screens.log import LogScreen

            await chat.app.push_screen(LogScreen(outcome, chat.copy_text, chat.keymap))


def _draws(outcome: Outcome) -> bool:
    """Whether the conversation is drawn anew, or another one, where the one shown may be gone."""
    return isinstance(outcome, Open | Redraw) or (isinstance(outcome, Several) and any(map(_draws, outcome.outcomes)))


async def _ask(outcome: Confirm | Choose, chat: ChatScreen) -> None:
    """After a confirmed deed the screen may still quote what is gone, so it is drawn anew from the store."""
    match outcome:
        case Confirm(title, body, yes, action, danger):
            from tui.screens.confirm import ConfirmScreen

            if await chat.app.push_screen_wait(ConfirmScreen(title, body, yes, danger=danger)):
                done = await action()
                if not _draws(done):
                    await chat.talk.show_again()
                await draw(done, chat)
        case Choose():
            await _choose(outcome, chat)


async def _choose(outcome: Choose, chat: ChatScreen) -> None:
    from tui.screens.choose import ChooseScreen

    preview = outcome.preview
    shown = (lambda option: draw(preview(option), chat)) if preview else None
    screen = ChooseScreen(outcome.title, outcome.options, begin=outcome.begin, preview=shown, body=outcome.body_lines)
    chosen = await chat.app.push_screen_wait(screen)
    if chosen is not None:
        await draw(await outcome.action(chosen), chat)
    elif preview is not None:
        await draw(preview(outcome.begin), chat)


async def _talk(outcome: Open | Answer | Edit | Follow | Compare, chat: ChatScreen) -> None:
    match outcome:
        case Open(conversation):
            await chat.talk.open(conversation)
        case Answer(again, resume):
            chat.talk.ask(Job(again=again, resume=resume))
        case Edit(message):
            chat.edit(message)
        case Follow(message_id):
            await chat.talk.follow(message_id)
        case Compare():
            await compare(outcome, chat)


async def _do(
    outcome: Find | Quit | Refresh | Redraw | Theme | ModelChosen | Learnt | Settings | ProfileChosen, chat: ChatScreen
) -> None:
    match outcome:
        case Learnt():
            await show_learnt(chat)
        case Find(words):
            chat.find(words)
        case Quit():
            await chat.app.run_action("quit")
        case Refresh():
            chat.refresh_state()
        case Redraw():
            await chat.talk.show_again()
        case Theme() | ModelChosen() | ProfileChosen() | Settings():
            chat.post_message(_wish(outcome))


def _wish(outcome: Theme | ModelChosen | ProfileChosen | Settings) -> Message:
    """What the program around the chat is asked for."""
    match outcome:
        case Theme(name):
            return ThemeWanted(name)
        case ModelChosen(name):
            return ModelWanted(name)
        case ProfileChosen(name):
            return ProfileWanted(name)
        case Settings():
            return SettingsWanted()
