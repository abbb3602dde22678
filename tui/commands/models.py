"""/model"""

from __future__ import annotations

from collections.abc import Sequence

from tui.commands.command import Command
from tui.commands.context import CommandContext
from tui.commands.outcome import Choose, ModelChosen, Option, Outcome, Say
from tui.commands.saving import kept
from tui.llm.catalogue import Entry
from tui.llm.models import Models
from tui.llm.vendors import BY_PREFIX, OTHER_PREFIXES, split_name
from tui.safe_text import safe_line


async def _model(rest: str, ctx: CommandContext) -> Outcome:
    options = await ctx.models()
    if not rest:
        return Choose("Models", tuple(options), lambda name: kept(ctx, "chat.model", name, ModelChosen(name)))
    known = _listed(rest, options) or _of_a_vendor(rest, options)
    if known is None:
        return Say(f"There is no model {safe_line(rest)}. /model shows what there is", severity="warning")
    if known.disabled_reason:
        return Say(f"{known.id} can't be used yet: {known.disabled_reason}", severity="warning")
    return await kept(ctx, "chat.model", known.id, ModelChosen(known.id))


def _listed(name: str, options: Sequence[Option]) -> Option | None:
    """The option of that name; a name without its vendor stands for the first that has it."""
    names = {split_name(option.id)[1]: option for option in reversed(options)} if "/" not in name else {}
    return next((option for option in options if option.id == name), names.get(name))


def _of_a_vendor(name: str, options: Sequence[Option]) -> Option | None:
    """A model that is in no list, of a vendor that is known; what the vendor's other models miss, it misses too."""
    prefix, _, bare = name.partition("/")
    if not bare or " " in name or prefix not in {*BY_PREFIX, *OTHER_PREFIXES}:
        return None
    reasons = [option.disabled_reason for option in options if option.id.startswith(f"{prefix}/")]
    return Option(name, name, disabled_reason=reasons[0] if reasons and all(reasons) else "")


async def options(models: Models) -> tuple[Option, ...]:
    """The catalogue as rows of a choice, for `CommandContext.models`."""
    return tuple(_option(entry) for entry in await models.catalogue())


def _option(entry: Entry) -> Option:
    detail = ", ".join(part for part in (entry.vendor, entry.note) if part)
    return Option(entry.name, entry.label, detail, entry.missing)


COMMANDS = (Command("model", "/model [NAME]", "choose who answers", _model),)
