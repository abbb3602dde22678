"""The command line. Importing it costs little: each command imports what it needs when it runs."""

from tui.cli.main import main

__all__ = ["main"]
