"""The folder of one run: what it measures, and a log for each stage, so that it goes on where it was broken off."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from memory.errors import BadInput, HarkenError
from memory.store.faults import reason

RUN = "run.json"
Line = dict[str, Any]


class Log:
    """One JSON object a line, one line a question. A line that a kill left half written is cut off."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.lines: dict[str, Line] = dict(self._read())

    def _read(self) -> Iterator[tuple[str, Line]]:
        if not self._path.exists():
            return
        whole = 0
        with self._path.open("rb") as file:
            for text in file:
                if not text.endswith(b"\n"):
                    break
                line = json.loads(text)
                yield line["question_id"], line
                whole += len(text)
        os.truncate(self._path, whole)

    def add(self, line: Line) -> None:
        """Keeps the line for good."""
        with self._path.open("ab") as file:
            file.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")
        self.lines[line["question_id"]] = line


class RunFolder:
    """The files of a run. BadInput where the folder holds a run of other data or with other settings."""

    def __init__(self, folder: Path, measured: Mapping[str, Any]) -> None:
        self.path = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._claim(dict(measured))
            self.retrieval = Log(folder / "retrieval.jsonl")
            self.answers = Log(folder / "answers.jsonl")
            self.judgements = Log(folder / "judgements.jsonl")
        except OSError as error:
            raise HarkenError(f"The run can't be kept in {folder}: {reason(error)}", hint="Choose --out") from error

    def _claim(self, measured: dict[str, Any]) -> None:
        file = self.path / RUN
        if not file.exists():
            file.write_text(json.dumps(measured, indent=2), encoding="utf-8")
            return
        known = json.loads(file.read_text(encoding="utf-8"))
        others = [name for name, value in measured.items() if known.get(name) != value]
        if others:
            what = ", ".join(others)
            raise BadInput(f"{self.path} holds a run with another {what}", hint="Choose another folder with --out")

    def store(self, question: str) -> Path:
        """The folder of the memory of a question."""
        safe = "".join(char if char.isalnum() or char in "-_" else "-" for char in question)
        return self.path / "stores" / safe
