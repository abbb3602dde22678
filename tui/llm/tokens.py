"""Counting tokens as a chat model does, where its tokenizer comes with litellm: OpenAI's, up to those of GPT-5."""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tiktoken import Encoding

BUNDLED = {
    "cl100k_base": "9b5ad71b2ce5302211f9c61530b329a4922fc6a4",
    "o200k_base": "fb374d419588a4632f3f557e76b4b70aebbca790",
}
"""Their files in the folder that litellm tells tiktoken to look in first; any other would be downloaded."""

_log = logging.getLogger(__name__)


class Tokens:
    """A `TokenCounter`."""

    def __init__(self, encoding: Encoding) -> None:
        self._encoding = encoding

    def count(self, text: str) -> int:
        return len(self._encoding.encode_ordinary(text))


def tokens_of(model: str) -> Tokens | None:
    """The counter for a model by its full name, None where its tokenizer is not here.

    litellm must be loaded. The first time takes half a second, part of it with the GIL held.
    """
    import tiktoken

    try:
        name = tiktoken.encoding_name_for_model(model.rsplit("/", 1)[-1])
    except KeyError:
        return None
    file = BUNDLED.get(name)
    if file is None or not Path(os.environ.get("TIKTOKEN_CACHE_DIR", ""), file).is_file():
        return None
    try:
        return Tokens(tiktoken.get_encoding(name))
    except (OSError, ValueError) as error:
        _log.warning("the tokens of %s are estimated: %s", model, error)
        return None
