"""harken: a chat program for the terminal that remembers."""

__version__ = "0.1.0"
