"""The order in which libraries come into a process of several threads."""

from __future__ import annotations

import sysconfig
from importlib import import_module
from importlib.util import find_spec


def load_onnxruntime_first() -> None:
    """Imports onnxruntime; call it before usearch is imported.

    With usearch 2.26 in the process, importing onnxruntime 1.x crashes it (a clash of their symbols); the other way
    round both work.
    """
    if find_spec("onnxruntime") is not None:
        import_module("onnxruntime")


def fill_sysconfig() -> None:
    """Fills Python's table of its own folders; call it before a thread loads a library.

    Libraries read the table while they are imported. Python 3.11 fills it at the first use and without a lock: of two
    threads that come at once, the second finds it half full and fails with KeyError.
    """
    sysconfig.get_config_vars()
