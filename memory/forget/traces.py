"""The places of what harken writes about its own work: the ledger, the log of background runs, the search documents."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from memory.forget.place import Change, RowPlace, Scope
from memory.store import documents
from memory.store.contents import texts
from memory.store.hits import chunked
from memory.store.tables import Activity, ConsolidationStep, Document, Injection, InjectionItem
from memory.types import Kind


class Ledger(RowPlace):
    """Texts of the ledger; which memories a turn got, and their scores, stay."""

    name = "ledger"

    def changes(self, scope: Scope) -> Iterator[Change]:
        touched: set[int] = set()
        for item in InjectionItem.select().where((InjectionItem.text != "") | (InjectionItem.reason != "")):
            said = scope.matcher.says(item.text) or scope.matcher.says(item.reason)
            if said or scope.holds(item.kind, item.item):
                touched.add(item.injection_id)
                yield Change("lines in records of what memory gave", partial(_clear_item, item))
        for row in Injection.select():
            own = [row.block, row.query, row.rule, *(str(leg[-1]) for leg in row.legs if leg)]
            answered = scope.holds(Kind.TURN, row.message) and any((row.block, row.query))
            if answered or (row.id in touched and row.block) or any(map(scope.matcher.says, own)):
                yield Change("records of what memory gave", partial(_clear, row, scope, answered))


def _clear_item(item: InjectionItem) -> None:
    InjectionItem.update(text="", reason="").where(
        InjectionItem.injection == item.injection_id, InjectionItem.rank == item.rank
    ).execute()


def _clear(row: Injection, scope: Scope, whole: bool) -> None:
    says = scope.matcher.says
    Injection.update(
        block="",
        query="" if whole or says(row.query) else row.query,
        rule="" if says(row.rule) else row.rule,
        legs=[[*leg[:-1], "" if says(str(leg[-1])) else leg[-1]] for leg in row.legs],
        forgotten=True,
    ).where(Injection.id == row.id).execute()


class Log(RowPlace):
    """Details of background runs."""

    name = "log"

    def changes(self, scope: Scope) -> Iterator[Change]:
        for row in Activity.select().where(Activity.detail != ""):
            if scope.matcher.says(row.detail):
                clear = Activity.update(detail="").where(Activity.id == row.id)
                yield Change("lines in the log of background work", clear.execute)


class Undo(RowPlace):
    """What passes over the memory removed and could still bring back: such a change goes whole."""

    name = "undo"

    def changes(self, scope: Scope) -> Iterator[Change]:
        for step in ConsolidationStep.select().where(ConsolidationStep.taken_back == 0):
            said_there = not scope.of(Kind.TURN).isdisjoint(step.before.get("sources", ()))
            if scope.holds(step.kind, step.item) or said_there or any(map(scope.matcher.says, texts(step.before))):
                yield Change("what could be taken back", step.delete_instance)


class Documents(RowPlace):
    """What the search still holds after the others are done. Messages have theirs renewed with their parts."""

    name = "search"

    def changes(self, scope: Scope) -> Iterator[Change]:
        turns = (Kind.TURN, Kind.DRAWER)
        found = Document.select(Document.kind, Document.item, Document.text)
        for kind, item, text in found.where(Document.kind.not_in(turns)).tuples().iterator():
            if scope.holds(kind, item) or scope.matcher.says(text):
                yield Change("entries of the search", partial(documents.drop, kind, [item]))
        for piece in chunked(sorted(scope.of(Kind.TURN))):
            going = found.where(Document.kind.in_(turns), Document.item.in_(piece))
            for kind, item, _ in going.tuples().iterator():
                yield Change("entries of the search", partial(documents.drop, kind, [item]))
