from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.chat.opened import open_memory
from tests.tui.commands.given import context, flat, say
from tui.commands.outcome import Open, Outcome, Say
from tui.commands.registry import run


def told(outcome: Outcome) -> str:
    return "\n".join(one.text for one in flat(outcome) if isinstance(one, Say))


async def test_a_conversation_has_a_system_prompt_of_its_own_until_it_is_taken_back(home: Path) -> None:
    async with open_memory(home) as memory:
        talk = (await memory.new_conversation()).id
        ctx = context(memory, talk)
        assert "The usual system prompt holds here" in told(await run("/system", ctx))
        assert "of its own" in told(await run("/system Answer in Latin.", ctx))
        assert (await memory.conversation(talk)).system == "Answer in Latin."
        assert "Answer in Latin." in told(await run("/system", ctx))
        await run("/system none", ctx)
        assert (await memory.conversation(talk)).system == ""


async def test_without_one_of_its_own_that_of_the_persona_holds_and_is_named(home: Path) -> None:
    coach = home / "personas" / "coach.toml"
    coach.parent.mkdir(parents=True)
    coach.write_text('system_prompt = "You coach runners."', encoding="utf-8")
    async with open_memory(home) as memory:
        talk = (await memory.new_conversation()).id
        ctx = context(memory, talk)
        await run("/persona coach", ctx)
        assert "prompt of coach holds here: You coach runners." in told(await run("/system", ctx))
        await run("/system Answer in Latin.", ctx)
        assert "prompt of coach holds here again" in told(await run("/system none", ctx))
        await run("/persona none", ctx)
        assert "The usual system prompt holds here" in told(await run("/system", ctx))


async def test_parameters_are_set_shown_and_taken_back(home: Path) -> None:
    async with open_memory(home) as memory:
        talk = (await memory.new_conversation()).id
        ctx = context(memory, talk)
        assert "temperature 0.2" in told(await run("/set temperature 0.2", ctx))
        assert "temperature 0.2, max_tokens 500" in told(await run("/set max_tokens 500", ctx))
        assert dict((await memory.conversation(talk)).parameters) == {"temperature": 0.2, "max_tokens": 500}
        listed = told(await run("/set", ctx))
        assert "temperature: 0.2" in listed and "top_p: as the model has it" in listed and "0 to 2" in listed
        assert "1 to 1,000,000" in listed and "0 to 2,147,483,647" in listed
        assert "seed 1234567891" in told(await run("/set seed 1234567891", ctx))
        await run("/set seed none", ctx)
        assert "max_tokens 500" in told(await run("/set temperature none", ctx))
        assert dict((await memory.conversation(talk)).parameters) == {"max_tokens": 500}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("/set temperature 9", "temperature must lie from 0 to 2, not 9"),
        ("/set max_tokens abc", "max_tokens must be a whole number from 1 to 1,000,000, not 'abc'"),
        ("/set temperature hot", "temperature must be a number from 0 to 2, not 'hot'"),
        ("/set max_tokens 0.5", "max_tokens must be a whole number"),
        ("/set temprature 1", "temprature is not a setting; known here: frequency_penalty"),
        ("/set temprature none", "temprature is not a setting"),
        ("/set temperature", "Usage: /set"),
    ],
)
async def test_a_wrong_parameter_is_refused_before_any_call(home: Path, line: str, said: str) -> None:
    async with open_memory(home) as memory:
        talk = (await memory.new_conversation()).id
        assert said in told(await run(line, context(memory, talk)))
        assert dict((await memory.conversation(talk)).parameters) == {}


async def test_before_the_first_message_a_conversation_is_begun_for_it(home: Path) -> None:
    async with open_memory(home) as memory:
        outcome = flat(await run("/system Answer in Latin.", context(memory)))
        (opened,) = [one for one in outcome if isinstance(one, Open)]
        assert (await memory.conversation(opened.conversation_id)).system == "Answer in Latin."


async def test_a_fork_and_a_forgotten_conversation(home: Path) -> None:
    async with open_memory(home) as memory:
        talk = (await memory.new_conversation()).id
        ctx = context(memory, talk)
        await say(memory, talk, "My locker code is Xyloph", "Noted.")
        await say(memory, talk, "Name a river", "The Rhine.")
        await run("/system The locker code is Xyloph. Answer in Latin.", ctx)
        await run("/set seed 7", ctx)
        forked = await memory.talks.fork(talk)
        assert (forked.system, dict(forked.parameters)) == ((await memory.conversation(talk)).system, {"seed": 7})
        await memory.forget(await memory.plan_forget("Xyloph", with_turns=True))
        assert [(await memory.conversation(one)).system for one in (talk, forked.id)] == ["Answer in Latin."] * 2
