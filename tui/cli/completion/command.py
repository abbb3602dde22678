"""harken completion"""

from __future__ import annotations

from argparse import Namespace

from tui.cli.completion.shells import SHELLS
from tui.cli.completion.words import places
from tui.cli.output import say
from tui.cli.parser import build_parser


def run(args: Namespace) -> int:
    say(SHELLS[args.shell](tuple(places(build_parser()))))
    return 0
