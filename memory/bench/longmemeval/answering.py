"""A model answers from what recall found, and a model judges the answer. The rules of judging are LongMemEval's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from memory.ports import ChatMessage, LanguageModel, ModelRequest, complete
from memory.types import Usage

ANSWER_TOKENS, VERDICT_TOKENS = 500, 10
Line = Mapping[str, Any]

_ANSWER = """You are an assistant that remembers earlier chats with the user. What was recalled of them:

{block}

Today is {date}. First pick out what of it bears on the question, then answer in a few words. Where it does not tell, \
say that you don't know.

Question: {question}
Answer:"""

_JUDGE = """You judge the reply of a model to a question. {rule}

Question: {question}
{expected}: {answer}
Reply: {reply}

Does the reply pass? Say only yes or no."""

_RIGHT = (
    "It passes if it holds the right answer, says the same in other words, or holds every step that leads to it."
    " A reply with only a part of what is asked for does not pass."
)
_RULES = {
    "temporal-reasoning": f"{_RIGHT} A count of days, weeks or months that is off by one still passes.",
    "knowledge-update": f"{_RIGHT} It may tell of earlier states too, as long as the newest is given as the answer.",
    "single-session-preference": (
        "What is wanted of a reply that suits this user is described. It passes if it recalls what is known of the user"
        " and uses it rightly; it need not follow every point."
    ),
}
_NO_ANSWER = (
    "The question can't be answered from the chats; it is explained why. It passes if it says so: that the information"
    " is missing or incomplete, or that something else was told but not this."
)


async def answered(line: Line, model: LanguageModel) -> dict[str, Any]:
    """The model's answer to a line of the retrieval's log. ModelError where the model fails."""
    prompt = _ANSWER.format(block=line["block"] or "(nothing)", date=line["question_date"], question=line["question"])
    reply, usage = await complete(model, _request(prompt, ANSWER_TOKENS))
    return {**_of(line), "hypothesis": reply.strip(), "model": model.traits.name, "usage": _spent(usage)}


async def judged(line: Line, reply: str, model: LanguageModel) -> dict[str, Any]:
    """Whether the model holds the reply for right. ModelError where the model fails."""
    nothing = str(line["question_id"]).endswith("_abs")
    rule = _NO_ANSWER if nothing else _RULES.get(line["question_type"], _RIGHT)
    wish = line["question_type"] == "single-session-preference"
    expected = "Explanation" if nothing else "What is wanted" if wish else "Right answer"
    prompt = _JUDGE.format(rule=rule, question=line["question"], expected=expected, answer=line["answer"], reply=reply)
    verdict, usage = await complete(model, _request(prompt, VERDICT_TOKENS))
    right = "yes" in verdict.lower()
    return {**_of(line), "right": right, "verdict": verdict, "model": model.traits.name, "usage": _spent(usage)}


def _request(prompt: str, tokens: int) -> ModelRequest:
    return ModelRequest((ChatMessage("user", prompt),), purpose="bench", max_tokens=tokens, temperature=0.0)


def _of(line: Line) -> dict[str, Any]:
    return {"question_id": line["question_id"], "question_type": line["question_type"]}


def _spent(usage: Usage | None) -> dict[str, Any] | None:
    if usage is None:
        return None
    return {
        "prompt_tokens": usage.prompt_tokens,
        "completion_tokens": usage.completion_tokens,
        "cost": usage.cost,
    }
