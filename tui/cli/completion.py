"""harken completion"""

from __future__ import annotations

import argparse

import shtab

from tui.cli.output import say
from tui.cli.parser import OneLineParser, build_parser

FILES = ("FILE", "DIR")
"""What stands for a path in a usage."""
PROFILES = "PROFILE"
_NAMES = "harken profile list 2>/dev/null | cut -d ' ' -f 1"
_PROFILE = {
    "bash": "_harken_profile",
    "zsh": "_harken_profile",
    "fish": f"({_NAMES})",
    "preamble": {
        "bash": f'_harken_profile() {{ compgen -W "$({_NAMES})" -- "$1"; }}',
        "zsh": f"_harken_profile() {{ compadd -- $({_NAMES}) }}",
    },
}
_PROFILE_OR_FILE = {
    "bash": "_harken_profile_or_file",
    "zsh": "_harken_profile_or_file",
    "fish": f"({_NAMES}) {shtab.FILE['fish']}",
    "preamble": {
        "bash": '_harken_profile_or_file() { _harken_profile "$1"; _shtab_compgen_files "$1"; }',
        "zsh": "_harken_profile_or_file() { _harken_profile; _files }",
    },
}
"""Where the name of a profile may be left out before a path."""


def run(args: argparse.Namespace) -> int:
    parser = build_parser()
    _complete(parser)
    say(shtab.complete(parser, shell=args.shell))
    return 0


def _complete(parser: argparse.ArgumentParser) -> None:
    """Adds the words of every command, which come late, and marks what is a path or a profile."""
    if isinstance(parser, OneLineParser):
        parser.expand()
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                _complete(command)
        elif action.metavar in FILES:
            action.complete = shtab.FILE  # type: ignore[attr-defined]
        elif action.metavar == PROFILES:
            action.complete = _PROFILE_OR_FILE if action.nargs == "?" else _PROFILE  # type: ignore[attr-defined]
