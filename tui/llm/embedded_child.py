"""The process of the embedded model, run as a file of its own: it serves on 127.0.0.1 until its standard input closes.

The first line of standard input is its order as JSON: `model` (path), `key`, `context`, `threads`. It answers one line
on standard output, `{"address": URL}` or `{"error": TEXT}`. All else that is printed goes to standard error.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from typing import Any, TextIO


def main() -> None:
    answers = _own_stdout()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    order = json.loads(sys.stdin.readline())
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        server = _serve(order)
    except Exception as error:  # noqa: BLE001 - whatever went wrong is the parent's to tell
        _say(answers, {"error": f"{type(error).__name__}: {error}"})
        raise SystemExit(1) from None
    _say(answers, {"address": server.listening_address})
    threading.Event().wait()


def _own_stdout() -> TextIO:
    """Standard output for our one line alone: what the model's library prints goes to standard error from here on."""
    own = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return own


def _say(answers: TextIO, line: dict[str, str]) -> None:
    answers.write(json.dumps(line) + "\n")
    answers.close()


def _end_with_parent() -> None:
    """The pipe closes however the parent ends, a kill included."""
    sys.stdin.buffer.read()
    os._exit(0)


def _serve(order: dict[str, Any]) -> Any:
    from xllamacpp import CommonParams, Server

    params = CommonParams()
    params.model.path = order["model"]
    params.n_ctx = order["context"]
    params.n_parallel = 1
    params.cpuparams.n_threads = order["threads"]
    params.hostnames = ["127.0.0.1"]
    params.api_keys = [order["key"]]
    params.ui = False
    params.endpoint_slots = False  # it would show the prompts
    params.verbosity = 0
    return Server(params)


if __name__ == "__main__":
    main()
