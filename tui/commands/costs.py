"""/cost: what the models took, in tokens and money."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memory.counting import counted
from memory.types import Books, Period, Spent
from tui.chat.money import UNKNOWN, money
from tui.commands.command import Command, Wrong
from tui.commands.context import CommandContext
from tui.commands.outcome import Outcome, Page, Say
from tui.commands.purposes import PURPOSES
from tui.commands.render import escape
from tui.safe_text import safe_line

PERIODS = {"": Period.EVER, "day": Period.DAY, "month": Period.MONTH}
HERE = "conversation"
TITLES = {
    "": "Cost so far",
    "day": "Cost today",
    "month": "Cost this month",
    HERE: "Cost of this conversation",
}
NO_CALLS = "No model was called. Each call will be noted here, with what it was for and what it took"
MOST_ROWS = 12
NAME_WIDTH = 44
HEAD = ("", "calls", "tokens in", "tokens out", "cost")


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under a title; each has a name and then the columns of `HEAD`."""

    title: str
    rows: tuple[tuple[str, ...], ...]
    left_out: int = 0


def summary(total: Spent) -> str:
    """`12 calls, 3,400 tokens in, 210 out: $0.0123`, with what is not known of them."""
    tokens = f"{counted(total.prompt_tokens, 'token')} in, {total.completion_tokens:,} out"
    unknown = {"of unknown price": total.unpriced, "not counted": total.uncounted}
    left = [f"{counted(calls, 'call')} {why}" for why, calls in unknown.items() if calls]
    more = f", and {' and '.join(left)}" if total.cost is not None and left else ""
    return f"{counted(total.calls, 'call')}, {tokens}: {cost(total)}{more}"


def cost(spent: Spent) -> str:
    """What is known of the money; a + says that some of it is not."""
    if spent.cost is None:
        return UNKNOWN if spent.unpriced else "not counted"
    return money(spent.cost) + ("+" if spent.unpriced or spent.uncounted else "")


def tables(books: Books) -> Iterator[Table]:
    """By purpose, model, conversation and day."""
    for title, every in (
        ("For", books.purposes),
        ("Model", books.models),
        ("Conversation", books.conversations),
        ("Day", books.days),
    ):
        shown = tuple(_row(_name(title, one), one) for one in every[:MOST_ROWS])
        if shown:
            yield Table(title, shown, len(every) - len(shown))


def _name(title: str, spent: Spent) -> str:
    if title == "For":
        return PURPOSES.get(spent.key, spent.key)
    if title == "Conversation":
        return f"{spent.key} {spent.title}".strip() or "outside of conversations"
    return spent.key or "unnamed"


def _row(name: str, spent: Spent) -> tuple[str, ...]:
    tokens = (f"{spent.prompt_tokens:,}", f"{spent.completion_tokens:,}")
    return (safe_line(name, NAME_WIDTH), f"{spent.calls:,}", *tokens, cost(spent))


def as_page(books: Books) -> str:
    return "\n\n".join([escape(summary(books.total)), *map(_markdown, tables(books))])


def _markdown(table: Table) -> str:
    rows = [(table.title, *HEAD[1:]), ("---", *["---:"] * 3, "---"), *(map(escape, row) for row in table.rows)]
    more = [escape(_more(table))] if table.left_out else []
    return "\n\n".join(["\n".join(f"| {' | '.join(row)} |" for row in rows), *more])


def as_columns(books: Books) -> Iterator[str]:
    """The same as lines of plain text."""
    yield summary(books.total) if books.total.calls else NO_CALLS
    for table in tables(books):
        yield ""
        yield from _aligned([(table.title, *HEAD[1:]), *table.rows])
        if table.left_out:
            yield _more(table)


def _aligned(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    from rich.cells import cell_len

    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    for name, *numbers, last in rows:
        padded = (number.rjust(width) for number, width in zip(numbers, widths[1:], strict=False))
        yield "  ".join([name + " " * (widths[0] - cell_len(name)), *padded, last]).rstrip()


def _more(table: Table) -> str:
    return f"and {table.left_out:,} more"


async def _cost(rest: str, ctx: CommandContext) -> Outcome:
    if rest not in TITLES:
        raise Wrong(f"{rest} is no span of time")
    talk = ctx.conversation if rest == HERE else None
    books = await ctx.memory.books(ctx.zone, period=PERIODS.get(rest, Period.EVER), conversation=talk)
    return Page(TITLES[rest], as_page(books)) if books.total.calls else Say(NO_CALLS)


COMMANDS = (
    Command(
        "cost",
        "/cost [day|month|conversation]",
        "tokens and cost by purpose, model, conversation and day",
        _cost,
        lambda ctx: tuple(TITLES)[1:],
    ),
)
