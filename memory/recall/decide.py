"""The gate's last word: by learned chances where there are any, else what was found confirms or overrules the words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from memory.recall.fuse import Candidate
from memory.recall.gate import Needs, Opening
from memory.types import GateDecision, Kind, Leaning, Section

LIKELY, STRONG = 0.24, 0.28
"""Fused scores that make a guess likely, or open by themselves; chosen on messages about two made-up people."""
LIKELY_WORDS, STRONG_WORDS = 0.2, 0.35
"""The same where only words were compared."""
ANSWER_SHARE, ANSWER_COSINE = 0.5, 0.4
"""A fact answers by itself if it has this share of the question's words and this likeness in meaning: either alone is
often chance, a rare word with another bearer or a question of the same kind."""

NOTHING_BELOW, SURE_FROM = 0.7, 0.85
"""Chances that a message needs memory at all: below the first nothing is shown, from the second on all that is near."""
NEAREST = 3
"""So many facts go beside the identity lines on a guess."""
LEANING_BELOW = 0.4
"""The first of them for a message that says little without the one before: "how old is she now?"."""
ASKED_FROM = 0.4
"""From here to `SURE_FROM` a model decides, where the user wants that."""

BESIDE_FROM = 0.05
"""Such a share of the chances of all sections makes the second likeliest one share the budget, where something of it
lies close: the right memory is often a fact where a talk was meant, or the other way round."""

UNMOVED = Leaning()

Pools = Mapping[Section, Sequence[Candidate]]


@dataclass(frozen=True, slots=True)
class Evidence:
    """Candidates by the section they serve, best first, and the best score among the identity lines."""

    pools: Pools
    identity: float
    dense: bool

    def best(self, section: Section) -> float:
        return max((one.score for one in self.pools.get(section, ())), default=float("-inf"))

    @property
    def answers(self) -> bool:
        """A fact says by itself what is asked."""
        return any(
            (one.lexical or 0.0) >= ANSWER_SHARE and (one.dense or 0.0) >= ANSWER_COSINE
            for one in self.pools.get(Section.PINNED, ())
        )

    def needed(self, needs: Needs) -> float:
        likely, strong = (LIKELY, STRONG) if self.dense else (LIKELY_WORDS, STRONG_WORDS)
        return {Needs.NOTHING: float("-inf"), Needs.LIKELY: likely, Needs.STRONG: strong}.get(needs, float("inf"))


_NOTHING_CLOSE = "but nothing stored lies close"


def decide(opened: Opening, evidence: Evidence) -> GateDecision:
    """The section whose candidates may go into the block, and the rule in words a user can read."""
    if opened.needs is Needs.ANSWER and evidence.answers:
        return GateDecision(Section.PINNED, "what is stored speaks of just this")
    if opened.section in (Section.IDENTITY, Section.NONE):
        return GateDecision(opened.section, opened.rule)
    if evidence.best(opened.section) >= evidence.needed(opened.needs):
        return GateDecision(opened.section, opened.rule)
    other = Section.EPISODE if opened.section is Section.PINNED else Section.PINNED
    if opened.needs is Needs.LIKELY and evidence.best(other) >= evidence.needed(opened.needs):
        return GateDecision(other, opened.rule)
    return GateDecision(Section.NONE, f"{opened.rule}, {_NOTHING_CLOSE}")


@dataclass(frozen=True, slots=True)
class Verdict:
    """A decision, and whether little is to be shown; `split` says that it could well be another.

    Of what was learnt for the section `beside` the nearest goes in as well.
    """

    decision: GateDecision
    lean: bool = False
    split: bool = False
    beside: Section | None = None


_ASKS = {
    Section.IDENTITY: "asks who you are",
    Section.PINNED: "asks for something you once said",
    Section.EPISODE: "asks about an earlier talk",
    Section.TRANSCRIPT: "asks for the words of an earlier talk",
}


def by_chances(
    chances: Mapping[Section, float],
    opened: Opening,
    evidence: Evidence,
    *,
    leans: bool = False,
    leaning: Leaning = UNMOVED,
) -> Verdict:
    """The likeliest section where memory is likely enough to help, by the sentence, its words and what was found.

    `leans` says that the message means little without the one before; `leaning` is what the user's verdicts make of it.
    """
    some = 1.0 - chances[Section.NONE]
    if opened.needs is Needs.ANSWER and evidence.answers:
        return Verdict(GateDecision(Section.PINNED, "what is stored speaks of just this"))
    split = ASKED_FROM <= some < SURE_FROM
    usual = LEANING_BELOW if leans else NOTHING_BELOW
    moved = _moved(some, usual, leaning)
    if some < usual + leaning.shift:
        if opened.outright and evidence.best(opened.section) >= evidence.needed(Needs.STRONG):
            return Verdict(GateDecision(opened.section, opened.rule), lean=True)
        return Verdict(GateDecision(Section.NONE, _why_not(opened, evidence) + moved), split=split)
    likeliest = max(_ASKS, key=lambda section: chances[section])
    if likeliest is not Section.IDENTITY and not evidence.pools.get(likeliest):
        return Verdict(GateDecision(Section.NONE, "nothing is stored that could answer"), split=split)
    decision = GateDecision(likeliest, _why(likeliest, opened) + moved)
    return Verdict(decision, some < SURE_FROM, split, _second(likeliest, chances, evidence))


def _second(likeliest: Section, chances: Mapping[Section, float], evidence: Evidence) -> Section | None:
    others = [section for section in (Section.PINNED, Section.EPISODE) if section is not likeliest]
    other = max(others, key=lambda section: chances[section])
    likely = chances[other] >= BESIDE_FROM * (1.0 - chances[Section.NONE])
    near = any(one.score >= evidence.needed(Needs.LIKELY) for one in learnt(evidence.pools.get(other, ())))
    return other if likely and near else None


def learnt(found: Sequence[Candidate]) -> list[Candidate]:
    """Facts and digests, without the turns that stand in for them until they are read."""
    return [one for one in found if one.hit.kind != Kind.TURN]


def _moved(some: float, usual: float, leaning: Leaning) -> str:
    """Says so where the user's verdicts made the difference."""
    if (some < usual) is (some < usual + leaning.shift):
        return ""
    if leaning.shift < 0:
        return f"; it opened by your verdicts: memory helped in {leaning.favour}, did not in {leaning.against}"
    return f"; it stayed shut by your verdicts: memory did not help in {leaning.against}, did in {leaning.favour}"


def _why(section: Section, opened: Opening) -> str:
    return opened.rule if opened.section is section else f"the sentence as a whole {_ASKS[section]}"


def _why_not(opened: Opening, evidence: Evidence) -> str:
    if opened.section is Section.NONE:
        return opened.rule
    if evidence.best(opened.section) < evidence.needed(max(opened.needs, Needs.LIKELY)):
        return f"{opened.rule}, {_NOTHING_CLOSE}"
    return f"{opened.rule}, but the sentence as a whole asks for nothing of yours"


def by_words(opened: Opening) -> GateDecision:
    """The section that the words of the message open, whatever was found."""
    return GateDecision(opened.section if opened.needs <= Needs.LIKELY else Section.NONE, opened.rule)


def beside_identity(evidence: Evidence) -> list[Candidate]:
    """The facts that answer a question about the user where no identity line lies as close.

    Identity lines are in every prompt and need no block. In a young memory nearly all is about the user and nothing
    stands out: then the few that lie nearest.
    """
    likely = evidence.needed(Needs.LIKELY)
    facts = evidence.pools.get(Section.PINNED, ())
    close = [one for one in facts if one.score >= max(evidence.identity, likely)]
    if close or evidence.identity >= likely:
        return close
    return [one for one in facts if one.score > max(evidence.identity, 0.0)][:NEAREST]


def best_section(evidence: Evidence) -> GateDecision:
    """With the gate off: the section of the closest candidate."""
    sections = (Section.PINNED, Section.EPISODE, Section.TRANSCRIPT)
    best = max(sections, key=evidence.best)
    if evidence.best(best) == float("-inf"):
        return GateDecision(Section.NONE, "nothing is stored")
    return GateDecision(best, "the gate is off: always the closest")
