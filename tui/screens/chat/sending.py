"""From Enter to the queue: the files that a message mentions are read, one message after the other."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

from memory.errors import HarkenError
from tui.chat.files import Files
from tui.chat.mentions import missing, with_files
from tui.safe_text import safe_line
from tui.screens.chat.outbox import Job
from tui.screens.chat.talk import Talk
from tui.widgets.composer.composer import Composer


class Sending:
    """What can't be sent goes back into the composer; `warn` gets one line about a file that is not there."""

    def __init__(self, composer: Composer, talk: Talk, files: Files, warn: Callable[[str], None]) -> None:
        self._composer = composer
        self._talk = talk
        self._files = files
        self._warn = warn
        self._one_at_a_time = asyncio.Lock()

    async def send(self, job: Job, opened: int) -> None:
        """What is sent next waits until the files that this message mentions are read.

        Where another conversation is opened meanwhile, it is not meant for that, and goes back into the composer.
        """
        async with self._one_at_a_time:
            try:
                job = replace(job, parts=await with_files(job.parts, self._files.root))
                if wrong := await missing(job.parts, self._files.root):
                    self._warn(f"No file {safe_line(wrong[0])} here; the message went without it")
            except HarkenError:
                self._composer.arrived(job.draft)
                self._talk.outbox.hand_back(job)
                raise
            self._composer.arrived(job.draft)
            self._talk.ask(job) if self._talk.opened == opened else self._composer.give_back(job.draft)
