"""What a model is called for and what background work did, in the words of every list that tells of it."""

from __future__ import annotations

PURPOSES = {
    "chat": "replies",
    "compare": "replies to compare",
    "distil": "learning",
    "reconcile": "comparing facts",
    "consolidate": "tidying",
    "gate": "the gate",
    "rerank": "ranking what was found",
    "reflect": "answers from memory",
}
OUTCOMES = {
    "distilled": "done",
    "extracted": "done by rule alone",
    "tidied": "done",
    "undone": "taken back",
    "empty": "found nothing",
    "error": "failed",
    "dead_letter": "given up",
}
