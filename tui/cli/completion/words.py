"""What can be typed after each command: the parser as plain data."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass

from tui.cli.parser import OneLineParser

FILES = ("FILE", "DIR")
"""What stands for a path in a usage."""


@dataclass(frozen=True, slots=True)
class Word:
    """A command, a choice or an option, with its help."""

    text: str
    help: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Somewhere on the line: `at` is the command so far, or an option that wants a value, each with a space before.

    `words` may come there, or `files`; `options` as well; `values` are those of them that want a value.
    """

    at: str
    words: tuple[Word, ...] = ()
    options: tuple[Word, ...] = ()
    values: tuple[str, ...] = ()
    files: bool = False


def places(parser: argparse.ArgumentParser, at: str = "") -> Iterator[Place]:
    """All of them, those of an option behind its command."""
    if isinstance(parser, OneLineParser):
        parser.expand()
    words: list[Word] = []
    options: list[Word] = []
    wanted: list[Place] = []
    below: list[tuple[str, argparse.ArgumentParser]] = []
    files = False
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            helps = {one.dest: one.help or "" for one in action._choices_actions}
            words += [Word(name, helps.get(name, "")) for name in action.choices]
            below += [(f"{at} {name}", sub) for name, sub in action.choices.items()]
        elif action.option_strings:
            options += [Word(option, action.help or "") for option in action.option_strings]
            if action.nargs not in (0, argparse.OPTIONAL):
                value = Place("", _choices(action), files=action.metavar in FILES)
                wanted += [Place(f"{at} {option}", value.words, files=value.files) for option in action.option_strings]
        else:
            words += _choices(action)
            files = files or action.metavar in FILES
    yield Place(at, tuple(words), tuple(options), tuple(one.at for one in wanted), files)
    yield from wanted
    for name, sub in below:
        yield from places(sub, name)


def _choices(action: argparse.Action) -> tuple[Word, ...]:
    return tuple(Word(str(choice)) for choice in action.choices or ())
