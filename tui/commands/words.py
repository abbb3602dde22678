"""The words that stand in what memory shows, one sentence each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tui.commands.render import Section

WORDS: Mapping[str, str] = {
    "gate": "decides before each message, by rules, whether memory would help; shut means nothing is looked up",
    "section": "what the gate opens: identity (lines about you), pinned (facts), episode (digests), transcript (turns)",
    "fit": "how well a memory goes with the message, beside the others that were looked at for it",
    "ledger": "the record of what each message got from memory and why; /why reads it",
    "learning": "taking facts and a digest from a conversation, in the background or with /sync",
    "salience": "how much a memory matters, 0 to 1; it halves with time and rises with use",
}


def legend(names: Sequence[str] = tuple(WORDS)) -> Section:
    return Section("Words", tuple(f"{name}: {WORDS[name]}" for name in names))


def why_legend() -> Section:
    """The words of one entry of the ledger."""
    return legend(("gate", "section", "ledger"))
