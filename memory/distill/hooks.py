"""Where a library or an extension has its say in a distillation; neither can raise who said something."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from memory.distill.candidates import Draft
from memory.distill.source import Batch, Line


@dataclass(frozen=True, slots=True)
class Hooks:
    """`format_messages` writes the new turns, by their numbers, as the model gets them; `post_process` may change what
    it made of them, before anything is checked."""

    format_messages: Callable[[Mapping[int, Line]], str] | None = None
    post_process: Callable[[Draft, Batch], Draft] | None = None
