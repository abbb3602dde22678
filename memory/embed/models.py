"""Which embedding model there is: MiniLM, one for many languages, one of fastembed on this computer, or none."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Any

from memory.embed.embedder import Embedder, Loaded
from memory.embed.files import MODEL_SHA256, unpack
from memory.embed.multilingual import DIMENSION, EVERYDAY, MULTILINGUAL, PACKAGE, Multilingual, installed
from memory.embed.native import fill_sysconfig
from memory.errors import EmbeddingUnavailable

MINILM = "minilm"
MINILM_NAME = "harken/minilm-int8"
MINILM_DIMENSION = 384
THREADS = 2


def embedder(setting: str, models_dir: Path) -> Embedder:
    """The embedder for `memory.embedding_model`. Nothing is loaded or imported before its first text."""
    name = setting.strip()
    if name == "none":
        return Embedder("none", None, trouble="No embedding model is set; memories are found by their words")
    fill_sysconfig()
    if name in ("", MINILM):
        return Embedder(
            MINILM,
            lambda: minilm(models_dir),
            fingerprint=_fingerprint(MINILM, MINILM_DIMENSION, MODEL_SHA256),
            dimension=MINILM_DIMENSION,
        )
    if name == MULTILINGUAL:
        return Embedder(
            MULTILINGUAL, multilingual, fingerprint=_multilingual() if installed() else "", dimension=DIMENSION
        )
    return Embedder(name, lambda: _named(name, models_dir))


async def trouble(setting: str, models_dir: Path) -> EmbeddingUnavailable | None:
    """Why the model of `memory.embedding_model` can't be used, None where it can. It is loaded for that."""
    model = embedder(setting, models_dir)
    try:
        await model.warm()
    except EmbeddingUnavailable as error:
        return error
    finally:
        model.close()
    return None


def minilm(models_dir: Path) -> Loaded:
    folder = unpack(models_dir)
    text_embedding = _fastembed()
    from fastembed.common.model_description import ModelSource, PoolingType

    if MINILM_NAME not in {model["model"] for model in text_embedding.list_supported_models()}:
        text_embedding.add_custom_model(
            model=MINILM_NAME,
            pooling=PoolingType.MEAN,
            normalization=True,
            sources=ModelSource(url="http://localhost/none"),
            dim=MINILM_DIMENSION,
            model_file="model.onnx",
        )
    model = text_embedding(
        MINILM_NAME,
        specific_model_path=str(folder),
        threads=THREADS,
        cache_dir=str(models_dir),
        providers=["CPUExecutionProvider"],
        lazy_load=False,
    )
    return Loaded(model, _fingerprint(MINILM, MINILM_DIMENSION, MODEL_SHA256), MINILM_DIMENSION)


def multilingual() -> Loaded:
    return Loaded(Multilingual(), _multilingual(), DIMENSION)


def _multilingual() -> str:
    """The package has its weights inside, so that its version names them."""
    made_of = "\n".join((PACKAGE, installed(), *EVERYDAY))
    return _fingerprint(MULTILINGUAL, DIMENSION, hashlib.sha256(made_of.encode()).hexdigest())


def _named(name: str, models_dir: Path) -> Loaded:
    """A model of fastembed's list whose files are in its cache. Nothing is downloaded: it would sleep for 40 s."""
    folder = models_dir / "fastembed"
    missing = EmbeddingUnavailable(
        f"The embedding model {name} can't be loaded from {folder}",
        hint="Put its files there, or set memory.embedding_model to minilm or none",
    )
    if not folder.is_dir():
        raise missing
    text_embedding = _fastembed()
    try:
        model = text_embedding(
            name,
            threads=THREADS,
            cache_dir=str(folder),
            local_files_only=True,
            providers=["CPUExecutionProvider"],
        )
    except ValueError as error:
        raise missing from error
    probe = next(iter(model.embed(["harken"])))
    return Loaded(model, _fingerprint(name, len(probe), _weights_digest(model, probe)), len(probe))


def _fastembed() -> Any:
    from loguru import logger

    logger.disable("fastembed")  # it writes to stderr, over the screen
    from fastembed import TextEmbedding

    return TextEmbedding


def _weights_digest(model: Any, probe: Any) -> str:
    """The hash of the weights; where fastembed hides them, of a rounded probe vector."""
    folder = getattr(getattr(model, "model", None), "_model_dir", None)
    digest = hashlib.sha256()
    weights = sorted(
        path for pattern in ("*.onnx", "*.safetensors") for path in Path(folder or "/nowhere").rglob(pattern)
    )
    if not weights:
        digest.update(probe.round(2).tobytes())
    for path in weights:
        with path.open("rb") as file:
            digest.update(hashlib.file_digest(file, "sha256").digest())
    return digest.hexdigest()


def _fingerprint(name: str, dimension: int, digest: str) -> str:
    """Model, dimension and weights as one name that is also a file name."""
    return f"{_slug(name)}-{dimension}-{digest[:12]}"


def made_by(setting: str, fingerprint: str) -> bool:
    """Whether a fingerprint is that of the model which `memory.embedding_model` names; nothing is loaded for it."""
    return re.fullmatch(rf"{re.escape(_slug(setting) or MINILM)}-\d+-[0-9a-f]+", fingerprint) is not None


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
