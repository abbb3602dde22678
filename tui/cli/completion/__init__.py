"""Completion for shells, written from the parser."""
