"""The order in which native libraries come into the process."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec


def load_onnxruntime_first() -> None:
    """Imports onnxruntime; call it before usearch is imported.

    With usearch 2.26 in the process, importing onnxruntime 1.x crashes it (a clash of their symbols); the other way
    round both work.
    """
    if find_spec("onnxruntime") is not None:
        import_module("onnxruntime")
