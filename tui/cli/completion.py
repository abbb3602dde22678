"""harken completion"""

from __future__ import annotations

import argparse

import shtab

from tui.cli.output import say
from tui.cli.parser import OneLineParser, build_parser

FILES = ("FILE", "DIR")
"""What stands for a path in a usage."""


def run(args: argparse.Namespace) -> int:
    parser = build_parser()
    _complete(parser)
    say(shtab.complete(parser, shell=args.shell))
    return 0


def _complete(parser: argparse.ArgumentParser) -> None:
    """Adds the words of every command, which come late, and marks what is a path."""
    if isinstance(parser, OneLineParser):
        parser.expand()
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                _complete(command)
        elif action.metavar in FILES:
            action.complete = shtab.FILE  # type: ignore[attr-defined]
