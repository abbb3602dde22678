"""How a memory is opened."""

from __future__ import annotations

from pathlib import Path
from typing import TypedDict

from memory.distill.hooks import Hooks
from memory.ports import Clock, LanguageModel
from memory.settings import Settings


class Options(TypedDict, total=False):
    """What `Memory.open` takes besides the profile's folder; each may be left out.

    `models_dir` keeps the unpacked embedding model (default: `profile_dir/../../models`); a prompt in `prompts_dir`
    takes the place of ours of the same name. `incognito` opens the profile without changing a file. `background` False
    (one-shot commands) starts no distillation by itself; `hooks` have their say in each.
    """

    settings: Settings | None
    llm: LanguageModel | None
    clock: Clock | None
    models_dir: Path | None
    prompts_dir: Path | None
    incognito: bool
    background: bool
    hooks: Hooks | None
