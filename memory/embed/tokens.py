"""The packaged embedder's own tokenizer as a counter."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from memory.embed.files import unpack


class WordPieces:
    """Counts MiniLM's word pieces, the whole text and no special tokens. Raises EmbeddingUnavailable without files."""

    def __init__(self, models_dir: Path) -> None:
        from tokenizers import Tokenizer

        self._tokenizer: Any = Tokenizer.from_file(str(unpack(models_dir) / "tokenizer.json"))
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()

    def count(self, text: str) -> int:
        return len(self._tokenizer.encode(text, add_special_tokens=False).ids)
