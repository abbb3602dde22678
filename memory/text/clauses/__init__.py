"""How sentences are made of clauses, in the languages whose turns of phrase we know."""

from memory.text.clauses.base import Clauses

__all__ = ["Clauses"]
