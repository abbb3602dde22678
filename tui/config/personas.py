"""Personas: TOML files in the folder `personas` beside `config.toml`, read anew whenever one is used."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from memory.settings import Parameters, load_table, setting
from memory.types import Mode
from tui.config.layers import read_file
from tui.config.schema import Problem

PARAMETERS = "parameters"
_KEPT = tuple(mode for mode in Mode if mode.keeps)


@dataclass(frozen=True, slots=True)
class Persona:
    """Who answers, and how; what is empty or None is as everywhere. Without a `name` it is called as its file."""

    name: str = setting("", "what it is called")
    system_prompt: str = setting("", "what the model is told first")
    model: str = setting("", "the model to talk to")
    mode: Mode | None = setting(None, "what memory does in its conversations", choices=_KEPT)
    parameters: Parameters = field(default_factory=Parameters, metadata={"doc": "parameters for the model"})


@dataclass(frozen=True, slots=True)
class Found:
    """A persona by name, None where there is none that can be used, and what is wrong with the files."""

    persona: Persona | None
    problems: tuple[Problem, ...] = ()


class Personas:
    """Those of a folder. One whose file broke while the program runs stays as it was."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._known: dict[Path, Persona] = {}

    def all(self) -> tuple[list[Persona], list[Problem]]:
        """By name, and what can't be used."""
        found = sorted(self._files(), key=lambda one: one.persona.name.casefold() if one.persona else "")
        return [one.persona for one in found if one.persona], [problem for one in found for problem in one.problems]

    def get(self, name: str) -> Found:
        """The persona of that name, capitals aside, with what is wrong in its file."""
        wanted, files = name.casefold(), list(self._files())
        named = (one for one in files if one.persona and one.persona.name.casefold() == wanted)
        broken = (one for one in files if any(Path(wrong.source).stem.casefold() == wanted for wrong in one.problems))
        return next(named, None) or next(broken, Found(None))

    def _files(self) -> Iterator[Found]:
        for path in sorted(self.folder.glob("*.toml")):
            persona, problems = _read(path)
            if persona is not None:
                self._known[path] = persona
            yield Found(self._known.get(path), tuple(problems))


def no_personas(name: str) -> Found:
    return Found(None)


def _read(path: Path) -> tuple[Persona | None, list[Problem]]:
    layer = read_file(path)
    if layer is None or isinstance(layer, Problem):
        return None, [layer] if layer else []
    given = layer.table.get(PARAMETERS, {})
    if not isinstance(given, Mapping):
        return None, [layer.problem(PARAMETERS, "must be a table")]
    own = {name: value for name, value in layer.table.items() if name != PARAMETERS}
    persona, complaints = load_table(Persona, own, prefix="")
    parameters, others = load_table(Parameters, given, prefix=PARAMETERS)
    if complaints or others:
        return None, [layer.problem(one.key, one.problem) for one in (*complaints, *others)]
    return replace(persona, name=persona.name or path.stem, parameters=parameters), []
