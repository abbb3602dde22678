"""Answers from memory alone."""

from memory.reflect.reflect import reflect

__all__ = ["reflect"]
